// SPDX-License-Identifier: Apache-2.0
#include "darcy/pressure/network_factor.hpp"

#include <Eigen/SparseCholesky>
#include <Eigen/SparseCore>
#include <utility>

namespace perm {
namespace {

// These decide whether there is a factor, and not the memory that is free: without one the last digits of a bound are
// others. By Cauchy's inequality a factor has at most sqrt(bodies x multiplications) entries: 28 million, 340 MB. So 32
// bits number them.
constexpr std::size_t most_bodies = 150'000;  // more take a second to order and factor, and conjugate gradients less
constexpr double most_multiplications = 2e9;  // to make it: about two seconds

using Matrix = Eigen::SparseMatrix<double>;

/// Has an order of the bodies, and the factor.
class Cholesky : public Eigen::SimplicialLDLT<Matrix> {
 public:
  /// Tells whether the factor has at most so many entries and is soon made. The order of the bodies must be known.
  bool is_worth_making(double most_entries) const {
    double all = 0;
    double multiplications = 0;
    for (Eigen::Index body = 0; body < m_nonZerosPerCol.size(); ++body) {
      const double entries = m_nonZerosPerCol[body];
      all += entries;
      multiplications += entries * entries;
    }
    return all <= most_entries && multiplications <= most_multiplications;
  }
  std::int64_t bytes() const {
    constexpr std::int64_t bytes_an_entry = sizeof(double) + sizeof(int);
    constexpr std::int64_t bytes_a_body = sizeof(double) + 5 * sizeof(int);
    return m_matrix.nonZeros() * bytes_an_entry + m_matrix.cols() * bytes_a_body;
  }
};

/// Gives the lower half of the matrix.
Matrix make_matrix(const NetworkLaplacian& laplacian, std::span<const char> grounded) {
  const auto size = static_cast<Eigen::Index>(laplacian.size());
  std::vector<Eigen::Triplet<double>> entries;
  for (std::size_t body = 0; body < laplacian.size(); ++body) {
    const auto row = static_cast<int>(body);
    entries.emplace_back(row, row, grounded[body] != 0 ? 1 : laplacian.diagonal(body));
    if (grounded[body] != 0) continue;
    laplacian.for_each_neighbour(body, [&](std::uint32_t other, double conductance) {
      if (other < body && grounded[other] == 0) entries.emplace_back(row, static_cast<int>(other), -conductance);
    });
  }
  Matrix matrix(size, size);
  matrix.setFromTriplets(entries.begin(), entries.end());
  return matrix;
}

class FactorByEigen final : public NetworkFactor {
 public:
  FactorByEigen(const NetworkLaplacian& laplacian, std::span<const char> grounded, double most_entries)
      : grounded_(grounded.begin(), grounded.end()) {
    const Matrix matrix = make_matrix(laplacian, grounded);
    cholesky_.analyzePattern(matrix);
    if (!cholesky_.is_worth_making(most_entries)) return;
    cholesky_.factorize(matrix);
    is_made_ = cholesky_.info() == Eigen::Success;
  }
  bool is_made() const { return is_made_; }

  std::vector<double> solve(std::span<const double> flux) const override {
    Eigen::VectorXd right(static_cast<Eigen::Index>(flux.size()));
    for (std::size_t body = 0; body < flux.size(); ++body)
      right[static_cast<Eigen::Index>(body)] = grounded_[body] != 0 ? 0 : flux[body];
    const Eigen::VectorXd pressure = cholesky_.solve(right);
    return {pressure.begin(), pressure.end()};
  }
  std::int64_t bytes() const override { return cholesky_.bytes() + static_cast<std::int64_t>(grounded_.size()); }

 private:
  std::vector<char> grounded_;
  Cholesky cholesky_;
  bool is_made_{false};
};

}  // namespace

std::unique_ptr<const NetworkFactor> NetworkFactor::make(const NetworkLaplacian& laplacian,
                                                         std::span<const char> grounded, double most_entries) {
  if (laplacian.size() > most_bodies) return nullptr;
  auto factor = std::make_unique<const FactorByEigen>(laplacian, grounded, most_entries);
  return factor->is_made() ? std::move(factor) : nullptr;
}

}  // namespace perm
