"""The kits for a tournament without a computer: what is on their sheets, read back from the PDFs and the pages."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from builder import kits as builder
from builder import offline
from builder.pdf import Job
from pypdf import PdfReader
from venue import kits
from venue.i18n import LANGUAGES, translation

from pairing_core.paper_swiss import Flaw, Proof, chart, prove

A4, A5, A3 = (595, 842), (420, 595), (842, 1191)
ALL = [pytest.param(job, id=job.target.rpartition("/")[2]) for job in builder.pdf_jobs()]


def pages_of(dist: Path, target: str) -> list[str]:
    return [page.extract_text() for page in PdfReader(dist / target).pages]


def pdf_of(key: str, name: str, lang: str) -> str:
    (kit,) = (kit for kit in kits.KITS if kit.key == key)
    return builder.pdf_path(kit, name, lang)


def test_few_files_with_many_pages() -> None:
    """Eleven PDFs in each language: what is printed for each number of players stands together."""
    targets = [job.target for job in builder.pdf_jobs()]
    assert len(targets) == len(set(targets)) == 11 * len(LANGUAGES)


@pytest.mark.parametrize("job", ALL)
def test_a_pdf(dist: Path, job: Job) -> None:
    """Its paper is what its name says, it is tagged and says its language, and each sheet is one page."""
    reader = PdfReader(dist / job.target)
    papers = {tuple(sorted((round(page.mediabox.width), round(page.mediabox.height)))) for page in reader.pages}
    name = Path(job.page).stem
    assert papers <= {"a4": {A4}, "a5": {A5}}.get(name, {A4, A3})
    root = reader.trailer["/Root"]
    assert root["/MarkInfo"]["/Marked"]  # type: ignore[index]
    assert root["/Lang"] == job.page[:2]  # type: ignore[index]
    sheets = (dist / job.page).read_text(encoding="utf-8").count('<article class="document')
    # On the small paper the table of how far each chart goes has a page of its own.
    is_spread = name == "a5" and "/paper-swiss/" in job.page
    assert len(reader.pages) == sheets + is_spread


@pytest.mark.parametrize("lang", LANGUAGES)
def test_charts_read_back(dist: Path, lang: str) -> None:
    """Each chart stands on its own page: every move of every table, and how far equals meet."""
    pages = pages_of(dist, pdf_of("paper-swiss", "a4", lang))[1:]
    _, ngettext = translation(lang).gettext, translation(lang).ngettext
    assert len(pages) == len(kits.CHARTS)
    for players, text in zip(kits.CHARTS, pages, strict=True):
        found, proof = kits.proved(players)
        title = ngettext("Paper Swiss for %(num)s player", "Paper Swiss for %(num)s players", players)
        assert title % {"num": players} in " ".join(text.split())
        for at in range(found.tables):
            seats = [seat for round_ in found.rounds[:-1] for seat in round_.moves[at]]
            row = [str(at + 1), *(kits.seat_label(seat) or _("rest") for seat in seats)]
            assert " ".join(row) in " ".join(text.split()), (players, at)
        told = [_("round %(n)s: %(most)s") % {"n": n, "most": most} for n, most in enumerate(proof.largest, start=1)]
        assert ", ".join(told) in " ".join(text.split())


def test_a_chart_with_a_flaw_is_not_printed(monkeypatch: pytest.MonkeyPatch) -> None:
    """The build stops rather than print a chart by which two can meet again."""
    monkeypatch.setattr(kits, "prove", lambda found: prove(found)._replace(flaws=(Flaw(2, 1),)))
    kits.proved.cache_clear()
    with pytest.raises(kits.UnsoundChart):
        kits.proved(8)
    kits.proved.cache_clear()


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_overview(dist: Path, lang: str) -> None:
    """The page shows for each number of players the rounds and differences that are proved."""
    page = (dist / lang / "paper" / "paper-swiss" / "index.html").read_text(encoding="utf-8")
    rows = re.findall(r'<tr><th scope="row">(\d+)</th><td>(\d+)</td><td>([\d ]+)</td></tr>', page)
    proofs: list[tuple[int, Proof]] = [(players, prove(chart(players))) for players in kits.CHARTS]
    assert [(int(n), int(rounds), largest) for n, rounds, largest in rows] == [
        (players, len(proof.largest), " ".join(map(str, proof.largest))) for players, proof in proofs
    ]


@pytest.mark.parametrize(("kind", "numbers"), [(kind, numbers) for kind, numbers, _ in kits.BRACKETS])
def test_brackets_read_back(dist: Path, kind: str, numbers: range) -> None:
    """A page for each number of players, with every tie on it."""
    pages = pages_of(dist, pdf_of("brackets", kind, "en"))
    assert len(pages) == len(numbers)
    for players, text in zip(numbers, pages, strict=True):
        words = " ".join(text.split())
        assert f"Bracket for {players} players" in words
        picture = kits.sheet(players, kind).picture  # type: ignore[arg-type]
        waits = len(re.findall(r"(?:winner|loser) of \d+", words))
        assert waits + players == 2 * picture.ties


def test_lots_read_back(dist: Path) -> None:
    """Every number from 1 to 64, once."""
    for size in kits.SIZES:
        lines = [line for text in pages_of(dist, pdf_of("lots", size, "en")) for line in text.splitlines()]
        numbers = [int(word) for line in lines if re.fullmatch(r"[\d ]+", line.strip()) for word in line.split()]
        assert sorted(numbers) == list(range(1, 65))


def test_lots_that_can_be_turned_are_underlined() -> None:
    sheet = "".join(kits.lots("en", "a4", ""))
    assert [int(n) for n in re.findall(r"<li data-turn>(\d+)</li>", sheet)] == [6, 9, 16, 18, 19, 61]


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_rule_has_six_lines(dist: Path, lang: str) -> None:
    page = (dist / lang / "paper" / "natural-pairing" / "index.html").read_text(encoding="utf-8")
    (rules,) = re.findall(r'<ol class="rules">(.*?)</ol>', page, re.DOTALL)
    assert rules.count("<li>") == 6


def test_the_example_keeps_the_rule() -> None:
    """Nobody meets twice; equals meet, once with a win between; who has started less starts; the story ends as told."""
    met: set[frozenset[str]] = set()
    starts: dict[str, list[bool]] = {}
    for at, games in enumerate(kits.EXAMPLE):
        wins = dict(kits.example_wins(at))
        assert len({name for game in games for name in game[:2]}) == 6
        gaps = sorted(abs(wins[game.first] - wins[game.second]) for game in games)
        assert gaps == ([0, 0, 1] if at == 1 else [0, 0, 0])
        for game in games:
            pair = frozenset((game.first, game.second))
            assert pair not in met
            met.add(pair)
            one, other = starts.setdefault(game.first, []), starts.setdefault(game.second, [])
            assert (sum(one), one[-1:]) <= (sum(other), other[-1:])
            one.append(True)
            other.append(False)
    assert all(1 <= sum(each) <= 2 for each in starts.values())
    assert kits.example_wins(3) == [("Emil", 3), ("Anna", 2), ("David", 2), ("Boris", 1), ("Flora", 1), ("Clara", 0)]


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize(
    ("address", "title"),
    [
        ("brackets/3", ("Bracket for %(num)s player", "Bracket for %(num)s players", 3)),
        ("paper-swiss/4", ("Paper Swiss for %(num)s player", "Paper Swiss for %(num)s players", 4)),
    ],
)
def test_numbers_are_declined(dist: Path, lang: str, address: str, title: tuple[str, str, int]) -> None:
    """The title and the heading of the sheet have the plural that their number asks for."""
    page = (dist / lang / "paper" / address / "index.html").read_text(encoding="utf-8")
    told = translation(lang).ngettext(*title) % {"num": title[-1]}
    assert re.search(rf"<title>{told}\b", page)
    assert re.search(rf"<h1>{told}</h1>", page)


@pytest.mark.parametrize("players", [3, 8, 16, 17, 33, 64])
def test_the_page_of_a_number_has_every_kind(dist: Path, players: int) -> None:
    """So a code on any sheet leads to the same bracket, and paper that is not at hand everywhere is said."""
    page = (dist / "en" / "paper" / "brackets" / str(players) / "index.html").read_text(encoding="utf-8")
    kinds = [(kind, name) for kind, numbers, name in kits.BRACKETS if players in numbers]
    assert re.findall(r'<div class="bracket (\w+)', page) == [kind for kind, _ in kinds]
    assert len(re.findall(r"<h1\b", page)) == 1
    for kind, name in kinds:
        assert f'id="{kind}"' in page
        assert f">{name}<" in page
    large = [kind for kind, _ in kinds if kits.sheet(players, kind).is_large]
    assert page.count("A3 paper") == len(large) == {17: 1, 33: 1, 64: 1}.get(players, 0)


def test_offers_tell_their_own_range(dist: Path) -> None:
    """Each file says for how many players it is, which of its sheets are large, and whether it is kept offline."""
    page = (dist / "en" / "paper" / "brackets" / "index.html").read_text(encoding="utf-8")
    assert re.findall(r"<p>(\d+ to \d+ players|A3 paper .*)</p>", page) == [
        *("3 to 64 players", "A3 paper from 33 players on"),
        *("3 to 32 players", "A3 paper from 17 players on"),
        "3 to 16 players",
    ]
    assert page.count("needs network") == page.count('class="button quiet" href') >= 3
    assert "needs network" not in offline.local_page(page, "en/paper/brackets/index.html", dist)
    double = (dist / "en" / "paper" / "brackets" / "double.html").read_text(encoding="utf-8")
    assert "3 to 32 players" in double.partition("</title>")[0]
    chart = (dist / "en" / "paper" / "paper-swiss" / "a5.html").read_text(encoding="utf-8")
    assert "4 to 32 players" in chart.partition("</title>")[0]
    lots = (dist / "en" / "paper" / "lots" / "index.html").read_text(encoding="utf-8")
    assert lots.count("needs network") == lots.count('.pdf"')


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_bracket_explains_itself(dist: Path, lang: str) -> None:
    """What the numbers are and where the winner goes; a line for who wins; a game for one place names that place."""
    _ = translation(lang).gettext
    how = _(
        "At the left of a tie stands its number, at the left of a line the seed or the lot. "
        "The winner goes on to the right."
    )
    for kind, numbers, _name in kits.BRACKETS:
        page = (dist / lang / "paper" / "brackets" / f"{kind}.html").read_text(encoding="utf-8")
        assert page.count(how) == page.count('<p class="champion">') == len(numbers)
    sheet = kits.bracket_sheet(16, "placement", lang, "")
    titles = re.findall(r"<h2>(.*?)</h2>", sheet)
    assert _("For place %(place)s") % {"place": 5} not in titles
    assert _("For place %(place)s") % {"place": 7} in titles


@pytest.mark.parametrize("kit", kits.KITS, ids=lambda kit: kit.key)
def test_a_code_leads_to_the_page_of_its_kit(dist: Path, kit: kits.Kit) -> None:
    """The address beside the code on the kit's page is the page's own, and the code says the same."""
    for lang in LANGUAGES:
        page = (dist / builder.folder(kit, lang) / "index.html").read_text(encoding="utf-8")
        (address,) = re.findall(r'<link rel="canonical" href="([^"]*)">', page)
        assert address.endswith(builder.folder(kit, lang))
        assert str(builder.qr_code(address)) in page
        assert f"<br>{address.partition('//')[2]}</p>" in page
