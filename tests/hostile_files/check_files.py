#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Gives the program images that are damaged or made to deceive. It must refuse each at once, in one line.

    check_files.py PERMEABILITY FOLDER [--only PART]

Every case is solved in a folder of its own. The exit status must be 3, or 2 where the words beside the image are what is
wrong; one line on the standard error names the file, without control characters; no number is printed, nothing is
written or removed, a second is enough, and so are 96 MB. Without the plug-in of libpng, ITK and HDF5, the files
that it reads must be refused too. --only tries the cases whose names contain PART.
"""

import argparse
import os
import pathlib
import resource
import shutil
import subprocess
import sys
import time

sys.dont_write_bytecode = True

from hostile import header_files, nifti_files, numpy_files, other_files, tiff_files, vtk_files

MOST_BYTES = 96_000_000  # 64 MB and the program
MOST_SECONDS = 1.0
PATIENCE_S = 20
FEWEST = 1500  # of which 250 are TIFF files that lack parts of their voxels


def write(folder, files):
    folder.mkdir(parents=True)
    for name, content in files.items():
        path = folder / name
        if callable(content):
            content(path)
        elif isinstance(content, dict):
            write(path, content)
        else:
            path.write_bytes(content)


def entries(folder):
    return sorted(str(path.relative_to(folder)) for path in folder.rglob("*"))


def run(program, case, folder):
    """Gives exit status, both outputs, seconds and the bytes that the program and its children took at most."""
    command = [
        program,
        "solve",
        case.image,
        *case.options,
        "--device",
        "cpu",
        "--threads",
        "1",
        "--tolerance",
        "0.1",
        "--max-steps",
        "200",
    ]
    begin = time.monotonic()
    with open(folder.parent / "out", "w+b") as out, open(folder.parent / "err", "w+b") as err:
        child = subprocess.Popen(
            command,
            cwd=folder,
            stdin=subprocess.DEVNULL,
            stdout=out,
            stderr=err,
            preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_CPU, (PATIENCE_S, PATIENCE_S)),
        )
        while True:
            ended, status, usage = os.wait4(child.pid, os.WNOHANG)
            if ended:
                break
            if time.monotonic() - begin > PATIENCE_S:
                child.kill()
            time.sleep(0.002)
        child.returncode = os.waitstatus_to_exitcode(status)
        seconds = time.monotonic() - begin
        out.seek(0)
        err.seek(0)
        return (
            child.returncode,
            out.read().decode(errors="replace"),
            err.read().decode(errors="replace"),
            seconds,
            usage.ru_maxrss * 1024,
        )


def faults_of(program, case, folder):
    """Gives what is wrong with how the program took a file, a list of sentences."""
    shutil.rmtree(folder, ignore_errors=True)
    write(folder, case.files)
    before = entries(folder)
    status, out, err, seconds, most = run(program, case, folder)
    faults = []
    if status not in (2, 3):
        faults.append(f"exit status {status}")
    if "permeability  " in out:
        faults.append("it printed a permeability")
    lines = err.split("\n")
    if len(lines) != 2 or lines[1] or not lines[0]:
        faults.append(f"{len(lines) - 1} lines of error")
    if any(ord(c) < 32 or ord(c) == 127 for c in lines[0]):
        faults.append("control characters")
    name = case.image.split(":")[0]
    beside = [name for name in case.files if name != case.image]
    if status == 3 and not any(part in lines[0] for part in (name, pathlib.Path(name).stem, *beside, "--")):
        faults.append("the file is not named")
    if seconds > MOST_SECONDS:
        faults.append(f"{seconds:.1f} s")
    if most > MOST_BYTES:
        faults.append(f"{most / 1e6:.0f} MB")
    if entries(folder) != before:
        faults.append("the folder has changed")
    return [f"{', '.join(faults)}: {err[:300]!a}"] if faults else []


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program", type=pathlib.Path)
    parser.add_argument("folder", type=pathlib.Path)
    parser.add_argument("--only", default="")
    arguments = parser.parse_args()
    makers = (numpy_files, header_files, nifti_files, vtk_files, tiff_files, other_files)
    cases = [case for maker in makers for case in maker.cases() if arguments.only in case.name]
    names = {}
    failed = 0
    for number, case in enumerate(cases):
        if case.name in names:
            sys.exit(f"two cases are named {case.name}")
        names[case.name] = True
        faults = faults_of(arguments.program.resolve(), case, arguments.folder / "case")
        if faults:
            failed += 1
            kept = arguments.folder / f"failed-{number}"
            shutil.rmtree(kept, ignore_errors=True)
            shutil.move(arguments.folder / "case", kept)
            print(f"{case.name} ({kept.name}): {faults[0]}", flush=True)
    print(f"{len(cases)} files, {failed} not refused as they should be")
    if not arguments.only and len(cases) < FEWEST:
        sys.exit(f"there are fewer than {FEWEST} cases")
    sys.exit(failed != 0)


if __name__ == "__main__":
    main()
