// SPDX-License-Identifier: Apache-2.0
// A step collides (C, and a source s) and streams (S). The steady distributions obey f = S (C f + s). R turns
// velocities round. With half-way bounce-back R S R is the inverse of S, so L = R S^-1 exchanges the two distributions
// of each link and is its own inverse: the equations become (L - R C) f = R s. With f_q over sqrt(w_q) as unknowns
// their matrix is symmetric, and MINRES (Paige and Saunders 1975) solves them. It is also singular, because the density
// may have any mean; rest has no part in this, and then no iterate has. The flux is <R s, f> times a number. Corrected
// by <f, residual> it is stationary at the solution, so that an error of f changes it in second order only.
#include "families/steady_state.hpp"

#include <fmt/format.h>

#include <array>
#include <cmath>
#include <numeric>
#include <stdexcept>
#include <utility>
#include <vector>

#include "geometry/connectivity/connectivity.hpp"

namespace perm::families {
namespace {

constexpr std::size_t directions = 19;
constexpr double magic = 3.0 / 16;
constexpr double carried_too_far = 2;  // the residual of the answer over the one asked for; rounding makes them differ

struct Direction {
  double x{0};
  double y{0};
  double z{0};
  double root_of_weight{1 / 1.7320508075688772};  ///< of 1/3, and below of 1/18 and 1/36
};

constexpr double straight = 1 / 4.242640687119285;
constexpr double slanted = 1.0 / 6;

/// Gives rest, then pairs of opposite directions.
constexpr std::array<Direction, directions> all_directions{{{},
                                                            {1, 0, 0, straight},
                                                            {-1, 0, 0, straight},
                                                            {0, 1, 0, straight},
                                                            {0, -1, 0, straight},
                                                            {0, 0, 1, straight},
                                                            {0, 0, -1, straight},
                                                            {1, 1, 0, slanted},
                                                            {-1, -1, 0, slanted},
                                                            {1, -1, 0, slanted},
                                                            {-1, 1, 0, slanted},
                                                            {1, 0, 1, slanted},
                                                            {-1, 0, -1, slanted},
                                                            {1, 0, -1, slanted},
                                                            {-1, 0, 1, slanted},
                                                            {0, 1, 1, slanted},
                                                            {0, -1, -1, slanted},
                                                            {0, 1, -1, slanted},
                                                            {0, -1, 1, slanted}}};

using Vector = std::vector<double>;

double dot(const Vector& a, const Vector& b) { return std::inner_product(a.begin(), a.end(), b.begin(), 0.0); }

/// The matrix L - R C over the 19 distributions of every cell.
class SteadyEquations {
 public:
  SteadyEquations(const PoreSpace& pores, double tau);

  std::size_t size() const { return partner_.size(); }
  /// Gives R s for a force of 1 along x.
  Vector source() const;
  /// Writes the matrix times `f` into `result`, and gives <f, result>.
  double multiply(const Vector& f, Vector& result) const;

 private:
  double even_rate_;
  double odd_rate_;
  std::vector<std::uint32_t> partner_;  ///< by cell and direction: the distribution at the other end of the link
};

SteadyEquations::SteadyEquations(const PoreSpace& pores, double tau)
    : even_rate_(1 / tau), odd_rate_(1 / (0.5 + magic / (tau - 0.5))) {
  const Extent& extent = pores.extent();
  constexpr std::uint32_t solid = ~0U;
  std::vector<std::uint32_t> numbers(static_cast<std::size_t>(extent.voxels()), solid);
  std::uint32_t cells = 0;
  for (std::int64_t z = 0; z < extent.nz; ++z)
    for (std::int64_t y = 0; y < extent.ny; ++y)
      for (std::int64_t x = 0; x < extent.nx; ++x)
        if (pores.is_pore(x, y, z)) numbers[static_cast<std::size_t>(extent.index(x, y, z))] = cells++;
  partner_.reserve(cells * directions);
  const auto number_at = [&](std::int64_t x, std::int64_t y, std::int64_t z) {
    const auto wrap = [](std::int64_t at, std::int64_t n) { return (at + n) % n; };
    return numbers[static_cast<std::size_t>(extent.index(wrap(x, extent.nx), wrap(y, extent.ny), wrap(z, extent.nz)))];
  };
  for (std::int64_t z = 0; z < extent.nz; ++z)
    for (std::int64_t y = 0; y < extent.ny; ++y)
      for (std::int64_t x = 0; x < extent.nx; ++x) {
        if (!pores.is_pore(x, y, z)) continue;
        const std::uint32_t here = number_at(x, y, z);
        for (std::uint32_t q = 0; q < directions; ++q) {
          const std::uint32_t opposite = q == 0 ? 0 : ((q - 1) ^ 1U) + 1;
          const Direction& d = all_directions[opposite];
          const std::uint32_t there =
              number_at(x + static_cast<int>(d.x), y + static_cast<int>(d.y), z + static_cast<int>(d.z));
          partner_.push_back(there == solid ? here * directions + q : there * directions + opposite);
        }
      }
}

Vector SteadyEquations::source() const {
  Vector source(size());
  for (std::size_t i = 0; i < size(); ++i) {
    const Direction& d = all_directions[i % directions];
    source[i] = -3 * d.root_of_weight * d.x;
  }
  return source;
}

double SteadyEquations::multiply(const Vector& f, Vector& result) const {
  double product = 0;
  for (std::size_t first = 0; first < size(); first += directions) {
    const double* const in = &f[first];
    double density = 0;
    double x = 0;  // the momentum
    double y = 0;
    double z = 0;
#pragma GCC unroll 19
    for (std::size_t q = 0; q < directions; ++q) {
      const Direction& d = all_directions[q];
      density += d.root_of_weight * in[q];
      x += d.root_of_weight * d.x * in[q];
      y += d.root_of_weight * d.y * in[q];
      z += d.root_of_weight * d.z * in[q];
    }
    const auto set = [&](std::size_t q, double collided_and_turned) {
      result[first + q] = f[partner_[first + q]] - collided_and_turned;
      product += in[q] * result[first + q];
    };
    set(0, in[0] - even_rate_ * (in[0] - all_directions[0].root_of_weight * density));
#pragma GCC unroll 9
    for (std::size_t q = 1; q < directions; q += 2) {
      const Direction& d = all_directions[q];
      const double along = d.x * x + d.y * y + d.z * z;
      const double even = (in[q] + in[q + 1]) / 2;
      const double odd = (in[q] - in[q + 1]) / 2;
      const double even_after = even - even_rate_ * (even - d.root_of_weight * density);
      const double odd_after = odd - odd_rate_ * (odd - 3 * d.root_of_weight * along);
      set(q, even_after - odd_after);
      set(q + 1, even_after + odd_after);
    }
  }
  return product;
}

/// Holds a plane rotation.
struct Rotation {
  double cosine{1};
  double sine{0};
};

/// MINRES from rest. `v` are the last Lanczos vectors, `w` the last directions of search.
class Minres {
 public:
  Minres(const SteadyEquations& equations, const Vector& source)
      : equations_(equations),
        v_before_(source.size()),
        v_(source),
        v_next_(source.size()),
        w_before_(source.size()),
        w_(source.size()),
        answer_(source.size()),
        norm_(std::sqrt(dot(source, source))),
        beta_(norm_),
        eta_(norm_) {
    for (double& value : v_) value /= norm_;
  }

