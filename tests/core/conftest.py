"""No test of the core asserts a time, so Hypothesis must not either; and the same examples are tried in every run."""

from hypothesis import settings

settings.register_profile("core", deadline=None, derandomize=True)
settings.load_profile("core")
