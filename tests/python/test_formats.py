# SPDX-License-Identifier: Apache-2.0
"""Files that another program reads (PNG, HDF5) come in by their path as the array in them does: the package finds that
program in its own folder."""
import numpy as np
import pytest

import permeability as pm

GREY = np.where(np.random.default_rng(1).random((6, 7, 8)) > 0.3, 255, 0).astype(np.uint8)


def write_png(folder):
    image = pytest.importorskip("PIL.Image", reason="Pillow is not here")
    (folder / "slices").mkdir()
    for number, plane in enumerate(GREY):
        image.fromarray(plane).save(folder / "slices" / f"slice_{number:02}.png")
    return folder / "slices"


def write_hdf5(folder):
    h5py = pytest.importorskip("h5py", reason="h5py is not here")
    with h5py.File(folder / "scan.h5", "w") as file:
        file["scan"] = GREY
    return folder / "scan.h5"


@pytest.mark.parametrize("write", [write_png, write_hdf5])
def test_a_file_gives_the_k_of_the_array_in_it(write, tmp_path):
    path = write(tmp_path)
    try:
        image = pm.read(path, pore=255)
    except pm.InputError as error:
        if "built without" in str(error):
            pytest.skip(str(error))
        raise
    assert image.shape == (8, 7, 6)
    settings = {"pore": 255, "voxel_size": "5 um", "boundary": "periodic"}
    assert pm.solve(path, **settings).k_m2 == pm.solve(GREY, axes="zyx", **settings).k_m2


def test_a_damaged_file_is_refused_in_one_line(tmp_path):
    path = write_hdf5(tmp_path)
    path.write_bytes(path.read_bytes()[:600])
    with pytest.raises(pm.InputError, match="scan.h5") as refused:
        pm.read(path, pore=255)
    assert "\n" not in str(refused.value)
