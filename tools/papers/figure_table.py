# SPDX-License-Identifier: Apache-2.0
"""What the tools that make the figures of a paper share: a table that appears whole or not at all, files of others that
are kept, calls of the program, and errors in one line."""
import argparse
import csv
import io
import math
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
BUILDS = [ROOT / "build" / name / "src" / "app" / "permeability-studies" for name in ("gpu", "check", "release")]


class Wrong(Exception):
    """The options, or files that they name, are wrong."""


class Failed(Exception):
    """A measurement failed."""


class Parser(argparse.ArgumentParser):
    def error(self, message):
        raise Wrong(f"{message}. See tools/{self.prog} --help")

    def add_common(self, figures):
        """Adds the options that every such tool has."""
        self.add_argument("--program", type=pathlib.Path, metavar="FILE", help="the built program; without it that of"
                          " build/gpu, build/check or build/release, whichever is there first")
        self.add_argument("--figures", default=",".join(figures), metavar="LIST", help=f"{','.join(figures)} (all)")
        self.add_argument("--device", choices=["auto", "cuda", "cpu"], default="auto")
        self.add_argument("--output", type=pathlib.Path, default=pathlib.Path(f"{self.prog}.csv"), metavar="CSV")
        self.add_argument("--overwrite", action="store_true", help="replace also files that this tool did not write")
        self.add_argument("--plots-of", type=pathlib.Path, metavar="CSV", help="measure nothing, and draw this table")
        self.add_argument("--commit", metavar="TEXT", help="the commit that is measured, where the program does not"
                          " know")

    def read(self, figures):
        """Reads the options, and refuses those of add_common, --plots and --seconds that are wrong."""
        arguments = self.parse_args()
        arguments.figures = [word for word in dict.fromkeys(arguments.figures.split(",")) if word]
        unknown = [word for word in arguments.figures if word not in figures]
        if unknown or not arguments.figures:
            found = unknown[0] if unknown else "none"
            raise Wrong(f"--figures has {found} (there are {','.join(figures)}). Choose of these")
        if arguments.seconds is not None and not 0 < arguments.seconds < math.inf:
            raise Wrong(f"--seconds is {arguments.seconds:g} (it is a time). Give a number above 0")
        if arguments.plots_of and not arguments.plots:
            raise Wrong("--plots-of is given without --plots (which names the folder of the figures). Add --plots DIR")
        if arguments.plots_of and not arguments.plots_of.is_file():
            raise Wrong(f"--plots-of {arguments.plots_of} is no file. Name a table that this tool wrote")
        return arguments


def first_complaint(text):
    """Gives the line of `text` that says what went wrong: the program's own, or the first one with a word in it."""
    lines = [line.strip() for line in text.splitlines() if re.search(r"\w", line)]
    own = [line for line in lines if re.match(r"permeability: (rank \d+ on \S+: )?error: ", line)]
    return re.sub(r"^permeability: (rank \d+ on \S+: )?error: ", "", (own or lines or ["it says nothing"])[0])


def write_whole(path, content):
    """Makes the file, of text or bytes, appear whole or not at all."""
    path = path.resolve()
    mask = os.umask(0o022)
    os.umask(mask)
    with tempfile.NamedTemporaryFile(dir=path.parent, prefix=path.name, suffix=".partial", delete=False) as file:
        partial = pathlib.Path(file.name)
    try:
        partial.write_bytes(content if isinstance(content, bytes) else content.encode("utf-8"))
        partial.chmod(0o666 & ~mask)
        partial.replace(path)
    except BaseException:
        partial.unlink(missing_ok=True)
        raise


