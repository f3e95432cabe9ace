// SPDX-License-Identifier: Apache-2.0
// Makes the classical scheme: two arrays over all voxels, [direction][voxel], of which one is read and the other
// written in each step. A voxel's flag has bit q set where the link along q ends in solid, and bit 0 where the voxel
// itself is solid. What arrives along i was sent by x - e_i, which is x + e_opp, opp being the opposite of i. Let
// add(y, i) be the place of distribution i of voxel y; then it is read from add(x + e_opp, i) + ((flag >> opp) & 1) *
// (add(x, opp) - add(x + e_opp, i)), without a branch (after Huang et al. 2015, Eq. 3.1).
#include <utility>
#include <vector>

#include "core/errors.hpp"
#include "device/cuda_check.hpp"
#include "device/gpu.hpp"
#include "solver/cell/cell_update.hpp"
#include "solver/devices.hpp"
#include "solver/full_matrix.hpp"

namespace perm {
namespace {

constexpr int threads = 256;
unsigned blocks_for(std::int64_t items) { return static_cast<unsigned>((items + threads - 1) / threads); }

struct Voxel {
  std::int64_t x;
  std::int64_t y;
  std::int64_t z;
};

__device__ std::int64_t neighbour(const Extent& n, const Voxel& at, const d3q19::Velocity& c) {
  const auto wrap = [](std::int64_t a, std::int64_t size) { return a < 0 ? size - 1 : a == size ? 0 : a; };
  return n.index(wrap(at.x + c.x, n.nx), wrap(at.y + c.y, n.ny), wrap(at.z + c.z, n.nz));
}
__device__ Voxel voxel_at(const Extent& n, std::int64_t i) { return {i % n.nx, i / n.nx % n.ny, i / n.nx / n.ny}; }
__device__ bool is_pore(const std::uint32_t* bits, std::int64_t words_per_row, const Extent& n, std::int64_t voxel) {
  return (bits[voxel / n.nx * words_per_row + voxel % n.nx / 32] >> (voxel % n.nx % 32) & 1U) != 0;
}

__global__ void find_flags(const std::uint32_t* bits, std::int64_t words_per_row, Extent n, std::uint32_t* flags) {
  const std::int64_t voxel = std::int64_t{blockIdx.x} * blockDim.x + threadIdx.x;
  if (voxel >= n.voxels()) return;
  std::uint32_t flag = is_pore(bits, words_per_row, n, voxel) ? 0U : 1U;
  const Voxel at = voxel_at(n, voxel);
  for (int q = 1; q < d3q19::directions; ++q)
    if (!is_pore(bits, words_per_row, n, neighbour(n, at, d3q19::velocity(q)))) flag |= 1U << q;
  flags[voxel] = flag;
}

template <class Real>
struct Distributions {
  Real of[d3q19::directions];
};

/// Fills the array so that the streaming of the first step gives the state at rest; at walls it writes the mirror
/// image.
template <class Real>
__global__ void fill_matrix(Real* f, const std::uint32_t* flags, std::int64_t voxels,
                            const __grid_constant__ Distributions<Real> rest) {
  const std::int64_t i = std::int64_t{blockIdx.x} * blockDim.x + threadIdx.x;
  if (i >= voxels * d3q19::directions) return;
  const int q = static_cast<int>(i / voxels);
  const bool thrown_back = q > 0 && (flags[i % voxels] >> q & 1U) != 0;
  f[i] = rest.of[thrown_back ? d3q19::opposite(q) : q];
}

template <Equilibrium E, class Real, int... Q>
__device__ void step_voxel(const Real* from, Real* to, std::uint32_t flag, std::int64_t voxel, const Extent& n,
                           const CollisionParameters<Real>& parameters, std::integer_sequence<int, Q...>) {
  const std::int64_t voxels = n.voxels();
  const Voxel at = voxel_at(n, voxel);
  Real f[d3q19::directions];
  const auto read = [&](auto direction) {
    constexpr int i = decltype(direction)::value;
    constexpr int opposite = d3q19::opposite(i);
    constexpr d3q19::Velocity c = d3q19::velocity(opposite);
    const std::int64_t sent = neighbour(n, at, c) + i * voxels;
    const std::int64_t thrown_back = voxel + opposite * voxels;
    f[i] = from[sent + (flag >> opposite & 1U) * (thrown_back - sent)];
  };
  f[0] = from[voxel];
  (read(std::integral_constant<int, Q + 1>{}), ...);
  collide<E>(f, parameters);
  to[voxel] = f[0];
  ((to[voxel + (Q + 1) * voxels] = f[Q + 1]), ...);
}

/// Reads the distributions after the previous step's collision and writes those after this step's collision.
template <Equilibrium E, class Real>
__global__ void __launch_bounds__(threads) step_matrix(const Real* from, Real* to, const std::uint32_t* flags, Extent n,
                                                       const __grid_constant__ CollisionParameters<Real> parameters) {
  const std::int64_t voxel = std::int64_t{blockIdx.x} * blockDim.x + threadIdx.x;
  if (voxel >= n.voxels()) return;
  const std::uint32_t flag = flags[voxel];
  if ((flag & 1U) != 0) return;
  step_voxel<E>(from, to, flag, voxel, n, parameters, std::make_integer_sequence<int, d3q19::directions - 1>{});
}

template <class Real>
class CudaFullMatrix final : public FullMatrix {
 public:
  CudaFullMatrix(const PoreSpace& pores, const SolverSettings& settings)
      : settings_(settings),
        extent_(pores.extent()),
        cells_(pores.count_pores()),
        name_(gpu_name()),
        parameters_(make_collision_parameters<Real>(settings)),
        from_(static_cast<std::size_t>(extent_.voxels() * d3q19::directions)),
        to_(static_cast<std::size_t>(extent_.voxels() * d3q19::directions)),
        flags_(static_cast<std::size_t>(extent_.voxels())) {
    cuda::Array<std::uint32_t> bits(pores.words().size());
    bits.write(pores.words().data(), 0, bits.size());
    find_flags<<<blocks_for(extent_.voxels()), threads>>>(bits.data(), pores.words_per_row(), extent_, flags_.data());
    Distributions<Real> rest;
    for (int q = 0; q < d3q19::directions; ++q) rest.of[q] = rest_distribution(q, parameters_.force);
    for (Real* f : {from_.data(), to_.data()})
      fill_matrix<<<blocks_for(extent_.voxels() * d3q19::directions), threads>>>(f, flags_.data(), extent_.voxels(),
                                                                                 rest);
    cuda::finish("setting up the full matrix");
  }

