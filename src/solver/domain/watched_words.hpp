// SPDX-License-Identifier: Apache-2.0
// Chooses the cells that are watched for how fast they still change. These are the cells of some occupancy words of the
// image, chosen at random among the words that hold cells, so that what is kept of them takes about 8 MiB. The choice
// depends on the image only, so it is the same for every cut and device.
#pragma once

#include <cstdint>
#include <vector>

#include "core/hashes.hpp"
#include "core/host_device.hpp"
#include "core/saving/saved_list.hpp"
#include "geometry/pore_space.hpp"
#include "lattice/domain.hpp"

namespace perm {

/// Holds what two pairs of steps leave in a watched cell: the moments of the second pair less those of the first. Sums
/// of floats would round by more than a flow in float64 changes near its end.
struct CellChange {
  double density;
  double velocity[3];  ///< x, y, z
};

/// Shows watched words as a device reads them.
struct WatchedView {
  static constexpr std::int64_t word_bits = 32;
  static constexpr std::int64_t none = -1;
  const std::int64_t* numbers{nullptr};  ///< of the words in the image, ascending
  std::int64_t count{0};
  std::int64_t words_per_row{1};
  std::int64_t ny{1};           ///< of the image
  std::uint64_t most_mixed{0};  ///< the numbers of watched words mix to no more than this

  PERM_HOST_DEVICE static constexpr std::uint64_t mix(std::int64_t number) {
    return mix_bits(static_cast<std::uint64_t>(number));
  }
  /// Gives the number of word `column` of row (y, z) of the image.
  PERM_HOST_DEVICE std::int64_t number(std::int64_t column, std::int64_t y, std::int64_t z) const {
    return (z * ny + y) * words_per_row + column;
  }
  /// Gives the place of the first watched word that has this number or a larger one; `count` where there is none.
  PERM_HOST_DEVICE std::int64_t first_from(std::int64_t number) const {
    std::int64_t first = 0;
    for (std::int64_t left = count; left > 0;) {
      const std::int64_t half = left / 2;
      if (numbers[first + half] < number) {
        first += half + 1;
        left -= half + 1;
      } else {
        left = half;
      }
    }
    return first;
  }
  /// Gives the place, among the watched words, of word `column` of row (y, z) of the image, or `none`.
  PERM_HOST_DEVICE std::int64_t place(std::int64_t column, std::int64_t y, std::int64_t z) const {
    const std::int64_t wanted = number(column, y, z);
    if (mix(wanted) > most_mixed) return none;  // so few words are searched for
    const std::int64_t first = first_from(wanted);
    return first < count && numbers[first] == wanted ? first : none;
  }
  struct Place {
    std::int64_t column;
    std::int64_t y;
    std::int64_t z;
  };
  /// Tells where a watched word is in the image.
  PERM_HOST_DEVICE Place word(std::int64_t place) const {
    const std::int64_t row = numbers[place] / words_per_row;
    return {numbers[place] % words_per_row, row % ny, row / ny};
  }
  /// Puts the watched words into groups at random; what the groups differ by tells the error of the sample.
  PERM_HOST_DEVICE int group(std::int64_t place, int groups) const {
    return static_cast<int>(mix(numbers[place]) % static_cast<std::uint64_t>(groups));
  }
};

/// Holds the watched words among the own rows of a domain.
class WatchedWords {
 public:
  static constexpr std::int64_t most = 8192;  ///< words of the image, about; all are watched where there are no more

  /// `pores` are those of the domain, with its halo. Collective.
  WatchedWords(const Domain& domain, const PoreSpace& pores);

  const std::vector<std::int64_t>& numbers() const { return numbers_; }
  std::int64_t voxels() const { return WatchedView::word_bits * static_cast<std::int64_t>(numbers_.size()); }
  /// Gives how many of these words there are in each own row of the domain.
  ListRows rows_of(const Domain& domain) const;
  /// Gives a view of words that lie at `numbers`: those of this list, or a copy of it.
  WatchedView view(const std::int64_t* numbers) const {
    return {numbers, static_cast<std::int64_t>(numbers_.size()), words_per_row_, ny_, most_mixed_};
  }
  WatchedView view() const { return view(numbers_.data()); }

 private:
  std::int64_t words_per_row_;
  std::int64_t ny_;
  std::uint64_t most_mixed_;
  std::vector<std::int64_t> numbers_;
};

}  // namespace perm
