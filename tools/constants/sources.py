# SPDX-License-Identifier: Apache-2.0
"""Finds the constants that decide steps, bounds and stops in the sources, and rewrites them so that a run can change one.

A constant is a line `[inline |static ]constexpr TYPE NAME = NUMBER;` at any indentation, or an array of numbers, of which each
number is one. Within a function its name has that of the function before it.
"""
import re

from hard_case_runs.images import Refusal

SOURCES = [f"src/darcy/{name}" for name in (
    "limit_search.cpp", "pressure_search.cpp", "pressure_search.hpp", "running_flow.cpp", "inertia_bound.cpp",
    "momentum_scaling.hpp", "rounding_error.hpp",
    "pressure/cell_rates.cpp", "pressure/pore_conductances.cpp", "pressure/pore_conductances.hpp", "pressure/pore_widths.cpp",
    "pressure/voxel_pressure.cpp", "pressure/darcy_flow_on.hpp", "pressure/pressure_mixing.hpp",
    "survey/relaxation_time.cpp", "survey/relaxation_time.hpp", "survey/step_forecast.cpp", "survey/voxel_viscosity.hpp",
    "survey/dilute_medium.hpp", "bounds/convergence.cpp")] + [f"src/laplace/{name}" for name in (
        "multigrid.hpp", "multigrid.cpp", "laplace_solver.hpp", "within_block.hpp")]

# What is no choice, and why. Nobody could set it to another number.
LEFT_OUT = {
    ("src/darcy/limit_search.cpp", "steps_of_sample"): "the steps that Stepper::sample takes",
    ("src/darcy/pressure_search.cpp", "steps_a_glance"): "the steps that a sample of a changing flow takes",
    ("src/darcy/pressure_search.hpp", "PressureSearch.steps_a_look"): "the steps that two such samples take",
    ("src/darcy/running_flow.cpp", "steps_at_end"): "the steps that Stepper::sample takes",
    ("src/darcy/running_flow.cpp", "steps_left.fewest_for_a_sample"): "the steps of a look and of the sample at the end",
    ("src/darcy/running_flow.cpp", "no_bound"): "infinity",
    ("src/laplace/laplace_solver.hpp", "not_positive"): "infinity",
    ("src/darcy/running_flow.cpp", "cross_flow.sound_speed_squared"): "follows from the velocities of the lattice",
    ("src/darcy/survey/relaxation_time.cpp", "sound_speed2"): "follows from the velocities of the lattice",
    ("src/darcy/pressure/cell_rates.cpp", "Distributions.cells_together"): "the size of a buffer",
    ("src/darcy/pressure/pore_conductances.cpp", "narrow_gaps.share[0]"): "cells that are in no gap keep their width",
    ("src/darcy/pressure/pore_widths.cpp", "most_units"): "what a byte holds",
    ("src/laplace/multigrid.cpp", "quanta_of_one.quantum_exponent"): "the quanta of an exact sum",
}

# And written as no number.
INFINITE = {("src/darcy/running_flow.cpp", "no_bound"), ("src/laplace/laplace_solver.hpp", "not_positive")}