  void advance(std::int64_t steps) override {
    for (std::int64_t i = 0; i < steps; ++i) {
      const auto kernel = settings_.equilibrium == Equilibrium::linear ? step_matrix<Equilibrium::linear, Real>
                                                                       : step_matrix<Equilibrium::quadratic, Real>;
      kernel<<<blocks_for(extent_.voxels()), threads>>>(from_.data(), to_.data(), flags_.data(), extent_, parameters_);
      std::swap(from_, to_);
    }
    cuda::finish("stepping the full matrix");
  }

  std::int64_t cells() const override { return cells_; }
  std::int64_t bytes() const override {
    return static_cast<std::int64_t>(from_.bytes() + to_.bytes() + flags_.bytes());
  }
  double bytes_per_update() const override {
    return 2.0 * d3q19::directions * sizeof(Real) + static_cast<double>(flags_.bytes()) / static_cast<double>(cells_);
  }
  std::string description() const override { return "cuda, " + name_ + ", full matrix"; }

  std::array<double, 3> mean_velocity() const override {
    std::vector<Real> f(from_.size());
    std::vector<std::uint32_t> flags(flags_.size());
    from_.read(f.data(), 0, f.size());
    flags_.read(flags.data(), 0, flags.size());
    std::array<double, 3> sum{};
    for (std::size_t voxel = 0; voxel < flags.size(); ++voxel) {
      if ((flags[voxel] & 1U) != 0) continue;
      for (int q = 0; q < d3q19::directions; ++q) {
        const d3q19::Velocity c = d3q19::velocity(q);
        const auto value = static_cast<double>(f[static_cast<std::size_t>(q) * flags.size() + voxel]);
        sum[0] += c.x * value;
        sum[1] += c.y * value;
        sum[2] += c.z * value;
      }
      for (std::size_t a = 0; a < 3; ++a)
        sum[a] -= settings_.force[a] / 2;  // after the collision there is F/2 too much
    }
    for (double& component : sum) component /= static_cast<double>(flags.size());
    return sum;
  }

 private:
  SolverSettings settings_;
  Extent extent_;
  std::int64_t cells_;
  std::string name_;
  CollisionParameters<Real> parameters_;
  cuda::Array<Real> from_;
  cuda::Array<Real> to_;
  cuda::Array<std::uint32_t> flags_;
};

}  // namespace

std::unique_ptr<FullMatrix> make_full_matrix(const PoreSpace& pores, const SolverSettings& settings) {
  require_cuda();
  switch (settings.precision) {
    case Precision::float64:
      return std::make_unique<CudaFullMatrix<double>>(pores, settings);
    case Precision::float32:
      return std::make_unique<CudaFullMatrix<float>>(pores, settings);
    default:
      throw UsageError("--scheme full is given with --precision float16", "the yardstick stores what it computes with",
                       "Use --precision float32");
  }
}

}  // namespace perm
