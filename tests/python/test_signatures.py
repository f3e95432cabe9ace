# SPDX-License-Identifier: Apache-2.0
"""What Jupyter, help() and editors show of the functions of the package is what these take."""
import doctest
import inspect
import pydoc
import re
import subprocess
import sys

import pytest

import permeability as pm
from permeability._arguments import option_values
from permeability._core_guard import conduct_table, core, look_table, option_table, recipe_table

FUNCTIONS = ["solve", "estimate", "map", "conduct", "gradient", "look", "read", "generate", "sweep", "load"]
# Options that say where files are and what the terminal shows.
OF_THE_COMMAND = {"input", "output", "overwrite", "report", "figures", "json", "brief", "quiet", "timings", "config", "grains",
                  "help", "transport", "share-gpus"}
OF_A_FILE = {"dims", "dtype", "endian", "offset", "allow-outside"}


def parameters(name):
    return inspect.signature(getattr(pm, name)).parameters


def arguments(table, *, without=()):
    return {option["name"].replace("-", "_") for option in table if option["name"] not in {*OF_THE_COMMAND, *without}}


@pytest.mark.parametrize("name, table, own", [
    ("solve", option_table, {"image", "progress", "strict"}), ("estimate", option_table, {"image", "progress"}),
    ("conduct", conduct_table, {"image"}), ("look", look_table, {"image"}),
])
def test_every_option_of_the_command_is_an_argument_and_no_other(name, table, own):
    assert set(parameters(name)) == arguments(table(), without=OF_A_FILE) | own


def test_the_other_functions_have_what_they_pass_on():
    solve = set(parameters("solve"))
    assert solve - set(parameters("gradient")) == {"fields", "gradient", "reynolds", "reynolds_length", "reynolds_mach"}
    assert set(parameters("map")) == solve - {"image", "checkpoint", "every", "max_time", "network"} | {"images", "return_exceptions"}
    assert set(parameters("generate")) == arguments(recipe_table()) | {"voxel_size"}
    of_pixels = {"image", "axes", "pore", "solid", "labels", "threshold", "threshold_from", "denoise", "despeckle", "fill", "crop",
                 "mask", "resample"}
    assert set(parameters("sweep")) == solve - of_pixels | {"kinds", "porosity", "size", "seed", "recipe"}
    assert set(parameters("read")) == (of_pixels - {"image"}) | arguments(
        [option for option in option_table() if option["name"] in OF_A_FILE]) | {"path", "voxel_size", "refine", "coarsen"}


@pytest.mark.parametrize("name", FUNCTIONS)
def test_help_has_every_argument_once_in_the_words_of_python(name):
    text = pydoc.plain(pydoc.render_doc(getattr(pm, name)))
    for argument in parameters(name):
        assert len(re.findall(rf"(?m)^    (?:    )?{argument} : \S", text)) == 1, argument
    for word in (r"--\w", "exit code", r"\.csv has", "in place of the command", r"\{options\}", r"(?m)^ +\. ", "the terminal", "GREY=",
                 r"\bNone, optional", "may be left out"):
        assert not re.search(word, text), (word, re.search(word, text))
    for section in ("Parameters", "Returns", "Raises", "Examples"):
        assert f"    {section}\n    {'-' * len(section)}\n" in text
    assert max(map(len, text.split("\n")[5:])) <= 124


@pytest.mark.parametrize("name", FUNCTIONS)
def test_no_argument_is_there_without_a_word(name):
    for entry in re.findall(r"(?m)^    \w+ : .*\n(.*)\n", inspect.getdoc(getattr(pm, name)).replace("\n", "\n    ")):
        assert len(entry.strip()) > 10, entry


@pytest.mark.parametrize("name", FUNCTIONS)
def test_a_default_that_is_shown_can_be_given(name):
    given = {argument.name: argument.default for argument in parameters(name).values()
             if argument.default not in (None, argument.empty) and argument.name not in ("progress", "strict", "axes", "return_exceptions")}
    if name == "generate":
        assert pm.generate("sc", porosity=0.6, **given).dims == (64, 64, 64)
    elif name not in ("look", "read", "conduct", "load"):
        core().require_solve_options(option_values(given))
    for option in (option_table() if name == "solve" else ()):
        argument = option["name"].replace("-", "_")
        if argument in given and given[argument] is not False:
            assert given[argument] == type(given[argument])(option["default"])


@pytest.mark.parametrize("name", FUNCTIONS)
def test_the_examples_run(name):
    function = getattr(pm, name)
    examples = doctest.DocTestFinder(recurse=False).find(function, name, globs={})
    assert sum(len(example.examples) for example in examples) > 1
    for example in examples:
        shown = []
        doctest.DocTestRunner(optionflags=doctest.ELLIPSIS).run(example, out=shown.append)
        assert not shown, "".join(shown)


@pytest.mark.parametrize("name", [name for name in FUNCTIONS if name != "load"])
def test_a_word_that_is_no_argument_is_told(name, mask):
    first = {"read": ("a.tif",), "generate": ("sc",), "sweep": ("sc", 0.5), "map": ([mask],)}.get(name, (mask,))
    with pytest.raises(pm.UsageError, match=f"{name} has no argument voxel_sise=. Did you mean voxel_size=?"):
        getattr(pm, name)(*first, voxel_sise=1e-6, **({"size": 8} if name == "sweep" else {}))


def test_jupyter_completes_arguments():
    completer = pytest.importorskip("IPython.core.completer", reason="IPython is not here")
    interactive = pytest.importorskip("IPython.core.interactiveshell").InteractiveShell
    shell = interactive.instance()
    shell.user_ns["pm"] = pm
    for jedi in (False, True):
        shell.Completer.use_jedi = jedi
        with completer.provisionalcompleter():
            found = {done.text.rstrip("=") for done in shell.Completer.completions("pm.solve(im, tol", 16)}
        assert "tolerance" in found, (jedi, found)


def test_docstrings_may_be_left_out():
    words = "import permeability as pm; print(pm.generate('sc', size=8, porosity=0.5).dims, pm.solve.__doc__)"
    done = subprocess.run([sys.executable, "-OO", "-c", words], capture_output=True, text=True, check=True)
    assert done.stdout == "(8, 8, 8) None\n"