# What constants decide whose own comment does not say it.
DECIDES = {
    "least_noise": "noise of rounding counts from this share of the tolerance on",
    "best_factor.most": "largest factor by which the momentum of a dilute medium is scaled",
    "factor_of_slow_flow.most_pressure": "no scaling where pressure has more than this share of momentum's in the bound",
    "factor_of_slow_flow.least_share": "no scaling that would lower the error by less than this share of the bound",
    "factor_of_slow_flow.most": "no scaling by a larger factor",
    "kinetic_clock": "plain steps: decay time of the relaxation itself, over tau",
    "steps_to_glance": "steps from the end of a look or glance to a glance",
    "most_cells": "cells in which the rates of all distributions are measured, about",
    "rows_together": "rows that are measured together where not all are",
    "fewest_between": "fewest steps from the end of a look to the next one",
    "rounding_error_of.units_a_step": "rounding error of K: units for each step in which friction would stop the flow",
    "rounding_error_of.units": "rounding error of K: units at least",
    "rounding_noise_of.deviations": "standard deviations of rounding that count as its bound",
    "rounding_noise_of.share_of_correction": "what rounding does to the correction of K, over the squared density",
    "conductance_of_edge": "conductance between voxels that share an edge, voxel^2",
    "finest_unit": "finest unit of the widths of pores, voxels",
    "least_conductance.wall_distance": "distance of the wall of a tube that certainly conducts less, voxels",
    "PressureMixing.least_share": "least share of a change of pressure that is made",
    "PressureMixing.less": "share of a change of pressure that is made: factor where what is left falls slowly",
    "PressureMixing.more": "share of a change of pressure that is made: factor where what is left falls well",
    "largest_tau": "largest relaxation time that is chosen for plain steps",
    "enough_voxels": "longest image in which throats are looked for unhalved",
    "fewest_voxels": "no image is halved below this extent",
    "smallest_tau": "smallest relaxation time that is chosen",
    "forecast_plain_steps.fewest_steps": "forecast of plain steps: added to them",
    "choose_voxel_viscosity.least": "lowest viscosity that is chosen",
    "choose_voxel_viscosity.area_over_viscosity": "viscosity: squared largest distance from solid over it",
    "choose_voxel_viscosity.distance_over_viscosity": "viscosity in dilute media: largest distance from solid over it",
    "forecast_voxel_steps.fewest": "forecast: fewest steps, those of two looks",
    "forecast_voxel_steps.of_start": "forecast: steps of the start",
    "forecast_voxel_steps.a_decade": "forecast: steps for each decade of the tolerance",
    "forecast_voxel_steps.viscosities_a_decade": "forecast: steps a decade, over the viscosity",
    "forecast_voxel_steps.times_a_decade": "forecast: steps a decade, over the time in which momentum crosses",
    "forecast_voxel_steps.power_of_time": "forecast: power of that time",
    "forecast_voxel_steps.viscosities_of_dilute": "forecast in dilute media: steps a decade, over the viscosity",
    "is_too_viscous.most": "a viscosity that is given may be so many times the chosen one where pressure is changed",
    "fewest_samples": "fewest samples that tails are fitted to",
    "rest": "a flow whose K changes by a smaller share rests",
    "longest_memory": "longest decay time that is told from rest, over the steps so far",
    "Multigrid.levels_twice": "a correction is made twice, on so many levels",
    "most_iterations_of_all": "most iterations of conjugate gradients",
    "narrow_gaps.share[1]": "width of a pore between two walls one voxel apart, over its distance from solid",
    "narrow_gaps.share[2]": "width of a pore of 1 x 1 voxel, over its distance from solid",
    "narrow_gaps.share[3]": "width of a pore that is closed along all axes, over its distance from solid",
}

NUMBER = r"-?(?:0x[\da-fA-F.]+(?:p[+-]?\d+)?|\d[\d.]*(?:e[+-]?\d+)?)F?"
VALUE = rf"{NUMBER}(?: (?:/|\*|<<) {NUMBER})?"
SINGLE = re.compile(rf"^(\s*)((?:inline |static )*)constexpr ([\w:]+) (\w+) = ({VALUE});(?:\s*///?<? ?(.*))?$")
ARRAY = re.compile(rf"^(\s*)((?:inline |static )*)constexpr std::array<([\w:]+), (\d+)> (\w+)"
                   rf"\{{({VALUE}(?:, {VALUE})*)\}};(?:\s*///?<? ?(.*))?$")
ANY = re.compile(r"^(\s*)(?:inline |static )*constexpr [\w:<>, ]+? (\w+)(?: = |\{)")
COMPUTED = re.compile(r"^(\s*)((?:inline |static )*)constexpr ([\w:]+ \w+\()")
FUNCTION = re.compile(r"([\w~]+)\([^;]*\{$")
CLASS = re.compile(r"(?:class|struct) (\w+)[^;]*\{$")
STORAGE = {"class": "inline static const", "function": "static const", "namespace": "inline const"}
INTEGERS = ("int", "std::int64_t", "std::size_t")
INCLUDE = '#include "core/changed_constant.hpp"\n'
HEADER = """#pragma once
#include <cstdlib>
#include <cstring>

namespace perm {

/// Gives the number that PERM_CONSTANT=name=number has for this constant, or its own.
template <class Number>
Number changed_constant(const char* name, Number own) {
  const char* const change = std::getenv("PERM_CONSTANT");
  const std::size_t length = std::strlen(name);
  if (change == nullptr || std::strncmp(change, name, length) != 0 || change[length] != '=') return own;
  return static_cast<Number>(std::strtod(change + length + 1, nullptr));
}

}  // namespace perm
"""


class Constant:
    """A constant: where it stands, its name, type, text of its value, and what it decides."""

    def __init__(self, file, name, kind, text, comment):
        self.file, self.name, self.kind, self.text = file, name, kind, text
        self.decides = DECIDES.get(name) or comment

    @property
    def value(self):
        return read_number(self.text)

    @property
    def key(self):
        return f"{self.file}:{self.name}"

    def times(self, factor):
        """Gives the value times a factor; integers are rounded, and at least 1."""
        changed = self.value * factor
        return max(1, int(changed + 0.5)) if self.kind in INTEGERS else changed


