// SPDX-License-Identifier: Apache-2.0
// A GPU solves for potentials with the bits of the CPU.
#include "laplace/cuda/laplace_solver_cuda.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <cstring>
#include <limits>

#include "device/cuda_check.hpp"
#include "laplace/cuda/graph_cases.hpp"

namespace perm {
namespace {

struct Solved {
  LaplaceSolution solution;
  std::vector<float> potential;
  std::vector<float> left;
};

Solved solve_on_cpu(const CellGraph& graph, std::vector<float> flux, double share, int most_iterations = 60) {
  Solved solved{{}, std::vector<float>(flux.size(), 1.0F), std::move(flux)};
  solved.solution = LaplaceSolver(graph).solve(solved.left, solved.potential, share, most_iterations);
  return solved;
}

Solved solve_on_gpu(LaplaceSolverCuda& solver, std::vector<float> flux, double share, int most_iterations = 60) {
  Solved solved{{}, std::vector<float>(flux.size(), 1.0F), std::move(flux)};
  cuda::Array<float> left(solved.left.size());
  cuda::Array<float> potential(solved.left.size());
  left.write(solved.left.data(), 0, left.size());
  potential.write(solved.potential.data(), 0, potential.size());
  solved.solution = solver.solve(left.data(), potential.data(), share, most_iterations);
  left.read(solved.left.data(), 0, left.size());
  potential.read(solved.potential.data(), 0, potential.size());
  return solved;
}

Solved solve_on_gpu(const CellGraph& graph, std::vector<float> flux, double share, int most_iterations = 60) {
  LaplaceSolverCuda solver(graph.occupancy(), graph.rules(), graph.widths(), graph.of_edge());
  return solve_on_gpu(solver, std::move(flux), share, most_iterations);
}

bool has_same_bits(const std::vector<float>& a, const std::vector<float>& b) {
  return a.size() == b.size() && std::memcmp(a.data(), b.data(), a.size() * sizeof(float)) == 0;
}

void expect_same(const Solved& cpu, const Solved& gpu) {
  EXPECT_EQ(cpu.solution.power, gpu.solution.power);
  EXPECT_EQ(cpu.solution.left, gpu.solution.left);
  EXPECT_EQ(cpu.solution.iterations, gpu.solution.iterations);
  EXPECT_TRUE(has_same_bits(cpu.potential, gpu.potential));
  EXPECT_TRUE(has_same_bits(cpu.left, gpu.left));
}

TEST(LaplaceSolverCuda, gives_the_bits_of_the_cpu) {
  for_each_graph([](const RandomGraph& random, unsigned seed) {
    const CellGraph graph = random.graph();
    const std::vector<float> flux = random.random_values(seed);
    expect_same(solve_on_cpu(graph, flux, 1e-6), solve_on_gpu(graph, flux, 1e-6));
  });
}

TEST(LaplaceSolverCuda, goes_on_with_them) {
  for_each_graph([](const RandomGraph& random, unsigned seed) {
    const CellGraph graph = random.graph();
    const std::vector<float> flux = random.random_values(seed);
    LaplaceSolverCuda solver(graph.occupancy(), graph.rules(), graph.widths(), graph.of_edge());
    Solved solved{{}, std::vector<float>(flux.size()), flux};
    cuda::Array<float> left(flux.size());
    cuda::Array<float> potential(flux.size());
    left.write(flux.data(), 0, left.size());
    solver.solve(left.data(), potential.data(), 1e-2);
    if (graph.nodes() > 0) cuda::check(cudaMemset(solver.room(), 1, graph.nodes() * sizeof(float)), "using the room");
    solved.solution = solver.go_on(left.data(), potential.data(), 1e-6);
    left.read(solved.left.data(), 0, left.size());
    potential.read(solved.potential.data(), 0, potential.size());
    expect_same(solve_on_cpu(graph, flux, 1e-6), solved);
  });
}

TEST(LaplaceSolverCuda, gives_them_where_levels_are_many) {
  const RandomGraph random({180, 170, 190}, 0.45, rules_for_tests(3), 5);
  const CellGraph graph = random.graph();
  const std::vector<float> flux = random.random_values(3);
  expect_same(solve_on_cpu(graph, flux, 1e-4), solve_on_gpu(graph, flux, 1e-4));
}

TEST(LaplaceSolverCuda, gives_them_once_more_and_for_fewer_iterations) {
  const RandomGraph random({40, 33, 30}, 0.4, {}, 9);
  const CellGraph graph = random.graph();
  LaplaceSolverCuda solver(graph.occupancy(), graph.rules(), graph.widths(), graph.of_edge());
  for (const int most : {0, 1, 3, 60}) {
    const std::vector<float> flux = random.random_values(static_cast<unsigned>(most));
    expect_same(solve_on_cpu(graph, flux, 1e-8, most), solve_on_gpu(solver, flux, 1e-8, most));
  }
  EXPECT_GT(solver.bytes(), 4 * static_cast<std::int64_t>(graph.nodes()));
}

TEST(LaplaceSolverCuda, says_that_a_flux_that_is_no_number_has_no_solution) {
  const RandomGraph random({16, 16, 16}, 0.6, {}, 9);
  const CellGraph graph = random.graph();
  for (const float value : {std::numeric_limits<float>::quiet_NaN(), -std::numeric_limits<float>::infinity()}) {
    std::vector<float> flux = random.random_values(2);
    flux[700] = value;
    const Solved solved = solve_on_gpu(graph, flux, 1e-4);
    EXPECT_TRUE(std::isnan(solved.solution.power));
    EXPECT_TRUE(std::isnan(solved.solution.left));
  }
}

TEST(LaplaceSolverCuda, gives_no_potential_where_nothing_flows) {
  const RandomGraph random({16, 16, 16}, 0.6, {}, 9);
  const CellGraph graph = random.graph();
  const Solved solved = solve_on_gpu(graph, std::vector<float>(graph.nodes()), 1e-4);
  EXPECT_EQ(solved.solution.power, 0);
  EXPECT_EQ(solved.solution.iterations, 0);
  EXPECT_EQ(solved.potential, std::vector<float>(graph.nodes()));
}

}  // namespace
}  // namespace perm
