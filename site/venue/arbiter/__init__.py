"""The arbiter's app: a tournament goes through it as events, what a screen shows comes out as HTML.

The page keeps the events and is the only one that stores them. It sends what the arbiter wants done; the answer holds
the new events, which the page stores *before* it shows the new screen as saved. The worker remembers tournaments only
to be quick: after a new start it is given all events again, and the draft of a round if there was one.

::

    page -> {"action": "tournament", "lang", "id", "count", "events"?, "draft"?, "at",
             "do"?: {"name", ...}, "screen": {"name", ...}}
    page <- {"count", "append": [...], "html", "title", "said", "screen", "focus"?, "file"?, "draft"?,
             "summary": {...}}
         or {"unknown": true}          the worker does not know these events: send them all
         or {"damaged": n}             only the first n of the events sent can be

Without ``id`` the answer is the list of tournaments, which the page tells by ``tournaments``.
"""

from .opening import opened
from .session import act

__all__ = ["act", "opened"]
