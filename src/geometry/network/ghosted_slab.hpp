// SPDX-License-Identifier: Apache-2.0
// The pore voxels of a slab, numbered, with those of the plane below it and of the plane above it, the ghosts. Across a
// periodic face the image goes on; beyond a closed face all is solid. Voxels are numbered x fastest, then y, then z:
// the ghosts below first, then own voxels, then the ghosts above. z counts from the first plane of the slab, so that
// ghosts have z = -1 and z = planes().
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "core/boundary.hpp"
#include "core/host_device.hpp"
#include "core/large_array.hpp"
#include "geometry/pore_slab.hpp"

namespace perm {

class GhostedSlab {
 public:
  using Cell = std::int64_t;
  static constexpr Cell solid = -1;

  /// Collective. Throws InputError where this process would have 2^32 pore voxels or more.
  GhostedSlab(const PoreSlab& slab, const FaceRules& rules);

  const Extent& image() const { return image_; }
  std::int64_t planes() const { return planes_.size(); }
  std::int64_t first_plane() const { return planes_.first; }  ///< in the image
  const Communicator& processes() const { return processes_; }
  bool is_closed(Axis axis) const { return closed_.contains(axis); }
  Cell cells() const { return static_cast<Cell>(first_cell_[words_.size()]); }  ///< own voxels and ghosts
  /// Gives the first cell of a plane; planes() + 1 gives the end.
  Cell plane_begin(std::int64_t z) const {
    return first_cell_[static_cast<std::size_t>((z + 1) * image_.ny * words_per_row_)];
  }
  Cell own_begin() const { return plane_begin(0); }
  Cell own_end() const { return plane_begin(planes()); }

  /// Gives the number of a voxel, `solid` where it is solid or beyond a closed face. x and y may be one beyond an end
  /// of the image.
  Cell cell_at(std::int64_t x, std::int64_t y, std::int64_t z) const {
    if (!wrap(x, image_.nx, closed_.contains(Axis::x)) || !wrap(y, image_.ny, closed_.contains(Axis::y))) return solid;
    const std::size_t word = word_at(x, y, z);
    const std::uint32_t bit = 1U << (x % PoreSpace::word_bits);
    if ((words_[word] & bit) == 0) return solid;
    return static_cast<Cell>(first_cell_[word]) + detail::count_bits(words_[word] & (bit - 1));
  }
  /// Gives the own cell that a ghost stands for where one process has the whole image, and any other cell as it is.
  Cell own_of(Cell cell) const {
    if (is_own(cell) || !processes_.is_alone()) return cell;
    return cell < own_begin() ? plane_begin(planes() - 1) + cell : own_begin() + (cell - own_end());
  }
  bool is_own(Cell cell) const { return cell >= own_begin() && cell < own_end(); }
  std::int64_t words_per_row() const { return words_per_row_; }
  /// Gives the words of a row, bit b of word w for the voxel x = 32 w + b; nothing beyond a closed face. y may be one
  /// beyond an end of the image.
  const std::uint32_t* words_of_row(std::int64_t y, std::int64_t z) const {
    if (!wrap(y, image_.ny, closed_.contains(Axis::y))) return nullptr;
    return words_.data() + word_at(0, y, z);
  }
  /// Calls visit(x, cell) for the pore voxels of row (y, z), in order of x.
  template <class Visit>
  void for_each_in_row(std::int64_t y, std::int64_t z, const Visit& visit) const {
    for_each_word_in_row(y, z, [&](std::int64_t column, std::uint32_t bits, Cell cell) {
      for (; bits != 0; bits &= bits - 1) visit(PoreSpace::word_bits * column + std::countr_zero(bits), cell++);
    });
  }
  /// Calls visit(column, bits, first cell) for the words of row (y, z) with pore voxels.
  template <class Visit>
  void for_each_word_in_row(std::int64_t y, std::int64_t z, const Visit& visit) const {
    const std::size_t row = word_at(0, y, z);
    for (std::int64_t column = 0; column < words_per_row_; ++column) {
      const std::size_t word = row + static_cast<std::size_t>(column);
      if (words_[word] != 0) visit(column, words_[word], static_cast<Cell>(first_cell_[word]));
    }
  }

  /// Gives the ghosts of `values`, which has one value a cell, the values of the processes that own them. Collective.
  template <class T>
  void fill_ghosts(std::span<T> values) const {
    const auto part = [values](Cell begin, Cell end) {
      return std::vector<T>(values.begin() + begin, values.begin() + end);
    };
    const std::vector<T> from_above = pass_down(planes() == 0 ? std::vector<T>{} : part(own_begin(), plane_begin(1)));
    const std::vector<T> from_below =
        pass_up(planes() == 0 ? std::vector<T>{} : part(plane_begin(planes() - 1), own_end()));
    std::copy(from_below.begin(), from_below.end(), values.begin());
    std::copy(from_above.begin(), from_above.end(), values.begin() + own_end());
  }

  /// Takes a position into the image; says no where that is beyond a closed face.
  static bool wrap(std::int64_t& position, std::int64_t extent, bool closed) {
    if (position >= 0 && position < extent) return true;
    position += position < 0 ? extent : -extent;
    return !closed;
  }
  std::size_t word_at(std::int64_t x, std::int64_t y, std::int64_t z) const {
    return static_cast<std::size_t>(((z + 1) * image_.ny + y) * words_per_row_ + x / PoreSpace::word_bits);
  }
  /// Gives `values` to the process below, and what the process above gives; empty beyond a closed face. Collective.
  template <class T>
  std::vector<T> pass_down(std::vector<T> values) const {
    return pass(std::move(values), below_, above_);
  }
  template <class T>
  std::vector<T> pass_up(std::vector<T> values) const {
    return pass(std::move(values), above_, below_);
  }
  template <class T>
  std::vector<T> pass(std::vector<T> values, int to, int from) const {
    std::vector<std::vector<T>> sent(static_cast<std::size_t>(processes_.size()));
    if (to >= 0) sent[static_cast<std::size_t>(to)] = std::move(values);
    std::vector<std::vector<T>> received = processes_.exchange(sent);
    return from >= 0 ? std::move(received[static_cast<std::size_t>(from)]) : std::vector<T>{};
  }

  Extent image_;
  Range planes_;
  AxisSet closed_;
  Communicator processes_;
  int below_{-1};  ///< the process that has the plane below; -1 beyond a closed face, or where there is no own plane
  int above_{-1};
  std::int64_t words_per_row_{0};
  LargeArray<std::uint32_t> words_;       ///< of all planes, ghosts included
  LargeArray<std::uint32_t> first_cell_;  ///< number of the first cell of each word; at the end, the number of all
};

}  // namespace perm
