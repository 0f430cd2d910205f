"""What can go wrong, as one tree; a sentence in a language is made only at the edge.

::

    LosovnaError
    ├── PlayersError            what was given as the players
    │   ├── TooFewPlayers
    │   ├── TooManyPlayers
    │   ├── DuplicateName
    │   ├── NameTooLong
    │   ├── EmptyName
    │   ├── BadCharacter
    │   ├── BadNumber
    │   ├── DuplicateNumber
    │   ├── NamesMismatch
    │   ├── BracketSize
    │   ├── GroupCount
    │   └── MatchSize
    ├── ScheduleError           which table was asked for
    │   ├── UnknownConstruction
    │   ├── ConstructionLimit
    │   ├── BadCycles
    │   ├── RoundOutOfRange
    │   └── PlayerOutOfRange
    ├── WishError               who should meet whom in which round
    │   ├── BadWish
    │   ├── UnknownPlayerInWish
    │   ├── AmbiguousPlayerInWish
    │   ├── WishWithOnePlayer
    │   ├── WishRoundOutOfRange
    │   ├── WishesExclude
    │   └── WishesTooHard
    ├── TournamentError         what is done to a tournament
    │   ├── UnknownPlayer
    │   ├── NumberTaken
    │   ├── UnknownRound
    │   ├── NotTheNextRound
    │   ├── NotTheLastRound
    │   ├── PairedTwice
    │   ├── PlayerNotIn
    │   ├── TooManyByes
    │   ├── UnknownGame
    │   ├── BadValue
    │   │   ├── NotInRange
    │   │   └── HasControlCharacter
    │   ├── UnknownEvent
    │   └── NothingToUndo
    ├── StandingsError          how the players are ranked
    │   ├── UnknownTieBreak
    │   ├── UnknownTreatment
    │   ├── MissingParameter
    │   ├── AdvanceCount
    │   ├── NextPlacedCount
    │   ├── NotInGroups
    │   ├── TooFewToGoOn
    │   └── TeamSize
    ├── PairingError            which round is to be drawn
    │   ├── UnknownSystem
    │   ├── TeamsOfMatch
    │   ├── ResultsMissing
    │   ├── NobodyToPair
    │   ├── BadLock
    │   ├── NoPairing
    │   └── AllRoundsDrawn
    │       ├── GroupsAllDrawn
    │       ├── KnockoutOver
    │       └── MatchAllDrawn
    └── FileError               bytes and files
        ├── UndecodableText
        │   └── TextCutOff
        ├── EmptyList
        ├── UnreadableFile
        ├── UnwritableFile
        ├── MissingPackage
        └── FormatError         a file contradicts its format or itself
            ├── BadJson
            ├── DuplicateKey
            ├── NotATournamentFile
            ├── NewerVersion
            ├── BadEvent
            ├── ControlCharacter
            ├── NoPlayers
            ├── LineCut
            ├── WrongColumn
            ├── WholeNumberNeeded
            ├── PointsNeeded
            ├── UnknownResult
            ├── ResultDoesNotFit
            ├── UnknownColor
            ├── UnknownOpponent
            ├── PlaysSelf
            ├── OpponentsDisagree
            ├── ColorsClash
            ├── ResultsContradict
            ├── NumberRepeated
            ├── NumberMissing
            ├── PlayersDiffer
            ├── PointsDiffer
            ├── RoundsDiffer
            ├── BadRecord
            ├── ByeContradicts
            ├── PointsByColor
            ├── BadRating
            └── TooLargeForFormat

Each class carries ``code`` (kebab-case, stable, for programs) and ``message`` (a whole English sentence with
``%(name)s`` places, which is also the gettext msgid); each instance carries ``params``, the form ``field`` it belongs
to and, when it is about a line of a text, ``line``.
"""

from __future__ import annotations

