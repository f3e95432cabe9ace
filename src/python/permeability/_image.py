# SPDX-License-Identifier: Apache-2.0
"""Images whose pores are known: one bit a voxel."""
from ._arrays import ArrayAxes, given_array, is_array, require_axes
from ._core_guard import core
from ._errors import UsageError, as_python


class PoreImage:
    """An image whose pores are known, one bit a voxel. `solve` and `estimate` take it in place of an array.

    dims: voxels along x, y, z. voxel_size_m: edge of a voxel in metres, or None. porosity: pore voxels over
    sample_voxels, which are all, or those that a mask leaves. pore_space_hash: the same for the same pores, in
    result.json too. source, format, segmentation: where it comes from, in words. warnings: a list of sentences. It can
    be pickled and copied.
    """

    def __init__(self, pores):
        self._pores = pores

    def __getstate__(self):
        return self._pores.pack()

    def __setstate__(self, state):
        self._pores = core().unpack(state)

    dims = property(lambda self: self._pores.dims)
    shape = property(lambda self: self._pores.dims, doc="dims, as NumPy says it for the axes x, y, z")
    voxel_size_m = property(lambda self: self._pores.voxel_size_m)
    pore_voxels = property(lambda self: self._pores.pore_voxels)
    sample_voxels = property(lambda self: self._pores.sample_voxels)
    pore_space_hash = property(lambda self: self._pores.pore_space_hash)
    source = property(lambda self: self._pores.source)
    format = property(lambda self: self._pores.format)
    segmentation = property(lambda self: self._pores.segmentation)
    warnings = property(lambda self: [as_python(text) for text in self._pores.warnings])

    @property
    def porosity(self):
        return self.pore_voxels / self.sample_voxels

    def numpy(self, axes="xyz"):
        """Gives a bool array, True in pores, with the axes in this order. It takes a byte a voxel."""
        require_axes(axes)
        mask = self._pores.mask().view(bool)
        return mask.transpose(2, 1, 0) if axes == "xyz" else mask

    def __array__(self, dtype=None, copy=None):
        array = self.numpy()
        return array if dtype is None else array.astype(dtype)

    def __repr__(self):
        nx, ny, nz = self.dims
        return f"<PoreImage {nx} x {ny} x {nz}, porosity {self.porosity:.4f}, {self.format}>"


def as_given(image, axes, mask=None):
    """Gives what the compiled module takes for an image: a PoreImage or an array, and the array of a mask."""
    if not isinstance(image, PoreImage):
        return given_array(image, axes, mask)
    require_axes("xyz" if axes is None else axes)
    if mask is not None:
        raise UsageError("mask= is given (the pores of this image are known already). Leave it out, or give it to read")
    return image._pores


def axes_of(given, axes):
    """Gives the order of the axes of what as_given gave, as ArrayAxes: that of the fields of a result."""
    return getattr(given, "axes", None) or ArrayAxes(axes or "xyz")


def take_mask(options):
    """Takes the mask out of options where it is an array, and gives it or None."""
    return options.pop("mask") if is_array(options.get("mask")) else None
