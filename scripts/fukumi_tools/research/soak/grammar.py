"""What every line of output must look like, read as strictly as by the strictest manager.

The protocol tests in Rust have the same rules in `protocol-tests/grammar.rs`.
"""

import re

MAX_LINE_BYTES = 2000

_MOVE = rb"(?:0|[1-9][0-9]*),(?:0|[1-9][0-9]*)"
_REPLY = re.compile(
    rb"OK|SWAP"
    rb"|(?:ERROR|UNKNOWN|MESSAGE|DEBUG) [^ ].*"
    rb"|SUGGEST " + _MOVE + rb"|" + _MOVE + rb"(?: " + _MOVE + rb"){0,2}"
    rb"|FORBID (?:[0-9]{4})*\."
    rb"|INFO [A-Z][A-Z0-9_]* [^ ].*"
    rb'|name="[^",=]+"(?:, [A-Za-z]+="[^",=]*")*'
)
_LOG = (b"MESSAGE ", b"DEBUG ", b"INFO ")


def breach(line: bytes) -> str | None:
    """Why a line, given without its line end, is bad; None if it is not."""
    if b"\r" in line:
        return "it holds a CR; lines end in LF alone"
    if not line:
        return "it is empty"
    if line != line.strip(b" "):
        return "it begins or ends with a blank"
    if not all(0x20 <= byte <= 0x7E for byte in line):
        return "it holds a byte that is not printable ASCII"
    if len(line) > MAX_LINE_BYTES:
        return f"it is longer than {MAX_LINE_BYTES} bytes"
    if not _REPLY.fullmatch(line):
        return "it fits no form of reply in the protocol"
    return None


def is_log(line: bytes) -> bool:
    """Whether a line is one of those that may come before the line which answers a command."""
    return line.startswith(_LOG)
