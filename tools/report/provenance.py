# SPDX-License-Identifier: Apache-2.0
"""Tells where a result comes from: rows (what, value), the command that repeats it, the input's SHA-256."""
import hashlib
import pathlib
import shlex
import stat

from input_files import number, text, texts
from quantities import NOT_KNOWN, count, duration, percent, plain

MOST_HASHED_BYTES = 8 * 10**9
WIDE = 88  # a command of more characters has each option on a line of its own


def program_rows(source):
    """Gives the rows of version and commit; `source` is the dictionary that holds both."""
    version = text(source, "version")
    return [("program", f"permeability {version}" if version else NOT_KNOWN),
            ("commit", text(source, "commit") or NOT_KNOWN)]


def setting_rows(source):
    """Gives the rows of precision, collision, magic parameter and tolerance, as far as `source` has them."""
    collision, magic = text(source, "collision"), number(source, "magic")
    names = {"trt": "TRT", "bgk": "BGK"}
    relaxed = names.get(collision, collision) if collision else NOT_KNOWN
    return [("precision", text(source, "precision") or NOT_KNOWN),
            ("collision", relaxed + (f", magic parameter {plain(magic)}" if magic is not None else "")),
            ("tolerance", percent(number(source, "tolerance")))]


def machine_rows(source):
    """Gives the rows of the device and the number of processes."""
    return [("device", text(source, "device") or NOT_KNOWN), ("processes (ranks)", count(number(source, "ranks")))]


def time_rows(source):
    """Gives the rows that say when the run was done, if the file says it, and how long it took."""
    done = text(source, "finished_utc")
    return ([("finished", done)] if done else []) + [("time", duration(number(source, "seconds")))]


def command_of(source, given):
    """Gives the words of the command: those in the file, else those given, else none."""
    return texts(source, "command_line") or list(given)


def shell_text(words):
    """Gives a command as a shell takes it, with each option on its own line when it is long; "" when there is none."""
    quoted = [shlex.quote(word) for word in words]
    line = " ".join(quoted)
    if len(line) <= WIDE:
        return line
    lines = [[]]
    for place, word in enumerate(quoted):
        if place > 1 and words[place].startswith("-") and not words[place][1:2].isdigit():
            lines.append([])
        lines[-1].append(word)
    return " \\\n  ".join(" ".join(parts) for parts in lines)


def hash_of_input(source):
    """Gives (SHA-256 or None, a remark) of the input file, whose name is seen from the current folder."""
    if not source:
        return None, NOT_KNOWN
    path = pathlib.Path(source)
    try:
        found = path.stat()
        if stat.S_ISDIR(found.st_mode):
            return None, "not taken: the input is a folder"
        if not stat.S_ISREG(found.st_mode):
            return None, "not taken: the input is no plain file"
        if found.st_size > MOST_HASHED_BYTES:
            return None, "not taken: the file is larger than 8 GB"
        digest = hashlib.sha256()
        with path.open("rb") as file:
            while block := file.read(2**20):
                digest.update(block)
        return digest.hexdigest(), "of the file as it was when this page was made"
    except (OSError, ValueError):
        return None, "not taken: the file could not be read when this page was made"