  void iterate();
  /// Gives the residual over that of rest, as it is carried along.
  double residual() const { return std::abs(eta_) / norm_; }
  const Vector& answer() const { return answer_; }

 private:
  const SteadyEquations& equations_;
  Vector v_before_, v_, v_next_;
  Vector w_before_, w_;
  Vector answer_;
  double norm_;
  double beta_;
  double eta_;
  Rotation before_;
  Rotation now_;
};

void Minres::iterate() {
  const double alpha = equations_.multiply(v_, v_next_);
  double square = 0;
  for (std::size_t i = 0; i < v_.size(); ++i) {
    v_next_[i] -= alpha * v_[i] + beta_ * v_before_[i];
    square += v_next_[i] * v_next_[i];
  }
  const double beta_next = std::sqrt(square);
  const double delta = now_.cosine * alpha - before_.cosine * now_.sine * beta_;
  const double diagonal = std::hypot(delta, beta_next);
  const double above = now_.sine * alpha + before_.cosine * now_.cosine * beta_;
  const double far_above = before_.sine * beta_;
  before_ = std::exchange(now_, {delta / diagonal, beta_next / diagonal});
  const double step = now_.cosine * eta_;
  for (std::size_t i = 0; i < v_.size(); ++i) {
    const double w = (v_[i] - far_above * w_before_[i] - above * w_[i]) / diagonal;
    w_before_[i] = w;
    answer_[i] += step * w;
    v_next_[i] /= beta_next;
  }
  std::swap(w_before_, w_);
  std::swap(v_before_, v_);
  std::swap(v_, v_next_);
  beta_ = beta_next;
  eta_ *= -now_.sine;
}

}  // namespace

SteadyState find_steady_state(const PoreSpace& pores, const SteadyStateRequest& request) {
  const PoreSlab reached = Connectivity(PoreSlab(pores)).percolating(Axis::x);
  const SteadyEquations equations(reached.pores(), request.tau);
  const Vector source = equations.source();
  Minres search(equations, source);
  SteadyState found;
  while (search.residual() > request.residual) {
    if (found.iterations == request.most_iterations)
      throw std::runtime_error(
          fmt::format("The residual is {:.1e} after {} iterations", search.residual(), found.iterations));
    search.iterate();
    ++found.iterations;
  }
  Vector rest(source.size());
  equations.multiply(search.answer(), rest);
  double corrected = 0;
  double square = 0;
  for (std::size_t i = 0; i < rest.size(); ++i) {
    rest[i] = source[i] - rest[i];
    corrected += search.answer()[i] * (source[i] + rest[i]);
    square += rest[i] * rest[i];
  }
  found.residual = std::sqrt(square / dot(source, source));
  if (found.residual > carried_too_far * request.residual)
    throw std::runtime_error(
        fmt::format("The residual is {:.1e}, and not {:.1e} as MINRES has it", found.residual, search.residual()));
  const std::size_t cells = source.size() / directions;
  const double momentum =
      -corrected / 3 + static_cast<double>(cells) / 2;  // with the half of the force that belongs to the velocity
  found.permeability_voxel2 = (request.tau - 0.5) / 3 * momentum / static_cast<double>(pores.extent().voxels());
  return found;
}

}  // namespace perm::families
