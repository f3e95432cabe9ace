# SPDX-License-Identifier: Apache-2.0
"""Writes small images that a run has something to say about, and lists what to solve: twelve troubled runs.

The images are noise that was smoothed and cut at its median, from a fixed seed, with what makes trouble added.
"""

import numpy as np

# name: (what follows `permeability solve`, its exit code, what one of its warnings says)
RUNS = {
    "rock whose faces do not match": ("rock.mha --voxel-size 5um --pore 0 --units mD", 0, "opposite faces do not match"),
    "rock that is made to repeat": (
        "rock.mha --voxel-size 5um --pore 0 --boundary periodic --direction xyz",
        0,
        "does not repeat",
    ),
    "a wall across the flow": ("wall.mha --voxel-size 5um --pore 0 --units gurley", 0, "opposite faces do not match"),
    "millimetres for micrometres": ("rock.mha --voxel-size 5mm --pore 0 --units m/s", 0, "see that its unit is right"),
    "another voxel size in the file": ("spaced.mha --voxel-size 7um --pore 0", 0, "the file gives its voxels as"),
    "voxels that are no cubes": ("flat.mha --voxel-size 5um --pore 0", 0, "another shape than --voxel-size"),
    "cubes made of flat voxels": (
        "flat.mha --voxel-size 5um,5um,12um --pore 0 --resample cubic",
        0,
        "another shape than --voxel-size",
    ),
    "cubes that are made cubes": ("rock.mha --voxel-size 5um --pore 0 --resample cubic", 0, "changes nothing"),
    "pores of single voxels": (
        "noise.mha --voxel-size 5um --pore 0 --direction xyz --units frazier",
        0,
        "depends on single voxels",
    ),
    "too few steps": ("rock.mha --voxel-size 5um --pore 0 --max-steps 20 --units Pa.s/m2", 4, "depends on single voxels"),
    "axes in another order": (
        "turned.raw --dims 10x16x24 --dtype uint8 --voxel-size 5um --pore 0",
        0,
        "whether --dims has another order",
    ),
    "a flow with inertia": ("rock.mha --voxel-size 5um --pore 0 --equilibrium quadratic --force 1e-2", 0, "inertia changes K"),
}


def write_mha(path, pores, spacing=(1, 1, 1)):
    """Writes voxels, in order z, y, x, as a MetaImage whose pores are 0."""
    depth, height, width = pores.shape
    head = (
        "ObjectType = Image\nNDims = 3\nBinaryData = True\nBinaryDataByteOrderMSB = False\nCompressedData = False\n"
        f"ElementSpacing = {' '.join(map(str, spacing))}\nDimSize = {width} {height} {depth}\n"
        "ElementType = MET_UCHAR\nElementDataFile = LOCAL\n"
    )
    path.write_bytes(head.encode() + (1 - pores).astype(np.uint8).tobytes())


def rock(size, seed):
    """Gives a cut-out, `size` voxels wide, of noise smoothed over about two voxels and cut at its median."""
    noise = np.random.default_rng(seed).standard_normal((2 * size,) * 3)
    waves = sum(part**2 for part in np.meshgrid(*[np.fft.fftfreq(2 * size)] * 3, indexing="ij"))
    smooth = np.fft.ifftn(np.fft.fftn(noise) * np.exp(-8 * np.pi**2 * waves)).real[:size, :size, :size]
    return (smooth < np.median(smooth)).astype(np.uint8)


def write_all(folder):
    """Writes the images into a folder."""
    pores = rock(20, seed=7)
    write_mha(folder / "rock.mha", pores)
    write_mha(folder / "spaced.mha", pores, (5, 5, 5))
    write_mha(folder / "flat.mha", pores, (5, 5, 10))
    wall = pores.copy()
    wall[:, :, 10] = 0
    write_mha(folder / "wall.mha", wall)
    write_mha(folder / "noise.mha", (np.random.default_rng(5).random((16, 16, 16)) < 0.5).astype(np.uint8))
    (folder / "turned.raw").write_bytes((1 - rock(24, seed=8))[:10, :16, :].tobytes())
