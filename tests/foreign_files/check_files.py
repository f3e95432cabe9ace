#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Lets other programs write images, and compares their voxels with what the readers of this program give.

    check_files.py DUMP_VOXELS FOLDER [--plug-in]

Files are kept in FOLDER. With --plug-in those that the plug-in of libpng, ITK and HDF5 reads are tried too. The packages of
requirements.txt are installed into FOLDER/packages; where that is not possible, the script says SKIPPED and why.
"""
import gzip
import pathlib
import subprocess
import sys
import venv

HERE = pathlib.Path(__file__).resolve().parent


def enter_packages(folder):
    """Starts this script again with the packages, which are installed where they are missing."""
    python = folder / "packages" / "bin" / "python"
    if pathlib.Path(sys.executable) == python:
        return
    if not (folder / "packages" / "ready").exists():
        venv.create(folder / "packages", with_pip=True)
        install = [python, "-m", "pip", "install", "--quiet", "-r", HERE / "requirements.txt"]
        done = subprocess.run(install, capture_output=True, text=True)
        if done.returncode != 0:
            print("SKIPPED: the packages cannot be installed:", done.stderr.strip().splitlines()[-1:])
            sys.exit(0)
        (folder / "packages" / "ready").touch()
    sys.exit(subprocess.run([python, *sys.argv]).returncode)


def grey(np, dtype, shape=(6, 5, 9)):
    """Gives an array whose values change under every exchange of axes."""
    values = np.arange(np.prod(shape)).reshape(shape) * 7 % 113
    if np.dtype(dtype) == bool:
        return values % 3 == 0
    if np.dtype(dtype).kind == "i":
        return (values - 50).astype(dtype)
    if np.dtype(dtype).kind == "f":
        return (values / 8 - 3).astype(dtype)
    return values.astype(dtype)


def numpy_files(np, folder):
    for dtype in "bool u1 i1 u2 i2 u4 i4 u8 i8 f2 f4 f8".split():
        np.save(folder / f"{dtype}.npy", grey(np, dtype))
        yield f"{dtype}.npy", grey(np, dtype)
    for dtype in "u1 <i4 >f8".split():
        name = f"fortran_{dtype.strip('<>')}.npy"
        np.save(folder / name, np.asfortranarray(grey(np, dtype)))
        # An array in Fortran order is an image [x, y, z].
        yield name, grey(np, dtype).T
    for dtype in ">u2 >i8 >f4".split():
        np.save(folder / f"big_{dtype[1:]}.npy", grey(np, dtype))
        yield f"big_{dtype[1:]}.npy", grey(np, dtype)
    for version in ((2, 0), (3, 0)):
        with open(folder / f"version_{version[0]}.npy", "wb") as file:
            np.lib.format.write_array(file, grey(np, "u2"), version=version)
        yield f"version_{version[0]}.npy", grey(np, "u2")
    np.save(folder / "plane.npy", grey(np, "u1")[0])
    yield "plane.npy", grey(np, "u1")[:1]


def raw_files(np, folder):
    for dtype, name, endian in (("<u2", "uint16", "little"), (">f4", "float32", "big")):
        array = grey(np, dtype)
        array.tofile(folder / f"{name}.raw")
        (folder / f"{name}.raw.gz").write_bytes(gzip.compress(array.tobytes()))
        for ending in ("raw", "raw.gz"):
            yield f"{name}.{ending}", array, ["9", "5", "6", name, endian]


def tifffile_files(np, folder):
    import tifffile

    def save(name, array, **options):
        tifffile.imwrite(folder / name, array, **options)
        return name, array

    for dtype in "bool u1 i1 u2 i2 u4 i4 u8 i8 f2 f4 f8".split():
        yield save(f"tifffile_{dtype}.tif", grey(np, dtype), photometric="minisblack")
    yield save("big_endian.tif", grey(np, "u2"), byteorder=">", photometric="minisblack")
    yield save("bigtiff.tif", grey(np, "u2"), bigtiff=True, photometric="minisblack")
    yield save("tiles.tif", grey(np, "u2", (3, 40, 70)), tile=(16, 32), photometric="minisblack")
    yield save("rows.tif", grey(np, "u1"), rowsperstrip=2, photometric="minisblack")
    for compression in ("lzw", "deflate", "adobe_deflate", "packbits", "zstd", "lzma"):
        yield save(f"{compression}.tif", grey(np, "u2"), compression=compression, photometric="minisblack")
    for dtype in ("u1", "u2", "u4"):
        yield save(f"predictor_{dtype}.tif", grey(np, dtype), compression="deflate", predictor=True, photometric="minisblack")
    yield save("predictor_float.tif", grey(np, "f4"), compression="deflate", predictor=3, photometric="minisblack")
    yield save("tiles_deflate.tif", grey(np, "f4", (2, 40, 70)), tile=(32, 16), compression="deflate", photometric="minisblack")
    yield save("imagej.tif", grey(np, "u2"), imagej=True, metadata={"axes": "ZYX", "spacing": 2.5, "unit": "um"})
    yield save("ome.ome.tif", grey(np, "u1"), ome=True, metadata={"axes": "ZYX", "PhysicalSizeX": 0.5}, photometric="minisblack")
    yield save("white.tif", grey(np, "u1"), photometric="miniswhite")
    (folder / "slices").mkdir(exist_ok=True)
    for z, plane in enumerate(grey(np, "u2")):
        tifffile.imwrite(folder / "slices" / f"scan_{z}.tif", plane, photometric="minisblack")
    yield "slices", grey(np, "u2")


def pillow_files(np, folder):
    from PIL import Image

    for dtype, name in (("u1", "L"), ("u2", "I16"), ("f4", "F"), ("bool", "bit")):
        pages = [Image.fromarray(plane) for plane in grey(np, dtype)]
        pages[0].save(folder / f"pillow_{name}.tif", save_all=True, append_images=pages[1:])
        yield f"pillow_{name}.tif", grey(np, dtype)
    pages = [Image.fromarray(plane) for plane in grey(np, "u1")]
    pages[0].save(folder / "pillow_lzw.tif", save_all=True, append_images=pages[1:], compression="tiff_lzw")
    yield "pillow_lzw.tif", grey(np, "u1")


def simpleitk_files(np, folder):
    import SimpleITK as sitk

    for dtype in ("u1", "i2", "f4"):
        image = sitk.GetImageFromArray(grey(np, dtype))
        image.SetSpacing((0.5, 0.5, 2.0))
        for ending in ("mha", "mhd", "nrrd", "nhdr"):
            for compress in (False, True):
                name = f"sitk_{dtype}{'_compressed' if compress else ''}.{ending}"
                sitk.WriteImage(image, str(folder / name), useCompression=compress)
                yield name, grey(np, dtype)
        sitk.WriteImage(image, str(folder / f"sitk_{dtype}.tif"))
        yield f"sitk_{dtype}.tif", grey(np, dtype)


def vtk_files(np, folder):
    import vtk
    from vtk.util.numpy_support import numpy_to_vtk

    for dtype in ("u1", "i2", "f8"):
        array = grey(np, dtype)
        image = vtk.vtkImageData()
        image.SetDimensions(*array.shape[::-1])
        image.GetPointData().SetScalars(numpy_to_vtk(array.ravel(), deep=True))
        writer = vtk.vtkMetaImageWriter()
        writer.SetFileName(str(folder / f"vtk_{dtype}.mha"))
        writer.SetInputData(image)
        writer.Write()
        yield f"vtk_{dtype}.mha", array


def plug_in_files(np, folder):
    import h5py
    import SimpleITK as sitk
    import vtk
    from PIL import Image
    from vtk.util.numpy_support import numpy_to_vtk

    for dtype in "bool u1 i2 u4 i8 f4 f8".split():
        with h5py.File(folder / f"{dtype}.h5", "w") as file:
            file["group/labels"] = grey(np, dtype)
        yield f"{dtype}.h5:/group/labels", grey(np, dtype)
    with h5py.File(folder / "chunks.h5", "w") as file:
        file.create_dataset("a", data=grey(np, "u2"), chunks=(2, 3, 4), compression="gzip", shuffle=True)
    yield "chunks.h5", grey(np, "u2")
    for ending, dtype in (("png", "u1"), ("png", "u2"), ("bmp", "u1")):
        slices = folder / f"{ending}_{dtype}"
        slices.mkdir(exist_ok=True)
        for z, plane in enumerate(grey(np, dtype)):
            Image.fromarray(plane).save(slices / f"slice_{z}.{ending}")
        yield slices.name, grey(np, dtype)
    for dtype in ("u1", "i2", "f4"):
        image = sitk.GetImageFromArray(grey(np, dtype))
        for ending in ("nii", "nii.gz", "vtk", "gipl"):
            if ending == "gipl" and dtype == "f4":
                continue
            sitk.WriteImage(image, str(folder / f"sitk_{dtype}.{ending}"))
            yield f"sitk_{dtype}.{ending}", grey(np, dtype)
    array = grey(np, "u1")
    image = vtk.vtkImageData()
    image.SetDimensions(*array.shape[::-1])
    image.GetPointData().SetScalars(numpy_to_vtk(array.ravel(), deep=True))
    writer = vtk.vtkStructuredPointsWriter()
    writer.SetFileName(str(folder / "vtk_ascii.vtk"))
    writer.SetInputData(image)
    writer.Write()
    yield "vtk_ascii.vtk", array


def compare(np, program, folder, name, array, layout):
    """Says what is wrong with what the readers give for a file; empty when nothing is."""
    done = subprocess.run([program, folder / name, *layout], capture_output=True)
    if done.returncode != 0:
        return done.stderr.decode(errors="replace").strip()
    line, voxels = done.stdout.split(b"\n", 1)
    nx, ny, nz, dtype = line.split()
    # A truth value is one byte, 0 or 1.
    read = np.frombuffer(voxels, dtype.decode()).reshape(int(nz), int(ny), int(nx))
    if read.shape != array.shape:
        return f"has shape {read.shape} in place of {array.shape}"
    if not np.array_equal(read, np.asarray(array)):
        return f"has {int((read != array).sum())} of {array.size} voxels wrong"
    return ""


def main():
    words = [word for word in sys.argv[1:] if not word.startswith("--")]
    if len(words) != 2:
        sys.exit(__doc__)
    program, folder = pathlib.Path(words[0]), pathlib.Path(words[1]).resolve()
    folder.mkdir(parents=True, exist_ok=True)
    enter_packages(folder)
    import numpy as np

    makers = [numpy_files, raw_files, tifffile_files, pillow_files, simpleitk_files, vtk_files]
    if "--plug-in" in sys.argv:
        makers.append(plug_in_files)
    files = failures = 0
    for maker in makers:
        for name, array, *layout in maker(np, folder):
            files += 1
            why = compare(np, program, folder, name, array, layout[0] if layout else [])
            failures += bool(why)
            if why:
                print(f"FAILED {name}: {why}")
    print(f"{files} files, {failures} read wrongly")
    sys.exit(1 if failures or files < 60 else 0)


main()
