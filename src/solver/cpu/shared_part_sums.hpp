// SPDX-License-Identifier: Apache-2.0
// Lets several threads add to the sums of the parts of an image at once. Neighbouring parts have locks of their own, so
// that threads hardly ever wait for each other. The sums are whole numbers, so that their order changes no bit.
#pragma once

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>

#include "solver/domain/part_sums.hpp"

namespace perm {

class SharedPartSums {
 public:
  /// Keeps a reference to `sums`, which nobody else may use while this object lives.
  explicit SharedPartSums(PartSums& sums) : sums_(sums) {}
  ~SharedPartSums() {
    if (!is_finite_) sums_.set_not_finite();
  }
  SharedPartSums(const SharedPartSums&) = delete;
  SharedPartSums& operator=(const SharedPartSums&) = delete;

  double scale() const { return sums_.scale(); }  ///< quanta in a unit of density
  /// Adds one cell's density to a running sum of quanta.
  void add_to(std::int64_t& quanta, double density) {
    if (!sums_.add_to(quanta, density)) is_finite_ = false;
  }
  /// Adds quanta to the sum of a part.
  void add_quanta(std::uint32_t part, std::int64_t quanta) {
    std::atomic_flag& lock = locks_[part % locks_.size()];
    while (lock.test_and_set(std::memory_order_acquire)) lock.wait(true, std::memory_order_relaxed);
    sums_.add_quanta(part, quanta);
    lock.clear(std::memory_order_release);
    lock.notify_one();
  }

 private:
  PartSums& sums_;
  std::atomic<bool> is_finite_{true};
  std::array<std::atomic_flag, 1024> locks_{};
};

}  // namespace perm