def require_own(path, is_own, overwrite):
    """Throws where writing `path` would destroy a file of which nothing says that this tool wrote it."""
    if path.is_dir():
        raise Wrong(f"{path} is a folder. Name a file")
    if not path.parent.is_dir():
        raise Wrong(f"{path} cannot be written (there is no folder {path.parent}). Make it first")
    if not os.access(path.parent, os.W_OK):
        raise Wrong(f"{path} cannot be written (the folder {path.parent} is read-only). Name another one")
    if path.exists() and not overwrite and not is_own(path.read_bytes()[:4000].decode("utf-8", "replace")):
        raise Wrong(f"{path} is there already (and nothing in it says that this tool wrote it). Name another file, or"
                    " add --overwrite")


class Table:
    """Rows with these columns, in a file that begins with their names."""

    def __init__(self, columns):
        self.columns, self.rows = columns, []

    def is_own(self, text):
        return text.splitlines()[:1] == [",".join(self.columns)]

    def add(self, row):
        """Adds a row, whose numbers must be finite, and gives it as text."""
        for name in ("value", "x"):
            if row[name] is None or not math.isfinite(row[name]):
                raise Failed(f"figure {row['figure']} has a {name} that is no number (at {row['x_name']} {row['x']})")
        row = {column: row.get(column) for column in self.columns}
        self.rows.append({name: "" if value is None else f"{value:.8g}" if isinstance(value, float) else str(value)
                          for name, value in row.items()})
        return self.rows[-1]

    def read(self, path):
        text = path.read_text(encoding="utf-8", errors="replace")
        if not self.is_own(text):
            raise Wrong(f"{path} is no table of this tool (its first line is another one). Name one that it wrote")
        self.rows = list(csv.DictReader(io.StringIO(text)))

    def write(self, path, overwrite):
        text = io.StringIO()
        writer = csv.DictWriter(text, self.columns, lineterminator="\n")
        writer.writeheader()
        writer.writerows(self.rows)
        require_own(path, self.is_own, overwrite)
        write_whole(path, text.getvalue())
        print(f"Written to {path}: {len(self.rows)} rows")


def find_program(arguments):
    if arguments.program:
        if not os.access(arguments.program, os.X_OK) or arguments.program.is_dir():
            raise Wrong(f"--program {arguments.program} is no program that can be started. Name a built"
                        " permeability-studies")
        return arguments.program.resolve()
    program = next((path for path in BUILDS if path.exists()), None)
    if program is None and not arguments.plots_of:
        raise Wrong("no program is built (neither in build/gpu, build/check nor build/release). Build one, or name it"
                    " by --program")
    return program


def commit_as_cell(arguments, told):
    """Gives the commit asked for, or that which the program tells of itself, with a + where it was modified."""
    return arguments.commit or told.replace(", modified", "+").replace(" ", "-")


def choose_most_ranks(option, given, device):
    """Gives how many ranks there are at most, and why: as given, or one for each GPU."""
    if given is not None:
        if not 1 <= given <= 1024:
            raise Wrong(f"{option} is {given} (it counts GPUs). Give a number from 1 to 1024")
        if given > 1 and shutil.which("mpirun") is None:
            raise Wrong(f"{option} is {given} (and there is no mpirun, which starts that many). Install it, or give"
                        f" {option} 1")
        return given, f"{option} is {given}"
    if device == "cpu":
        return 1, f"--device is cpu, and {option} is not given"
    try:
        listed = subprocess.run(["nvidia-smi", "-L"], capture_output=True, text=True, check=False).stdout
        found = listed.count("GPU ")
    except OSError:
        found = 0
    if found > 1 and shutil.which("mpirun") is None:
        return 1, "there is no mpirun"
    return max(1, found), f"nvidia-smi names {found} GPUs" if found else "nvidia-smi finds no GPU"


def end_in_one_line(name, main):
    """Runs a tool: 2 where its options are wrong, 1 where a measurement fails."""
    try:
        main()
    except Wrong as error:
        print(f"{name}: {error}", file=sys.stderr)
        sys.exit(2)
    except (Failed, OSError) as error:
        sys.exit(f"{name}: {error}")
    except KeyboardInterrupt:
        print(f"{name}: it was interrupted, and no table is written", file=sys.stderr)
        sys.exit(130)
