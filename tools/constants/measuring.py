# SPDX-License-Identifier: Apache-2.0
"""Solves small hard images with the program as it is, and with each deciding constant halved and doubled."""
import argparse
import collections
import concurrent.futures
import contextlib
import json
import math
import pathlib
import statistics
import tempfile

from constants import changeable, sources
from hard_case_runs import images, rows
from hard_case_runs.images import Refusal
from hard_case_runs.solving import Program

COLUMNS = ("file", "name", "value", "factor", "changed_to", "method", "runs", "changed_runs", "other_steps", "steps_ratio",
           "worst_steps_ratio", "false_bounds", "worst_error_over_bound", "bound_over_error", "failed")
FACTORS = (0.5, 2)
FIRST_SEED = 401    # nobody tuned on seeds from here on
MOST_STEPS = 20     # times those of the unchanged run
TIME_LIMIT = 60     # s
TOLERANCE = 1e-3
OF_TRUTH = 1e-5
LAST_SEED = 440
# No image is taken that has more, or whose flow takes more updates of cells, so that all runs end soon.
MOST_PORES = 80_000
MOST_VOXELS = 4_200_000
MOST_UPDATES = {"pressure": 5e6, "plain": 1.1e8}
MOST_OF_FAMILY = 2  # by plain steps


def solve(program, image, method, tolerance, most_steps):
    return program.solve(image, "--precision", "float64", "--tolerance", repr(tolerance), "--method", method,
                         "--max-steps", str(most_steps))


def has_ended_well(run):
    return run["exit_code"] == 0 and run["stop"] == "converged" and None not in (run["permeability_voxel2"], run["bound"])


