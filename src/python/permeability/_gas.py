# SPDX-License-Identifier: Apache-2.0
"""K of a gas beside K: what pm.solve(gas="air", pressure="2bar") gives of each flow."""
import copy


class GasFlow:
    """What a gas does in the pores along one axis. Its keys are those of "gas" in result.json: flow.gas["gas"].

    Attributes
    ----------
    k_m2, k_mD, k_darcy, k_voxel2
        K (1 + b/p), of K as solved; None where the mean free path is wider than the pores.
    interval_m2, interval_mD, interval_voxel2
        (low, high) in which it lies in 95 of 100 cases, as far as the errors are known; None without one.
    factor
        K of the gas over K, 1 + b/p; None where there is none.
    b_pa
        Klinkenberg's b in Pa.
    b_interval_pa
        (low, high) that the voxels leave it.
    published_b_pa
        that of rocks with the same K (Heid et al. 1950).
    mean_free_path_m, slip_length_m, viscosity_pa_s
        of the gas at this pressure and temperature.
    knudsen
        mean free path over the width of the narrowest throat, or of the mean one where that is larger, or alone known.
        Beyond 0.1 first order is rough, and beyond 1 there is no K of the gas.
    """

    def __init__(self, facts):
        self._facts = facts

    def __getitem__(self, key):
        return copy.deepcopy(self._facts[key])

    def keys(self):
        return self._facts.keys()

    def _interval(self, unit):
        headline = self._facts["headline"] or {}
        ends = headline.get("low_" + unit), headline.get("high_" + unit)
        return None if None in ends else ends

    k_voxel2 = property(lambda self: self._facts["permeability_voxel2"])
    k_m2 = property(lambda self: self._facts["permeability_m2"])
    k_darcy = property(lambda self: self._facts["permeability_darcy"])
    k_mD = property(lambda self: self._facts["permeability_mD"])
    interval_voxel2 = property(lambda self: self._interval("voxel2"))
    interval_m2 = property(lambda self: self._interval("m2"))
    interval_mD = property(lambda self: self._interval("mD"))
    factor = property(lambda self: None if self._facts["factor"] is None else self._facts["factor"]["value"])
    b_pa = property(lambda self: self._facts["klinkenberg_b_pa"]["value"])
    b_interval_pa = property(lambda self: tuple(self._facts["klinkenberg_b_pa"][end] for end in ("low", "high")))
    published_b_pa = property(lambda self: self._facts["published_b_pa"])
    mean_free_path_m = property(lambda self: self._facts["mean_free_path_m"])
    slip_length_m = property(lambda self: self._facts["slip_length_m"])
    viscosity_pa_s = property(lambda self: self._facts["viscosity_pa_s"])

    @property
    def knudsen(self):
        known = (self._facts["narrowest_throat_knudsen"], self._facts["mean_throat_knudsen"])
        return max(number for number in known if number is not None)

    def __repr__(self):
        k = self._facts["headline"]["text"] if self._facts["headline"] else "none"
        return f"<{self._facts['gas']}: K = {k}, b = {self.b_pa:.4g} Pa, Knudsen number {self.knudsen:.2g}>"
