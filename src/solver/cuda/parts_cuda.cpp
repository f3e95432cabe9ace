// SPDX-License-Identifier: Apache-2.0
#include "solver/cuda/parts_cuda.hpp"

#include <algorithm>
#include <vector>

#include "solver/cuda/sums_cuda.hpp"

namespace perm {
namespace {

// With few parts many threads add to the same sums, and wait for each other less where there are copies.
constexpr std::int64_t most_copies = 32;
constexpr std::int64_t sums_in_all = 8192;

template <class T>
cuda::Array<T> copy_to_device(const std::vector<T>& values) {
  cuda::Array<T> copy(values.size());
  copy.write(values.data(), 0, values.size());
  return copy;
}

}  // namespace

void PartsCuda::keep(const std::shared_ptr<const CellParts>& parts) {
  if (parts_ == parts) return;
  parts_ = parts;
  first_run_ = copy_to_device(parts->first_run());
  part_of_run_ = copy_to_device(parts->part_of_run());
  cells_of_run_ = copy_to_device(parts->cells_of_run());
  limbs_ = cuda::Array<unsigned long long>(static_cast<std::size_t>(copies() * parts->parts() * 2));
  not_finite_ = cuda::Array<unsigned>(1);
}

std::int64_t PartsCuda::copies() const {
  return std::clamp(sums_in_all / std::max<std::int64_t>(1, parts_->parts()), std::int64_t{1}, most_copies);
}

PartView PartsCuda::view(double scale) const {
  return {first_run_.data(),
          part_of_run_.data(),
          cells_of_run_.data(),
          parts_->rows(),
          parts_->parts(),
          copies(),
          const_cast<unsigned long long*>(limbs_.data()),
          scale,
          const_cast<unsigned*>(not_finite_.data()),
          of_part_.data()};
}

PartView PartsCuda::clear(const std::shared_ptr<const CellParts>& parts, double scale) {
  keep(parts);
  limbs_.clear();
  not_finite_.clear();
  return view(scale);
}

PartView PartsCuda::take(const std::shared_ptr<const CellParts>& parts, std::span<const double> of_part) {
  keep(parts);
  if (of_part_.size() != of_part.size()) of_part_ = cuda::Array<double>(of_part.size());
  of_part_.write(of_part.data(), 0, of_part.size());
  return view(1);
}

void PartsCuda::add_to(PartSums& sums) const {
  std::vector<unsigned long long> limbs(limbs_.size());
  limbs_.read(limbs.data(), 0, limbs.size());
  const auto parts = static_cast<std::size_t>(parts_->parts());
  for (std::size_t i = 0; 2 * i < limbs.size(); ++i)
    sums.add_quanta(static_cast<std::int64_t>(i % parts), join_limbs(&limbs[2 * i]));
  if (is_set(not_finite_)) sums.set_not_finite();
}

}  // namespace perm
