# SPDX-License-Identifier: Apache-2.0
"""The flow along one axis: the keys of "flow" in result.json, with names for the most wanted ones, and fields as
arrays."""
import copy

from ._gas import GasFlow
from ._inertia import Inertia


class Flow:
    """The flow along one axis. Its keys are those of "flow" in result.json: flow["steps"] gives a copy. Arrays are None
    without fields=, and cannot be written: change a copy, flow.velocity.copy().

    Attributes
    ----------
    velocity
        array (axes of the image, and the component x, y, z), float32. Its mean over the image is K, in m^2 or voxel^2;
        with gradient="1e4Pa/m" it is in m/s.
    pressure
        array, float32, falls along the flow by the gradient times the length; in units of the gradient times metres or
        voxels, with gradient= in Pa; 0 in solid.
    part
        array, uint32, the number of the connected part of each voxel, 1 the largest, 0 in solid.
    sensitivity
        with "sensitivity" in fields=, array (axes of the image, and the face -x, +x, -y, +y, -z, +z), float32:
        d ln K for each voxel by which that face of a pore voxel moves into the solid; 0 where it meets no solid, and
        at closed faces of the image. Its sum is d ln K where all walls move. It is a slope: that a whole voxel becomes
        pore or solid is another number.
    """

    def __init__(self, facts, fields, axes):
        self._facts = facts
        self._fields = fields
        self._axes = axes

    def __getitem__(self, key):
        return copy.deepcopy(self._facts[key])

    def keys(self):
        return self._facts.keys()

    direction = property(lambda self: self._facts["direction"])
    k_voxel2 = property(lambda self: self._facts["permeability_voxel2"])
    k_m2 = property(lambda self: self._facts["permeability_m2"])
    k_darcy = property(lambda self: self._facts["permeability_darcy"])
    k_mD = property(lambda self: self._facts["permeability_mD"])
    error = property(lambda self: self._facts["iteration_error"],
                     doc="relative bound on what the iteration may still change of K; voxels add their own error")
    stop = property(lambda self: self._facts["stop"])
    steps = property(lambda self: self._facts["steps"])
    interval_voxel2 = property(lambda self: self._interval("voxel2"),
                               doc="(low, high): K of the body that the image samples lies there in 95 of 100 cases, "
                                   "as far as its errors are known (flow['headline'] names them); None without one")
    interval_m2 = property(lambda self: self._interval("m2"), doc="the same in m^2")
    interval_mD = property(lambda self: self._interval("mD"), doc="the same in millidarcy")

    def _interval(self, unit):
        headline = self._facts.get("headline") or {}
        ends = headline.get("low_" + unit), headline.get("high_" + unit)
        return None if None in ends else ends

    @property
    def voxel_error(self):
        """Two sigma of what the voxels did to K, relative: 0.15 is 15 %. None where it is not known."""
        return (self._facts.get("voxel_estimate") or {}).get("two_sigma")

    @property
    def inertia(self):
        """The flows with inertia, an Inertia; None without reynolds=, and where nothing flows."""
        facts = self._facts.get("inertia")
        return None if facts is None else Inertia(facts)

    @property
    def gas(self):
        """K of the gas of gas=, a GasFlow; None without gas=, and where nothing flows."""
        facts = self._facts.get("gas")
        return None if facts is None else GasFlow(facts)

    @property
    def is_creeping_converged(self):
        """Whether the flow without inertia reached its steady state, or nothing flows."""
        return self.stop in ("converged", "not_percolating")

    @property
    def converged(self):
        """Whether the flow, and with reynolds= the flow at every Reynolds number, reached its steady state."""
        return self.is_creeping_converged and (self.inertia is None or self.inertia.complete)

    @property
    def velocity(self):
        return self._oriented(0)

    @property
    def pressure(self):
        return self._oriented(1)

    @property
    def part(self):
        return self._oriented(2)

    @property
    def sensitivity(self):
        return self._oriented(3)

    def _oriented(self, which):
        """Gives a field with the axes of the image that was given, of a field with the axes z, y, x."""
        if self._fields is None or which >= len(self._fields):
            return None
        kept = [letter for letter in "zyx" if letter in self._axes]
        array = self._fields[which][tuple(slice(None) if letter in kept else 0 for letter in "zyx")]
        return array.transpose([kept.index(letter) for letter in self._axes] + list(range(len(kept), array.ndim)))

    def _k_in_words(self):
        """Gives "820 mD, 700 to 960", in the unit of units=."""
        headline = self._facts.get("headline")
        if headline:
            return headline["text"]
        if self.k_voxel2 is None:
            return "unknown"
        return f"{self.k_voxel2:.4g} voxel^2" if self.k_mD is None else f"{self.k_mD:.4g} mD"

    def _causes(self):
        headline = self._facts.get("headline")
        return headline["causes"] if headline and headline["causes"] else ""

    def __repr__(self):
        more = "" if self.inertia is None else f", {repr(self.inertia)[1:-1]}"
        causes = f" ({self._causes()})" if self._causes() else ""
        return f"<Flow along {self.direction}: K = {self._k_in_words()}{causes}, {self.stop}{more}>"
