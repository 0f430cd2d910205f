"""Compress ``/work/plain`` to ``/work/packed`` inside the runtime: the same bytes everywhere, no name, no date."""

import zlib
from pathlib import Path

GZIP = 31
"""What zlib calls a window of 15 bits with a gzip header."""

packer = zlib.compressobj(9, zlib.DEFLATED, GZIP)
packed = packer.compress(Path("/work/plain").read_bytes()) + packer.flush()
Path("/work/packed").write_bytes(packed)
