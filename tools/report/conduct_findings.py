# SPDX-License-Identifier: Apache-2.0
"""Tells what pores conduct: a table of every number between its bounds, the words of each, and the tensor.

The page of `conduct` and that of `solve --conduct` show the same; conduction.json has the numbers of a direction in
`directions`, result.json in `conduction` of each flow.
"""
import math

from conduct_figures import bounds_figure
from input_files import child, number, numbers, text
from quantities import NBSP, count, duration, measured, plain
from solve_findings import matrix

INFINITE = "∞"
QUANTITIES = {  # key: name, what it is
    "formation_factor": ("formation factor F", "One over the relative conductivity."),
    "tortuosity": ("tortuosity", "Porosity times F."),
    "root_of_tortuosity": ("root of the tortuosity", "What programs give that mean the length of ways."),
    "relative_conductivity": (
        "relative conductivity D",
        "Mean flux over all voxels, over the gradient times the conductivity of what fills the pores.",
    ),
    "archie_exponent": ("Archie's m", "ln D over ln porosity."),
}
CONSTANTS = {
    "katz_thompson_constant": (
        "constant of Katz and Thompson",
        "c in K = l²/(c F), l the diameter of the largest ball that gets through; Katz and Thompson have 226.",
    ),
    "kozeny_carman_constant": (
        "constant of Kozeny and Carman",
        "c in K = porosity³/(c S²), S the surface over the volume; Carman has 5.",
    ),
}
EFFECTIVE = {
    "diffusion": "effective diffusivity",
    "current": "effective conductivity",
    "heat": "effective thermal conductivity",
}


def digits_of(low, value, high):
    """Gives as many significant digits as the bounds leave a meaning, as the program prints them."""
    width = (high - low) / abs(value) if value else 0
    return min(8, max(3, 2 - math.floor(math.log10(width)))) if width > 0 else 5


def bounded(source, key):
    """Gives (low, value, high) of source[key], or None where one of them is not known."""
    found = child(source, key)
    numbers_found = tuple(number(found, name) for name in ("lower", "value", "upper"))
    return None if None in numbers_found else numbers_found


def conducts(conduction):
    """Tells whether anything goes through: without, all that falls with the conductivity is infinite."""
    return (number(child(conduction, "relative_conductivity"), "value") or 0) > 0


def spread_of(conduction, key):
    """Gives (value, two sigma) of a number that has no bounds, as of a smooth body, or None where it is not known."""
    value, smooth = number(child(conduction, key), "value"), child(conduction, "smooth_pores")
    conductivity, deviation = number(smooth, "relative_conductivity"), number(smooth, "standard_deviation")
    if value is None or deviation is None or not conductivity or conductivity < 0:
        return None
    share = 2 * deviation / conductivity  # of D, and so of F
    if key == "root_of_tortuosity":
        share /= 2
    if key == "archie_exponent":
        share = share / abs(math.log(conductivity)) if conductivity != 1 else 0.0
    return value, abs(value) * share


def in_words(conduction, key):
    """Gives (value, "low to high") of a number between its bounds, or with two sigma where it has none; infinite where
    nothing goes through, "" where it is not known."""
    found = bounded(conduction, key)
    if found is None and (spread := spread_of(conduction, key)):
        value, two_sigma = spread
        return f"{measured(value, 4)} ± {measured(two_sigma, 2)}", "two sigma"
    if found is None:
        return (INFINITE if key != "effective" and conduction and not conducts(conduction) else "", "")
    low, value, high = found
    digits = digits_of(low, value, high)
    return measured(value, digits), "exactly" if low == high else f"{measured(low, digits)} to {measured(high, digits)}"


def smooth_factor(conduction):
    """Gives (F, two sigma) of the smooth pores that the voxels picture, or None."""
    smooth = child(conduction, "smooth_pores")
    conductivity, deviation = number(smooth, "relative_conductivity"), number(smooth, "standard_deviation")
    if not conductivity or conductivity < 0 or deviation is None:
        return None
    return 1 / conductivity, 2 * deviation / conductivity**2


