# SPDX-License-Identifier: Apache-2.0
"""Compares runs with the truth, family by family, and judges the figures that tools/hard_cases names."""
import collections
import math
import statistics

from hard_case_runs import rows
from hard_case_runs.images import Refusal

BEGIN = "<!-- table begins: tools/hard_cases -->\n"
END = "<!-- table ends -->\n"
MOST_MISSES = 4
LARGEST_FACTOR = 1.5
MOST_UPDATES = 1.5   # over those of --method plain
PART_OF_TOLERANCE = 0.1
MOST_NAMED = 40      # of one kind; the rest is counted

HEAD = ("| device | family | runs | share with truth | misses | worst factor | median bound over error | failures "
        "| updates over plain: median, worst |\n|---|---|---|---|---|---|---|---|---|\n")


def number(text):
    return float(text) if text else None


class Run:
    """A run, beside the truth of its image; one with default options has the plain run to the same tolerance too."""

    def __init__(self, row, plain, truth):
        self.row, self.plain = row, plain
        self.by_plain_steps = Run(plain, None, truth) if plain else None
        self.permeability, self.bound = number(row["permeability_voxel2"]), number(row["bound"])
        self.tolerance = float(row["tolerance"])
        # With inertia too strong for a bound there is an estimate.
        self.failed = row["exit_code"] != "0" or self.permeability is None or not (
            row["stop"] == "estimated" or row["stop"] == "converged" and self.bound is not None)
        method = " by plain steps" if row["method"] == "plain" else ""
        self.name = f"{row['device']} {row['family']} {row['seed']} at {self.tolerance:g}{method}"
        known = number(truth["truth_error"]) if truth else None
        self.has_truth = known is not None and known <= PART_OF_TOLERANCE * self.tolerance
        # A run that was cut short states a bound too.
        self.is_judged = self.has_truth and None not in (self.permeability, self.bound) and math.isfinite(self.bound)
        if self.is_judged:
            self.truth_error = known
            self.error = abs(self.permeability / number(truth["truth_voxel2"]) - 1)

    def factor(self):
        """Gives the error, less what the truth itself may be wrong by, over the bound."""
        beyond = max(0.0, self.error - self.truth_error)
        return beyond / self.bound if self.bound > 0 else (math.inf if beyond > 0 else 0.0)

    def misses(self):
        return self.is_judged and self.factor() > 1

    def margin(self):
        """Gives the bound over the error, which is known no better than the truth."""
        return self.bound / max(self.error, self.truth_error)

    def updates_over_plain(self):
        """Gives the ratio of cell updates, or None where it is not known. Plain steps that did not come to their end count
        with the updates that they made, so their ratio is an upper limit, and one above the figure says nothing."""
        mine, others = number(self.row["updates"]), number(self.plain["updates"]) if self.plain else None
        if not mine or not others:
            return None
        return mine / others if self.plain["stop"] == "converged" or mine / others <= MOST_UPDATES else None

    def tell(self):
        return (f"{self.name}: K {self.permeability:.8g}, error {self.error:.2e} (truth to {self.truth_error:.0e}), "
                f"bound {self.bound:.2e}, factor {self.factor():.2f}")


def read_runs(arguments):
    """Gives the runs that were asked for, and the names of those that are not in the files."""
    truths = {(row["family"], int(row["seed"])): row for row in rows.read(arguments.truth)}
    made = {}
    for path in arguments.runs:
        for row in rows.read(path):
            made[row["device"], row["family"], int(row["seed"]), float(row["tolerance"]), row["method"]] = row
    runs, missing = [], []
    devices = arguments.devices.split(",")
    for device in devices:
        for family in arguments.families:
            for seed in arguments.seeds:
                for tolerance in arguments.tolerances:
                    row = made.get((device, family, seed, tolerance, "default"))
                    truth = truths.get((family, seed))
                    if row is None or truth is None:
                        missing.append(f"{device} {family} {seed} at {tolerance:g}{'' if row else ' (no run)'}{'' if truth else ' (no truth)'}")
                    if row is None:
                        continue
                    if truth and truth["pore_space_hash"] != row["pore_space_hash"]:
                        raise Refusal(f"The truth of {family} {seed} is that of another image (its pore_space_hash differs). "
                                      "Make the truth or the runs anew")
                    plain = next((made[key] for other in (device, *devices)
                                  if (key := (other, family, seed, tolerance, "plain")) in made), None)
                    runs.append(Run(row, plain, truth))
    return runs, missing


