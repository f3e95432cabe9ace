# SPDX-License-Identifier: Apache-2.0
"""load: a result from the folder in which `Result.save` or `permeability solve --output` wrote it."""
import json
import os
import re

from ._arguments import text_bytes
from ._arrays import ArrayAxes, require_axes
from ._errors import InputError

_TEXTS = ("result.json", "convergence.csv", "result.csv", "plane_flux.csv", "reynolds.csv", "views.json")
_FIELDS = ("velocity", "pressure", "part", "sensitivity")  # in the order of Flow
_TYPES = {"Float32": "<f4", "UInt32": "<u4"}


def load(folder, *, axes=None):
    """Gives the Result that `Result.save`, or the command `permeability solve`, wrote into a folder.

    Parameters
    ----------
    folder : str or path
        Velocity, pressure, part and sensitivity are there where the folder has them as .vti, .npy or .h5. Files of .vti
        and .npy are not read but mapped, so keep them.
    axes : {'xyz', 'zyx'}, optional
        The order of the axes that the arrays of the result have; "xyz" where nothing is said, whatever the axes of the
        array were that was solved.

    Returns
    -------
    Result
        What `solve` gave.

    Raises
    ------
    InputError
        The folder has no results of `solve`.

    Examples
    --------
    >>> import os, tempfile
    >>> import permeability as pm
    >>> result = pm.solve(pm.generate("sc", size=12, porosity=0.6))
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     result.save(os.path.join(folder, "run"))
    ...     pm.load(os.path.join(folder, "run")).k_voxel2 == result.k_voxel2
    True
    """
    require_axes("xyz" if axes is None else axes)
    path = os.fsdecode(text_bytes("folder", folder))
    texts = {name: _text_of(os.path.join(path, name)) for name in _TEXTS}
    if texts["result.json"] is None:
        raise InputError(f"Cannot load '{path}' (it has no result.json). Give the folder that Result.save or permeability solve "
                         "--output wrote")
    try:
        facts = json.loads(texts["result.json"])
        dims, directions = facts["image"]["dims"], [flow["direction"] for flow in facts["flow"]]
    except (ValueError, KeyError, TypeError) as error:
        raise InputError(f"Cannot load '{path}' (its result.json is not that of a solve: {error!r}). Solve again") from None
    frame, fields = _frame_of(facts), {}
    for direction in directions:
        try:
            found = _read_fields(path, direction, tuple(dims[::-1]), frame)
        except (OSError, ValueError, KeyError) as error:
            raise InputError(f"Cannot load the fields of '{path}' along {direction} ({error}). Solve again, or take the "
                             "files of fields away") from None
        if found:
            fields[direction] = found
    from ._result import Result

    return Result(texts, fields, ArrayAxes(axes or "xyz"), frame if fields else None)


def _text_of(path):
    try:
        with open(path, encoding="utf-8", errors="surrogateescape") as file:
            return file.read()
    except FileNotFoundError:
        return None
    except OSError as error:
        raise InputError(f"Cannot load '{path}' ({error.strerror}). Check the path and its permissions") from None


def _frame_of(facts):
    """Gives the frame of the fields, as far as result.json tells it."""
    size = facts["image"]["voxel_size_m"]
    names = (facts.get("files") or {}).get("fields") or []
    endings = {name.rpartition(".")[2] for name in names}
    words = facts.get("command_line") or []
    driven = any(word == "--gradient" or word.startswith("--gradient=") for word in words)
    unit = "voxel" if size is None else "m"
    number = float("nan") if driven else None  # a gradient drives the flow; its size is not told
    return {"formats": [ending for ending in ("vti", "npy", "h5", "tif") if ending in endings], "spacing": size or 1.0,
            "origin": (0.0, 0.0, 0.0), "length_unit": unit, "gradient_pa_m": number, "viscosity_pa_s": number,
            "velocity_unit": "m/s" if driven else unit + "^2", "pressure_unit": "Pa" if driven else unit}


def _read_fields(folder, direction, shape, frame):
    """Gives the fields of a flow as arrays with the axes z, y, x that cannot be written, or none."""
    for ending, read in (("vti", _read_vti), ("npy", _read_npy), ("h5", _read_h5)):
        found = read(folder, direction, frame)
        if not found:
            continue
        for name, array in found.items():
            if array.shape[:3] != shape:
                raise ValueError(f"{name} of .{ending} has the shape {array.shape}, and the image {shape}")
            array.setflags(write=False)
        return tuple(found[name] for name in _FIELDS if name in found)
    return ()


def _read_vti(folder, direction, frame):
    path = os.path.join(folder, f"fields_{direction}.vti")
    if not os.path.exists(path):
        return {}
    import numpy

    with open(path, "rb") as file:
        head = file.read(65536)
    begin = re.search(rb'<AppendedData encoding="raw">\s*_', head)
    extent = re.search(rb'WholeExtent="0 (\d+) 0 (\d+) 0 (\d+)" Origin="(\S+) (\S+) (\S+)"', head)
    if not begin or not extent:
        raise ValueError(f"'{path}' is not a .vti file that this program wrote")
    shape = tuple(int(count) for count in extent.group(3, 2, 1))
    frame["origin"] = tuple(float(place) for place in extent.group(4, 5, 6))
    found = {}
    for kind, name, count, offset in re.findall(
            rb'<DataArray type="(\w+)" Name="(\w+)" NumberOfComponents="(\d+)"[^>]* offset="(\d+)"', head):
        name, count = name.decode(), int(count)
        if name in _FIELDS:
            mapped = numpy.memmap(path, _TYPES[kind.decode()], "r", begin.end() + int(offset) + 8,
                                  shape if count == 1 else (*shape, count))
            found[name] = numpy.asarray(mapped)
    return found


def _read_npy(folder, direction, frame):
    del frame
    import numpy

    paths = {name: os.path.join(folder, f"{name}_{direction}.npy") for name in _FIELDS}
    if not os.path.exists(paths["velocity"]):
        return {}
    return {name: numpy.asarray(numpy.load(path, mmap_mode="r")) for name, path in paths.items()
            if name != "sensitivity" or os.path.exists(path)}


def _read_h5(folder, direction, frame):
    path = os.path.join(folder, f"fields_{direction}.h5")
    if not os.path.exists(path):
        return {}
    try:
        import h5py
    except ImportError as error:
        raise InputError(f"Cannot load the fields of '{path}' (h5py is missing: {error}). Install it: pip install "
                         "h5py") from None
    with h5py.File(path, "r") as file:
        if "origin" in file.attrs:
            frame["origin"] = tuple(float(place) for place in file.attrs["origin"])
        return {name: file[name][...] for name in _FIELDS if name in file}
