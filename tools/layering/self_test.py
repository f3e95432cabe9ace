"""Tests tools/check_layering: a sound tree gives no complaint, and each planted violation is found in its line."""
import pathlib
import sys
import tempfile

from layering import tree

SPDX = "// SPDX-License-Identifier: Apache-2.0\n"
CMAKE = "# SPDX-License-Identifier: Apache-2.0\n"

SOUND = {
    "src/CMakeLists.txt": CMAKE + "add_subdirectory(app) # perm_app\n",
    "src/README.md": "no SPDX line here\n### A kind of geometry\n1. Comparisons: `validation/*/tube.cpp`.\n2. `geometry/rows.cpp`\n"
    "### A rule for the faces\n1. Comparisons: `run/*.cpp`,\n   `report/words.cpp`.\n### A backend\n1. Comparisons: `solver/make_backend.cpp`.\n",
    "src/geometry/rows.cpp": SPDX + "// kind == GeometryKind::sc\nconst char* text = \"== GeometryKind::sc\";\nkind = GeometryKind::sc;\n",
    "src/run/faces.cpp": SPDX + "bool is = b == FaceRule::sealed;\n",
    "src/report/words.cpp": SPDX + "case perm::Boundary::mirror:\n",
    "src/core/units.hpp": SPDX + "#include <string>\n",
    "src/core/threads.cpp": SPDX
    + "#pragma omp parallel for  // nothing in it throws\nfor (;;) ++n;\n#pragma omp parallel\n{\n#pragma omp for\n  for (;;) error.guard(work);\n}\n"
    + "try {\n} catch (const std::bad_alloc&) {\n} catch (const std::exception&) {\n}\ntry {\n} catch (const std::exception&) {  // no memory\n}\n",
    "src/core/host_device.hpp": SPDX + "#define PERM_HOST_DEVICE __host__ __device__\n",
    "src/device/gpu.cpp": SPDX + "#include <cuda_runtime.h>\n",
    "src/device/CMakeLists.txt": CMAKE + "perm_add_folder(device LINKS CUDA::cudart_static)\n",
    "src/image/foreign/program/reader.cpp": SPDX + '#include <itkImage.h>\n#include "image/foreign/messages.hpp"\n',
    "src/image/foreign/program/CMakeLists.txt": CMAKE + "find_package(ITK REQUIRED)\nfind_package(HDF5)\nfind_package(PNG)\n",
    "src/geometry/pores.hpp": SPDX + '#include "image/reader.hpp"\n',
    "src/geometry/shapes/tube.cpp": SPDX + '#include "geometry/pores.hpp"\n#include "geometry/shapes/tube.hpp"\n',
    "src/solver/backend.hpp": SPDX + '#include "lattice/tiles.hpp"\n#include "solver/cell/stored.hpp"\n',
    "src/solver/CMakeLists.txt": CMAKE
    + "perm_add_folder(solver_door\n  LINKS perm_solver_cell perm_device)\n"
    + "perm_add_folder(solver\n  LINKS perm_solver_door perm_solver_cpu perm_solver_cuda) # not perm_darcy\n",
    "src/solver/make_backend.cpp": SPDX + '#include "solver/cpu/step.hpp"\n#include "solver/cuda/step.hpp"\nbool is = Device::cuda == d;\n',
    "src/solver/domain/base.hpp": SPDX + '#include "solver/backend.hpp"\n',
    "src/solver/cell/stored.hpp": SPDX + '// #include "darcy/flow.hpp"\n/*\n#include "darcy/flow.hpp"\n*/\n',
    "src/solver/cell/settings.hpp": SPDX + "// On a GPU threadIdx names the cell.\n",
    "src/solver/cpu/step.hpp": SPDX + '#include <immintrin.h>\n#include "solver/backend.hpp"\n__m256 sum;\n',
    "src/solver/cuda/step.hpp": SPDX + '#include "solver/cuda/exchange/halo.hpp"\n__global__ void step();\n',
    "src/solver/cuda/exchange/halo.hpp": SPDX + '#include <nccl.h>\n#include "solver/backend.hpp"\n',
    "src/solver/cuda/exchange/CMakeLists.txt": CMAKE + "perm_add_folder(solver_exchange LINKS perm_solver_door CUDA::cudart)\n",
    "src/solver/scaling/model.cpp": SPDX + '#include "solver/backend.hpp"\n',
    "src/darcy/evaluation/tensor.cpp": SPDX + "#include <Eigen/Eigenvalues>\n",
    "src/darcy/flow.hpp": SPDX
    + '#include "solver/backend.hpp"\n#include "solver/cell/settings.hpp"\n#include "solver/cell/stored.hpp"\n'
    + '#include "solver/scaling/model.hpp"\nconst char* text = "<<<";\n',
    "src/darcy/evaluation/CMakeLists.txt": CMAKE + "find_package(Eigen3 3.4 REQUIRED NO_MODULE)\n",
    "src/run/plan.hpp": SPDX + '#include "darcy/flow.hpp"\n#include <vector>\n',
    "src/report/json.cpp": SPDX + '#include <nlohmann/json.hpp>\n#include "run/plan.hpp"\n',
    "src/report/CMakeLists.txt": CMAKE + "perm_add_folder(report LINKS perm_validation perm_run)\n",
    "src/report/long.cpp": SPDX + "// Longer than 300 lines: one table\n" + "int number;\n" * 300,
    "src/app/main.cpp": SPDX + '#include "app/commands/solve.hpp"\n',
    "src/input/options/s.cpp": SPDX + "#include <boost/program_options.hpp>\n",
    "src/app/commands/solve.hpp": SPDX + '#include "app/options/solve.hpp"\n#include <csignal>\n',
    "src/app/commands/validate.cpp": SPDX + '#include "validation/cases/case_list.hpp"\n',
    "validation/CMakeLists.txt": CMAKE + "add_subdirectory(references)\n",
    "validation/cases/tube.cpp": SPDX + '#include "darcy/flow.hpp"\n#include "validation/references/flow.hpp"\nif (k == GeometryKind::tube) {}\n',
    "validation/cases/CMakeLists.txt": CMAKE + "perm_add_folder(validation LINKS perm_darcy perm_references)\n",
    "validation/references/flow.cpp": SPDX + '#include <Eigen/Dense>\n#include "validation/references/flow.hpp"\n',
    "validation/references/CMakeLists.txt": CMAKE
    + "find_package(Eigen3 3.4 REQUIRED)\ntarget_link_libraries(perm_references PUBLIC perm_language Eigen3::Eigen)\n",
    "tests/solver/step_test.cpp": SPDX + '#include "solver/cpu/step.hpp"\n#include "solver/state.hpp"\n',
}