__all__ = [
    "AdvanceCount",
    "AllRoundsDrawn",
    "AmbiguousPlayerInWish",
    "BadCharacter",
    "BadCycles",
    "BadEvent",
    "BadJson",
    "BadLock",
    "BadNumber",
    "BadRating",
    "BadRecord",
    "BadValue",
    "BadWish",
    "BracketSize",
    "ByeContradicts",
    "ColorsClash",
    "ConstructionLimit",
    "ControlCharacter",
    "DuplicateKey",
    "DuplicateName",
    "DuplicateNumber",
    "EmptyList",
    "EmptyName",
    "FileError",
    "FormatError",
    "GroupCount",
    "GroupsAllDrawn",
    "HasControlCharacter",
    "KnockoutOver",
    "LineCut",
    "LosovnaError",
    "MatchAllDrawn",
    "MatchSize",
    "MissingPackage",
    "MissingParameter",
    "NameTooLong",
    "NamesMismatch",
    "NewerVersion",
    "NextPlacedCount",
    "NoPairing",
    "NoPlayers",
    "NobodyToPair",
    "NotATournamentFile",
    "NotInGroups",
    "NotInRange",
    "NotTheLastRound",
    "NotTheNextRound",
    "NothingToUndo",
    "NumberMissing",
    "NumberRepeated",
    "NumberTaken",
    "OpponentsDisagree",
    "PairedTwice",
    "PairingError",
    "PlayerNotIn",
    "PlayerOutOfRange",
    "PlayersDiffer",
    "PlayersError",
    "PlaysSelf",
    "PointsByColor",
    "PointsDiffer",
    "PointsNeeded",
    "ResultDoesNotFit",
    "ResultsContradict",
    "ResultsMissing",
    "RoundOutOfRange",
    "RoundsDiffer",
    "ScheduleError",
    "StandingsError",
    "TeamSize",
    "TeamsOfMatch",
    "TextCutOff",
    "TooFewPlayers",
    "TooFewToGoOn",
    "TooLargeForFormat",
    "TooManyByes",
    "TooManyPlayers",
    "TournamentError",
    "UndecodableText",
    "UnknownColor",
    "UnknownConstruction",
    "UnknownEvent",
    "UnknownGame",
    "UnknownOpponent",
    "UnknownPlayer",
    "UnknownPlayerInWish",
    "UnknownResult",
    "UnknownRound",
    "UnknownSystem",
    "UnknownTieBreak",
    "UnknownTreatment",
    "UnreadableFile",
    "UnwritableFile",
    "WholeNumberNeeded",
    "WishError",
    "WishRoundOutOfRange",
    "WishWithOnePlayer",
    "WishesExclude",
    "WishesTooHard",
    "Word",
    "WrongColumn",
]


def N_(text: str) -> str:
    """Return the text unchanged; it marks a sentence that the interface translates later."""
    return text


class Word(str):
    """A parameter that is itself a message to be translated."""


class LosovnaError(Exception):
    """Any error that a user can cause and mend.

    >>> error = TooFewPlayers(found=1, needed=2)
    >>> str(error)
    'A table needs at least 2 players (found: 1).'
    >>> error.to_json()
    {'error': 'too-few-players', 'params': {'found': 1, 'needed': 2}}
    """

    code: str = "error"
    message: str = N_("Something is wrong with what was given.")
    field: str | None = None

    def __init__(self, **params: str | int) -> None:
        self.params = params
        line = params.get("line")
        self.line = line if isinstance(line, int) else None
        # Filled in at once: a missing parameter must fail where the error is raised, not where it is shown.
        super().__init__(self.message % params)

    def to_json(self) -> dict[str, object]:
        """Return the error for programs: its code and its parameters, no sentence."""
        return {"error": self.code, "params": dict(self.params)}


class PlayersError(LosovnaError):
    """What was given as the players cannot be used."""

    field = "players"


class TooFewPlayers(PlayersError):
    """Parameters: ``found``, ``needed``."""

    code = "too-few-players"
    message = N_("A table needs at least %(needed)s players (found: %(found)s).")


class TooManyPlayers(PlayersError):
    """Parameters: ``found``, ``limit``."""

    code = "too-many-players"
    message = N_("A table has at most %(limit)s players (found: %(found)s).")