def read_number(text):
    """Gives the number that a text of the source stands for."""
    first, *more = text.split()
    number = read_word(first)
    if not more:
        return number
    sign, second = more[0], read_word(more[1])
    return number / second if sign == "/" else number * second if sign == "*" else number << second


def read_word(word):
    if "0x" in word:
        return float.fromhex(word)
    word = word.removesuffix("F")
    return float(word) if "." in word or "e" in word else int(word)


def scope_of(lines, number):
    """Gives what is around a line, "class", "function" or "namespace", and its name."""
    if not lines[number][:1].isspace():
        return "namespace", ""
    indentation = len(lines[number]) - len(lines[number].lstrip())
    for line in reversed(lines[:number]):
        if not line.strip() or line.lstrip().startswith(("//", "#")) or len(line) - len(line.lstrip()) >= indentation:
            continue
        if found := CLASS.search(line):
            return "class", found.group(1)
        if found := FUNCTION.search(line):
            return "function", found.group(1)
        indentation = len(line) - len(line.lstrip())
    return "namespace", ""


def comment_above(lines, number):
    """Gives the first sentence of the comment right above a line."""
    above = []
    while number > 0 and lines[number - 1].lstrip().startswith("//"):
        number -= 1
        above.insert(0, lines[number].lstrip().lstrip("/").strip())
    return " ".join(above).split(". ")[0].rstrip(".")


def name_in(lines, number, name):
    scope = scope_of(lines, number)[1]
    return f"{scope}.{name}" if scope else name


def find_in(file, text):
    """Gives all constants of a source, in order, those that are no choice included."""
    lines = text.split("\n")
    found = []
    for number, line in enumerate(lines):
        if single := SINGLE.match(line):
            _, _, kind, name, value, comment = single.groups()
            comment = (comment or comment_above(lines, number)).rstrip(",;")
            found.append(Constant(file, name_in(lines, number, name), kind, value, comment))
        elif array := ARRAY.match(line):
            _, _, kind, _, name, values, comment = array.groups()
            found += [Constant(file, f"{name_in(lines, number, name)}[{i}]", kind, value, (comment or "").rstrip(",;"))
                      for i, value in enumerate(values.split(", "))]
        elif (other := ANY.match(line)) and (file, name := name_in(lines, number, other.group(2))) not in LEFT_OUT:
            raise Refusal(f"{file}:{number + 1}: {name} is not written as a number. "
                          "Write one, or say in LEFT_OUT why it is no choice")
    return found


def find(root):
    """Gives the constants that decide, of all sources."""
    return [constant for file in SOURCES for constant in find_in(file, (root / file).read_text(encoding="utf-8"))
            if (file, constant.name) not in LEFT_OUT]


def stale(root):
    """Gives the entries of the tables above that no source has."""
    found = [constant for file in SOURCES for constant in find_in(file, (root / file).read_text(encoding="utf-8"))]
    numbers, names = {(constant.file, constant.name) for constant in found}, {constant.name for constant in found}
    yield from (f"LEFT_OUT has {name} of {file}" for file, name in LEFT_OUT.keys() - numbers - INFINITE)
    yield from (f"DECIDES has {name}" for name in DECIDES.keys() - names)


def rewrite(file, text):
    """Gives the text of a source whose deciding constants are read from the environment. What a constant of compile time can no
    longer be computed from, functions that are constexpr, becomes inline."""
    lines = text.split("\n")
    changed = list(lines)

    def call(kind, name, value):
        if (file, name) in LEFT_OUT:
            return value
        return f'::perm::changed_constant<{kind}>("{file}:{name}", {value})'

    def storage(number):
        return STORAGE[scope_of(lines, number)[0]]

    for number, line in enumerate(lines):
        if single := SINGLE.match(line):
            indentation, _, kind, name, value, _ = single.groups()
            own = name_in(lines, number, name)
            if (file, own) not in LEFT_OUT:
                changed[number] = f"{indentation}{storage(number)} {kind} {name} = {call(kind, own, value)};"
        elif array := ARRAY.match(line):
            indentation, _, kind, count, name, values, _ = array.groups()
            own = name_in(lines, number, name)
            calls = ", ".join(call(kind, f"{own}[{i}]", value) for i, value in enumerate(values.split(", ")))
            changed[number] = f"{indentation}{storage(number)} std::array<{kind}, {count}> {name}{{{calls}}};"
        elif computed := COMPUTED.match(line):
            indentation, words, head = computed.groups()
            kept = words if "static" in words else "inline "
            changed[number] = f"{indentation}{kept}{head}{line[computed.end():]}"
    if changed == lines:
        return text
    first = next(number for number, line in enumerate(changed) if line.startswith("#include"))
    return "\n".join(changed[:first]) + "\n" + INCLUDE + "\n".join(changed[first:])
