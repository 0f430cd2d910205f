"""The screens of the app are rendered from the templates as they stand, so that no build has to come before."""

from __future__ import annotations

import pytest
import venue.render


@pytest.fixture(autouse=True)
def templates_as_they_stand(monkeypatch: pytest.MonkeyPatch) -> None:
    built = venue.render.environment
    monkeypatch.setattr(venue.render, "environment", lambda lang: built(lang, from_source=True))
