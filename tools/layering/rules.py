"""Holds the architecture as data, and says what one line may do. tools/check_layering tells the rules in words.

A place is where a file or a CMake target stands: a tuple of rooms from the outside in, for instance
("solver", "cuda", "exchange"). ROOT stands for the files that lie directly in a folder that has rooms.
"""
import re

CASES = "validation/cases"
STUDY_CASES = "validation/studies"
INERTIA = "validation/inertia"
REFERENCES = "validation/references"
JUDGES = ((CASES,), (STUDY_CASES,), (INERTIA,))  # these alone know the references
ROOT = "."
FACTORY = "factory"

# These files choose between the backends. No other file names both.
FACTORY_FILES = {"src/solver/make_backend.cpp"}

# folder -> its rooms in stages. A room includes the stages before its own; rooms of one stage do not know each other.
STAGES = {
    "": [["core"], ["device"], ["image"], ["geometry"], ["lattice"], ["laplace"], ["conduction"], ["solver"], ["darcy"], ["run"], ["input"], [CASES], ["report"], ["app"], ["streaming"], [STUDY_CASES, INERTIA], ["studies"], ["python"]],
    "core": [["installation"], ["mpi"], [ROOT], ["agreement", "phases", "processors"], ["saving"]],
    "image": [["source", "fields"], ["voxels"], ["headers", "tiff", "foreign", "zarr"], [ROOT]],
    "image/foreign": [[ROOT], ["program"]],
    "geometry": [[ROOT], ["connectivity", "distance", "measures", "shapes"], ["network", "segmentation"], ["cuda", "sample"]],
    "geometry/shapes": [["solids"], ["surfaces"], [ROOT]],
    "laplace": [[ROOT], ["cuda"]],
    "conduction": [[ROOT], ["cuda"]],
    "solver": [["cell"], [ROOT], ["domain"], ["cpu", "cuda"], [FACTORY], ["scaling"]],
    "solver/cuda": [["exchange", "index"], [ROOT]],
    "streaming": [["sites"], ["cpu", "cuda"], [ROOT], ["thermal"]],
    "streaming/thermal": [["sites"], ["cpu", "cuda"], [ROOT]],
    "darcy/pressure": [[ROOT], ["cuda"]],
    "darcy": [["bounds", "gas", "pressure", "survey"], [ROOT], ["evaluation", "inertia"], ["tasks"]],
    "run": [[ROOT], ["package", "tasks"]],
    "input": [["options"], [ROOT], ["look"], ["package"]],
    "report": [[ROOT], ["answers", "batch", "bench", "conduct", "fields", "look", "network", "sweep", "validation", "views"]],
    "app": [["options", "terminal"], ["commands", "described"], [ROOT]],
    "studies": [["report"], [ROOT]],
}
FOLDERS = [room for stage in STAGES[""] for room in stage]

# Targets whose name is not perm_<folder> or perm_<folder>_<room>.
SPECIAL_TARGETS = {
    "perm_validation": (CASES,),
    "perm_validation_inertia": (INERTIA,),
    "perm_validation_studies": (STUDY_CASES,),
    "perm_solver_door": ("solver", ROOT),
    "perm_solver": ("solver", FACTORY),
    "perm_solver_exchange": ("solver", "cuda", "exchange"),
    "perm_solver_index": ("solver", "cuda", "index"),
}