class BracketSize(PlayersError):
    """Parameters: ``fewest``, ``most``, ``found``."""

    code = "bracket-size"
    message = N_("A knockout is for %(fewest)s to %(most)s players (found: %(found)s).")


class GroupCount(PlayersError):
    """Parameters: ``found``, ``most``, ``players``."""

    code = "group-count"
    message = N_(
        "The number of groups must be at least 1 and, with %(players)s players, at most %(most)s (found: %(found)s)."
    )


class MatchSize(PlayersError):
    """Parameters: ``a``, ``b``, ``most``."""

    code = "match-size"
    message = N_("A match is between teams of 1 to %(most)s players (found: %(a)s and %(b)s).")


class DuplicateName(PlayersError):
    """Parameters: ``name``, ``line``, ``first_line``."""

    code = "duplicate-name"
    message = N_("The name “%(name)s” is already in line %(first_line)s; add something that tells the two apart.")


class NameTooLong(PlayersError):
    """Parameters: ``line``, ``length``, ``limit``."""

    code = "name-too-long"
    message = N_("The name has %(length)s characters; at most %(limit)s are allowed.")


class EmptyName(PlayersError):
    """Parameters: ``line``."""

    code = "empty-name"
    message = N_("A name is missing here.")


class BadCharacter(PlayersError):
    """Parameters: ``line``, ``character`` (as U+XXXX)."""

    code = "bad-character"
    message = N_("The name contains the control character %(character)s.")


class BadNumber(PlayersError):
    """Parameters: ``number``, ``high``, and ``line`` if it is in a list."""

    code = "bad-number"
    message = N_("The number %(number)s is not one of the numbers from 1 to %(high)s.")


class DuplicateNumber(PlayersError):
    """Parameters: ``number``, and ``line`` if it is in a list."""

    code = "duplicate-number"
    message = N_("The number %(number)s is given to two players.")


class NamesMismatch(PlayersError):
    """Parameters: ``names``, ``players``."""

    code = "names-mismatch"
    message = N_("The list has another number of names (%(names)s) than the table has players (%(players)s).")


class ScheduleError(LosovnaError):
    """The table that was asked for does not exist."""

    field = "construction"


class UnknownConstruction(ScheduleError):
    """Parameters: ``construction``, ``known`` (the keys, separated by commas)."""

    code = "unknown-construction"
    message = N_("There is no construction called “%(construction)s”; the known ones are %(known)s.")


class ConstructionLimit(ScheduleError):
    """Parameters: ``construction``, ``low``, ``high``, ``found``."""

    code = "construction-limit"
    message = N_("The construction “%(construction)s” is made for %(low)s to %(high)s players (found: %(found)s).")


class BadCycles(ScheduleError):
    """Parameters: ``found``, ``high``."""

    code = "bad-cycles"
    message = N_("The number of cycles must be from 1 to %(high)s, not %(found)s.")
    field = "cycles"


class RoundOutOfRange(ScheduleError):
    """Parameters: ``round``, ``rounds``."""

    code = "round-out-of-range"
    message = N_("There is no round %(round)s; the table has rounds 1 to %(rounds)s.")


class PlayerOutOfRange(ScheduleError):
    """Parameters: ``player``, ``players``."""

    code = "player-out-of-range"
    message = N_("There is no player “%(player)s”; the table has players 1 to %(players)s.")
    field = "players"


class WishError(LosovnaError):
    """A wish that two players meet in a certain round cannot be read or met."""

    field = "wishes"


class BadWish(WishError):
    """Parameters: ``wish``."""

    code = "bad-wish"
    message = N_(
        "The wish “%(wish)s” is not understood; write two players and a round, "
        "like 1,4:last, 1,4:last-but-one or 1,4:3."
    )


class UnknownPlayerInWish(WishError):
    """Parameters: ``player``, ``wish``."""

    code = "unknown-player-in-wish"
    message = N_("There is no player “%(player)s”, who is named in the wish “%(wish)s”.")


