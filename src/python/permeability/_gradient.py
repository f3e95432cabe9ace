# SPDX-License-Identifier: Apache-2.0
"""gradient: how K reacts to each wall face, for design and for learning."""
from ._errors import UsageError


class Gradient:
    """K of one flow, and how it changes where walls move.

    result: the Result of the flow, with its fields; k_voxel2, k_m2 are its K.
    relative: array (three axes of the image, and the face -x, +x, -y, +y, -z, +z): d ln K for each voxel by which that
        face of a pore voxel moves into the solid; 0 where it meets no solid, and at closed faces of the image.
    dk_voxel2, dk_m2: the same times K, dK for each voxel of displacement. K of walls that all move by 0.1 voxel into the
        solid is about k_voxel2 + 0.1*dk_voxel2.sum().

    It is a slope. To remove or to add one whole voxel is another number: it moves up to six faces by a whole voxel, and
    the flow around a pit or a bump is not that along the wall. `pits` and `bumps` rank single voxels.
    """

    def __init__(self, result):
        self.result = result

    k_voxel2 = property(lambda self: self.result.k_voxel2)
    k_m2 = property(lambda self: self.result.k_m2)
    relative = property(lambda self: self.result.sensitivity)
    dk_voxel2 = property(lambda self: self._times(self.k_voxel2))
    dk_m2 = property(lambda self: self._times(self.k_m2))

    def _times(self, k):
        return None if k is None or self.relative is None else k * self.relative.astype(float)

    def __repr__(self):
        slope = "no walls that flow" if self.relative is None else f"d ln K = {self.relative.sum(dtype=float):.4g} a voxel of all walls"
        return f"<Gradient along {self.result.directions[0]}: K = {self.k_voxel2:.6g} voxel^2, {slope}>"


def gradient(image, **options):
    """Gives K of an image and its derivative by the place of each wall face, as a Gradient, from one flow: K is its own
    adjoint. Its arguments are those of `solve`, with one direction. Walls stand at the faces of voxels.

    dK of a face is that of moving it into the solid by a small part of a voxel. Removing one whole voxel is another
    number (see Gradient).
    """
    from ._solve import solve

    for name in ("fields", "reynolds", "walls"):
        if options.get(name) not in (None, "voxels"):
            raise UsageError(f"gradient has no argument {name}= (it solves one creeping flow between faces of voxels). "
                             "Leave it out, or call solve with fields=\"sensitivity\"")
    result = solve(image, fields="sensitivity", **options)
    if len(result.directions) != 1:
        raise UsageError("gradient is given several directions (it is that of one K). Give one, or call solve with "
                         "fields=\"sensitivity\"")
    return Gradient(result)