PLANTED = {  # path -> (text, line of the violation, words of the complaint)
    # the order of folders
    "src/core/a.cpp": (SPDX + '\n#include "solver/step.hpp"\n', 3, "to its right"),
    "src/lattice/b.hpp": (SPDX + '#  include "report/json.hpp"\n', 2, "to its right"),
    "src/device/a.hpp": (SPDX + '#include "image/plane.hpp"\n', 2, "to its right"),
    "src/darcy/q.cpp": (SPDX + '#include "validation/cases/verdict.hpp"\n', 2, "to its right"),
    "src/darcy/r.cpp": (SPDX + '#include "run/other.hpp"\n', 2, "to its right"),
    "src/run/a.cpp": (SPDX + '#include "validation/cases/verdict.hpp"\n', 2, "to its right"),
    "validation/cases/r.cpp": (SPDX + '#include "report/json.hpp"\n', 2, "to its right"),
    "src/utils/h.cpp": (SPDX, 1, "no place in the order"),
    "src/darcy/deep/h.cpp": (SPDX, 1, "no place in the order"),
    "src/report/i.cpp": (SPDX + '#include "solver/hip/step.hpp"\n', 2, "no place in the order"),
    "validation/other/p.cpp": (SPDX, 1, "no place in the order"),
    "src/report/f.cpp": (SPDX + '#include "../app/main.hpp"\n', 2, "relative to itself"),
    # the order of rooms
    "src/geometry/c.hpp": (SPDX + '#include "geometry/shapes/tube.hpp"\n', 2, "to its right"),
    "src/geometry/shapes/d.hpp": (SPDX + '#include "geometry/measures/width.hpp"\n', 2, "do not know each other"),
    "src/geometry/measures/d.hpp": (SPDX + '#include "geometry/connectivity/paths.hpp"\n', 2, "do not know each other"),
    "src/solver/cell/e.hpp": (SPDX + '#include "solver/other.hpp"\n', 2, "to its right"),
    "src/solver/f.cpp": (SPDX + '#include "solver/cpu/other.hpp"\n', 2, "to its right"),
    "src/solver/g.hpp": (SPDX + '#include "solver/domain/other.hpp"\n', 2, "to its right"),
    "src/solver/domain/g.hpp": (SPDX + '#include "solver/cpu/step.hpp"\n', 2, "to its right"),
    "src/darcy/l.cpp": (SPDX + '#include "solver/domain/base.hpp"\n', 2, "behind the solver's door"),
    "src/solver/cpu/g.cpp": (SPDX + '#include "solver/cuda/other.hpp"\n', 2, "do not know each other"),
    "src/solver/cuda/h.cpp": (SPDX + '#include "solver/cpu/other.hpp"\n', 2, "do not know each other"),
    "src/solver/cuda/i.cpp": (SPDX + '#include "solver/scaling/model.hpp"\n', 2, "to its right"),
    "src/solver/cuda/exchange/j.cpp": (SPDX + '#include "solver/cuda/other.hpp"\n', 2, "to its right"),
    "src/darcy/k.cpp": (SPDX + '#include "solver/cpu/other.hpp"\n', 2, "behind the solver's door"),
    "src/app/commands/l.cpp": (SPDX + '#include "solver/cuda/exchange/other.hpp"\n', 2, "behind the solver's door"),
    "src/report/m.cpp": (SPDX + '#include "solver/cell/update.hpp"\n', 2, "behind the solver's door"),
    "src/app/options/n.hpp": (SPDX + '#include "app/commands/other.hpp"\n', 2, "to its right"),
    "src/app/terminal/o.hpp": (SPDX + '#include "app/options/other.hpp"\n', 2, "do not know each other"),
    "src/app/commands/p.hpp": (SPDX + '#include "app/main.hpp"\n', 2, "to its right"),
    # libraries and instructions
    "src/geometry/c.cpp": (SPDX + "#include <itkImage.h>\n", 2, "includes ITK"),
    "src/image/foreign/d.cpp": (SPDX + "#include <itkImage.h>\n", 2, "includes ITK"),
    "src/image/foreign/e.cpp": (SPDX + '#include "image/foreign/program/reader.hpp"\n', 2, "to its right"),
    "src/image/foreign/f.cpp": (SPDX + "#include <png.h>\n", 2, "includes libpng"),
    "src/image/headers/f.cpp": (SPDX + "#include <hdf5.h>\n", 2, "includes HDF5"),
    "src/solver/m.cpp": (SPDX + "#include <mpi.h>\n", 2, "includes MPI"),
    "src/darcy/d.cpp": (SPDX + "#include <boost/math/tools.hpp>\n", 2, "includes Boost"),
    "src/solver/e.cpp": (SPDX + "#include <nlohmann/json.hpp>\n", 2, "includes nlohmann-json"),
    "src/lattice/j.cpp": (SPDX + "#include <Eigen/Dense>\n", 2, "includes Eigen"),
    "src/solver/n.hpp": (SPDX + "#include <cuda_fp16.h>\n", 2, "includes CUDA"),
    "src/solver/cuda/q.hpp": (SPDX + "#include <cuda_runtime_api.h>\n", 2, "includes the runtime of CUDA"),
    "src/solver/cuda/r.cuh": (SPDX + "int n = __ballot_sync(~0U, true);\n", 2, "writes what a warp does together"),
    "src/python/s.cpp": (SPDX + '#include "app/commands/solve.hpp"\n', 2, "belongs to the command line"),
    "src/solver/cpu/o.hpp": (SPDX + "#include <nccl.h>\n", 2, "includes CUDA"),
    "src/lattice/k.hpp": (SPDX + "#include <immintrin.h>\n", 2, "includes AVX"),
    "src/lattice/l.hpp": (SPDX + "#ifdef __CUDA_ARCH__\n#endif\n", 2, "writes CUDA"),
    "src/lattice/m.hpp": (SPDX + "int n = __popc(3); // a count\n", 2, "writes CUDA"),
    "src/solver/cell/n.hpp": (SPDX + "__device__ int n();\n", 2, "writes CUDA"),
    "src/darcy/o.cu": (SPDX + "\nvoid f() { g<<<1, 32>>>(); }\n", 3, "writes CUDA"),
    "src/solver/cuda/p.cuh": (SPDX + "inline auto z = _mm512_setzero_ps();\n", 2, "writes AVX"),
    "src/run/b.cpp": (SPDX + "#include <nlohmann/json.hpp>\n", 2, "includes nlohmann-json"),
    "src/run/c.cpp": (SPDX + "#include <filesystem>\n", 2, "without paths"),
    "src/run/d.cpp": (SPDX + "#include <csignal>\n", 2, "without paths"),
    "src/run/e.cpp": (SPDX + "#include <iostream>\n", 2, "without paths"),
    "src/run/f.cpp": (SPDX + "#include <cstdio>\n", 2, "without paths"),
    "src/solver/i.cpp": (SPDX + '#include "validation/references/flow.hpp"\n', 2, "only validation/cases, validation/studies and validation/inertia may"),
    "validation/references/k.cpp": (SPDX + '#include "core/units.hpp"\n', 2, "share nothing"),
    "validation/references/l.cpp": (SPDX + "#include <core/units.hpp>\n", 2, "share nothing"),
    "validation/references/m.cpp": (SPDX + '#include "../../src/core/units.hpp"\n', 2, "share nothing"),
    "validation/references/spheres/m.cpp": (SPDX + '#include "core/units.hpp"\n', 2, "share nothing"),
    "validation/references/spheres/n.cpp": (SPDX + '#include "validation/cases/verdict.hpp"\n', 2, "share nothing"),
    "validation/references/n.cpp": (SPDX + "#include <nlohmann/json.hpp>\n", 2, "includes nlohmann-json"),
    # failed allocations
    "src/core/h.cpp": (SPDX + "#pragma omp parallel for\nfor (;;) work();\n", 2, "parallel region"),
    "src/core/i.cpp": (SPDX + "#pragma omp parallel\n{\n  work();\n}\nerror.guard(work);\n", 2, "parallel region"),
    "src/core/j.cpp": (SPDX + "try {\n} catch (const std::exception&) {\n}\n", 3, "shortage of memory"),
    "src/core/k.cpp": (SPDX + "try {\n} catch (const std::bad_alloc&) {\n}\ntry {\n} catch (const std::exception&) {\n}\n", 6, "shortage of memory"),
    "src/core/l.cpp": (SPDX + "std::istringstream words(text);\n", 2, "core/text_file.hpp"),
    # CMake
    "src/image/CMakeLists.txt": (CMAKE + "perm_add_folder(image\n  LINKS perm_core perm_app_commands)\n", 3, "links perm_app"),
    "src/darcy/CMakeLists.txt": (CMAKE + "target_link_libraries(x PRIVATE ${ITK_LIBRARIES})\n", 2, "names ITK"),
    "src/run/CMakeLists.txt": (CMAKE + "perm_add_folder(run PRIVATE_LINKS CUDA::cudart)\n", 2, "names CUDA"),
    "src/report/CMakeLists.txt": (CMAKE + "perm_add_folder(report LINKS perm_references)\n", 2, "only validation/cases, validation/studies and validation/inertia may"),
    "src/lattice/CMakeLists.txt": (CMAKE + "find_package(Eigen3 3.4)\n", 2, "names Eigen"),
    "src/solver/CMakeLists.txt": (CMAKE + "perm_add_folder(solver_door\n  LINKS perm_solver_cpu)\n", 3, "links perm_solver_cpu"),
    "src/solver/cpu/CMakeLists.txt": (CMAKE + "perm_add_folder(solver_cpu LINKS perm_solver_cuda)\n", 2, "do not know each other"),
    "src/geometry/CMakeLists.txt": (CMAKE + "perm_add_folder(geometry_walls)\n", 2, "no folder or room"),
    "validation/references/deep/CMakeLists.txt": (CMAKE + "link(x perm_options)\n", 2, "names perm_options"),
    "validation/references/CMakeLists.txt": (CMAKE + "link(x perm_solver)\n", 2, "names perm_solver"),
    # lists
    "src/core/unlisted.cpp": (SPDX, 1, "is never compiled: no CMakeLists.txt"),
    "tests/core/unlisted_test.cpp": (SPDX, 1, "never runs: no CMakeLists.txt"),
    "tests/tools/unlisted_test.py": ("", 1, "never runs: no CMakeLists.txt"),
    # recipes
    "src/report/device.cpp": (SPDX + "\nif (settings.device !=\n    Device::cuda) {}\n", 3, "Add `report/device.cpp` to its comparisons"),
    "src/README.md": (
        SOUND["src/README.md"].replace("`solver/make_backend.cpp`", "`solver/make_backend.cpp`, `device/`").replace("kind of geometry", "kind"),
        9, "names `device/` among the comparisons of 'A backend'"),
    # heads, sizes, circles
    "src/core/g.hpp": ("#pragma once\n", 1, "no SPDX"),
    "validation/references/o.hpp": ("#pragma once\n", 1, "no SPDX"),
    "tests/core/p.hpp": ("#pragma once\n", 1, "no SPDX"),
    "src/core/long.cpp": (SPDX + "int number;\n" * 300, 1, "has 301 lines"),
    "tests/core/long.cpp": (SPDX * 6 + "// Longer than 300 lines: said too late\n" + SPDX * 300, 1, "has 307 lines"),
    "tests/one/a.hpp": (SPDX + '#include "two/a.hpp"\n', 2, "a circle of folders that include each other: tests/one tests/two"),
}
# Files that are sound by themselves: the rest of the circle, and a folder with one file too many.
COMPANIONS = {"tests/two/a.hpp": SPDX + '\n#include "one/a.hpp"\n', **{f"src/image/many/{n}.txt": "" for n in range(41)}}
# Three ways in which a list names a file; all other sources that are not planted for it stand in the last list.
LISTS = {
    "tests/kept/CMakeLists.txt": CMAKE + "foreach(case one two)\n  add_test(${case} ${CMAKE_CURRENT_SOURCE_DIR}/${case}_test.py)\nendforeach()\n",
    "tests/solver/CMakeLists.txt": CMAKE + "perm_add_tests(solver SOURCES $<$<BOOL:${found}>:step_test.cpp> # unlisted_test.cpp\n)\n",
    "tests/CMakeLists.txt": CMAKE + "list(${PROJECT_SOURCE_DIR}/%s)\n"
    % "\n${PROJECT_SOURCE_DIR}/".join(name for name in [*SOUND, *PLANTED] if "unlisted" not in name and name != "tests/solver/step_test.cpp"),
    **{f"tests/kept/{case}_test.py": "" for case in ("one", "two")},
}
NO_RECIPE = ("src/README.md", 1, "has no recipe 'A kind of geometry'")
FULL_FOLDER = ("src/image/many", 1, "holds 41 files")


