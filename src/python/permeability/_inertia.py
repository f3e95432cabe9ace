# SPDX-License-Identifier: Apache-2.0
"""What flows at ascending Reynolds numbers say: K of each, and the coefficients of inertia."""
import copy


class Inertia:
    """The flows with inertia along one axis, at the Reynolds numbers of reynolds=. Its keys are those of "inertia" in
    result.json: flow.inertia["points"]. Re = U l / nu, where U is the superficial velocity, which is that over all
    voxels.

    Arrays have a number for each flow that became steady, in ascending order of Re. Numbers are None where the flows
    do not give them.

    Attributes
    ----------
    reynolds
        Re of the flow that was solved.
    reynolds_asked
        that of the list, within a few per cent of it.
    k_m2, k_voxel2
        apparent permeability nu U / g, in m2 (NaN without a voxel size) and voxel2.
    resistance
        K0/K, where K0 is the permeability of creeping flow; 1 without inertia.
    error
        relative bound on K, as Flow.error.
    steps
        of the lattice, that each took.
    pressure_gradient_water_pa_m, pressure_gradient_air_pa_m
        what drives the same flow of water and of air of 20 C, in Pa/m (NaN without a voxel size).
    length_voxel, length_m
        the length l of Re.
    beta_per_m, beta_per_voxel
        Forchheimer's beta in g = nu U / K_F + beta U^2, in 1/m and 1/voxel.
    c_F
        beta times the root of K0, without unit.
    beta_error
        half width of the 95 % interval of beta and c_F, over their size.
    forchheimer_window
        (first, last) Re of the flows that the line was fitted to.
    weak_coefficient
        w in K0/K = 1 + w Re^2, where inertia is weak.
    reynolds_1_percent, reynolds_10_percent
        Re at which K is so much below K0.
    complete
        whether every flow of the list is steady.
    end
        "complete", "unsteady", "unresolved", "step_limit", "diverged" or "interrupted".
    why
        a sentence that says what happened, and what to do, None where the list is complete. What was solved before is
        kept.
    unsteady
        where end is "unsteady", the flow that oscillates as a dict, else None: "reynolds" and
        "apparent_permeability_voxel2" are means over whole periods, "swing" is the largest less the smallest K over
        the mean, "period" is in l/U. No other number here uses it.
    """

    def __init__(self, facts):
        self._facts = facts

    def __getitem__(self, key):
        return copy.deepcopy(self._facts[key])

    def keys(self):
        return self._facts.keys()

    def __len__(self):
        return len(self._facts["points"])

    def _array(self, key, dtype=float):
        import numpy

        return numpy.array([point[key] for point in self._facts["points"]], dtype=dtype)

    def _of_fit(self, fit, key):
        return None if self._facts[fit] is None else self._facts[fit][key]

    reynolds = property(lambda self: self._array("reynolds"))
    reynolds_asked = property(lambda self: self._array("reynolds_asked"))
    k_m2 = property(lambda self: self._array("apparent_permeability_m2"))
    k_voxel2 = property(lambda self: self._array("apparent_permeability_voxel2"))
    resistance = property(lambda self: self._array("resistance"))
    error = property(lambda self: self._array("iteration_error"))
    steps = property(lambda self: self._array("steps", int))
    pressure_gradient_water_pa_m = property(lambda self: self._array("pressure_gradient_water_pa_m"))
    pressure_gradient_air_pa_m = property(lambda self: self._array("pressure_gradient_air_pa_m"))

    length_voxel = property(lambda self: self._facts["length_voxel"])
    length_m = property(lambda self: self._facts["length_m"])
    beta_per_m = property(lambda self: self._of_fit("forchheimer", "beta_per_m"))
    beta_per_voxel = property(lambda self: self._of_fit("forchheimer", "beta_per_voxel"))
    c_F = property(lambda self: self._of_fit("forchheimer", "c_F"))
    beta_error = property(lambda self: self._of_fit("forchheimer", "relative_confidence_95"))
    weak_coefficient = property(lambda self: self._of_fit("weak_inertia", "coefficient"))
    reynolds_1_percent = property(lambda self: self._of_fit("one_percent_less", "reynolds"))
    reynolds_10_percent = property(lambda self: self._of_fit("ten_percent_less", "reynolds"))

    @property
    def forchheimer_window(self):
        if self._facts["forchheimer"] is None:
            return None
        return self._facts["forchheimer"]["first_reynolds"], self._facts["forchheimer"]["last_reynolds"]

    end = property(lambda self: self._facts["end"])
    why = property(lambda self: self._facts["why"])
    unsteady = property(lambda self: self["unsteady"])

    @property
    def complete(self):
        """Whether the flow at every Reynolds number of the list became steady."""
        return self.end == "complete"

    def __repr__(self):
        beta = "" if self.beta_per_voxel is None else f", beta = {self.beta_per_voxel:.4g}/voxel"
        return f"<Inertia at {len(self)} Reynolds numbers{beta}, {self.end}>"
