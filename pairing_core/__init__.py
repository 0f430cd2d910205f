"""Pair tournaments by the rules that small game federations publish: values in, values out."""

__version__ = "0.1.0"
