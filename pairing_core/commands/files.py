"""Files of tournaments: which format one is in, reading it as a journal, writing it by the suffix of its name."""

from __future__ import annotations

import os

from pairing_core.commands.edge import (
    STANDARD_STREAM,
    TOURNAMENT_LIMIT,
    InFile,
    TournamentTooLarge,
    read,
)
from pairing_core.errors import N_, FileError, LosovnaError
from pairing_core.formats import csv_players, detect, losovna_json, trf
from pairing_core.formats.detect import JSON, SUFFIXES
from pairing_core.journal import Journal
from pairing_core.model import Settings


class UnknownSuffix(FileError):
    """Parameters: ``known`` (the suffixes, separated by commas)."""

    code = "unknown-suffix"
    message = N_("The name of the file does not say what to write; it must end with one of %(known)s.")


class WouldBeLost(FileError):
    """Parameters: none."""

    code = "would-be-lost"
    message = N_("This is the tournament itself, which would be lost; choose another file for what is to be written.")


def suffix(file: str) -> str:
    """Return the suffix of a file's name in lower case, empty if there is none."""
    return os.path.splitext(file)[1].lower()


def load(file: str, settings: Settings | None = None) -> Journal:
    """Return the journal of a tournament's file: our JSON, a report file (TRF), or a list of players.

    A list starts a tournament with these settings. Raises :class:`InFile`.
    """
    try:
        data = read(file, TOURNAMENT_LIMIT, TournamentTooLarge)
        text = csv_players.decode(data)
        return detect.load(text, suffix(file), settings)
    except LosovnaError as error:
        raise InFile(file, error) from error


def dumped(file: str, journal: Journal, version: int | None = None) -> str:
    """Return the tournament as the suffix of the file's name says. Raises :class:`InFile`."""
    try:
        if SUFFIXES[suffix(file)] == JSON:
            return losovna_json.dump(journal)
        return trf.dump(journal.tournament, version)
    except LosovnaError as error:
        raise InFile(file, error) from error


def is_same(one: str, other: str) -> bool:
    """Whether two names are those of one file."""
    if STANDARD_STREAM in (one, other):
        return False
    try:
        return os.path.samefile(one, other)
    except OSError:
        return False
