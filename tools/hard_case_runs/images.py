# SPDX-License-Identifier: Apache-2.0
"""The images of tests/families: their names, and how one is written into a folder."""
import json
import subprocess

FAMILIES = ("parallel", "cavity", "sparse", "thin", "dilute", "noise", "grains", "joined")


class Refusal(Exception):
    """What the user must know and can change."""


def read_families(text):
    """Gives the families of "parallel,thin"."""
    names = text.split(",")
    unknown = [name for name in names if name not in FAMILIES]
    if unknown:
        raise ValueError(f"there is no family '{unknown[0]}'. The families are {' '.join(FAMILIES)}")
    return names


def read_seeds(text):
    """Gives the seeds of "1,2,7-9", in order."""
    seeds = set()
    for word in text.split(","):
        first, _, last = word.partition("-")
        seeds.update(range(int(first), int(last or first) + 1))
    return sorted(seeds)


def dims_of(image):
    """Gives "40x32x32"."""
    return "x".join(str(voxels) for voxels in image["dims"])


def write(write_family, family, seed, folder):
    """Writes an image and its parts into the folder, and gives what write_family says of it; `file` is the image."""
    path = folder / f"{family}-{seed}.raw"
    made = subprocess.run([write_family, family, str(seed), path], capture_output=True, text=True, check=False)
    if made.returncode != 0:
        raise Refusal(f"{write_family} wrote no image ({made.stderr.strip()}). Build it anew, target write_family")
    return {**json.loads(made.stdout), "file": str(path)}
