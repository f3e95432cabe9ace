# SPDX-License-Identifier: Apache-2.0
"""Images from files and recipes. The arguments are options of `permeability solve` and `permeability generate`."""
import os
import re

from ._arguments import option_values, reject_unknown, text_bytes
from ._arrays import ArrayAxes, mask_array, require_axes
from ._core_guard import core, option_table, recipe_table
from ._errors import UsageError
from ._image import PoreImage, take_mask
from ._signatures import arguments_of, with_options

# Those of solve, conduct and others that say what of a file becomes the image.
_HOW_IT_IS_READ = ("pore", "solid", "labels", "threshold", "threshold_from", "denoise", "despeckle", "fill", "crop", "mask", "resample")
_OF_A_FILE = ("axes", *_HOW_IT_IS_READ, "voxel_size", "dims", "dtype", "endian", "offset", "refine", "coarsen", "allow_outside")


def _read_options():
    table = arguments_of(option_table(), leave_out=())
    return {name: table[name] for name in _OF_A_FILE}


def _recipe_options():
    return {"voxel_size": arguments_of(option_table())["voxel_size"], **arguments_of(recipe_table(), leave_out=())}


def is_path(image):
    return isinstance(image, (str, bytes)) or hasattr(image, "__fspath__")


def _is_in_fortran_order(path):
    """Tells whether the first axis of the array in a file runs fastest, which only a .npy can say."""
    path = os.fsdecode(path)
    if not path.lower().endswith(".npy"):
        return False
    try:
        with open(path, "rb") as file:
            order = re.search(rb"fortran_order['\"]\s*:\s*(True|False)", file.read(65536))
    except OSError:
        return False  # the program says what is wrong with it
    return order is not None and order[1] == b"True"


def texts_of_path(path, axes, options):
    """Gives the options with which the program reads a path. `axes` is the order of the axes of the array in it, or None;
    the option of the program names first which one runs fastest, in `dims` too."""
    require_axes("xyz" if axes is None else axes)
    texts = {"input": text_bytes("path", path), **option_values(options)}
    if axes is None or texts["input"].endswith(b".ini"):  # a recipe has no array
        return texts if axes is None else {**texts, "axes": text_bytes("axes", axes)}
    is_fortran, mask = _is_in_fortran_order(path), options.get("mask")
    if is_path(mask) and os.path.isfile(mask) and _is_in_fortran_order(mask) != is_fortran:
        raise UsageError("mask= and the image are in files of other orders (one array is stored in Fortran order, the other "
                         "in C order). Save both in C order, with numpy.ascontiguousarray")
    texts["axes"] = (axes if is_fortran else axes[::-1]).encode()
    if texts["axes"] == b"zyx" and "dims" in texts:
        texts["dims"] = b"x".join(reversed(texts["dims"].split(b"x")))
    return texts


@with_options(_read_options())
def read(path, *, axes=None, **options):
    """Reads an image file, a folder of slices or a recipe (.ini).

    Files are TIFF, .mha, .mhd, .nrrd, .npy and .raw, and others where the package was built with their libraries.

    x goes across a slice, and z from slice to slice. An array that another library reads from the same file has the axes z,
    y, x then, and `solve` must be told so:

        pm.solve(pm.read("rock.tif", pore=0))
        pm.solve(tifffile.imread("rock.tif"), pore=0, axes="zyx")

    Parameters
    ----------
    path : str or path
        The file or the folder.
    axes : {'xyz', 'zyx'}, optional
        The order of the axes of the array that another library (numpy.load, tifffile, h5py) reads from the file: "xyz" for
        the .npy of an array whose first axis is x. Where nothing is said, x runs fastest: that is "zyx", or "xyz" of a .npy
        in Fortran order. Of a single slice that array has three axes, the first of one voxel. The command says it the
        other way round, the fastest axis first.
    {options}

    Returns
    -------
    PoreImage
        The image, one bit a voxel. Without `voxel_size` it has none, unless the file has it.

    Raises
    ------
    InputError
        The file cannot be read.
    UsageError
        Arguments are missing, are unknown or contradict each other.

    Examples
    --------
    >>> import os, tempfile
    >>> import numpy
    >>> import permeability as pm
    >>> grey = numpy.zeros((4, 8, 12), dtype="uint8")
    >>> grey[:, 2:6, 3:9] = 200
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     file = os.path.join(folder, "grey.npy")
    ...     numpy.save(file, grey)
    ...     image = pm.read(file, pore="100:", voxel_size="2 um", axes="xyz")
    >>> image.dims, image.porosity
    ((4, 8, 12), 0.25)
    """
    reject_unknown(options, _read_options(), "read")
    mask = take_mask(options)
    texts = texts_of_path(path, axes, options)
    if mask is not None:
        mask = mask_array(mask, ArrayAxes(axes or "xyz"))
    return PoreImage(core().read(texts, mask, None))


@with_options(_recipe_options())
def generate(kind, **options):
    """Makes a geometry that repeats.

    Parameters
    ----------
    {options}

    Returns
    -------
    PoreImage
        The image, one bit a voxel. `solve` knows the surface of its bodies.

    Raises
    ------
    InputError
        The kind is unknown, or the value of an argument is not what it must be.
    UsageError
        A kind does not have that argument.

    Examples
    --------
    >>> import permeability as pm
    >>> image = pm.generate("fcc", size=24, porosity=0.6)
    >>> image.dims, round(image.porosity, 2)
    ((24, 24, 24), 0.6)
    """
    return PoreImage(core().generate(recipe_texts(kind, options), None))


def recipe_texts(kind, options):
    """Gives the options of a recipe. Raises UsageError for one that no kind has."""
    reject_unknown(options, _recipe_options(), "generate")
    return {"kind": text_bytes("kind", kind), **option_values(options)}
