"""Found by ``tools/find_low_carry_over.py``, which can find it again and verifies it: do not edit.

``PAIRS`` by the number of players: a starter over Z_m, its pairs in the order of the tables from table 2 (number e is
player e + 1 in round 1; at table 1 the number left over meets the last player); for 11 and 12 players all rounds with
their games in the order of the tables, who starts first, and for 11 players without the one who rests.

``SIDES``: a hexadecimal number with one bit for each game between players, the lowest bit for the first game of round
1: whether the one named first in the starter (at table 1: the one who changes) starts.
"""

PAIRS = {
    3: "1-2",
    4: "1-2",
    5: "1-4 2-3",
    6: "1-4 2-3",
    7: "1-3 2-6 4-5",
    8: "1-3 2-6 4-5",
    9: "1-7 2-4 3-8 5-6",
    10: "1-6 2-8 3-4 5-7",
    11: (
        "5-7 10-9 3-4 1-11 2-6 | "
        "11-10 8-2 9-3 4-5 6-1 | "
        "3-6 7-1 2-4 10-8 5-11 | "
        "9-8 6-5 1-10 3-2 4-7 | "
        "5-3 8-4 7-6 10-2 11-9 | "
        "7-11 4-9 1-5 6-8 3-10 | "
        "8-1 2-7 11-3 9-5 10-6 | "
        "6-4 11-2 5-8 7-3 1-9 | "
        "4-10 3-1 8-11 9-7 2-5 | "
        "9-2 11-6 10-7 1-4 8-3 | "
        "2-1 5-10 6-9 4-11 7-8"
    ),
    12: (
        "2-6 1-11 12-8 10-9 3-4 5-7 | "
        "11-10 4-5 6-1 8-2 7-12 9-3 | "
        "2-4 10-8 5-11 3-6 1-7 12-9 | "
        "8-9 4-7 2-3 11-12 6-5 1-10 | "
        "5-3 9-11 12-1 7-6 10-2 8-4 | "
        "11-7 3-10 4-9 1-5 6-8 2-12 | "
        "9-5 7-2 3-11 12-4 8-1 10-6 | "
        "10-12 5-8 6-4 1-9 11-2 7-3 | "
        "3-1 12-6 9-7 2-5 4-10 8-11 | "
        "1-4 9-2 7-10 3-8 5-12 11-6 | "
        "8-7 12-3 10-5 4-11 6-9 2-1"
    ),
    13: "1-7 2-12 3-8 4-6 5-9 10-11",
    14: "1-4 2-7 3-12 5-11 6-8 9-10",
    15: "1-4 2-8 3-14 5-10 6-13 7-9 11-12",
    16: "1-12 2-9 3-4 5-10 6-8 7-13 11-14",
    17: "1-15 2-8 3-13 4-9 5-7 6-14 10-11 12-16",
    18: "1-5 2-16 3-11 4-14 6-7 8-13 9-15 10-12",
    19: "1-16 2-12 3-4 5-11 6-14 7-9 8-13 10-17 15-18",
    20: "1-4 2-9 3-18 5-13 6-11 7-17 8-14 10-12 15-16",
    21: "1-13 2-18 3-5 4-15 6-10 7-14 8-9 11-17 12-20 16-19",
    22: "1-9 2-5 3-19 4-10 6-17 7-14 8-20 11-15 12-13 16-18",
    23: "1-3 2-19 4-18 5-8 6-11 7-17 9-13 10-22 12-20 14-21 15-16",
    24: "1-3 2-19 4-18 5-8 6-11 7-17 9-13 10-22 12-20 14-21 15-16",
}

SIDES = {
    3: "0",
    4: "12",
    5: "155",
    6: "5965",
    7: "1ed893",
    8: "b8eb8b8",
    9: "b84711447",
    10: "9e5869e7d3c",
    13: "10ff0f649f1e78f2e017",
    14: "3705c823f91e46bf91f46f",
    15: "c89322448d0068d899950d8998",
    16: "ea3b98df15c4672015c46725c46720",
    17: "6afac0bf013b68fec497013f40eafec0ff",
    18: "18b5c3f8c7fe11ff047fe11ff847f877087b807",
    19: "734dacd363b958ec762b978cc763b1dcaa5964a25d3",
    20: "3a1ab3a1ab385fb3a7eb3a7eb3a7ea2a3ae29ff7327ea2af",
    21: "425a9264cd19c779daf695b62ee091364d9334272dcdd935276f",
    22: "6ee446ba9059c889eb810dfcccceac0cfdee046662a7ce0066662a7c60",
    23: "16ca6dd1db8b9f1b436a4d49a93526a4d69a1b526a6543a93526b4d0da93522a",
    24: "82ab2ab2bb28b2bb28b2bb28b2bb28b2bb29b2e92bb2ab2bb28b2bb28b2bb28b2bb28",
}
