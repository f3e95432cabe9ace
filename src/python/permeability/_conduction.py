# SPDX-License-Identifier: Apache-2.0
"""What conduct gives: the keys of conduction.json, with names for the most wanted ones."""
import copy
import json
import math

from ._errors import InputError, as_python


class Bounded(float):
    """A number between two bounds that are proven for the body of the voxels: a float with `lower` and `upper`, which
    are floats too. An infinite one has an infinite upper bound."""

    __slots__ = ("_lower", "_upper")

    def __new__(cls, value, lower, upper):
        number = super().__new__(cls, value)
        number._lower, number._upper = float(lower), float(upper)
        return number

    lower = property(lambda self: self._lower)
    upper = property(lambda self: self._upper)

    def __reduce__(self):
        return type(self), (float(self), self._lower, self._upper)

    def __repr__(self):
        value, width = float(self), self._upper - self._lower
        if not math.isfinite(value):
            return str(value)
        if width == 0:
            return f"{value:.8g} exactly"
        digits = 3
        if math.isfinite(width) and value > 0:
            digits = min(8, max(3, 2 - math.floor(math.log10(width / value))))
        return f"{value:.{digits}g}, between {self._lower:.{digits}g} and {self._upper:.{digits}g}"


class Estimated(float):
    """An estimate and no bound: a float with its `standard_deviation`, in the same unit."""

    __slots__ = ("_deviation",)

    def __new__(cls, value, standard_deviation):
        number = super().__new__(cls, value)
        number._deviation = float(standard_deviation)
        return number

    standard_deviation = property(lambda self: self._deviation)

    def __reduce__(self):
        return type(self), (float(self), self._deviation)

    def __repr__(self):
        return f"{float(self):.4g}, standard deviation {self._deviation:.2g}"


def _number(direction, key):
    """Gives a number of a direction in conduction.json, which has null where it is infinite, and null for the bounds of
    a smooth body, which has a standard deviation instead."""
    facts = direction[key]
    if facts["value"] is not None and facts["lower"] is None:
        smooth = direction["smooth_pores"]
        share = smooth["standard_deviation"] / smooth["relative_conductivity"]  # of what is like it, or like one over it
        return Estimated(facts["value"], share * facts["value"])
    return Bounded(*(math.inf if facts[name] is None else facts[name] for name in ("value", "lower", "upper")))


class Conducted:
    """What the pores conduct along one axis. Its keys are those of "directions" in conduction.json: along["iterations"]
    gives a copy. Numbers are Bounded, and lie between their bounds; with walls="sub-voxel" (those of a recipe) they
    are Estimated.

    Attributes
    ----------
    relative_conductivity
        the mean flux over all voxels for a gradient of 1, over that without solid, from 0 to 1.
    formation_factor
        one over it.
    tortuosity
        porosity times formation factor; its root is along["root_of_tortuosity"].
    effective
        the relative conductivity times that of bulk=, in the unit of bulk=; None without bulk=.
    smooth_formation_factor
        an estimate for the smooth body that the voxels picture, which is no bound: an Estimated; None where nothing
        conducts, and of voxels where all walls are flat and where the image was made finer.
    lambda_voxels, lambda_m
        the length of Johnson, Koplik and Schwartz, twice the pore volume over the surface, both by the squared
        gradient: the radius of a tube, the width of a slit. An Estimated; None where there are no walls, several
        conductivities, or voxels that were made finer, and in metres without a voxel size.
    converged
        whether the iteration reached the tolerance. Otherwise the bounds are wide, but true.
    """

    def __init__(self, facts):
        self._facts = facts

    def _lambda(self, unit):
        facts = self._facts["lambda"]
        if facts is None or facts[unit] is None:
            return None
        return Estimated(facts[unit], facts[f"standard_deviation_{unit}"])

    lambda_voxels = property(lambda self: self._lambda("voxels"))
    lambda_m = property(lambda self: self._lambda("m"))

    def __getitem__(self, key):
        return copy.deepcopy(self._facts[key])

    def keys(self):
        return self._facts.keys()

    direction = property(lambda self: self._facts["direction"])
    relative_conductivity = property(lambda self: _number(self._facts, "relative_conductivity"))
    formation_factor = property(lambda self: _number(self._facts, "formation_factor"))
    tortuosity = property(lambda self: _number(self._facts, "tortuosity"))
    converged = property(lambda self: self._facts["is_converged"])

    @property
    def effective(self):
        return None if self._facts["effective"] is None else _number(self._facts, "effective")

    @property
    def smooth_formation_factor(self):
        facts = self._facts["smooth_pores"]
        if facts is None:
            return None
        factor = facts["formation_factor"]
        return Estimated(factor, facts["standard_deviation"] * factor**2)  # that of the relative conductivity is given

    def __repr__(self):
        return f"<Conducted along {self.direction}: F = {self.formation_factor!r}>"


