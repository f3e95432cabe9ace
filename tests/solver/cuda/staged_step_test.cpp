// SPDX-License-Identifier: Apache-2.0
// The odd step in shared memory gives the bits of the plain odd step, whichever cells may take it: all of a small
// lattice, those between two layers of a large one, or none.
#include <gtest/gtest.h>

#include <cstring>
#include <random>
#include <vector>

#include "device/cuda_graph.hpp"
#include "device/gpu.hpp"
#include "geometry/random_pores.hpp"
#include "lattice/near_cells.hpp"
#include "solver/backend.hpp"
#include "solver/cell/cell_update.hpp"
#include "solver/cuda/cell_cut.hpp"
#include "solver/cuda/memory_cuda.hpp"

namespace perm {
namespace {

SolverSettings staged_test_settings() {
  SolverSettings settings;
  settings.device = Device::cuda;
  settings.tau = 0.8;
  settings.force = {2e-3, -8e-4, 6e-4};
  return settings;
}

/// Steps a lattice from rest. What the odd step in shared memory may step is chosen by a reach, as the backend does.
template <class Storage>
class SteppedLattice {
 public:
  using Steps = CudaSteps<Storage>;
  using Tiles = typename Steps::Tiles;

  explicit SteppedLattice(const PoreSpace& pores)
      : domain_(pores.extent()), index_(pores, {}, domain_.own_z(), most_tile_cells) {}

  std::int64_t cells() const { return index_.cells(); }
  Range near(std::int64_t reach) const { return near_cells<Tiles>(index_, reach); }

  std::vector<Storage> after_pairs_of_steps(int pairs, const Range& staged, Equilibrium equilibrium) const {
    cuda::Array<Storage> f(static_cast<std::size_t>(count_values<Storage>(index_.cells())));
    cuda::Array<std::uint64_t> address(2);
    address.clear();
    const auto start = reinterpret_cast<std::uint64_t>(f.data());
    address.write(&start, 0, 1);
    const typename Steps::Lattice lattice{f.data(), index_.view(), index_.grid(), own_rows(domain_),
                                          Steps::prepare_staging(staged, address.data())};
    const typename Steps::Parameters parameters{
        make_collision_parameters<typename Steps::Real>(staged_test_settings())};
    const CellSpan all = cut_cells<Tiles>(domain_, index_).interior;
    Steps::start_from_rest(lattice, parameters);
    for (int i = 0; i < pairs; ++i) {
      Steps::even(lattice, parameters, equilibrium, {}, {all, cuda::step_stream()});
      Steps::odd(lattice, parameters, equilibrium, {}, {all, cuda::step_stream()});
    }
    cuda::finish("stepping");
    std::vector<Storage> slots(f.size());
    f.read(slots.data(), 0, slots.size());
    std::vector<Storage> values;  // of cells only: what lies behind the last cell of the last tile was never written
    for (std::int64_t cell = 0; cell < index_.cells(); ++cell)
      for (int q = 0; q < d3q19::directions; ++q)
        values.push_back(slots[static_cast<std::size_t>(Tiles::slot(static_cast<std::uint32_t>(cell), q))]);
    return values;
  }

 private:
  Domain domain_;
  CudaIndex index_;
};

template <class Storage>
class StagedStepOf : public testing::Test {};
using StagedStorages = testing::Types<float, double>;
TYPED_TEST_SUITE(StagedStepOf, StagedStorages);

TYPED_TEST(StagedStepOf, some_or_all_cells_gives_the_bits_of_the_plain_step) {
  std::mt19937 random(5);
  for (const Extent& extent : {Extent{65, 40, 83}, Extent{600, 17, 40}, Extent{33, 31, 45}}) {
    SCOPED_TRACE(to_string(extent));
    const SteppedLattice<TypeParam> lattice(random_pores(extent, 0.6, random));
    const Range all = lattice.near(most_cells_between);
    const Range some = lattice.near(lattice.cells() - 1);
    ASSERT_GE(all.size(), lattice.cells());
    ASSERT_GT(some.size(), 0);
    ASSERT_GT(some.first, 0);
    ASSERT_LT(some.last, lattice.cells());
    for (const Equilibrium equilibrium : {Equilibrium::linear, Equilibrium::quadratic, Equilibrium::incompressible}) {
      const std::vector<TypeParam> plain = lattice.after_pairs_of_steps(8, {0, 0}, equilibrium);
      for (const Range& staged : {all, some}) {
        const std::vector<TypeParam> values = lattice.after_pairs_of_steps(8, staged, equilibrium);
        EXPECT_EQ(std::memcmp(values.data(), plain.data(), plain.size() * sizeof(TypeParam)), 0)
            << "staged from cell " << staged.first << " to " << staged.last;
      }
    }
  }
}

/// A watched step is the plain one. These lattices have more slots than 32 bits number.
TEST(StagedStep, of_more_than_226_million_cells_gives_the_bits_of_the_plain_step) {
  constexpr std::int64_t bytes = std::int64_t{26} << 30;
  if (gpu_memory().free < bytes) GTEST_SKIP() << "the lattice takes 26 GiB of GPU memory";
  std::mt19937 random(23);
  const PoreSpace pores = random_pores({1024, 512, 512}, 0.9, random);
  const std::int64_t cells = pores.count_pores();
  ASSERT_GT(cells * d3q19::directions, std::int64_t{1} << 32);
  const auto some_distributions = [&](const Backend& backend) {
    std::vector<double> values;
    constexpr std::int64_t count = 100'000;
    for (int part = 0; part < 12; ++part) {
      std::vector<double> part_values(static_cast<std::size_t>(count * d3q19::directions));
      backend.read_distributions(part * (cells - count) / 11, part_values);
      values.insert(values.end(), part_values.begin(), part_values.end());
    }
    return values;
  };
  const auto values_after = [&](const auto& step) {
    const auto backend = make_backend(pores, staged_test_settings());
    step(*backend);
    return some_distributions(*backend);
  };
  const std::vector<double> staged = values_after([](Backend& backend) { backend.advance(8); });
  const std::vector<double> plain = values_after([](Backend& backend) {
    for (int pair = 0; pair < 4; ++pair) backend.advance_and_sample();
  });
  EXPECT_EQ(std::memcmp(staged.data(), plain.data(), plain.size() * sizeof(double)), 0);
}

}  // namespace
}  // namespace perm