def run():
    """Prints what was not found or was found by mistake, and gives the exit status."""
    failures = []
    with tempfile.TemporaryDirectory() as folder:
        root = pathlib.Path(folder)

        def write(name, text):
            (root / name).parent.mkdir(parents=True, exist_ok=True)
            (root / name).write_text(text, encoding="utf-8")

        for name, text in [*SOUND.items(), *LISTS.items()]:
            write(name, text)
        failures += [f"complains about a sound tree: {path}:{line}: {what}" for path, line, what in tree.Tree(root).check()]
        for name, text in [*((name, text) for name, (text, _, _) in PLANTED.items()), *COMPANIONS.items()]:
            write(name, text)
        found = tree.Tree(root).check()
    expected = [*((name, line, words) for name, (_, line, words) in PLANTED.items()), FULL_FOLDER, NO_RECIPE]
    for name, line, words in expected:
        if not any(path == name and at == line and words in what for path, at, what in found):
            failures.append(f"misses what was planted in {name}:{line} ({words})")
    if len(found) != len(expected):
        failures.append(f"finds {len(found)} violations where {len(expected)} were planted")
        failures += [f"finds {path}:{line}: {what}" for path, line, what in found]
    for failure in failures:
        print(f"check_layering --self-test: {failure}", file=sys.stderr)
    if not failures:
        print(f"check_layering finds all {len(expected)} planted violations")
    return 1 if failures else 0
