# SPDX-License-Identifier: Apache-2.0
"""Writes numbers as people read them: rounded to the digits that are known, with units, "not known" for None.

Spaces between a number and its unit do not break. Powers of ten are written with raised digits: 1.5 × 10⁻¹².
"""
import math

NOT_KNOWN = "not known"
NBSP = "\u00a0"
DARCY_M2 = 9.869233e-13  # 1 cP * 1 cm/s / (1 atm/cm), as in src/core/units.hpp
RAISED = str.maketrans("-0123456789", "⁻⁰¹²³⁴⁵⁶⁷⁸⁹")


def raised(exponent):
    """Writes an exponent in raised digits."""
    return str(exponent).translate(RAISED)


def with_minus(text):
    """Puts a minus sign in place of a leading hyphen."""
    return "−" + text[1:] if text.startswith("-") else text


def is_plain(value):
    """Tells whether a number is readable without a power of ten."""
    return value == 0 or 1e-3 <= abs(value) < 1e6


def measured(value, digits=4):
    """Writes a number with so many significant digits and keeps trailing zeros."""
    if value is None or not math.isfinite(value):
        return NOT_KNOWN
    if value == 0:
        return "0"
    exponent = int(f"{value:.{digits - 1}e}".split("e")[1])
    if is_plain(value):
        return with_minus(f"{value:.{max(digits - 1 - exponent, 0)}f}")
    return f"{with_minus(f'{value / 10.0**exponent:.{digits - 1}f}')}{NBSP}×{NBSP}10{raised(exponent)}"


def plain(value, digits=6):
    """Writes a setting with as few digits as it needs."""
    if value is None or not math.isfinite(value):
        return NOT_KNOWN
    if is_plain(value):
        return with_minus(f"{value:.{digits}g}") if abs(value) < 10**digits else with_minus(f"{value:.0f}")
    mantissa, exponent = f"{value:.{digits - 1}e}".split("e")
    mantissa = with_minus(mantissa.rstrip("0").rstrip("."))
    power = f"10{raised(int(exponent))}"
    return power if mantissa == "1" else f"{mantissa}{NBSP}×{NBSP}{power}"


def count(value):
    """Writes a whole number with its thousands set apart."""
    return NOT_KNOWN if value is None else with_minus(f"{value:,.0f}".replace(",", "\u202f"))


def percent(fraction, digits=2, sign=False):
    """Writes a fraction in %; if asked, with its sign and trailing zeros, as a column of deviations needs them."""
    if fraction is None or not math.isfinite(fraction):
        return NOT_KNOWN
    if not sign:
        return f"{plain(100 * fraction, digits)}{NBSP}%"
    fraction = 0.0 if abs(fraction) < 1e-9 else fraction
    return f"{'+' if fraction > 0 else ''}{measured(100 * fraction, digits)}{NBSP}%"


def error_decimals(error):
    """Gives the decimals at which an absolute error has one digit, or two if the first is 1."""
    exponent = math.floor(math.log10(error))
    return -exponent + (1 if error / 10.0**exponent < 1.95 else 0)


def with_error(value, relative_error, digits=6):
    """Writes (value, absolute error), both rounded to the error, with at most `digits` digits and at least two.

    The error is None where it is not known or too large (half of the value) to round by. The texts may share a power
    of ten, which is then the third of the tuple; else the third is empty.
    """
    if value is None:
        return NOT_KNOWN, None, ""
    if value == 0:
        return "0", None, ""
    exponent = math.floor(math.log10(abs(value)))
    scale, power = (1.0, "") if is_plain(value) else (10.0**exponent, f"×{NBSP}10{raised(exponent)}")
    size = value / scale
    most = digits - 1 - (0 if power else exponent)
    if not relative_error or relative_error >= 0.5:
        return with_minus(f"{size:.{max(most - digits + 4, 0)}f}"), None, power
    error = abs(size) * relative_error
    decimals = min(error_decimals(error), most)
    rounded = math.ceil(error * 10.0**decimals * (1 - 1e-9)) / 10.0**decimals  # a bound is rounded up
    shown = max(decimals, 0)
    return with_minus(f"{round(size, decimals):.{shown}f}"), f"{rounded:.{shown}f}", power


def permeability_units(voxel2, m2):
    """Gives [(factor from voxel², unit)], the best unit first, and only voxel² when m2 is None or 0."""
    if not voxel2 or not m2:
        return [(1.0, "voxel²")]
    to_m2 = m2 / voxel2
    darcy = abs(m2) / DARCY_M2
    size, prefix = next(((s, p) for s, p in ((1, ""), (1e-3, "m"), (1e-6, "µ")) if darcy >= s), (1e-9, "n"))
    units = [(to_m2, "m²"), (1.0, "voxel²")]
    in_darcy = (to_m2 / DARCY_M2 / size, prefix + "D")
    if not prefix:
        units.insert(0, (1e3 * to_m2 / DARCY_M2, "mD"))
    return [in_darcy, *units] if 1e-12 < darcy < 1e4 else [(to_m2, "m²"), in_darcy, (1.0, "voxel²")]


def length(metres):
    """Writes a length with the unit that keeps it readable."""
    if metres is None:
        return NOT_KNOWN
    factor, unit = length_unit(metres)
    return f"{plain(metres / factor)}{NBSP}{unit}"


def length_unit(metres):
    """Gives (metres of the unit, its name) for a length."""
    units = ((1.0, "m"), (1e-3, "mm"), (1e-6, "µm"))
    return next(((f, u) for f, u in units if metres >= f * (1 - 1e-12)), (1e-9, "nm"))


def duration(seconds):
    """Writes a time: 12.3 s, 4 min 10 s, 2 h 5 min."""
    if seconds is None:
        return NOT_KNOWN
    if seconds < 60:
        return f"{plain(seconds, 3)}{NBSP}s"
    whole = round(seconds)
    if whole < 3600:
        return f"{whole // 60}{NBSP}min {whole % 60}{NBSP}s"
    return f"{whole // 3600}{NBSP}h {whole % 3600 // 60}{NBSP}min"


def bytes_of_memory(size):
    """Writes an amount of memory in decimal units: 1.04 GB."""
    if size is None:
        return NOT_KNOWN
    for factor, unit in ((1e12, "TB"), (1e9, "GB"), (1e6, "MB"), (1e3, "kB")):
        if size >= factor:
            return f"{plain(size / factor, 3)}{NBSP}{unit}"
    return f"{plain(size, 3)}{NBSP}B"


def shortened(name, most=70):
    """Leaves out the middle of a name that is longer than a title can be."""
    return name if len(name) <= most else f"{name[:most // 2]}…{name[-(most // 2 - 1):]}"


def times(values):
    """Joins sizes by ×: 64 × 64 × 100."""
    return f"{NBSP}×{NBSP}".join(f"{value:.0f}" for value in values)