# library -> (who may name it: folders, or "*/cuda" for every folder of that name; its headers; its names in CMake)
LIBRARIES = {
    "libpng": (["image/foreign/program"], re.compile(r"png\w*\.h$"), re.compile(r"\bPNG(?:::|_|\b)")),
    "ITK": (["image/foreign/program"], re.compile(r"itk\w*\.h$"), re.compile(r"\bITK(?:::|_|\b)|\bitk::")),
    "HDF5": (["image/fields", "image/foreign/program"], re.compile(r"(hdf5|H5\w+)\.h$"), re.compile(r"\bHDF5(?:::|_|\b)|\bhdf5::")),
    "libtiff": (["image/tiff"], re.compile(r"tiff(io|vers|conf)?\.h$"), re.compile(r"\bTIFF::")),
    "zlib": (["image/voxels"], re.compile(r"zlib\.h$"), re.compile(r"\bZLIB::")),
    "Blosc": (["image/zarr"], re.compile(r"blosc\w*\.h$"), re.compile(r"\bPERM_BLOSC_LIBRARY\b")),
    "Zstandard": (["image/zarr"], re.compile(r"zstd\w*\.h$"), re.compile(r"\bPERM_ZSTD_LIBRARY\b")),
    "MPI": (["core/mpi"], re.compile(r"mpi(-ext)?\.h$"), re.compile(r"\bMPI::")),
    "Boost": (["input/options", CASES], re.compile(r"boost/"), re.compile(r"\bBoost(?:::|_|\b)")),
    "CUDA": (["device", "*/cuda"], re.compile(r"(cuda|nccl|cub/|thrust/)"), re.compile(r"\bCUDA::")),
    "the runtime of CUDA": (["device"], re.compile(r"cuda_runtime\w*\.h$"), re.compile(r"(?!)")),
    "AVX": (["solver/cpu", "laplace"], re.compile(r"(\w*intrin|cpuid)\.h$"), re.compile(r"-mavx\w*")),
    "nlohmann-json": (["image/zarr", "report", "studies/report"], re.compile(r"nlohmann/"), re.compile(r"\bnlohmann_json\b")),
    "nanobind": (["python"], re.compile(r"nanobind/"), re.compile(r"\bnanobind_\w+\(")),
    "Eigen": (["darcy/evaluation", REFERENCES], re.compile(r"(unsupported/)?Eigen/"), re.compile(r"\bEigen3?\b")),
}

# instructions -> (who may write them, the files besides, their names in code)
INSTRUCTIONS = {
    "CUDA": (
        LIBRARIES["CUDA"][0],
        {"src/core/host_device.hpp"},
        re.compile(
            r"\b__(?:CUDA_ARCH__|global__|device__|shared__|constant__|launch_bounds__|syncthreads|syncwarp|ldg|stcs|popc|clz|ffs"
            r"|ballot_sync|shfl\w*|any_sync|all_sync|activemask|threadfence\w*)\b|\b(?:thread|block)(?:Idx|Dim)\b|<<<"
        ),
    ),
    "what a warp does together": (
        ["device"],
        set(),
        re.compile(r"\b__(?:ballot_sync|any_sync|all_sync|shfl\w*|match_\w+|reduce_\w+_sync|syncwarp|activemask)\b"),
    ),
    "AVX": (LIBRARIES["AVX"][0], set(), re.compile(r"\b_mm\d*_\w+|\b__m(?:128|256|512)\w*\b")),
}

# folder -> (headers it does without, why)
UNWANTED = {
    "run": (
        {"filesystem", "fstream", "csignal", "signal.h", "iostream", "cstdio", "stdio.h"},
        "a run is a library without paths, terminal and signals",
    ),
}

# Files outside src/solver may include these of it: the door, scaling, these headers, and what the door's headers
# include.
SOLVER_SETTINGS = "solver/cell/settings.hpp"

# folder -> the rooms of the solver that it may include besides
BEHIND_THE_DOOR = {"streaming": ["cell", "cuda/exchange"], "darcy": ["cuda/exchange"]}


def place_of_parts(parts):
    """Gives the place of a file whose folders below src/ are `parts`, or None where a folder has no place."""
    place, scope = [], ""
    for part in parts:
        if scope in STAGES:
            if not any(part in stage for stage in STAGES[scope]):
                return None
        elif scope:
            return None
        place.append(part)
        scope = "/".join(place)
    if scope in STAGES:
        place.append(ROOT)
    return tuple(place)


def place_of_file(name):
    """Gives the place of a file src/... or validation/cases/... by its path from the root, or None."""
    if name in FACTORY_FILES:
        return ("solver", FACTORY)
    parts = name.split("/")[:-1]
    if parts[0] == "src":
        return place_of_parts(parts[1:])
    return place_of_parts(["/".join(parts)])


def places_of_targets():
    """Gives CMake target -> place, for every library that the rooms above stand for."""
    targets = {}
    for folder, stages in STAGES.items():
        for room in [room for stage in stages for room in stage if room not in (ROOT, FACTORY, CASES, STUDY_CASES, INERTIA)]:
            parts = [*folder.split("/"), room] if folder else [room]
            targets["perm_" + "_".join(parts)] = place_of_parts(parts)
    return {**targets, **SPECIAL_TARGETS}


