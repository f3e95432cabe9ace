# SPDX-License-Identifier: Apache-2.0
"""Writes the page of the constants from the rows of a measurement, and compares it with the sources."""
import collections
import re
import textwrap

from constants import sources
from constants.measuring import FACTORS
from hard_case_runs import rows
from hard_case_runs.images import Refusal

PAGE = "validation/CONSTANTS.md"
WIDTH = 120
HEAD = ("| file | name | value | decides | halved: steps, false, worst | doubled: steps, false, worst |\n"
        "|---|---|---|---|---|---|\n")
UNFELT_HEAD = "| file | name | value | decides |\n|---|---|---|---|\n"
ROW = re.compile(r"^\| `([^`]+)` \| `([^`]+)` \| (\S+(?: \S+)*?) \| ([^|]*)\|")


class Measured:
    """What came of a constant: by the default method, or by plain steps where only they feel it."""

    def __init__(self, constant, of_constant):
        self.constant = constant
        by_method = {method: [row for row in of_constant if row["method"] == method] for method in ("pressure", "plain")}
        self.is_felt = any(int(row["changed_runs"]) for row in of_constant)
        self.is_plain = self.is_felt and not any(int(row["changed_runs"]) for row in by_method["pressure"])
        chosen = by_method["plain" if self.is_plain else "pressure"]
        self.by_factor = {float(row["factor"]): row for row in chosen}
        if not set(FACTORS) <= set(self.by_factor):
            raise Refusal(f"{constant.key} was not measured. Let measure go on with the same --output")

    def sum(self, name):
        return sum(int(self.by_factor[factor][name]) for factor in FACTORS)

    def rank(self):
        """Gives what the order is by: false bounds, then runs that failed, then steps."""
        farthest = max(abs(float(self.by_factor[factor]["steps_ratio"] or 9) - 1) for factor in FACTORS)
        return -self.sum("false_bounds"), -self.sum("failed"), -farthest

    def tell(self, factor):
        row = self.by_factor[factor]
        if not int(row["changed_runs"]):
            return "same"
        failed = f"; {row['failed']} fail" if int(row["failed"]) else ""
        if not row["steps_ratio"]:
            return f"all {row['failed']} fail"
        return f"{float(row['steps_ratio']):.2f}, {row['false_bounds']}, {float(row['worst_error_over_bound']):.2f}{failed}"


def short(file):
    return file.removeprefix("src/")


def cells_of(constant, *more):
    cells = (f"`{short(constant.file)}`", f"`{constant.name}`", constant.text, constant.decides.replace("|", "/"), *more)
    return "| " + " | ".join(cells) + " |\n"


def unchanged_worst(there):
    """Tells the largest error over the bound without a change, which rows have where nothing changed."""
    worst = {row["method"]: float(row["worst_error_over_bound"]) for row in there if row["changed_runs"] == "0"}
    return ", ".join(f"{worst[method]:.2f} {words}" for method, words in (("pressure", "unchanged"), ("plain", "by plain steps"))
                     if method in worst)


def fill(text):
    return textwrap.fill(text, WIDTH, break_long_words=False, break_on_hyphens=False) + "\n\n"


def make_page(constants, measured, comments, there):
    felt = sorted((one for one in measured if one.is_felt), key=Measured.rank)
    runs = {row["method"]: row["runs"] for row in there}
    command, _, program = comments[-1].partition("; ")
    text = "# Which constants decide, and what\n\n" + fill(
        f"These {len(constants)} constants of the code decide steps, bounds and stops. `{command}` halved and doubled each, "
        f"one after another, and solved {runs['pressure']} small hard images to 1e-3 in float64; `tools/deciding_constants page` "
        f"wrote this page from [its rows](results/constants.csv), which are of {program}. The images are those of "
        "[tests/families](../tests/README.md#places), with seeds from 401 on, which nobody tuned on. K of the unchanged "
        "program at 1e-5 counts as true.")
    text += fill(
        "\"Steps\" is the geometric mean of the steps over those of the unchanged program, among runs that converged; \"false\" "
        "counts runs whose K is farther from the truth than their bound; \"worst\" is the largest error over the bound, less "
        f"what the truth may be wrong by ({unchanged_worst(there)}); \"fail\" counts runs that did not converge within 20 times "
        "the steps. \"Same\" says that no run changed by a bit. Where (plain) stands, only runs with `--method plain` feel the "
        f"constant: {runs.get('plain', 0)} of the images, of each family the first that take few updates so. Constants that "
        "make bounds false come first.")
    text += HEAD
    for one in felt:
        text += cells_of(one.constant, one.tell(0.5) + (" (plain)" if one.is_plain else ""), one.tell(2))
    unfelt = [one.constant for one in measured if not one.is_felt]
    return text + "\n## What no run feels\n\n" + UNFELT_HEAD + "".join(cells_of(constant) for constant in unfelt)


def write(root, path):
    constants = sources.find(root)
    there = rows.read(path)
    comments = [line[2:] for line in path.read_text(encoding="utf-8").splitlines() if line.startswith("# tools/deciding")]
    of_constant = collections.defaultdict(list)
    for row in there:
        of_constant[row["file"], row["name"]].append(row)
    measured = [Measured(constant, of_constant[constant.file, constant.name]) for constant in constants]
    text = make_page(constants, measured, comments, there)
    (root / PAGE).write_text(text, encoding="utf-8")
    print(f"{PAGE}: {len(constants)} constants, of which {sum(not one.is_felt for one in measured)} are felt by no run")
    return 0


def read_page(text):
    """Gives (file, name) -> (value, what it decides) of the tables."""
    return {(f"src/{row[1]}", row[2]): (row[3], row[4]) for line in text.splitlines() if (row := ROW.match(line))}


def differences(constants, shown):
    """Gives a line for each constant that the page and the sources do not have alike."""
    own = {(constant.file, constant.name): constant for constant in constants}
    for file, name in shown.keys() - own.keys():
        yield f"{PAGE} has {name} of {file}, and the source has not"
    for (file, name), constant in own.items():
        if (file, name) not in shown:
            yield f"{PAGE} lacks {name} of {file}"
        elif shown[file, name][0] != constant.text:
            yield f"{PAGE} has {name} = {shown[file, name][0]} of {file}, and the source {constant.text}"


def check(root):
    constants = sources.find(root)
    found = sorted(differences(constants, read_page((root / PAGE).read_text(encoding="utf-8"))))
    found += [f"{entry}, and no source has it" for entry in sources.stale(root)]
    found += [f"{constant.key} has no comment that says what it decides" for constant in constants if not constant.decides]
    for line in found:
        print(line)
    if found:
        print("tools/deciding_constants --help says how constants are measured, and the page written")
    else:
        print(f"{PAGE} has the {len(constants)} constants of the sources")
    return 1 if found else 0