class Conduction:
    """All that a run of `conduct` found. Its keys are those of conduction.json: c["image"]["porosity"]; c["x"] is what is
    conducted along x. What it gives are copies, so that it stays as it was found.

    Attributes
    ----------
    directions
        a Conducted for each direction that was asked for, by its letter: c.directions["x"].formation_factor.
    relative_conductivity, formation_factor, tortuosity, effective, smooth_formation_factor, lambda_voxels, lambda_m
        of the direction, where one was asked for; InputError where there are several. `effective` has the unit of
        bulk=.
    tensor
        the relative conductivity as an array of shape (3, 3), [component of the flux][direction of the gradient], in
        the order x, y, z whatever the order of the axes of the array; None unless direction="xyz" between periodic
        faces.
    walls
        "voxels", or "sub-voxel" where the smooth body of a recipe conducts.
    porosity
        pore voxels over all voxels; that of the smooth body is c["porosity_of_body"].
    warnings
        a list of sentences.
    data
        the keys and values of conduction.json.
    """

    def __init__(self, text):
        self._text = text
        self._facts = json.loads(text)
        self._directions = {facts["direction"]: Conducted(facts) for facts in self._facts["directions"]}

    def __getitem__(self, key):
        return self._directions[key] if key in self._directions else copy.deepcopy(self._facts[key])

    def __iter__(self):
        return iter(self._facts)

    def keys(self):
        return self._facts.keys()

    directions = property(lambda self: dict(self._directions))
    data = property(lambda self: json.loads(self._text))
    walls = property(lambda self: self._facts["walls"])
    porosity = property(lambda self: self._facts["image"]["porosity"])
    warnings = property(lambda self: [as_python(text) for text in self._facts["warnings"]])

    def _of_one(self, name):
        if len(self._directions) != 1:
            raise InputError(f"{name} is of one direction (this run has the directions {', '.join(self._directions)}). "
                             f"Take c['x'].{name}, or the tensor")
        return getattr(next(iter(self._directions.values())), name)

    relative_conductivity = property(lambda self: self._of_one("relative_conductivity"))
    formation_factor = property(lambda self: self._of_one("formation_factor"))
    tortuosity = property(lambda self: self._of_one("tortuosity"))
    effective = property(lambda self: self._of_one("effective"))
    smooth_formation_factor = property(lambda self: self._of_one("smooth_formation_factor"))
    lambda_voxels = property(lambda self: self._of_one("lambda_voxels"))
    lambda_m = property(lambda self: self._of_one("lambda_m"))

    @property
    def converged(self):
        """Whether the iteration reached the tolerance along every direction. The bounds are true all the same."""
        return all(along.converged for along in self._directions.values())

    @property
    def tensor(self):
        import numpy

        tensor = self._facts["relative_conductivity_tensor"]
        return None if tensor is None else numpy.array(tensor, dtype=float)

    def _repr_html_(self):
        from ._pictures import html_of_conduction

        return html_of_conduction(self)

    def __repr__(self):
        return "<Conduction " + ", ".join(repr(along)[11:-1] for along in self._directions.values()) + ">"
