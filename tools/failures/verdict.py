"""Judges one run of tools/n_th_failure in which a call has failed: a word for each thing that must not be.

A run may end with a result or with a code of the program and a sentence on stderr, one of them where there is one process.
libgomp and the MPI library may end the process in their own way, if they say so. The results of before are untouched or
replaced as a whole, no number differs from that of an undisturbed run, and the next start goes through and cleans up.
"""
import re

CODES = {0, 2, 3, 4, 5}  # 1 is a fault of the program
OF_LIBRARIES = re.compile(r"^libgomp: |^\*\*\* An error occurred in|^\[\S+\] \*\*\* |ORTE|PMIX ERROR|prterun|MPI_ABORT was invoked"
                          r"|It looks like (orte|opal|MPI)_\w+ failed", re.MULTILINE)
FRAME = re.compile(r"^\[[^\]]+\] \[ *(\d+)\] ([^\s(]+)", re.MULTILINE)
OF_MPI = re.compile(r"lib(mpi|open-|pmix|event|hwloc|ucp|ucs|uct|psm|fabric)|/openmpi/|/pmix/|mca_|libmunge|libdl|ld-linux")
OF_THE_MOMENT = re.compile(r"\d (m?s|min|h)\b|MFLUPS|\d [kMG]?B\b")


class Printed:
    """The lines of stdout with decimal numbers that are the same in every run, known by their words.

    Times, speeds and memory are of the moment, also where two runs happen to have the same.
    """

    def __init__(self, first, second):
        both = set(first.splitlines()) & set(second.splitlines())
        volatile = {shape(line) for line in (*first.splitlines(), *second.splitlines()) if line not in both}
        steady = (line for line in both if shape(line) not in volatile and not OF_THE_MOMENT.search(line))
        self.lines = {line for line in steady if re.search(r"\d\.\d", line)}
        self.shapes = {shape(line) for line in self.lines}

    def wrong_line(self, text):
        """Gives a line that says another number, or None."""
        whole = text.splitlines() if text.endswith("\n") else text.splitlines()[:-1]
        return next((line for line in whole if shape(line) in self.shapes and line not in self.lines), None)


def shape(line):
    return re.sub(r"[-+]?\d[\d.e+-]*", "#", line)


def sentences(text):
    return [line for line in text.splitlines() if line.startswith("permeability: ")]


def is_of_library(run):
    """Says whether a library has ended the process, and said so."""
    if run.processes == 1:
        return bool(re.search("^libgomp: ", run.err, re.MULTILINE))
    frames = [path for _, path in FRAME.findall(run.err) if not re.search(r"libc\.so|libpthread|libstdc|libgcc", path)]
    crashed = "Process received signal" in run.err
    return bool(OF_MPI.search(frames[0])) if crashed and frames else not crashed and bool(OF_LIBRARIES.search(run.err))


def is_crash_of_library(run):
    """Says whether a library could not do without what it was refused, and a line of the program tells of the crash."""
    is_library = re.search(r"\.so\b", run.caller) and not re.search(r"libstdc\+\+|libgomp", run.caller)
    return run.code == 1 and bool(is_library) and any("A crash (signal" in line for line in sentences(run.err))


def judge(run, before, references, printed):
    """Gives what is wrong with a run, as words. `before` and `references` are what its files may hold."""
    if run.hangs:
        return ["hangs"]
    said = sentences(run.err)
    by_library = is_of_library(run)
    wrong = []
    if "terminate called" in run.err or (run.code < 0 and not by_library):
        wrong.append("aborts" if run.code in (-6, 134) or "terminate called" in run.err else f"ends by signal {-run.code}")
    elif run.code not in CODES and not by_library and not is_crash_of_library(run):
        wrong.append(f"ends with code {run.code}")
    if run.code != 0 and not said and not by_library:
        wrong.append("no sentence")
    if run.processes == 1 and len(said) > 1:
        wrong.append("several sentences")
    if any("fault of this program" in line for line in said) and not is_crash_of_library(run):
        wrong.append("calls it a fault of this program")
    if printed.wrong_line(run.out) is not None:
        wrong.append("another number printed")
    wrong += judge_files(run, before, references)
    return wrong


def judge_files(run, before, references):
    if isinstance(run.left, str):
        return [f"unreadable: {run.left}"]
    stable = [name for name in run.left if references[0][name] == references[1][name]]
    if "Fields could not be written" in run.err:  # it says that all else is new; the fields of before stay
        stable = [name for name in stable if not re.search("fields_", name)]
    if "could not be put back either" in run.err:  # they wait in a folder; the next start is judged by itself
        return []
    if any(value is None and before[name] is not None for name, value in run.left.items()):
        return ["a result is lost"]
    if run.code == 0 and not run.may_skip and any(run.left[name] != references[0][name] for name in stable):
        return ["ends well with other results"]
    old, new = ([run.left[name] == of[name] for name in stable] for of in (before, references[0]))
    if all(old) or all(new):
        return []
    if run.may_skip and all(row in before[name] or row in references[0][name] for name in stable for row in run.left[name]):
        return []  # rows that failed are left out
    return ["results are mixed"] if all(o or n for o, n in zip(old, new)) else ["results differ"]


def judge_restart(code, err, left, references, partial):
    """Judges the undisturbed start that follows."""
    wrong = [] if code == 0 else [f"the next start ends with code {code}: {err[:200]}"]
    if partial:
        wrong.append("a .partial folder stays")
    if not wrong and any(left[name] != references[0][name] for name in left if references[0][name] == references[1][name]):
        wrong.append("the next start gives other results")
    return wrong
