"""``python -m pairing_core``: the ``losovna`` command."""

from pairing_core.cli import entry

if __name__ == "__main__":
    entry()