class Runs:
    """The images, and for each method what the unchanged program says of those that it soon solves."""

    def __init__(self, arguments, scratch):
        self.jobs, self.wanted, self.scratch = arguments.jobs, arguments.images, scratch
        self.write_family = arguments.build / "tests" / "families" / "write_family"
        self.original = self.start(arguments.build / "src" / "app" / "permeability")
        self.found = {"pressure": [], "plain": []}  # of dictionaries: image, run, truth
        self.folder = scratch / "images"
        self.folder.mkdir(parents=True, exist_ok=True)

    @staticmethod
    def start(path):
        return Program(argparse.Namespace(program=path, device="cpu", threads=1, time_limit=TIME_LIMIT))

    def each(self, make, tasks):
        """Gives what `make` makes of the tasks, in order, some at a time."""
        with concurrent.futures.ThreadPoolExecutor(max_workers=self.jobs) as pool:
            return list(pool.map(make, tasks))

    def choose(self):
        """Takes images of all families, seed after seed and about as many of each, until there are enough."""
        kept = self.scratch / "unchanged.json"
        seen = {"program": self.original.version, "images": self.wanted}
        if kept.exists() and (stored := json.loads(kept.read_text(encoding="utf-8")))["seen"] == seen:
            self.found = stored["found"]
            return
        most = -(-self.wanted // len(images.FAMILIES))
        counts = collections.Counter()
        for seed in range(FIRST_SEED, LAST_SEED + 1):
            open_families = [family for family in images.FAMILIES if counts[family] < most]
            taken = [one for one in self.each(self.try_image, [(family, seed) for family in open_families]) if one]
            counts.update(one["image"]["family"] for one in taken)
            self.found["pressure"] += taken
            print(f"seed {seed}: {len(self.found['pressure'])} images", flush=True)
            if len(self.found["pressure"]) >= self.wanted:
                break
        else:
            raise Refusal(f"There are only {len(self.found['pressure'])} images that take little up to seed {LAST_SEED}. "
                          "Ask for fewer --images")
        self.found["pressure"] = self.found["pressure"][:self.wanted]
        for family in images.FAMILIES:
            own = [one for one in self.found["pressure"] if one["image"]["family"] == family]
            self.found["plain"] += [one for one in self.each(self.try_plain, own) if one][:MOST_OF_FAMILY]
        kept.write_text(json.dumps({"seen": seen, "found": self.found}), encoding="utf-8")

    def try_image(self, task):
        image = images.write(self.write_family, *task, self.folder)
        if math.prod(image["dims"]) > MOST_VOXELS or image["pore_voxels"] > MOST_PORES:
            return None
        run = solve(self.original, image, "pressure", TOLERANCE, 10_000)
        if not has_ended_well(run) or run["updates"] > MOST_UPDATES["pressure"]:
            return None
        truth = solve(self.original, image, "pressure", OF_TRUTH, 100_000)
        return {"image": image, "run": run, "truth": truth} if has_ended_well(truth) else None

    def try_plain(self, one):
        # A run that nears its most steps takes other ones.
        run = solve(self.original, one["image"], "plain", TOLERANCE, int(2 * MOST_UPDATES["plain"] / one["run"]["cells"]))
        return {**one, "run": run} if has_ended_well(run) and run["updates"] <= MOST_UPDATES["plain"] else None

    def tell(self):
        return "; ".join(f"{method}: " + " ".join(f"{one['image']['family']}-{one['image']['seed']}" for one in found)
                         for method, found in self.found.items())

    def compare(self, program, method):
        """Gives the columns of a row: what another program, or one with a changed constant, does on the images."""
        found = self.found[method]
        runs = self.each(lambda one: solve(program, one["image"], method, TOLERANCE, MOST_STEPS * one["run"]["steps"]), found)
        return judge(method, [(one["run"], run, one["truth"]) for one, run in zip(found, runs)])


def judge(method, compared):
    """Gives the columns of a row for runs (unchanged, changed, truth)."""
    ended = [(own, run, truth) for own, run, truth in compared if has_ended_well(run)]
    ratios = [run["steps"] / own["steps"] for own, run, _ in ended]
    # A bound is false where K is beyond it by more than what the truth may be wrong by.
    false = [max(0.0, error_of(run, truth) - truth["bound"]) / run["bound"] for _, run, truth in ended]
    margins = [run["bound"] / max(error_of(run, truth), truth["bound"]) for _, run, truth in ended]
    return {"method": method, "runs": len(compared), "changed_runs": sum(differ(own, run) for own, run, _ in compared),
            "other_steps": sum(own["steps"] != run["steps"] for own, run, _ in compared),
            "steps_ratio": rounded(statistics.geometric_mean(ratios), 4) if ratios else None,
            "worst_steps_ratio": rounded(max(ratios), 4) if ratios else None, "false_bounds": sum(factor > 1 for factor in false),
            "worst_error_over_bound": rounded(max(false), 3) if false else None,
            "bound_over_error": rounded(statistics.median(margins), 3) if margins else None, "failed": len(compared) - len(ended)}


def error_of(run, truth):
    return abs(run["permeability_voxel2"] / truth["permeability_voxel2"] - 1)


def differ(own, run):
    return any(own[name] != run[name] for name in ("permeability_voxel2", "bound", "steps", "stop"))


def rounded(value, digits):
    return float(f"{value:.{digits}g}") if abs(value) >= 1e4 else round(value, digits)


def row_key(row):
    return row["file"], row["name"], float(row["factor"])


def require_same(there, constants, tell, path):
    """Refuses to add to rows of other values or runs."""
    values = {(constant.file, constant.name): constant.text for constant in constants}
    for row in there:
        if values.get((row["file"], row["name"])) != row["value"]:
            raise Refusal(f"{path} holds {row['name']} = {row['value']} of {row['file']}, which the sources do not. "
                          "Name another --output")
    lines = path.read_text(encoding="utf-8").splitlines() if path.exists() else []
    told = [line for line in lines if line.startswith("# images ")]
    if any(line != f"# images {tell}" for line in told):
        raise Refusal(f"{path} holds runs of other images. Name another --output")


def make_row(constant, factor, columns):
    told = (f"{columns['method']}: {columns['changed_runs']} changed, steps {columns['steps_ratio']} times, "
            f"{columns['false_bounds']} false, {columns['failed']} failed")
    return {**columns, "file": constant.file, "name": constant.name, "value": constant.text, "factor": factor,
            "changed_to": constant.times(factor), "family": constant.name, "seed": factor, "told": told}


def measure(root, arguments):
    constants = sources.find(root)
    with contextlib.ExitStack() as stack:
        scratch = arguments.scratch or pathlib.Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="constants-")))
        scratch = scratch.resolve()
        scratch.mkdir(parents=True, exist_ok=True)
        changeable.change()
        runs = Runs(arguments, scratch)
        changed = runs.start(changeable.build(root, scratch, arguments.jobs))
        runs.choose()
        there = rows.read(arguments.output)
        require_same(there, constants, runs.tell(), arguments.output)
        for method in runs.found:
            if (same := runs.compare(changed, method))["changed_runs"]:
                raise Refusal(f"With no constant changed, the copy differs from the program in {same['changed_runs']} of "
                              f"{same['runs']} runs ({method}). Is --build of these sources?")
        done = {row_key(row) for row in there}
        tasks = [(constant, factor) for constant in constants for factor in FACTORS
                 if (constant.file, constant.name, factor) not in done]

        def make(task):
            constant, factor = task
            changeable.change(constant, constant.times(factor))
            found = [runs.compare(changed, "pressure")]
            if not found[0]["changed_runs"]:  # the default method may not use it
                found.append(runs.compare(changed, "plain"))
            return [make_row(constant, factor, columns) for columns in found]

        comment = f"images {runs.tell()}\n# tools/deciding_constants measure --images {runs.wanted}; {runs.original.version}"
        rows.grow(arguments.output, COLUMNS, comment, tasks, make, jobs=1)
    return 0