class AmbiguousPlayerInWish(WishError):
    """Parameters: ``wish``."""

    code = "ambiguous-player-in-wish"
    message = N_("The wish “%(wish)s” can be divided into two players in several ways; use their numbers in the list.")


class WishWithOnePlayer(WishError):
    """Parameters: ``wish``."""

    code = "wish-with-one-player"
    message = N_("The wish “%(wish)s” names the same player twice.")


class WishRoundOutOfRange(WishError):
    """Parameters: ``wish``, ``round``, ``rounds``."""

    code = "wish-round-out-of-range"
    message = N_("There is no round %(round)s for the wish “%(wish)s”; the table has rounds 1 to %(rounds)s.")


class WishesExclude(WishError):
    """Parameters: ``wishes`` (a smallest set of wishes and fixed numbers that cannot be met together)."""

    code = "wishes-exclude"
    message = N_("These exclude each other, so that one has to go: %(wishes)s.")


class WishesTooHard(WishError):
    """Parameters: ``wishes`` (how many there are)."""

    code = "wishes-too-hard"
    message = N_("No numbers were found that meet all wishes (there are %(wishes)s); leave some out.")


class TournamentError(LosovnaError):
    """What should be done to a tournament contradicts what it is."""


class UnknownPlayer(TournamentError):
    """Parameters: ``player``."""

    code = "unknown-player"
    message = N_("There is no player number %(player)s in this tournament.")


class NumberTaken(TournamentError):
    """Parameters: ``player``, ``name`` (whose the number is)."""

    code = "number-taken"
    message = N_("The number %(player)s belongs to %(name)s already.")


class UnknownRound(TournamentError):
    """Parameters: ``round``, ``rounds``."""

    code = "unknown-round"
    message = N_("There is no round %(round)s; %(rounds)s rounds have been drawn.")


class NotTheNextRound(TournamentError):
    """Parameters: ``round``, ``next``."""

    code = "not-the-next-round"
    message = N_("Round %(round)s cannot be drawn now; the next one is round %(next)s.")


class NotTheLastRound(TournamentError):
    """Parameters: ``round``, ``last``."""

    code = "not-the-last-round"
    message = N_("The draw of round %(round)s cannot be taken back, because round %(last)s was drawn after it.")


class PairedTwice(TournamentError):
    """Parameters: ``player``, ``round``."""

    code = "paired-twice"
    message = N_("In round %(round)s the player %(player)s stands in two places.")


class PlayerNotIn(TournamentError):
    """Parameters: ``player``, ``round``."""

    code = "player-not-in"
    message = N_("The player %(player)s does not take part in round %(round)s.")


class TooManyByes(TournamentError):
    """Parameters: ``player``, ``allowed``."""

    code = "too-many-byes"
    message = N_(
        "The player %(player)s cannot have another bye with points; %(allowed)s for each player are allowed, "
        "so ask for one without points."
    )


class UnknownGame(TournamentError):
    """Parameters: ``round``, ``first``, ``second``."""

    code = "unknown-game"
    message = N_("In round %(round)s there is no game in which %(first)s starts against %(second)s.")


class BadValue(TournamentError):
    """Parameters: ``what``, ``found``, ``wanted``."""

    code = "bad-value"
    message = N_("“%(what)s” cannot be “%(found)s”; it must be %(wanted)s.")


class NotInRange(BadValue):
    """Parameters: ``what``, ``found``, ``low``, ``high``."""

    code = "not-in-range"
    message = N_("“%(what)s” cannot be “%(found)s”; it must be a whole number from %(low)s to %(high)s.")


class HasControlCharacter(BadValue):
    """Parameters: ``what``, ``found``."""

    code = "has-control-character"
    message = N_("“%(what)s” has a character that cannot be kept: %(found)s.")


class UnknownEvent(TournamentError):
    """Parameters: ``event``."""

    code = "unknown-event"
    message = N_("There is no event called “%(event)s”.")


class NothingToUndo(TournamentError):
    """Parameters: none."""

    code = "nothing-to-undo"
    message = N_("There is nothing more to undo or to do again.")


