# SPDX-License-Identifier: Apache-2.0
"""Where a result comes from: rows of (what, value) for the table, the command that repeats it, the input's SHA-256."""
import hashlib
import pathlib
import shlex
import stat

from input_files import number, text, texts
from quantities import NOT_KNOWN, count, duration, percent, plain

MOST_HASHED_BYTES = 8 * 10**9
WIDE = 88  # characters of a command from which each option gets a line of its own


def program_rows(source):
    """Version and commit; `source` is the dictionary that holds both."""
    version = text(source, "version")
    return [("program", f"permeability {version}" if version else NOT_KNOWN),
            ("commit", text(source, "commit") or NOT_KNOWN)]


def setting_rows(source):
    """Precision, collision and magic parameter, tolerance: those that `source` has."""
    collision, magic = text(source, "collision"), number(source, "magic")
    names = {"trt": "TRT", "bgk": "BGK"}
    relaxed = names.get(collision, collision) if collision else NOT_KNOWN
    return [("precision", text(source, "precision") or NOT_KNOWN),
            ("collision", relaxed + (f", magic parameter {plain(magic)}" if magic is not None else "")),
            ("tolerance", percent(number(source, "tolerance")))]


def machine_rows(source):
    """Device and number of processes."""
    return [("device", text(source, "device") or NOT_KNOWN), ("processes (ranks)", count(number(source, "ranks")))]


def time_rows(source):
    """When it was done, where the file says it, and how long it took."""
    done = text(source, "finished_utc")
    return ([("finished", done)] if done else []) + [("time", duration(number(source, "seconds")))]


def command_of(source, given):
    """The command in words: as the file has it, else as it was given; empty where neither is."""
    return texts(source, "command_line") or list(given)


def shell_text(words):
    """A command as a shell takes it, each option on a line of its own where it is long; "" for none."""
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
    """(SHA-256 or None, a remark) of the input file under the name the user gave, seen from the current folder."""
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
