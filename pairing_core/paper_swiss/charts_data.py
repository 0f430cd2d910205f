"""Found by search, which ``tools/find_paper_swiss.py`` can carry on; proved by :func:`.prove`: do not edit.

``CHARTS`` by the number of players: after how many rounds winners and losers move, and for each round but the last
where one goes from it. One letter of the alphabet for each place from which one goes: the winner and the loser of table
1, of table 2, ... (later chair A and chair B), and who rested; it stands for the chair in the next round: the first
letter for chair A of table 1, the second for its chair B, the third for chair A of table 2, ... and the last for rest.
"""

ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+-"

CHARTS = {
    4: (1, "ACBD ADCB"),
    5: (1, "ACBED CAEBD ACEDB EDACB"),
    6: (1, "AEBCDF AFCBED DBFCEA"),
    7: (2, "AGCEDFB ACDBEGF DFEAGBC BFEACGD BGFAECD"),
    8: (2, "AECGBFDH ACBDEGFH ADCBEHGF AHCFEDGB"),
    9: (2, "AGCEBHDIF AECFBGDIH ACBEIHFDG DIAEFGHCB"),
    10: (2, "AGCHDEFIBJ AECFBGHIDJ FCAGBJEDHI ADCJEBGFIH"),
    11: (2, "AIEKCGDHBJF ACBEDIGJHKF KBDACEGFHJI CFGJBDIHEKA BGADJKCEIFH"),
    12: (2, "CGAKDHEIFJBL AECFBDIKGJHL CABDEHJGFLKI DBAFCHJELGIK"),
    13: (2, "AGMICKBHDLEJF AECFBGHKILJMD ADCBIFEHGJMLK ACBDJFHEGILMK"),
    14: (2, "AICKEGBJDLFMHN CEAIBFDJGMKNHL ADBFEGCJILHMNK DAFBHCEJGIMLNK"),
    15: (3, "AICKDLEMGOFNBJH CEAGDFBHIMKOJNL CIAGEKBHDJFMNOL OGACFDBIEHLMKJN BDFCEGHOIKNJLMA"),
    16: (3, "CIAKBLDJGMEOFPHN CEAGBHDFKOIMJNLP ACBDEIFJGKHLMONP BDEAGCFHPJIKLNMO AHCFEDGBINKPMJOL"),
    17: (
        3,
        "AKBLCMGOEIHPFQDNJ AGCIBHDJEMFQKOLPN AEBFCIGMHNDJKOPQL DABHECGFNKJOLQPIM BDCQFHAEKJNLPGMOI",
    ),
    18: (2, "AIBKEMJLCOFNGQDPHR AICGDJBHEMKONPLQFR ADCBFGNILEHKMJROPQ ACBDHEGIFJNLMKPROQ"),
    19: (
        3,
        "GQAOEKCMDNFLBPISHRJ CGAEBSDHFKIOLPMQNRJ AEBFCKGLHMIQJNOSPRD SABJHCFDEGILKMNPOQR CEFDJHAGKIRONSMLQPB",
    ),
    20: (
        3,
        "ISAKBLEOCMFPGQDNJTHR AIBGCKEJDLFOMSHQPTNR AEBFCIDQGMHNJKLROSPT DBAIFCHEKGMJNQOTLPSR FAIDCBEGHJKMLNRTOQSP",
    ),
    21: (
        3,
        "AOCKUMBPGQDLENHRISJTF AGBHCIEKDJLSOQMTNRPUF AEBFCKDLGOHQIMJNSUPTR UABCEGIHJDFPNKTRLMOSQ CEJGFBIHLDPRMKNSTOUQA",
    ),
    22: (
        3,
        "IUAMKNCOGQDSERBTHPJVFL "
        "AGBICKDLEHFQOSMUJRNVPT "
        "AIBKCMEODNFPGSHLJTQURV "
        "ACFLIGEDHJBPKMNORSQUTV "
        "AEDHJBGCFINLPKSUMORTQV",
    ),
    23: (
        3,
        "AUKMESIOCQDRFTGWJPBVLNH "
        "AGBHEICKFJDLMWOSQUPTRVN "
        "AEBCDFIMGNHOJUKQLRSVPWT "
        "BDLAEGFICHKJRVNTMOQPSWU "
        "FDGAIBKCJEHLMROTQWPNVSU "
        "ACJWEBDGIHLFNPRMOTQVSUK",
    ),
    24: (
        3,
        "AMCSGOEQFRHPDTIUBNJVKWLX "
        "AGCKBHEIFJDLOSMUPTQWNVRX "
        "AECFBDGOHMINKPJQLRSUTWVX "
        "CABFEHLGDIJKRMOTUQNPWSXV "
        "CBADJEGFHLIKNRMOVQPSTXWU",
    ),
    25: (
        3,
        "YMEUKNAOBPGWIQCSFVDTHXJRL "
        "AIBJGKCMDNELHSOWQUPXYTRVF "
        "AECFBGDKOMNUHWIQLRPXSYTVJ "
        "CABDEGKFJOYIVNHQRTLSUWMXP "
        "CBAFLNHDEGIOTKJVRPQWSUXYM",
    ),
    26: (
        3,
        "CSGOAQDTKYMUEWBRIVHPJXFNLZ "
        "AKEQCIBLDGFMHSOUPVNWJYTZRX "
        "AEBFCMDKGQHWLUINJROVPYSZTX "
        "CBADEJGKHFLINOMTPQSUVWRZYX "
        "BDAFLNJGCHEKMIOTVQSURPXZWY",
    ),
    27: (
        3,
        "AaCODPMQESIUGWFTHXJVKYLZNRB "
        "CGHMAOBKDSEIFJaUQYLWNVPXRZT "
        "AEBKCFDOMPGQHSITLRJUWaXYVZN "
        "DBACEGNLJFIKMHPVTQSURWXOZaY "
        "ACFBNJGIHLDKMEQPRSUWTVOXYaZ",
    ),
    28: (
        3,
        "ASCUEOFPGQBTDVIWJXKYLZHRMaNb "
        "GKAUCIBLEQDJFHMWOYRVPZSaNXTb "
        "AEBGCHFMNQDRIOKSLYJTPWUaVZXb "
        "BDAFHCEMLGIKPJQNSVTUOXZWRaYb "
        "BDCAMEJGLIHKFNQOPSTUXRVWbYaZ",
    ),
    29: (
        3,
        "AQBRCSEUFVMcGaIWHODTJXKYLZPbN "
        "AMCIEKDJFLBNGQHcOWSaRYUZPXTbV "
        "AECGBHFOIWDSJTMUKQLVNXPaYcZbR "
        "DBANECGJIKHFMLOZVRPSQXUTWYacb "
        "BDCAEGILKPNHJFMQXOSUWTYVRZcab",
    ),
    30: (
        3,
        "AQMOEUBSCTDVFaGWIRJYKZHXPbLcNd "
        "AQBIGKEMCJDLFNHWOYPcRZSXUaTbVd "
        "AGBECHFQIOJSKTLUDWMVNXPaYbZcRd "
        "ADBELCJFGIKMHNTORPZXQSaVUWYdbc "
        "DBCANFELGIJKHMRSXPTUZOWYaVQdbc",
    ),
    31: (
        4,
        "AQISCUEWDTFXBRGYJVOeKaMcNdHZLbP "
        "GIAKCOEMBLFNHJDPQcSYTZWeUaVbRdX "
        "AECGBFDHKWIQJYLSMaOUPVNXZcRdTeb "
        "AICEGKHQDMBOJNFRPWLXSYTZUcVabed "
        "BCAHEJDGFIKMTLRVOQNSPUWbYcZaeXd "
        "ADEJCGHFIBeNVKTMORPQLSbWZcXYadU",
    ),
    32: (
        4,
        "EQASKWCUDVOeFRGaMcIYBTLXJZHbNdPf "
        "AOEMGICKDLFNHJBPUYWeQaRbScTdVZXf "
        "CEAGDFBHIQJRKSLTOWMUNVPXYcaeZdbf "
        "ACBDEKFLGMHNIOJPQWRXSYTZUaVbcedf "
        "DAJCHFBEGIRKVLMOQTSNPUWZYXafcbed "
        "DFEBGIHAJCKPRLMONQVSUTWYfabcZedX",
    ),
    33: (
        4,
        "ESKcIaQgMeAYCWFTGUDXHVBZJbORLdNfP "
        "AOGMCYEKHNBPFLDQIZJgWeSaUcTbVdXfR "
        "AGCIDEBHFQKRMUNVLWOYPZJcSdaebfTgX "
        "AEBGCKDLFUIQJSHMNYOWVXTcRZPeafbgd "
        "ACBEGIFJHDKVQNPMRSOTULgaWcZXdbYfe "
        "AFCGDJIBHEKTLNOgQSMVPUdeYWXabZcfR",
    ),
    34: (
        3,
        "AYOSCUEgDVGWBZHXQaIcKeMRJdLfNbFhPT "
        "AYCKEMGIDLFNBOHPJZScQaTdUeVfRbWgXh "
        "AGBHCODQEPFcISJTKWMULVNXRdYeafbgZh "
        "ACDBFGIEONRKLHMQJPdXSUZWbTYaVcehgf "
        "ADCBRFLPJHGIKMEOQNbTVZcSUWYadXfheg",
    ),
    35: (
        4,
        "ASCUEgMcBTDVKWGeIYJZOaLXQiNdHfPbFhR "
        "EKAIGWBOCMFLHPDNJaQeScRfUiVbXgTdYhZ "
        "AICGDHBJEQKULWRaOSMYPVFZNbTecgXidhf "
        "AEBGCKIQJRDMHSFUNVOaTcLeWdYfPbXghiZ "
        "CABFEGDHILJTKPMWQSUOVYNXRcbiZfedgah "
        "AECFIHKGDLOBJPQNSRiMTUVWZafcebYghdX",
    ),
    36: (
        4,
        "OSAYIaGWCiDgMUEeHXBZJbKcLdFfNhPjQTRV "
        "CMIOAKBLGJDNEPFQHRScTdUgWeVfXabhYiZj "
        "AGBHCEDIFOKULVJWPXMaQYSZNbRecifgThdj "
        "AEBFCKDOGPHQIRMYJULZNaVbScTdWgXheifj "
        "ACBEHFGDIMOKLRPQTUJWVSNbZXYdcafgeihj "
        "DEBHAICFGQJKPSNLUWRMOTYVgXdZaibcfjeh",
    ),
    37: (
        4,
        "AUBVOiCWEYQSIcTkGaJdKgMeHbFZNfLhPjDXR "
        "AcEOCMGKBaDNFPHQIRLkWbYeSgUiXdZfThVjJ "
        "AEBICKDLFOGUQeMVNYSaPgJbHZWfRichXjdkT "
        "ACBEFODQGSIUHWKYMXJaNcLVTgRePiZjbkdhf "
        "ACHBEDFJGMOILkRNKSPVQWTUXZdeYbgihjafc "
        "AkCEHDFPINJLQUKMRGTOWSZXYafVgdbiejchB",
    ),
    38: (
        3,
        "IUKgCWAeDXQYEiMaFSGcBfOkThJVLjNbHdPlRZ "
        "AOGQCKDMBPILENFWHRJcSeUgVhXiYdTfakblZj "
        "AGCHDIBJESMWKTNXLUOYQZFgRaPbVhckeifjdl "
        "BDACFGEHNTILKPMJORQdXSUWgYaZcfbVehilkj "
        "DABCGFIPQNKHLMOTRESJXVUgWdbYaceZfhikjl",
    ),
    39: (
        4,
        "IeKUAWBXSmCYEaGcDZJfLVMkHdOgQiNlPhFbRjT "
        "GKAMCODPEQBNFRHLIcJYSeWkTfUgVhaiXlZmbjd "
        "EGAHCIDJBKMWLUFVOXQYRZPaNcSbTidkelgmhjf "
        "AEBGCMIaJOHPDNFWKQLRScTgUkVdXeYiZfblhmj "
        "DBAJHEGFLCIKNTOQaMSVUZWPYRXbcfejgihdmlk "
        "EAGDCBJHILFKMmOXZQSVUWYNPTRalicedgfhjkb",
    ),
    40: (
        4,
        "KUAYCgEWMeBZGaIkHbLVFXQcSmNfDhOiPjJlRdTn "
        "ISAOCKEMDLGQFNBPHRJTUicmWeYgVjZhakbldnXf "
        "AICMEGDHBJKWNYOULXPZScFaQdRbTiekVmgjflhn "
        "AEBFCMGOHPDQISJRKULVakWcXdYeZfTgNhblimjn "
        "CABEHDJLGIFKNVOaQSTZUWMXPYRbcflhjegidnmk "
        "BEDGIACLJKFHXNOTVQPSURMbZWYahcdikenflgmj",
    ),
    41: (
        4,
        "GWAaCYEkIoBbHXJUKcMeQiNfOgDZRjFlPhLdSmTnV "
        "CMEOGSAQIUDNFTHPJVBRKecgWkYiZjamXlfobndhL "
        "EGAKCIDJBLFUQYMaNZObRcHeSdTfPWXkgohlimjnV "
        "AEBCDMGWISJTKUFaLVHOQbPcRgNhXideYkZlfmnoj "
        "CBEAJDGNKFIHLRbMOQSUZWVYTdPeaXjcofgikhnlm "
        "CoAELHJFGIBMKDOQSXUPWaVNRYeZbTcgjnlihfkmd",
    ),
    42: (
        4,
        "IWOUAoCaEkQYGiSmDbJcKeHfMgVjFlLXNhPdRZTnBp "
        "AQEOBcGKCMDNFPHeIUJRLgWkSmViXlYhajZfboTndp "
        "CIASDOBKEJGWLXFaMbPcHgQUReNhViTmYkdofljpZn "
        "ACBKDIESGUJWFXMYHVLgOTQkNZRmPiecafdhbnjolp "
        "ADOEJBHCSGNLKFIaMPQedXURZTWhkVYlcgfbimjonp",
    ),
    43: (
        4,
        "AWCYBXEgGaMcHbIeFhKiNdUkOoQqSmTnLjVlPpJfDZR "
        "ASCWIMEOKNGQHRBTJUDXFPeiYkLmaocqVgbpdnZlfjh "
        "AUBICGDJEQFWKYLZMgOcHaNdPVSeRbTfXmiohpknjql "
        "AEBFCMGQHcIYJRDOKSLTNePfUgWiVhZkXoajbldpmqn "
        "BDAFCEGIKHJLPNQMbOTZRSUXWcVYafedginkhlqjmop "
        "EANDKCJFHBGIOLTMcQVSbPXRUZWYaeqdgniphkljmof",
    ),
    44: (
        4,
        "AoCWDXEYGaFZScIeHbKiJfQgLjOkMmUqPlNnBpRhTdVr "
        "CMAOEQBPGgDNKSFRHTIUJVWiaoXjeqYkLmclbpZndhfr "
        "AGEIBHCJDUFWKYMgNaLZObPcQeSdRfThXmiokqlnVpjr "
        "AEBFCOGQHRISJTDPKULVMeNcWgXhYiZjdoakblfpmqnr "
        "BDAECGILFHJKNPMTOQVXSUbRZWdYeafclgihkmpjnqro "
        "EAFDLGJCIKHBRPbMSdfVTOUNWYXZaQcegjoqnlhipkmr",
    ),
    45: (
        4,
        "KqAYCoUaEgOcSeMiGWFdIhLsNjPkQmDpJlBZTfRnXrVbH "
        "AMGUCOEgDPKQFRBNISHVJTLsYiWmZjcoakeqblXndpfrh "
        "AGEHBMCIDJFUKYLZWaNgVbQcOePfRhSdTmiojpkqlrnsX "
        "AGBICOKQDRESFTMaHPJYLeNcUgVhWiXjdkflZobqmsnrp "
        "ACELGIDBFHKMJPsQTbNSdUZWRXYacOfVgihenkjlpmoqr "
        "DLBEAFNGIHJCMdQPORZSXUWTYVacebihpkjglmofnqsrK",
    ),
    46: (
        4,
        "AYCZEaScGqHeBfIgUiKkMmOoFrQWRbPpLsJhDlXjNnTdVt "
        "ASCOEMFNGQDPHRKcBTIUJVLiWkYmaodnesgqXlfrhtZjbp "
        "AGCKBHEIDLFUMcOYVaNdPZQeRfSmWbTgJhXoiqjpkrlsnt "
        "AEBCDKGQFRHWISJTLUMVOgNcdhXiYkajblPmZneqfrospt "
        "DBEAGJFHILKMCONfQVSZUdWYXRaTcPbheijqkmolnpgtsr "
        "FBGDKIACHJPNEMLaQVSZUTOhWdXRcebYnfotikgqmjlrsp",
    ),
    47: (
        4,
        "AaGYBbCqEcMgOiHZIeJfFdKkNhPjLlSsUmQoWuRpDrTtVnX "
        "AOISCUEMBPKWGQJTDVLXFNHReoYmgkZnauiqcsfphljrdtb "
        "CSAGBHDKEIFJOYLeQcMaPZNbRdTfWgUiVjXhmqkunrosptl "
        "AECGBFISHQJTKcLUORMVDYNPWmXiejZsakbldnfogpqurth "
        "CABHEDGIKOMJLFNPQdfSTRZbUhVXWYaceiksmojnlpgrqut "
        "BDuENJFAGLIKCMHOQPSVbZXfUWYdRaTclegikrhmonqjpst "
        "FuHBCJEGDINKLMbROQSVUXZWPYfacedTpgnlqikmotjhrsA",
    ),
    48: (
        4,
        "AmWYMiGeCaEcQoHfKgIuDbLhNjOkBnRpSqPlTrUsXZVtFdJv "
        "IMKOAQCSEUBRGWDTJNLPFVHXYkasemcofnZldpgqhrbtiujv "
        "CGAIDHEKBJFLMaQcOYNbPZRdSeTfUgWiVhXjmqoskulvnrpt "
        "AECGBFIQDUJRKSLTHVOWMYNZaiPjbkcmXldneofpgsqurvht "
        "CABOHLEGIFNKJDMQSRbfUZTWhYaPXdceVpikmjonqlgtrusv "
        "CBAEGNIFKHDLOMJbfhTQSdXUWYVacPeRjZirgskmonlpuqvt",
    ),
    49: (
        4,
        "AgWaCcGeEqMkHfBhImKiDdNlOuJnQYSoTpFrRwUsLjVtPvXbZ "
        "AOBPCQESGYDRFTKUIWLVJXHZMkascmeodngqfpbtiuhrlwjvN "
        "EIAKCMDNFJBLGaScQeOgRfTdPhUiHqVjWkXlYrZwmuosnvptb "
        "CMAEBFDNGcQSHTOUIWJXKYLZRgPiamhkbndoVpeqfrlusvtwj "
        "DBACHNJFEGILOTKRMPZgQUXfWSdYVacbiekrmhonjqptlsuwv "
        "AwCBMJLHEGDIOFKQSPRNZXUeWTYgbVacdjhlfnkrpmoqtisuv",
    ),
    50: (
        4,
        "MgWwAaCkEcFdIeYsBbGoJfKuNhOiHZQmDlRnSpUqPjVrTtLvXx "
        "COAQDPESIUGWJVHXBRFMKYLZNkambncodpgueqfrlsiwTthvjx "
        "AYCKEIFWDLBJGZMcOaSgNdHqPbQeRfUiThVjXrksltoumwnxpv "
        "CEAMBFDQGSHTIUOWKYJVLZPgNiakbhcmXqdnRjeofplurvswtx "
        "CABDEGJMIFOLKPHQNZSUdVhXeWbTRYacjtfikgrmnoplqsuwvx "
        "DBAENJGIFLKHCOMTQeUSWZPbRVdYacgfjXshlnirukmopqtwxv",
    ),
    51: (
        4,
        "EaAqCuFbGiOcWeIyKsMmYwQgPdUfRhSkHjTlNnVoBrLtDvXpZxJ "
        "AUCODPIWEQFSMVBTGaJXKYLZHbcweykoiqgshtjulpNvRmdxfrn "
        "CKEMAIDLFNBJGaOgQcSeTiPhRfHjUkWmVlXnYsZtdyowqupxrvb "
        "CGAEBFDOPSKTHUIWLYJXMaNbQiRjVmckdulneofpgqZrhwsytxv "
        "ADBCFJOEGLIHKNTMQPSVfURWdZXYhacebjkimgrpotvlnqsuwyx "
        "CAyBLNEDGIHKJFMQPSROUWYagZXdfbVcTeihkmtoqlrpsnjvuwx",
    ),
    52: (
        4,
        "MoAeGaCcBfEmHbDdIiQgUsJjKkFnNpWuYyLlSqOwRhTrVtXvPxZz "
        "AOCQESITFUKWMVBPDRGYHZJmLXancoiqdpeskuNyftgwhxbzjrlv "
        "AICMBJEKFLDNGaHeQgOcPfRhYdSiUkWmTjXnVlZsoubwqxpvtyrz "
        "AECGBHDQISJeOTKULVMWFYNXRkPiZmanblcofqdrgshtjwuypxvz "
        "ADBCELFNJOGIKMHQPRVSTdUbWYhacfegZXiljmrovktnqsupwyxz "
        "DBFAOGIECNHJKMLTQPUWRYjfVXZdacSheblgvimtxpknroqsuzyw",
    ),
    53: (
        4,
        "GcAeCsIiEqOmHdakMgJjUwKlNhSuBfPnQoRpFrDtWyLbY0TvVxXzZ "
        "COEUAQISBRDmFVKWGYJTLXHZMeNoaqgpiscuf0kwhydvjtbrlxPzn "
        "CWAIDKBJEMFNGaHgOcQePdRfSmYkLiUhVbXjZlTn0uqwoypzrxsvt "
        "CGAHBDEQIYOWJZFaKbMcLXNdPeUmRuSoiqksgthvVwjxfplyrzn0T "
        "BDAPCEGIJHKNLRMFOSZTQUWbYacVXkdefgihjlnopqsuwmvxtry0z "
        "BDCAEOFRJGHILNSKQMhPUZkWYaXcejVfbgiTdlonqmvrxtsuwp0zy",
    ),
    54: (
        4,
        "Y0AcMeCaUgBdEwDoGiHjIkKmbpWyLnQsNfSuOqRtTvFxVhPrJlXzZ1 "
        "MOASGPIQBTCWEUHVDXFaKYJRLZNobpcueqm0gsiwhtdvjxkylzn1fr "
        "AIEKCMDNBYFJGZQcauOdRgSeTfPhWiLkUmVlXjHnbvqwo0syrxtzp1 "
        "AECOBFDPIUGQJVHWKYLZMcNSTmRiaobpdyjweqfrgsXthklxu0n1vz "
        "BCADEHMGLIFRJOKPVQTNSjUbWYafXZchegkdomitvpqsrulxnyw0z1 "
        "ACBEGIKDFJHMOQNTPLUjWdYfRacbXehSVZkgimnrpltovxqsuwz01y",
    ),
    55: (
        4,
        "A0McCeDfYgGiEkWyHjImKuJnOoUqNsLvPpQwFlSdVrXza2RxB1ZhTtb "
        "AOIWBPKYCQDRGSEUFVHTJXLZMoNeaqcsf2m0guiwkydtbrjxlzn1hvp "
        "EICMAKBaDNFJGOQcUgSeTfVhRdHmWkLwYiXlPuZjbnqxoys0pzr2t1v "
        "AECGBFDQKSIUJTLWRXMYNZOaPbHcewfogpVqirjskulvdmhxn0y2z1t "
        "BCADNEGJPLIFKMQORHZVjSTUbhWfYalcegikdXxnrpoqsvuzmwyt120 "
        "A2BDELCNJGIFHPKMORSUlThfWYjacVQdZXegibxkmtorpqynsuwv0z1",
    ),
    56: (
        4,
        "AiCcEkOmGgIeHhBjYyJfK2FlMqPnaoNrQsSwUuDdVvW0TxZzX1bpL3Rt "
        "KYAOCQDRGUESMaFTHVIWBPJXLZNbmqcseug2fviwkylzdtnro0h3p1jx "
        "EOAICMFKDNGPBJSeUgQcTfRdLoVhHkYiWwamZjXlbnpxqys2u0t3v1rz "
        "AECGBFDQRgHSIUJVMWKXLiNYOZPaT0codpbyeqfrhujsktlvmzw1x2n3 "
        "DABCPLHEJGIQKMFORNXVSUWYaceghjTdflbikZmzoqsxruwpynt0v321 "
        "CAEBGIJNLQKMPHODFRdSUlWhYafXcVegZbjTiknoqvsxuwpmyrtz0312",
    ),
    57: (
        4,
        "KeAgCmEiGkU0OuW2DnIoBhHlLfJpa4QwMqFjNrYsPvRxSyTcdzV1X3Ztb "
        "OQASMUGaERCWBTDXKYFVHbIcLZJdNqe0gwrsi2kuPxlvmyf1nzhtj3o4p "
        "CIAMEKDJFaBNGbHcOeSgPfQiRoThUjWmVwYkZlXnLpd4q0uyr1s2t3vzx "
        "AGBHCOEQISJiKmMWNXFkLaDYPbTlUocudyRpeqfrVsgwjvhxZzt20314n "
        "BCAODQEGNILHKMFJTUWRPSYhlXdfVacZenjbgkim4votqspxzurw0y132 "
        "BCADEGINKMJHROLQFPUSnXWYacVZegdjblifoTmhxz1tvqpsuwy0r234k",
    ),
    58: (
        4,
        "AoCeUwEgFhGkIiHlYmaqBpK2M0OsDfcrQ4PtSuVxTvWyN1L3R5ZnJjbdXz "
        "MQEYCSAOKUDTGWFZHXIaJqLVNRBbPrcye2msiwguhvjxdzk0l1nto4f3p5 "
        "CIAKEMGODSBLFNHcUiQgRhTkVjPlYqWmZuaoJdXnbpeyw0r2s4v3t5x1fz "
        "CEAGBHDSMWIkJTKYQoFaLmNbOcPdUlRnV0eqfrgshtZuiwX2jxp1v4y5z3 "
        "DBAEFLNRPGHJIKMOCVQWTZdSYflnajUhceXgiokmbqs1pvuwytrx03z425 "
        "BDHACJEGIKMFNOLPSQWRTVdYjXZafbchmelgiknUo1rzxsuwqvytp05342",
    ),
    59: (
        4,
        "UeKgaiMkGoAyCmQ4DnO0EwHpIqLhNlSsc6YuJrFxBzP1W2R5TtVfX3Zvbjd "
        "ESAQCYFTGUHVKWORMaIcLXBPDZNbJdguewoyhvi4ksfxq6m0n1t2j5l3pzr "
        "CIAKBLDJEMGWFaHcOiQgPjdqRhNkYlSmUoTnVpXrZsbte0u2w4y6f1v3x5z "
        "AEBFCGDOIUJWPgKYLZMaNbHcQkSVTqRseuhvfoiwjxlydzm0n1Xrp62435t "
        "DBACRHJLEGNIKPQMOTFSUbWnYdXhaZfcegikjVmlsrp3ov1zt5uwy0xq642 "
        "BCEANGPIFKLMQOJHSDRTUZVWjYnalchfegdikbXm6oqp1s4uwzxvyrt2503",
    ),
    60: (
        4,
        "AeC0EmQua6GyKiSwIgLjU2MkJhFnNlYoOqWsRvTxHzBfPrD1V3XtZpc4b7d5 "
        "ASEQBTCcMUFROaGWIYKPJZLbHXNVDdgyquesmwhzi0j1f4k6nxo2t5l7p3rv "
        "AICKGMBJDLENFcHeUgOiQkRjSdVhTlWqYmPnaoXrbpZsf0u2v1w4x5y6t3z7 "
        "CGAEBHDQIWRoJXFcKYLmOZMSPaNbTqUpdserftguivh2jykwlxVzn4061735 "
        "DBACFLJPREGNIHKMTOUSQnVWXYafdbjcZelgikpmhorz1squ3wxyv0t24765 "
        "BCFAPEJGIRKMODLNSHTQUWYacengVdbjfhXikmrloZqp2zsu1wvxy04t3756",
    ),
    61: (
        4,
        "EmAgW4QiCkc8FnGoe0IqKwSuMpBhOsRjY6TvNfU2LxayH1JrDlV3X5Z7bzPtd "
        "KQEUGaAWCSFVBXIYHbMcJZDTLRNdOeP8sug6iwhyfzq0o2k4jxl5m7p3r1tvn "
        "AKGcEIBLCMFJDNHdOgQiPhRkSmYlTne0UjaoWsVqXtZubvp2w3r6x8y4z517f "
        "AEBFCGDSMWIXJaKoLYHZNbOcQdPTUpRqeskuftm4V0gwivjxhylzn1r628375 "
        "CABFHDGIKQMJENOLPRVXSjTbWYoZacegnhdliUfkmrpszutwy0v3x512q4687 "
        "DBAEGCIPRKHLMJNFOSUZWQYlpabcXedVgTfikmhnjqvos5uwyrx02t34z1876",
    ),
    62: (
        4,
        "YgUeAiCsOqEkGmIoK0MrFlJpP4Q2DtfuSyRhV8BjWwNzT1Z3a5HnXxb6L9cvd7 "
        "OQAcCSKaDTEUGWHXIYFVJbBdLZMeNfPuqwk4gyivRzh0m2l5n3o6p7rxs1t8j9 "
        "AIBJCKDLEMFNGOHcPgUiQmR0dkSlVjTnYoasWqXhZpetbrf2u3y4w6z8v5x917 "
        "CEAFBKDOGUPWHXSYIVJaQbMcLdNeRoTqfwmug6hxZyizjvk0p4l1nrs52738t9 "
        "ACBFGEIPJLNKMHSQORDVoTdWYjacegfbilhZnkXmpUqus13xvrzwy502t64897 "
        "CBANEDGJIPQKFMLOHRSWpUfVbTXlYajcdegihkZnmqo5srt1uwyx3v0z246987",
    ),
    63: (
        5,
        "Gga2KoAiC+Okc4EmHhIuBjLpMqNrPlQsJvRtSwTxUyW8Y0b3d5VzZ1e6f7X9FnD "
        "EQASBUMWIYKaOcCeDfFRGgJZLbNXPdHhs4owi0T+q2kyj1m8pxu6r3t5lzv7n9V "
        "AWCKGIDLEMFNHJBOSgQiPqThUkVlX2YmZnaoRrescuftdvbpy4j+w806z5x9173 "
        "CEAGDIBHKYLUMWNqSXOVFiJcQZPaRbTdesgyh2ftmujwkznvo0p1rxl3486+597 "
        "ACBEGcKaDWFeIMHOJULPQgRhNuSiVkXyYqTmbodrZsfvp0n2t6w3x8z1l4j57+9 "
        "ADFLHJEGIKCBNXMOZRQSUWYadPcbfTeVgxikhrmoqlznsjvpuwyt5029+461738 "
        "ALECFJGIBDKHfVMZOTQSUWbNdRXYaPcejpngikmhotqsrxuzwlvy0247965+831",
    ),
    64: (
        5,
        "AsCgE+IiG2UkWuQmJjDhYyKoM0O4RnSqBtVlXvewTrZzLpN1H3P5a6c8fxb7d9F- "
        "GQOSEYMeIaAWKUBXCcFZHRJbDdLVNfPTowgyi0q2k4m+j1hzpxr3s8u6l5t9v7n- "
        "AOCIGKEMBPHLFNDJWgUmSiQkTjRlVnXhYqaoZrcseufvdtbpw804y6x915z72+3- "
        "AGCEDFBHKUIWLVJXMYNZOaPbScQeTdRfisguhvjtmykwlxnzo0p1q2r3684+5-79 "
        "ACBDEMFNGOHPIQJRKSLTUgVhWiXjYkZlambncodpeqfrs0t1u2v3w4x5y6z78+9- "
        "DBELGAJCHIFKMRTPOQSUfXdWNYaceVbZgvilpjkmztoqrsxuwnyh81702543-69+ "
        "EDHAJFBGIKCLMOQZbdRTNSUWXYaPcfVegptjikmhrxnoqsulwzyv0782416-39+5",
    ),
}