class StandingsError(LosovnaError):
    """The players cannot be ranked in this way."""


class UnknownTieBreak(StandingsError):
    """Parameters: ``tie_break``, ``known`` (the keys, separated by commas)."""

    code = "unknown-tie-break"
    message = N_("There is no tie-break called “%(tie_break)s”; the known ones are %(known)s.")


class UnknownTreatment(StandingsError):
    """Parameters: ``treatment``, ``known`` (the keys, separated by commas)."""

    code = "unknown-treatment"
    message = N_("Unplayed games cannot be treated as “%(treatment)s”; the known ways are %(known)s.")


class MissingParameter(StandingsError):
    """Parameters: ``tie_break``, ``parameter``."""

    code = "missing-parameter"
    message = N_("The tie-break “%(tie_break)s” needs the parameter “%(parameter)s”, which the settings do not give.")


class AdvanceCount(StandingsError):
    """Parameters: ``found``, ``most``."""

    code = "advance-count"
    message = N_(
        "The smallest group has %(most)s players; no more of each can advance, and not fewer than 1 (found: %(found)s)."
    )


class NextPlacedCount(StandingsError):
    """Parameters: ``found``, ``most``."""

    code = "next-placed-count"
    message = N_(
        "Only %(most)s groups have another player, so no more of the next-placed can advance (found: %(found)s)."
    )


class NotInGroups(StandingsError):
    """Parameters: none."""

    code = "not-in-groups"
    message = N_("This stage is not played in groups, so nobody advances from them.")


class TooFewToGoOn(StandingsError):
    """Parameters: ``found``, ``most``."""

    code = "too-few-to-go-on"
    message = N_("At least 2 players must go on, and at most the %(most)s who are there (found: %(found)s).")
    field = "players"


class TeamSize(StandingsError):
    """Parameters: ``found``."""

    code = "team-size"
    message = N_("In a team at least 1 player must count (found: %(found)s).")


class PairingError(LosovnaError):
    """The round cannot be drawn."""


class TeamsOfMatch(PairingError):
    """Parameters: ``clubs``, ``homeless`` (players without one)."""

    code = "teams-of-match"
    message = N_(
        "A match of two teams needs players of two clubs, and everybody in one of them "
        "(clubs: %(clubs)s, players without one: %(homeless)s)."
    )
    field = "players"


class UnknownSystem(PairingError):
    """Parameters: ``system``, ``known`` (the keys, separated by commas)."""

    code = "unknown-system"
    message = N_("There is no rule set called “%(system)s”; the known ones are %(known)s.")


class ResultsMissing(PairingError):
    """Parameters: ``round``, ``tables`` (separated by commas)."""

    code = "results-missing"
    message = N_("Results of round %(round)s are missing at these tables: %(tables)s.")


class NobodyToPair(PairingError):
    """Parameters: ``round``, ``players``."""

    code = "nobody-to-pair"
    message = N_("Round %(round)s needs at least two players who are present (found: %(players)s).")


class BadLock(PairingError):
    """Parameters: ``round``."""

    code = "bad-lock"
    message = N_("In round %(round)s at most one player can have the bye, and only if their number is odd.")


class NoPairing(PairingError):
    """Parameters: ``round``, ``players`` (those who are stuck)."""

    code = "no-pairing"
    message = N_(
        "Round %(round)s cannot be drawn without repeating a game or breaking a ban; "
        "these players have too few opponents left: %(players)s."
    )


class AllRoundsDrawn(NoPairing):
    """Parameters: ``players``, ``rounds``."""

    code = "all-rounds-drawn"
    message = N_("All rounds of the table are drawn (players: %(players)s, rounds: %(rounds)s).")


class GroupsAllDrawn(AllRoundsDrawn):
    """Parameters: ``players``, ``rounds``."""

    code = "groups-all-drawn"
    message = N_("All rounds of the groups are drawn (players: %(players)s, rounds: %(rounds)s).")


