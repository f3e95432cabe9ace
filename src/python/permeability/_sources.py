# SPDX-License-Identifier: Apache-2.0
"""Images from files and recipes. The arguments are options of `permeability solve` and `permeability generate`."""
from ._arguments import option_values, reject_unknown, text_bytes
from ._arrays import ArrayAxes, mask_array, require_axes
from ._core_guard import core, option_table, recipe_table
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


@with_options(_read_options())
def read(path, **options):
    """Reads an image file, a folder of slices or a recipe (.ini).

    Files are TIFF, .mha, .mhd, .nrrd, .npy and .raw, and others where the package was built with their libraries.

    x goes across a slice here, and z from slice to slice. An array that another library reads from the same file has the
    axes z, y, x, and `solve` must be told so:

        pm.solve(pm.read("rock.tif", pore=0))
        pm.solve(tifffile.imread("rock.tif"), pore=0, axes="zyx")

    Parameters
    ----------
    path : str or path
        The file or the folder.
    axes : {'xyz', 'zyx'}, default 'xyz'
        The order of the axes in the file, the fastest one first: "xyz" for stacks of slices, where x runs fastest and z is
        the number of the slice. It is the other way round than that of the array which another library reads from it.
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
    >>> stack = numpy.zeros((8, 8, 8), dtype="uint8")
    >>> stack[:, 2:6, 2:6] = 200
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     file = os.path.join(folder, "stack.npy")
    ...     numpy.save(file, stack)
    ...     image = pm.read(file, pore="100:", voxel_size="2 um", axes="zyx")
    >>> image.porosity
    0.25
    """
    reject_unknown(options, _read_options(), "read")
    mask, axes = take_mask(options), options.get("axes")
    texts = {"input": text_bytes("path", path), **option_values(options)}
    if mask is not None:
        require_axes("xyz" if axes is None else axes)
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
