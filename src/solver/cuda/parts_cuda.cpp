// SPDX-License-Identifier: Apache-2.0
#include "solver/cuda/parts_cuda.hpp"

#include <algorithm>
#include <span>

namespace perm {
namespace {

// With few parts many threads add to the same sums, and wait for each other less where there are copies.
constexpr std::int64_t most_copies = 32;
constexpr std::int64_t sums_in_all = 8192;

template <class T>
cuda::Array<T> copy_to_device(std::span<const T> values) {
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
  sums_ = PartSumsCuda(parts->parts(), copies());
}

std::int64_t PartsCuda::copies() const {
  return std::clamp(sums_in_all / std::max<std::int64_t>(1, parts_->parts()), std::int64_t{1}, most_copies);
}

PartView PartsCuda::view(double scale) {
  return {first_run_.data(), part_of_run_.data(), cells_of_run_.data(),
          parts_->rows(),    parts_->first_row(), parts_->parts(),
          copies(),          sums_.limbs(),       scale,
          sums_.not_finite()};
}

PartView PartsCuda::clear(const std::shared_ptr<const CellParts>& parts, double scale) {
  keep(parts);
  sums_.clear(scale);
  return view(scale);
}

}  // namespace perm
