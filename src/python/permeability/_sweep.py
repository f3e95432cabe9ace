# SPDX-License-Identifier: Apache-2.0
"""K of a kind of geometry against porosity."""
import warnings

from ._arguments import option_values, reject_unknown, several
from ._core_guard import core
from ._errors import FailedPointWarning, InputError, NotConverged, NotConvergedWarning
from ._signatures import with_options
from ._solve import _options, solve
from ._sources import _HOW_IT_IS_READ, generate, recipe_texts

_SHOWN = {"kind": "kind", "porosity": "porosity", "seed": "seed", "k_voxel2": "K [voxel^2]", "error": "+-", "stop": "end"}


class Sweep(list):
    """The rows of a sweep, a dict each, which shows itself as a table: pandas.DataFrame(rows) takes it as it is.

    A row has kind, porosity (asked for), seed, k_voxel2, error (relative, of the iteration), stop, warnings, failed (why
    there is no K, or None) and result, the Result of the point or None. Of several directions K is in the result only.
    """

    def _cells(self):
        for row in self:
            yield ["" if row[name] is None else f"{row[name]:.5g}" if isinstance(row[name], float) else str(row[name])
                   for name in _SHOWN] if row["failed"] is None else [str(row["kind"]), str(row["porosity"]), str(row["seed"] or ""),
                                                                      "failed", "", row["failed"]]

    def __repr__(self):
        cells = [list(_SHOWN.values()), *self._cells()]
        widths = [max(map(len, column)) for column in zip(*cells)]
        return "\n".join("  ".join(word.ljust(width) for word, width in zip(row, widths)).rstrip() for row in cells)

    def _repr_html_(self):
        from ._pictures import table

        return table(_SHOWN.values(), self._cells())


@with_options(_options(), without=("axes", *_HOW_IT_IS_READ))
def sweep(kinds, porosity, *, size, seed=None, recipe=None, progress=None, strict=False, **options):
    """Solves geometries of one kind or several at several porosities.

    Parameters
    ----------
    kinds : str or a sequence of str
        A kind of `generate`, or several.
    porosity : float or a sequence of float
        Pore voxels over all voxels, to aim at.
    seed : int or a sequence of int, optional
        For kinds that are random: a row for each.
    recipe : dict, optional
        Other arguments of `generate`, as {"radius": 4}.
    strict : bool, optional
        Raise at the first point that cannot be solved, or does not reach its steady state. Both are warnings by default,
        and an error where no point could be solved.
    {options}

    Returns
    -------
    Sweep
        A list with a dict for each point, in the order of kinds, porosities and seeds.

    Raises
    ------
    InputError, UsageError
        No point can have that argument, or no point could be solved.
    NotConverged
        A flow did not reach its steady state, and `strict` is True.

    Warns
    -----
    FailedPointWarning
        Some points could not be solved. Their rows have the reason in "failed", and no K.
    NotConvergedWarning
        Some flows did not reach their steady state.

    Examples
    --------
    >>> import permeability as pm
    >>> rows = pm.sweep("sc", [0.6, 0.8], size=16)
    >>> [row["porosity"] for row in rows], rows[0]["k_voxel2"] < rows[1]["k_voxel2"]
    ([0.6, 0.8], True)
    """
    kinds, shares, seeds, recipe = several(kinds), several(porosity), several(seed), dict(recipe or {})
    _require_arguments(kinds, seeds, {"size": size, **recipe}, options)
    rows, failed, unsteady = Sweep(), [], []
    for kind, share, number in [(kind, share, number) for kind in kinds for share in shares for number in seeds]:
        row = {"kind": kind, "porosity": share, "seed": number, "k_voxel2": None, "error": None, "stop": None,
               "warnings": [], "failed": None, "result": None}
        rows.append(row)
        point = f"{kind} at porosity {share}" + ("" if number is None else f", seed {number}")
        try:
            image = generate(kind, size=size, porosity=share, seed=number, **recipe)
            result = solve(image, progress=progress, strict=True, **options)
        except (InputError, NotConverged) as error:
            if strict:
                raise
            result = getattr(error, "result", None)
            (failed if result is None else unsteady).append(f"{point}: {error}")
            if result is None:
                row["failed"] = str(error)
                continue
        row.update(result=result, error=result.error, warnings=result.warnings)
        if len(result.flows) == 1:
            row.update(k_voxel2=result.k_voxel2, stop=result.stop)
    _tell(failed, unsteady, len(rows))
    return rows


def _tell(failed, unsteady, count):
    """Warns of points that are no answer. Raises InputError where there is none."""
    if failed and len(failed) == count:
        raise InputError(f"No point of the sweep could be solved ({failed[0]})")
    for told, what, kind in ((failed, "could not be solved, and have no K", FailedPointWarning),
                             (unsteady, "did not reach their steady state", NotConvergedWarning)):
        if told:
            warnings.warn(f"{len(told)} of {count} points {what}: {'; '.join(told)}", kind, stacklevel=3)


def _require_arguments(kinds, seeds, recipe, options):
    """Raises what every point would raise: a wrong option must not become a table without a K."""
    reject_unknown(options, sweep.further_options, "sweep")
    for kind in kinds:
        for seed in seeds:
            core().require_recipe_options(recipe_texts(kind, {"seed": seed, **recipe}))
    core().require_solve_options(option_values(options))
