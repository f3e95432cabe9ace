# SPDX-License-Identifier: Apache-2.0
from hostile.case import BAD_NUMBERS, NX, NY, NZ, VOXELS, Case, cut_short


def vtk(voxels=VOXELS, **lines):
    """Gives a legacy VTK file; each of its lines can be replaced, and None leaves it out."""
    text = {
        "magic": "# vtk DataFile Version 3.0",
        "title": "image",
        "kind": "BINARY",
        "dataset": "DATASET STRUCTURED_POINTS",
        "dimensions": f"DIMENSIONS {NX} {NY} {NZ}",
        "origin": "ORIGIN 0 0 0",
        "spacing": "SPACING 1 1 1",
        "point_data": f"POINT_DATA {len(VOXELS)}",
        "scalars": "SCALARS v unsigned_char 1",
        "table": "LOOKUP_TABLE default",
        **lines,
    }
    return "".join(line + "\n" for line in text.values() if line is not None).encode("latin-1") + voxels


def cases():
    files = {}
    for magic in (
        "",
        "# vtk",
        "# vtk DataFile Version x",
        "# vtk DataFile Version 99.0",
        "vtk DataFile Version 3.0",
        "<VTKFile>",
        None,
    ):
        files[f"magic-{magic}"] = vtk(magic=magic)
    for kind in ("", "binary?", "ASCII", "HEX", None):
        files[f"kind-{kind}"] = vtk(kind=kind)
    for dataset in ("POLYDATA", "UNSTRUCTURED_GRID", "RECTILINEAR_GRID", "STRUCTURED_GRID", "FIELD", "", "X"):
        files[f"dataset-{dataset}"] = vtk(dataset=f"DATASET {dataset}")
    for number in BAD_NUMBERS:
        files[f"dimensions-{number[:12]!a}"] = vtk(dimensions=f"DIMENSIONS {NX} {number} {NZ}")
        files[f"points-{number[:12]!a}"] = vtk(point_data=f"POINT_DATA {number}")
    for dims in ("", "7 5", "7 5 3 1", "7 5 4", "7 5 2", "4294967296 4294967296 4294967296"):
        files[f"dimensions-{dims}"] = vtk(dimensions=f"DIMENSIONS {dims}")
    for scalars in (
        "SCALARS v",
        "SCALARS",
        "SCALARS v unsigned_char 3",
        "SCALARS v unsigned_char 0",
        "SCALARS v unsigned_char x",
        "SCALARS v bit 1",
        "SCALARS v string 1",
        "SCALARS v uint9 1",
        "VECTORS v float",
        "TENSORS v float",
        "COLOR_SCALARS v 3",
        "FIELD f 1",
        "SCALARS v double 1",
        "SCALARS v\x1b[31m unsigned_long_long 1",
    ):
        files[f"scalars-{scalars[:30]!a}"] = vtk(scalars=scalars)
    for spacing in ("nan 1 1", "-1 1 1", "1 1", "x", "inf 1 1"):
        files[f"spacing-{spacing}"] = vtk(spacing=f"SPACING {spacing}")
    for line in ("dataset", "dimensions", "point_data", "scalars"):
        files[f"no-{line}"] = vtk(**{line: None})
    files["cell-data"] = vtk(point_data=f"CELL_DATA {len(VOXELS)}")
    files["table-of-its-own"] = vtk(table="LOOKUP_TABLE mine")
    files["long-title"] = vtk(title="t" * 3_000_000)
    files["dimensions-twice"] = vtk(spacing=f"DIMENSIONS {NX} {NY} 4")
    for name, text in (
        ("few", "0 1 " * 50),
        ("many", "0 1 " * 60),
        ("word", "0 x " * 53),
        ("300", "300 " * 105),
        ("minus", "-1 " * 105),
        ("fraction", "0.5 " * 105),
        ("long", "1" * 100000),
        ("empty", ""),
        ("nul", "0\0 " * 105),
    ):
        files[f"text-{name}"] = vtk(text.encode(), kind="ASCII")
    for name, voxels in (("none", b""), ("one-less", VOXELS[:-1])):
        files[f"voxels-{name}"] = vtk(voxels)
    for name, data in files.items():
        yield Case(f"vtk-{name}".replace("/", "_"), {"a.vtk": data})
    yield from cut_short("vtk", vtk(), ".vtk", 12)
