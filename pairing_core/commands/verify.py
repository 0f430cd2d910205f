"""``losovna verify``: whether every round is what its rules give."""

from __future__ import annotations

import argparse
import json
from typing import Any

from pairing_core.commands import files
from pairing_core.commands.edge import (
    BAD_INPUT,
    DONE,
    Commands,
    Gettext,
    InFile,
    common_options,
    complain,
    one_of,
    write,
)
from pairing_core.errors import N_
from pairing_core.formats.results import WORDS
from pairing_core.journal import Journal
from pairing_core.verification import ORIGINS, Finding, Verified, verify

FORMATS = ("text", "json")


def add(commands: Commands) -> None:
    """Add the command to the parser."""
    parser = commands.add_parser(
        "verify",
        allow_abbrev=False,
        help="check every round",
        description="Draw every round again that a rule set has drawn, and compare; check the others for repeated "
        "games, forbidden pairs, absent players and byes. Status 2 if something is wrong.",
    )
    parser.add_argument("file", metavar="FILE", help='a tournament (.json or .trf); "-" is standard input')
    common_options(parser, FORMATS)
    parser.set_defaults(run=run)


def run(asked: argparse.Namespace, gettext: Gettext) -> int:
    """Print what was found, and return 2 if something is wrong."""
    shape = one_of("--format", asked.format, FORMATS)
    if files.is_same(asked.file, asked.output):
        raise InFile(asked.output, files.WouldBeLost())
    journal = files.load(asked.file)
    verified = verify(journal)
    made = _text(verified, gettext) if shape == "text" else _json(verified, journal)
    write(asked.output, made.encode("utf-8"))
    findings = [finding for each in verified for finding in each.findings]
    if not findings:
        return DONE
    complain(findings[-1], gettext, asked.file)
    return BAD_INPUT


def _text(verified: tuple[Verified, ...], gettext: Gettext) -> str:
    lines = []
    for each in verified:
        heading = f"{gettext(WORDS['round'])} {each.round}"
        if each.system:
            heading += f" ({each.system})"
        if not each.findings:
            lines.append(f"{heading}: {gettext(ORIGINS[each.origin])}")
        for finding in (*each.findings, *each.notes):
            lines.append(f"{heading}: {finding.text(gettext)}")
    if not lines:
        lines.append(gettext(N_("No round has been drawn.")))
    return "\n".join(lines) + "\n"


def _json(verified: tuple[Verified, ...], journal: Journal) -> str:
    value: dict[str, Any] = {
        "good": not any(each.findings for each in verified),
        "players": len(journal.tournament.players),
        "rounds": [
            {
                "round": each.round,
                "system": each.system or None,
                "origin": each.origin.value,
                "findings": [_finding(finding) for finding in each.findings],
                "notes": [_finding(note) for note in each.notes],
            }
            for each in verified
        ],
    }
    return json.dumps(value, ensure_ascii=False, indent=1) + "\n"


def _finding(finding: Finding) -> dict[str, Any]:
    return {"finding": finding.code, "params": dict(finding.params), "sentence": finding.text()}