class KnockoutOver(AllRoundsDrawn):
    """Parameters: ``players``, ``rounds``."""

    code = "knockout-over"
    message = N_("The knockout is over, every tie is decided (players: %(players)s, rounds: %(rounds)s).")


class MatchAllDrawn(AllRoundsDrawn):
    """Parameters: ``players``, ``rounds``."""

    code = "match-all-drawn"
    message = N_("All rounds of the match are drawn (players: %(players)s, rounds: %(rounds)s).")


class FileError(LosovnaError):
    """Bytes cannot be read, understood or written."""


class UndecodableText(FileError):
    """Parameters: none, or ``line`` of what cannot be read in a file that is text otherwise."""

    code = "undecodable-text"
    message = N_("The text is in none of the encodings UTF-8, UTF-16, Windows-1250 and Windows-1252.")
    field = "players"


class TextCutOff(UndecodableText):
    """Parameters: none."""

    code = "text-cut-off"
    message = N_("The file ends in the middle of a letter, so its end seems to be missing.")
    field = "players"


class EmptyList(FileError):
    """Parameters: none."""

    code = "empty-list"
    message = N_("There are no players in the file.")
    field = "players"


class UnreadableFile(FileError):
    """Parameters: ``reason``."""

    code = "unreadable-file"
    message = N_("The file cannot be read: %(reason)s.")


class UnwritableFile(FileError):
    """Parameters: ``reason``."""

    code = "unwritable-file"
    message = N_("The file cannot be written: %(reason)s.")


class MissingPackage(FileError):
    """Parameters: ``package``, ``install``."""

    code = "missing-package"
    message = N_("HTML needs the package %(package)s, which is not installed; install it with: %(install)s.")


class FormatError(FileError):
    """A file contradicts its format or itself; ``column`` counts from 1."""


class BadJson(FormatError):
    """Parameters: ``line``, ``column``."""

    code = "bad-json"
    message = N_("The file is no valid JSON: what stands in column %(column)s cannot be read.")


class DuplicateKey(FormatError):
    """Parameters: ``line``, ``column``, ``key``."""

    code = "duplicate-key"
    message = N_("The key “%(key)s” in column %(column)s stands twice in one object.")


class NotATournamentFile(FormatError):
    """Parameters: ``wanted``."""

    code = "not-a-tournament-file"
    message = N_("The file is JSON, but no tournament of ours: %(wanted)s is missing or something else.")


class NewerVersion(FormatError):
    """Parameters: ``found``, ``known``."""

    code = "newer-version"
    message = N_(
        "The file was written by a newer program (format %(found)s); this one knows the formats up to %(known)s."
    )


class BadEvent(FormatError):
    """Parameters: ``event``, ``problem`` (the sentence without its full stop; the error itself is the cause)."""

    code = "bad-event"
    message = N_("Event number %(event)s in the file cannot be: %(problem)s.")


class ControlCharacter(FormatError):
    """Parameters: ``line``, ``column``, ``character``."""

    code = "control-character"
    message = N_("The character %(character)s in column %(column)s belongs into no text file.")


class NoPlayers(FormatError):
    """Parameters: none."""

    code = "no-players"
    message = N_("There is no line of a player (001) in the file.")


class LineCut(FormatError):
    """Parameters: ``line``, ``length``."""

    code = "line-cut"
    message = N_("The line ends in the middle of an entry, after column %(length)s.")


class WrongColumn(FormatError):
    """Parameters: ``line``, ``column``, ``found``."""

    code = "wrong-column"
    message = N_("Column %(column)s must be empty, but “%(found)s” stands there; the columns of this line are shifted.")


class WholeNumberNeeded(FormatError):
    """Parameters: ``line``, ``column``, ``found``."""

    code = "whole-number-needed"
    message = N_("A whole number belongs into column %(column)s, not “%(found)s”.")


class PointsNeeded(FormatError):
    """Parameters: ``line``, ``column``, ``found``."""

    code = "points-needed"
    message = N_("Points, a multiple of a half, belong into column %(column)s, not “%(found)s”.")


