# SPDX-License-Identifier: Apache-2.0
"""Lists the defects of tools/seeded_defects: a name, and either options of validate or changes of the source. Those of
STOP have a filter of GoogleTest besides: the tests of test_darcy that must find them.

A change is (file, text that is there once, text in its place).
"""

STEP = "src/solver/cpu/step_cpu.hpp"
COLLISION = "src/solver/cell/cell_update.hpp"
VELOCITIES = "src/lattice/d3q19.hpp"
SUMS = "src/solver/flow_sums.cpp"
TENSOR = "src/darcy/evaluation/permeability_tensor.cpp"
SPHERES = "src/geometry/shapes/solids/spheres.cpp"
MOMENTS_HOLD = (VELOCITIES, "static_assert(moments_are_isotropic());", "")

# The ten that `validate --quick` must not pass.
TEN = [
    (
        "wall moved by 0.05 voxel",
        [
            (
                SPHERES,
                "const double radius2 = sphere.radius * sphere.radius;",
                "const double radius2 = (sphere.radius + 0.05) * (sphere.radius + 0.05);",
            )
        ],
    ),
    ("magic 0.5", ["--magic", "0.5"]),
    ("magic 1", ["--magic", "1"]),
    (
        "mean over pores",
        [
            (SUMS, "scale_ / steps / voxels_;", "scale_ / steps / static_cast<double>(cells);"),
            (
                SUMS,
                "FlowRates rates;\n  rates.velocity_residual = estimate(Residual::velocity, cells) / residual_scale_ / voxels_;",
                "FlowRates rates;\n  rates.velocity_residual = estimate(Residual::velocity, cells) / residual_scale_ / static_cast<double>(cells);",
            ),
        ],
    ),
    (
        "tensor transposed",
        [
            (
                TENSOR,
                "raw(static_cast<Eigen::Index>(i), static_cast<Eigen::Index>(j)) =",
                "raw(static_cast<Eigen::Index>(j), static_cast<Eigen::Index>(i)) =",
            )
        ],
    ),
    ("weight of links to faces 1 % off", [(VELOCITIES, "speed2 == 1 ? 1.0 / 18.0", "speed2 == 1 ? 1.01 / 18.0"), MOMENTS_HOLD]),
    (
        "one plane lost",
        [
            (
                SPHERES,
                "if (!planes.contains(plane)) continue;",
                "if (!planes.contains(plane) || plane == 0) continue;",
            )
        ],
    ),
    ("BGK in place of TRT", ["--collision", "bgk"]),
    (
        "force halved",
        [
            (
                COLLISION,
                "parameters.force[a] = static_cast<Scalar>(settings.force[static_cast<std::size_t>(a)]);",
                "parameters.force[a] = static_cast<Scalar>(settings.force[static_cast<std::size_t>(a)] / 2);",
            ),
            (
                COLLISION,
                "const double cf = c.x * settings.force[0] + c.y * settings.force[1] + c.z * settings.force[2];",
                "const double cf = (c.x * settings.force[0] + c.y * settings.force[1] + c.z * settings.force[2]) / 2;",
            ),
        ],
    ),
    (
        "one link never reflected",  # what comes back is a fluid at rest, in both steps
        [
            (
                STEP,
                "static constexpr Opposites opposites{};",
                "static constexpr Opposites opposites{};\n  alignas(64) static constexpr Real at_rest[64]{};",
            ),
            (
                STEP,
                "Lanes::load(~std::uint32_t{fluid.lanes[q - 1]} >> p, opposite, value);",
                "Lanes::load(~std::uint32_t{fluid.lanes[q - 1]} >> p, q == 17 ? at_rest : opposite, value);",
            ),
            (
                STEP,
                "Lanes::store(~lanes >> p, own + opposites[q] * Tiles::line + p, f[q]);",
                "Lanes::store(~lanes >> p, own + opposites[q] * Tiles::line + p, f[q] * Real(q != 17));",
            ),
            # The same for vectors that are blended:
            (
                STEP,
                "Lanes::load(own + opposites[q] * Tiles::line));",
                "Lanes::load(q == 17 ? at_rest : own + opposites[q] * Tiles::line));",
            ),
            (
                STEP,
                "store(~leads[q], own + opposites[q] * Tiles::line, f[q]);",
                "store(~leads[q], own + opposites[q] * Tiles::line, f[q] * Real(q != 17));",
            ),
        ],
    ),
]

# Those of the decision when K is known, with the tests that must find them.
STOP = [
    (
        "K corrected the wrong way",
        [
            (
                "src/darcy/pressure_search.cpp",
                "return permeability + flow.nu()",
                "return permeability - flow.nu()",
            )
        ],
        "Solved/Media.*:SoundInAVug.*",
    ),
    (
        "velocities left out of the bound",
        [
            (
                "src/darcy/pressure/voxel_pressure.cpp",
                "const double root = v + w + std::sqrt(rates.others);",
                "const double root = w + std::sqrt(rates.others);",
            )
        ],
        "VoxelPressure.*",
    ),
    (
        "slow pressure left out of the bound",
        [
            (
                "src/darcy/pressure/voxel_pressure.cpp",
                "const double root = v + w + std::sqrt(rates.others);",
                "const double root = v + std::sqrt(rates.others);",
            )
        ],
        "PlainSteps.keep*:SoundInAVug.*",
    ),
    (
        "stops at ten times the tolerance",
        [
            (
                "src/darcy/limit_search.cpp",
                "result.iteration_error) <= tolerance;\n}",
                "result.iteration_error) <= 10 * tolerance;\n}",
            )
        ],
        "Solved/Media.*",
    ),
    (
        "plain steps believe the fitted tail alone",
        [("src/darcy/limit_search.cpp", "if (known) tail.error = ", "if (false) tail.error = ")],
        "PlainSteps.*",
    ),
]