TARGETS = places_of_targets()
TARGET = re.compile(r"\bperm_\w+")


def stage_in(scope, room):
    """Gives the number of the stage in which `room` of `scope` stands."""
    return next(number for number, stage in enumerate(STAGES[scope]) if room in stage)


def relation(user, used):
    """Says why `user` may not use `used` (two places), or gives None."""
    for depth, (mine, other) in enumerate(zip(user, used)):
        if mine != other:
            scope = "/".join(user[:depth])
            my_stage, other_stage = stage_in(scope, mine), stage_in(scope, other)
            if my_stage == other_stage:
                return f"which stands beside it: {mine} and {other} do not know each other"
            return "which stands to its right" if other_stage > my_stage else None
    return None


def may(owners, place):
    """Says whether one of `owners` is a folder around `place`."""
    path = "/".join(place)
    return any(
        owner[2:] in place if owner.startswith("*/") else path == owner or path.startswith(owner + "/") for owner in owners
    )


def title(place):
    """Gives the place in words."""
    return "/".join(room for room in place if room != ROOT)


def check_include(place, delimiter, header, door_headers):
    """Gives the complaints about one #include of a file at `place`. The solver's door includes `door_headers`."""
    for library, (owners, headers, _) in LIBRARIES.items():
        if headers.match(header) and not may(owners, place):
            yield f"includes {library} ({header}), which only {' and '.join(owners)} may"
    first = header.split("/")[0]
    if place == (REFERENCES,):
        if delimiter == '"' and not header.startswith(REFERENCES + "/") or "/" in header and first in [*FOLDERS, "src"]:
            yield f"{REFERENCES} includes {header}, and must share nothing with src/"
        return
    unwanted, reason = UNWANTED.get(place[0], (set(), ""))
    if header in unwanted:
        yield f"{place[0]} includes <{header}>, and {reason}"
    if delimiter == "<":
        return
    if "/" not in header or first == "..":
        yield f'includes "{header}" relative to itself; write "folder/file.hpp"'
        return
    if header.startswith(REFERENCES + "/"):
        if place not in JUDGES:
            yield f"{title(place)} includes {header}, which only {CASES}, {STUDY_CASES} and {INERTIA} may"
        return
    if first not in FOLDERS and first != "validation":
        return
    used = place_of_file(header if first == "validation" else "src/" + header)
    if used is None:
        yield f"includes {header}, whose folder has no place in the order"
        return
    complaint = relation(place, used)
    if complaint:
        yield f"{title(place)} includes {header}, {complaint}"
    elif place[0] == "python" and title(used) in ("app/commands", "app/terminal"):
        yield f"python includes {header}, which belongs to the command line"
    elif used[0] == "solver" != place[0] and title(used[1:]) not in ("", "scaling", *BEHIND_THE_DOOR.get(place[0], [])):
        if header != SOLVER_SETTINGS and header not in door_headers:
            yield f"{title(place)} includes {header}, a room behind the solver's door"


def check_code(place, name, code):
    """Gives the complaints about one line of code without its comments and strings."""
    for instructions, (owners, files, names) in INSTRUCTIONS.items():
        found = names.search(code)
        if found and name not in files and not may(owners, place):
            yield f"writes {instructions} ({found.group()}), which only {' and '.join(owners)} may"


def check_cmake_line(place, line):
    """Gives the complaints about one line of CMake that links for the target at `place`."""
    for target in TARGET.findall(line):
        if place == (REFERENCES,):
            if target in TARGETS or target == "perm_options":
                yield f"{REFERENCES} names {target}, and must share nothing with src/"
        elif target.startswith("perm_references") and place not in JUDGES:
            yield f"{title(place)} links perm_references, which only {CASES}, {STUDY_CASES} and {INERTIA} may"
        elif target in TARGETS:
            complaint = relation(place, TARGETS[target])
            if complaint:
                yield f"{title(place)} links {target}, {complaint}"
    for library, (owners, _, names) in LIBRARIES.items():
        if names.search(line) and not may(owners, place):
            yield f"names {library}, which only {' and '.join(owners)} may"
