# SPDX-License-Identifier: Apache-2.0
"""Tells what a gas does in the pores: its K, Klinkenberg's b, and the numbers that say how far first order holds."""
import gas_figures
from input_files import child, number, text
from quantities import NBSP, NOT_KNOWN, length, measured, plain
from solve_methods import pretty


def gas(flow, key):
    """Gives what the page shows of the gas of one flow, or None where none was asked for."""
    found = child(flow, "gas")
    if not found:
        return None
    direction = text(flow, "direction") or "?"
    svg = gas_figures.klinkenberg_figure(flow, f"gas-{key}", direction)
    caption = ("The line is straight, because b does not depend on the pressure; the band is what the voxels leave open of b. "
               "Kn is the Knudsen number: beyond 0.1 first order is rough, and where it is 1 the line ends. Rocks: with the "
               "same K, as they were measured.")
    return {"direction": direction, "facts": facts(found), "formula": text(found, "formula") or "", "short": short(found),
            "figure": {"title": "Klinkenberg's plot", "svg": svg, "caption": caption} if svg else None}


def state(found):
    """Says which gas it is: "air at 2 bar and 300 K"."""
    return (f"{text(found, 'gas') or 'a gas'} at {pressure(number(found, 'pressure_pa'))} and "
            f"{plain(number(found, 'temperature_k'), 5)}{NBSP}K")


def pressure(pascal):
    """Writes a pressure with the unit that keeps it readable."""
    if pascal is None:
        return NOT_KNOWN
    size, unit = (1e5, "bar") if pascal >= 1e5 else (1e3, "kPa") if pascal >= 1e3 else (1.0, "Pa")
    return f"{plain(pascal / size, 4)}{NBSP}{unit}"


def k_in_words(found):
    headline = child(found, "headline")
    if not text(headline, "value"):
        return "none"
    ends = f", {text(headline, 'interval')}" if text(headline, "interval") else ""
    return f"{text(headline, 'value')}{NBSP}{pretty(text(headline, 'unit') or '')}{ends}"


def short(found):
    """Says in a few words what the first page tells of the gas."""
    return f"{state(found)}: K {k_in_words(found)}"


def rounded(metres):
    """Writes a length with four digits."""
    return length(float(f"{metres:.4g}")) if metres is not None else NOT_KNOWN


def throat(found, name):
    """Writes the Knudsen number of a throat, with its width."""
    radius = number(found, f"{name}_throat_radius_m")
    return (measured(number(found, f"{name}_throat_knudsen"), 2),
            f"mean free path over its width, {rounded(2 * radius)}" if radius else "its width is not known")


def facts(found):
    """Gives (what, value, remark)."""
    b, factor = child(found, "klinkenberg_b_pa"), number(child(found, "factor"), "value")
    published = number(found, "published_b_pa")
    ends = f"{pressure(number(b, 'low'))} to {pressure(number(b, 'high'))} by the voxels" if number(b, "low") else ""
    remark = f"{measured(factor, 4)} times K" if factor else "the mean free path is wider than the pores"
    return [("gas", state(found), f"accommodation {plain(number(found, 'accommodation'), 3)}; the pressure is the mean"),
            ("K of the gas", k_in_words(found), remark),
            ("Klinkenberg's b", pressure(number(b, "value")), ends),
            ("b of rocks with this K", pressure(published), text(found, "published_b_source") or ""),
            ("mean free path", rounded(number(found, "mean_free_path_m")), ""),
            ("slip length", rounded(number(found, "slip_length_m")), ""),
            ("Knudsen number of the narrowest throat", *throat(found, "narrowest")),
            ("of the mean throat", *throat(found, "mean"))]