class UnknownResult(FormatError):
    """Parameters: ``line``, ``column``, ``found``."""

    code = "unknown-result"
    message = N_("The format knows no result “%(found)s” (column %(column)s).")


class ResultDoesNotFit(FormatError):
    """Parameters: ``line``, ``column``, ``round``, ``found``."""

    code = "result-does-not-fit"
    message = N_(
        "In round %(round)s, column %(column)s, the result “%(found)s” does not go with the opponent and the "
        "color beside it."
    )


class UnknownColor(FormatError):
    """Parameters: ``line``, ``column``, ``found``."""

    code = "unknown-color"
    message = N_("The color in column %(column)s must be w, b or -, not “%(found)s”.")


class UnknownOpponent(FormatError):
    """Parameters: ``line``, ``round``, ``player``, ``opponent``."""

    code = "unknown-opponent"
    message = N_("In round %(round)s player %(player)s meets number %(opponent)s, but the file has no such player.")


class PlaysSelf(FormatError):
    """Parameters: ``line``, ``round``, ``player``."""

    code = "plays-self"
    message = N_("In round %(round)s player %(player)s is paired with himself.")


class OpponentsDisagree(FormatError):
    """Parameters: ``line``, ``round``, ``player``, ``opponent``."""

    code = "opponents-disagree"
    message = N_("In round %(round)s player %(player)s meets %(opponent)s, whose own line says something else.")


class ColorsClash(FormatError):
    """Parameters: ``line``, ``round``, ``player``, ``opponent``."""

    code = "colors-clash"
    message = N_("In round %(round)s players %(player)s and %(opponent)s both have the same color.")


class ResultsContradict(FormatError):
    """Parameters: ``line``, ``round``, ``player``, ``result``, ``opponent``, ``other``."""

    code = "results-contradict"
    message = N_(
        "In round %(round)s the result “%(result)s” of player %(player)s contradicts the “%(other)s” of "
        "player %(opponent)s."
    )


class NumberRepeated(FormatError):
    """Parameters: ``line``, ``player``, ``first_line``."""

    code = "number-repeated"
    message = N_("The number %(player)s belongs to the player in line %(first_line)s already.")


class NumberMissing(FormatError):
    """Parameters: ``player``, ``high``."""

    code = "number-missing"
    message = N_("The number %(player)s is missing; the numbers of the players must run from 1 to %(high)s.")


class PlayersDiffer(FormatError):
    """Parameters: ``line``, ``said``, ``found``."""

    code = "players-differ"
    message = N_("The file says that it has %(said)s players, but there are %(found)s.")


class PointsDiffer(FormatError):
    """Parameters: ``line``, ``column``, ``player``, ``points``, ``score``."""

    code = "points-differ"
    message = N_(
        "Player %(player)s has %(points)s points in column %(column)s, but the results give %(score)s; other "
        "points than 1, ½ and 0 must be declared (162 or XXS)."
    )


class RoundsDiffer(FormatError):
    """Parameters: ``line``, ``said``, ``found``."""

    code = "rounds-differ"
    message = N_("The file says that there are %(said)s rounds, but it holds %(found)s.")


class BadRecord(FormatError):
    """Parameters: ``line``, ``column``, ``record``, ``found``."""

    code = "bad-record"
    message = N_("In the record %(record)s “%(found)s” cannot be understood (column %(column)s).")


class ByeContradicts(FormatError):
    """Parameters: ``line``, ``round``, ``player``."""

    code = "bye-contradicts"
    message = N_("A bye of player %(player)s in round %(round)s contradicts what the line of the player says.")


class PointsByColor(FormatError):
    """Parameters: ``line``."""

    code = "points-by-color"
    message = N_("Points that differ between white and black are not supported.")


class BadRating(FormatError):
    """Parameters: ``line``, ``found``."""

    code = "bad-rating"
    message = N_("The rating “%(found)s” is no whole number.")


class TooLargeForFormat(FormatError):
    """Parameters: ``what``, ``found``, ``limit``."""

    code = "too-large-for-format"
    message = N_("The format has no room for “%(what)s” %(found)s; the most is %(limit)s.")
