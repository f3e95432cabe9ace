// SPDX-License-Identifier: Apache-2.0
// Makes the exact sums of the squared speeds in the parts of an image (lattice/cell_parts.hpp). Every value is rounded
// once to a whole number of quanta and added as an integer, so the sums are the same bits for every order of the cells.
#pragma once

#include <algorithm>
#include <atomic>
#include <cmath>
#include <cstdint>
#include <span>
#include <vector>

#include "core/communicator.hpp"
#include "core/large_array.hpp"
#include "core/range.hpp"

namespace perm {

/// What one process has summed in one part.
struct PartSum {
  std::int64_t part;
  __int128 quanta;
};

/// The sums that one process has made, in its memory. Sums in the memory of a device have the same functions.
class PartSums {
 public:
  using Sum = __int128;
  static constexpr double largest_quanta = 4.0e18;  ///< what counts as absurdly large, below 2^62
  /// Quanta of the square of a speed in forces (EnergyParameters::unit). Beside a wall a speed is at most a quarter of
  /// the width of the pore over the viscosity, so that a square is below 2^36 in pores of 10,000 voxels.
  static constexpr double quanta_of_squared_speed = 16777216.0;

  PartSums(std::int64_t parts, double scale) : scale_(scale), sums_(static_cast<std::size_t>(parts)) {}

  double scale() const { return scale_; }  ///< quanta in a unit
  /// Adds one cell's value to a running sum of quanta. Gives false where the value is not finite or absurdly large.
  bool add_to(std::int64_t& quanta, double value) const {
    const double count = value * scale_;
    if (!(std::abs(count) < largest_quanta)) return false;
    quanta += std::llrint(count);
    return true;
  }
  /// Adds quanta to the sum of a part. Several threads may call this at once, also for the same part.
  void add_quanta(std::int64_t part, Sum quanta) {
    Halves& sum = sums_[static_cast<std::size_t>(part)];
    const auto low = static_cast<std::uint64_t>(quanta);
    const std::uint64_t before = std::atomic_ref(sum.low).fetch_add(low, std::memory_order_relaxed);
    const std::uint64_t carry = before + low < before ? 1 : 0;
    // A sum that keeps its sign carries whatever makes its upper half 0 again: this half is hardly ever touched.
    const std::uint64_t high = static_cast<std::uint64_t>(quanta >> 64) + carry;
    if (high != 0) std::atomic_ref(sum.high).fetch_add(high, std::memory_order_relaxed);
  }
  void set_not_finite() { is_finite_ = false; }

  std::int64_t parts() const { return static_cast<std::int64_t>(sums_.size()); }
  bool is_finite() const { return is_finite_; }
  /// Counts the parts whose sum is not 0.
  std::int64_t count_filled() const;
  /// Lists the sums that are not 0, outside of `own`.
  std::vector<PartSum> list_beyond(const Range& own) const;
  void add(std::span<const PartSum> more);
  /// Gives the sums from part `first` on, in units.
  void read_sums(std::int64_t first, std::span<double> in_units) const;

 private:
  /// The halves of a sum. Processors add to 64 bits at once, and a carry is known from the result.
  struct Halves {
    std::uint64_t low;
    std::uint64_t high;
  };

  Sum sum(std::size_t part) const {
    return static_cast<Sum>(static_cast<unsigned __int128>(sums_[part].high) << 64 | sums_[part].low);
  }

  double scale_;
  LargeArray<Halves> sums_;
  std::atomic<bool> is_finite_{true};
};

/// Says which parts each process sums for all. Numbers of parts grow with z as processes do, so that most parts of a
/// process are its own; `filled` are the parts that each process has something in.
std::vector<Range> own_parts(std::int64_t parts, std::span<const std::int64_t> filled);

/// Gives the first process the sums of all parts over all processes, in units: not a number where a value was not
/// finite or absurdly large. The others get none. Collective; `Sums` is PartSums, or has the same functions.
template <class Sums>
std::vector<double> sums_for_first(Sums& sums, const Communicator& processes) {
  std::vector<double> in_units(processes.is_first() ? static_cast<std::size_t>(sums.parts()) : 0);
  if (processes.any(!sums.is_finite())) {
    std::ranges::fill(in_units, std::nan(""));
    return in_units;
  }
  if (processes.is_alone()) {
    sums.read_sums(0, in_units);
    return in_units;
  }
  const std::int64_t filled = sums.count_filled();
  std::vector<std::int64_t> of_all;
  for (const auto& of_rank : processes.gather_to_all(std::span<const std::int64_t>(&filled, 1)))
    of_all.push_back(of_rank.front());
  const std::vector<Range> own = own_parts(sums.parts(), of_all);
  std::vector<std::vector<PartSum>> to(own.size());
  const Range& own_range = own[static_cast<std::size_t>(processes.rank())];
  for (const PartSum& sum : sums.list_beyond(own_range)) {
    std::size_t rank = 0;
    while (!own[rank].contains(sum.part)) ++rank;
    to[rank].push_back(sum);
  }
  for (const std::vector<PartSum>& from : processes.exchange(to)) sums.add(from);
  const auto own_count = static_cast<std::size_t>(own_range.size());
  if (!processes.is_first()) in_units.resize(own_count);
  sums.read_sums(own_range.first, std::span(in_units).first(own_count));  // the first process has the first parts
  processes.gather_to_first(std::span(in_units), own);
  if (!processes.is_first()) in_units.clear();
  return in_units;
}

}  // namespace perm