def table_rows(conductions, of=None):
    """Gives rows (what, [(value, small words) for each direction], meaning). `of` is what is conducted, where the file
    says it. Numbers that no direction has are left out."""
    rows = []
    for key, (what, meaning) in QUANTITIES.items():
        rows.append((what, [in_words(one, key) for one in conductions], meaning))
    units = {text(child(one, "effective"), "unit") for one in conductions if bounded(one, "effective")}
    unit = f", {next(iter(units))}" if len(units) == 1 and units != {None} else ""
    rows.append(
        (
            EFFECTIVE.get(of, "effective") + unit,
            [in_words(one, "effective") for one in conductions],
            "D times what conducts where there is no solid.",
        )
    )
    for key, (what, meaning) in CONSTANTS.items():
        found = [number(one, key) for one in conductions]
        rows.append((what, [("" if value is None else measured(value, 3), "") for value in found], meaning))
    smooth = [smooth_factor(one) if bounded(one, "formation_factor") else None for one in conductions]  # else F is it
    words = [(f"{measured(each[0], 4)} ± {measured(each[1], 2)}", "two sigma") if each else ("", "") for each in smooth]
    rows.append(
        ("F of the smooth pores", words, "An estimate of what the rough walls of voxels do to F. It is no bound.")
    )
    return [row for row in rows if any(value for value, _ in row[1]) and not only_infinite(row)]


def only_infinite(row):
    """Tells whether a row says no more than that F is infinite."""
    return row[0] != QUANTITIES["formation_factor"][0] and {value for value, _ in row[1]} == {INFINITE}


def run_rows(conduction, along=""):
    """Gives rows of how one direction was bounded."""
    steps, seconds = number(conduction, "iterations"), number(conduction, "seconds")
    if not steps:
        return []
    return [("iterations" + along, f"{count(steps)} in {duration(seconds)}")]


def described(pairs, of=None):
    """Gives the section of (direction, conduction) pairs, or None where no direction has conduction."""
    pairs = [(direction, conduction) for direction, conduction in pairs if conduction]
    if not pairs:
        return None
    bars = []
    for direction, conduction in pairs:
        found, smooth = bounded(conduction, "formation_factor"), smooth_factor(conduction)
        if found is None and smooth:
            found = (smooth[0],) * 3
        if found and found[1] > 0:
            bars.append((direction, found, smooth))
    return {
        "directions": [direction for direction, _ in pairs],
        "rows": table_rows([conduction for _, conduction in pairs], of),
        "figure": {
            "title": "The bounds and the value",
            "svg": bounds_figure(bars, "bounds"),
            "caption": "Bars: from the lower to the upper bound of F, over the value."
            + (" Marks with whiskers: F of the smooth pores, and two sigma." if any(bar[2] for bar in bars) else ""),
        }
        if any(low < high or smooth for _, (low, _, high), smooth in bars)
        else None,
    }


def tensor(content):
    """Gives the tensor of relative conductivities with principal values and axes, or None where there is none."""
    rows = matrix(content, "relative_conductivity_tensor")
    if not rows or any(value is None for row in rows for value in row):
        return None
    axes, principal = matrix(content, "relative_conductivity_axes"), numbers(content, "relative_conductivity_principal")
    known = len(principal) == 3 and len(axes) == 3
    least = min(principal) if known else 0
    return {
        "unit": "",
        "rows": [[measured(value, 5) for value in row] for row in rows],
        "principal": [
            (measured(value, 5), "(" + ", ".join(measured(part, 4) for part in axis) + ")")
            for value, axis in zip(principal, axes)
        ]
        if known
        else [],
        "ratio": f"{plain(max(principal) / least, 4)}{NBSP}: 1" if least > 0 else "",
    }