# More of our own, meant to be hard to find; those that take long to compile come last.
MORE = [
    (
        "wall of cylinders moved by 0.05 voxel",
        [
            (
                "src/geometry/shapes/surfaces/cylinder_surface.cpp",
                "if (square_from(cylinder, at) < cylinder.radius * cylinder.radius)",
                "if (square_from(cylinder, at) < (cylinder.radius + 0.05) * (cylinder.radius + 0.05))",
            )
        ],
    ),
    (
        "wall of spheres moved by 0.005 voxel",
        [
            (
                SPHERES,
                "const double radius2 = sphere.radius * sphere.radius;",
                "const double radius2 = (sphere.radius + 0.005) * (sphere.radius + 0.005);",
            )
        ],
    ),
    (
        "spheres half a voxel off along z",
        [
            (
                SPHERES,
                "const double dz = static_cast<double>(k) + 0.5 - sphere.z;",
                "const double dz = static_cast<double>(k) - sphere.z;",
            )
        ],
    ),
    (
        "one link reflected 1 % too weakly",
        [
            (
                STEP,
                "Lanes::store(~lanes >> p, own + opposites[q] * Tiles::line + p, f[q]);",
                "Lanes::store(~lanes >> p, own + opposites[q] * Tiles::line + p, q == 17 ? f[q] * Real(0.99) : f[q]);",
            ),
            (
                STEP,
                "store(~leads[q], own + opposites[q] * Tiles::line, f[q]);",
                "store(~leads[q], own + opposites[q] * Tiles::line, q == 17 ? f[q] * Real(0.99) : f[q]);",
            ),
        ],
    ),
    ("magic 0.19", ["--magic", "0.19"]),
    (
        "one row off across the y faces",
        [
            (
                "src/lattice/group_masks.cpp",
                "wrap(z + c.z, n.nz)",
                "wrap(z + c.z + (leaves(y, c.y, n.ny) ? c.y : 0), n.nz)",
            ),
            (
                "src/solver/cpu/link_builder.cpp",
                "(z_ + neighbour_rows[r].dz + n.nz) % n.nz",
                "(z_ + neighbour_rows[r].dz + 2 * n.nz + (y_ + neighbour_rows[r].dy < 0 ? -1 : y_ + neighbour_rows[r].dy == n.ny ? 1 : 0)) % n.nz",
            ),
        ],
    ),
    (
        "mean over pores, along z only",
        [
            (
                SUMS,
                "scale_ / steps / voxels_;",
                "scale_ / steps / (a == 2 ? static_cast<double>(cells) : voxels_);",
            )
        ],
    ),
    (
        "axes of the tensor in reverse",
        [
            (
                TENSOR,
                "raw(static_cast<Eigen::Index>(i), static_cast<Eigen::Index>(j)) =",
                "raw(static_cast<Eigen::Index>(i == j ? i : 3 - i - j), static_cast<Eigen::Index>(j)) =",
            )
        ],
    ),
    (
        "sign of an off-diagonal term lost",
        [
            (
                TENSOR,
                "viscosity(flow.tau) * velocity[i] / flow.force;",
                "viscosity(flow.tau) * std::abs(velocity[i]) / flow.force;",
            )
        ],
    ),
    (
        "stops too early, with a bound that is 100 times too small",
        [
            (
                "src/darcy/pressure/voxel_pressure.cpp",
                "PressureLook look{(root * root + alternating) / voxels_,",
                "PressureLook look{(root * root + alternating) / voxels_ / 100,",
            )
        ],
    ),
    (
        "omega- 2 % off",
        [
            (
                COLLISION,
                "settings.collision == Collision::bgk ? plus : 1.0 / (",
                "settings.collision == Collision::bgk ? plus : 1.02 / (",
            )
        ],
    ),
    (
        "a quarter of the force in the velocity, not a half",
        [
            (
                COLLISION,
                "parameters.half_force[a] = parameters.force[a] / 2;",
                "parameters.half_force[a] = parameters.force[a] / 4;",
            )
        ],
    ),
    ("viscosity 1 % off", [("src/solver/cell/settings.hpp", "return (tau - 0.5) / 3.0;", "return (tau - 0.5) / 3.03;")]),
    ("viscosity 0.05 % off", [("src/solver/cell/settings.hpp", "return (tau - 0.5) / 3.0;", "return (tau - 0.5) / 3.0015;")]),
    (
        "weight of one pair of links 1 % off",
        [
            (VELOCITIES, "return speed2 == 0 ?", "if (q == 17 || q == 18) return 1.01 / 36.0;\n  return speed2 == 0 ?"),
            MOMENTS_HOLD,
        ],
    ),
]