def make_line(device, family, runs):
    judged = [run for run in runs if run.is_judged]
    ratios = [ratio for ratio in (run.updates_over_plain() for run in runs) if ratio is not None]
    cells = [device, family, str(len(runs)), f"{sum(run.has_truth for run in runs)}/{len(runs)}",
             str(sum(run.misses() for run in runs)),
             f"{max(run.factor() for run in judged):.2f}" if judged else "–",
             f"{statistics.median(run.margin() for run in judged):.3g}" if judged else "–",
             str(sum(run.failed for run in runs)),
             f"{statistics.median(ratios):.2f}, {max(ratios):.2f}" if ratios else "–"]
    return "| " + " | ".join(cells) + " |\n"


def make_table(runs):
    groups = collections.defaultdict(list)
    for run in runs:
        groups[run.row["device"], run.row["family"]].append(run)
        groups[run.row["device"], "all"].append(run)
    order = sorted(groups, key=lambda group: (group[0], group[1] == "all"))
    return HEAD + "".join(make_line(*group, groups[group]) for group in order)


def judge(runs, missing):
    """Gives for each figure: its words, whether it is met, and what breaks it."""
    misses = [run for run in runs if run.misses()]
    beyond = [run for run in misses if run.factor() > LARGEST_FACTOR]
    costly = [run for run in runs if (run.updates_over_plain() or 0) > MOST_UPDATES]
    return [
        ("every run and every truth is there", not missing, missing),
        (f"at most {MOST_MISSES} misses", len(misses) <= MOST_MISSES, [run.tell() for run in misses]),
        (f"no miss beyond {LARGEST_FACTOR}", not beyond, [run.name for run in beyond]),
        ("no failure, and no run beyond its time", not any(run.failed for run in runs),
         [f"{run.name}: {run.row['stop']} after {run.row['wall_s']} s {run.row['message']}" for run in runs if run.failed]),
        (f"at most {MOST_UPDATES} times the updates of plain steps", not costly,
         [f"{run.name}: {run.updates_over_plain():.2f} times" for run in costly]),
    ]


def judge_plain(runs):
    """Says how often the bound of plain steps is false. A plain run that serves several devices counts once."""
    judged = {run.by_plain_steps.name: run.by_plain_steps for run in runs if run.by_plain_steps and run.by_plain_steps.is_judged}
    misses = [run for run in judged.values() if run.misses()]
    beyond = [run for run in misses if run.factor() > LARGEST_FACTOR]
    words = f"Of {len(judged)} runs with --method plain whose truth is known, {len(misses)} miss their bound"
    figure = f"with --method plain at most {MOST_MISSES} misses, and none beyond {LARGEST_FACTOR}"
    return words + "".join(f"; {run.tell()}" for run in misses[:MOST_NAMED]) + ".\n", (
        figure, len(misses) <= MOST_MISSES and not beyond, [run.tell() for run in misses])


def compare_devices(runs):
    """Says how many runs gave the same K on every device."""
    values = collections.defaultdict(set)
    for run in runs:
        values[run.row["family"], run.row["seed"], run.row["tolerance"]].add((run.row["device"], run.row["permeability_voxel2"]))
    pairs = [pair for pair in values.values() if len({device for device, _ in pair}) > 1]
    same = sum(len({value for _, value in pair}) == 1 for pair in pairs)
    return f"K is the same to the last bit on every device in {same} of {len(pairs)} runs.\n" if pairs else ""


def show(arguments):
    runs, missing = read_runs(arguments)
    figures = judge(runs, missing)
    text = make_table(runs) + "\n"
    named = figures[1][2]
    text += ("Misses: " + "; ".join(named) if named else "No run misses its bound") + ".\n"
    if any(run.by_plain_steps for run in runs):
        words, plain_figure = judge_plain(runs)
        text += words
        figures.append(plain_figure)
    text += compare_devices(runs)
    print(text)
    for words, met, broken in figures:
        print(f"{'met' if met else 'NOT MET'}: {words}")
        for line in broken[:MOST_NAMED]:
            print(f"    {line}")
        if len(broken) > MOST_NAMED:
            print(f"    and {len(broken) - MOST_NAMED} more")
    if arguments.write:
        page = arguments.write.read_text(encoding="utf-8")
        if BEGIN not in page or END not in page.split(BEGIN, 1)[1]:
            raise Refusal(f"{arguments.write} has no place for the table (its marks are missing). Add '{BEGIN.strip()}' and '{END.strip()}'")
        before, rest = page.split(BEGIN, 1)
        arguments.write.write_text(before + BEGIN + text + END + rest.split(END, 1)[1], encoding="utf-8")
    return 0 if all(met for _, met, _ in figures) else 1
