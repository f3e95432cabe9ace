// SPDX-License-Identifier: Apache-2.0
// A GPU solves for potentials with the bits of the CPU.
#include "laplace/cuda/laplace_solver_cuda.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <cstring>
#include <limits>

#include "device/cuda_check.hpp"
#include "laplace/cuda/cells_on_gpu.hpp"
#include "laplace/cuda/graph_cases.hpp"

namespace perm {
namespace {

struct Solved {
  LaplaceSolution solution;
  std::vector<float> potential;  ///< of each piece, in the order of the host
};

/// Solves on both devices.
class BothSolvers {
 public:
  explicit BothSolvers(const RandomGraph& random) : on_cpu_(random.solver()), on_gpu_(solver_on_gpu(random.graph())) {}

  std::size_t pieces() const { return on_cpu_.pieces(); }
  const LaplaceSolverCuda& on_gpu() const { return on_gpu_; }
  std::vector<float> random_flux(unsigned seed) const {
    std::mt19937 random(seed);
    std::vector<float> flux(pieces());
    for (float& value : flux) value = static_cast<float>(random() % 2001) / 1000 - 1;
    return flux;
  }

  Solved solve_on_cpu(const std::vector<float>& flux, double share, int most_iterations = 60) {
    Solved solved{{}, std::vector<float>(flux.size(), 1.0F)};
    solved.solution = on_cpu_.solve(flux, solved.potential, share, most_iterations);
    return solved;
  }

  Solved solve_on_gpu(const std::vector<float>& flux, double share, int most_iterations = 60) {
    cuda::Array<float> on_gpu(flux.size());
    cuda::Array<float> potential(flux.size());
    if (!flux.empty()) on_gpu.write(flux.data(), 0, flux.size());
    Solved solved{on_gpu_.solve({on_gpu.data(), flux.size()}, {potential.data(), flux.size()}, share, most_iterations),
                  std::vector<float>(flux.size())};
    if (!flux.empty()) potential.read(solved.potential.data(), 0, flux.size());
    return solved;
  }

  void expect_same(const std::vector<float>& flux, double share, int most_iterations = 60) {
    const Solved cpu = solve_on_cpu(flux, share, most_iterations);
    const Solved gpu = solve_on_gpu(flux, share, most_iterations);
    EXPECT_EQ(cpu.solution.power, gpu.solution.power);
    EXPECT_EQ(cpu.solution.left, gpu.solution.left);
    EXPECT_EQ(cpu.solution.iterations, gpu.solution.iterations);
    EXPECT_EQ(std::memcmp(cpu.potential.data(), gpu.potential.data(), flux.size() * sizeof(float)), 0);
  }

 private:
  static LaplaceSolverCuda solver_on_gpu(const CellGraph& graph) {
    const laplace_cuda::ImageOnGpu image(graph.cells());
    const laplace_cuda::CellsOnGpu cells(image, graph.widths(), graph.of_edge());
    return LaplaceSolverCuda(join_pieces(image, cells.view(), laplace_cuda::PiecesOnGpu(image, graph.cells())));
  }

  LaplaceSolver on_cpu_;
  LaplaceSolverCuda on_gpu_;
};

TEST(LaplaceSolverCuda, gives_the_bits_of_the_cpu) {
  for_each_graph([](const RandomGraph& random, unsigned seed) {
    BothSolvers solvers(random);
    solvers.expect_same(solvers.random_flux(seed), 1e-6);
  });
}

TEST(LaplaceSolverCuda, gives_them_where_levels_are_many) {
  BothSolvers solvers(RandomGraph({180, 170, 190}, 0.45, rules_for_tests(3), 5));
  solvers.expect_same(solvers.random_flux(3), 1e-4);
}

TEST(LaplaceSolverCuda, gives_them_once_more_and_for_fewer_iterations) {
  BothSolvers solvers(RandomGraph({40, 33, 30}, 0.4, {}, 9));
  for (const int most : {0, 1, 3, 60})
    solvers.expect_same(solvers.random_flux(static_cast<unsigned>(most)), 1e-8, most);
  EXPECT_GT(solvers.on_gpu().bytes(), 4 * static_cast<std::int64_t>(solvers.pieces()));
}

TEST(LaplaceSolverCuda, says_that_a_flux_that_is_no_number_has_no_solution) {
  BothSolvers solvers(RandomGraph({16, 16, 16}, 0.6, {}, 9));
  for (const float value : {std::numeric_limits<float>::quiet_NaN(), -std::numeric_limits<float>::infinity()}) {
    std::vector<float> flux = solvers.random_flux(2);
    flux[70] = value;
    const Solved solved = solvers.solve_on_gpu(flux, 1e-4);
    EXPECT_TRUE(std::isnan(solved.solution.power));
    EXPECT_TRUE(std::isnan(solved.solution.left));
  }
}

TEST(LaplaceSolverCuda, gives_no_potential_where_nothing_flows) {
  BothSolvers solvers(RandomGraph({16, 16, 16}, 0.6, {}, 9));
  const std::vector<float> nothing(solvers.pieces());
  const Solved solved = solvers.solve_on_gpu(nothing, 1e-4);
  EXPECT_EQ(solved.solution.power, 0);
  EXPECT_EQ(solved.solution.iterations, 0);
  EXPECT_EQ(solved.potential, nothing);
}

}  // namespace
}  // namespace perm
