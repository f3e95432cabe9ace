# SPDX-License-Identifier: Apache-2.0
"""K of a kind of geometry against porosity."""
from ._arguments import option_values, reject_unknown, several
from ._core_guard import core
from ._errors import InputError
from ._image import generate, recipe_texts
from ._solve import _options, solve


def sweep(kinds, porosity, *, size, seed=None, recipe=None, progress=None, **options):
    """Solves geometries of one kind or several at several porosities, and gives a list of dicts, a row each.

    kinds: a kind of `generate`, or several. porosity: a number, or several. size: as of `generate`. seed: a number, or
    several, for kinds that are random. recipe: a dict of other options of `generate`. The other arguments are those of
    `solve`. A row has kind, porosity (asked for), seed, and the Result of the flow, with k_voxel2, error, stop and
    warnings for tables: pandas.DataFrame(sweep(...)). A point that cannot be solved has the reason in "failed", and no
    K. Raises InputError or UsageError at once for an argument that no point can have.
    """
    kinds, shares, seeds = several(kinds), several(porosity), several(seed)
    _require_arguments(kinds, seeds, {"size": size, **(recipe or {})}, options)
    rows = []
    for kind in kinds:
        for share in shares:
            for number in seeds:
                row = {"kind": kind, "porosity": share, "seed": number, "k_voxel2": None, "error": None, "stop": None,
                       "warnings": [], "failed": None, "result": None}
                rows.append(row)
                try:
                    image = generate(kind, size=size, porosity=share, seed=number, **(recipe or {}))
                    result = solve(image, progress=progress, **options)
                except InputError as error:
                    row["failed"] = str(error)
                    continue
                row.update(result=result, error=result.error, warnings=result.warnings)
                if len(result.flows) == 1:
                    row.update(k_voxel2=result.k_voxel2, stop=result.stop)
    return rows


def _require_arguments(kinds, seeds, recipe, options):
    """Raises what every point would raise: a wrong option must not become a table without a K."""
    reject_unknown(options, [*_options(), "strict", "axes"], "sweep")
    for kind in kinds:
        for seed in seeds:
            core().require_recipe_options(recipe_texts(kind, {"seed": seed, **recipe}))
    core().require_solve_options(option_values({name: value for name, value in options.items()
                                               if name not in ("strict", "axes")}))
