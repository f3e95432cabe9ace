// SPDX-License-Identifier: Apache-2.0
#include "geometry/segmentation/marked_planes.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <limits>
#include <span>
#include <vector>

#include "core/errors.hpp"
#include "geometry/read_planes.hpp"
#include "geometry/segmentation/marked_rows.hpp"

namespace perm {
namespace {

constexpr std::int64_t none = std::numeric_limits<std::int64_t>::max();

template <class T>
class Marking {
 public:
  explicit Marking(std::span<const Marks> all) : all_(all) {
    for (const Marks& marks : all) markers_.emplace_back(marks.rule->ranges, marks.rule->conducts_inside);
  }

  /// Marks planes in the order of the file.
  void mark(PlaneSource& image) {
    const Range own = all_.front().slab->planes();
    const Extent n = image.extent();
    read_parts(image, own, [&](PlaneSource& source, std::span<std::byte> plane, std::int64_t z) {
      source.read_plane(z, plane);
      const std::size_t row_bytes = static_cast<std::size_t>(n.nx) * sizeof(T);
      for (std::int64_t y = 0; y < n.ny; ++y) {
        const auto row = plane.subspan(static_cast<std::size_t>(y) * row_bytes, row_bytes);
        for (std::size_t i = 0; i < all_.size(); ++i)
          note(markers_[i].mark(row, all_[i].slab->pores().row(y, z - own.first)), y, z, n);
      }
    });
  }

  /// Marks the image whose z is the x of the file. A thread takes 32 planes of the file at once, which are the bits of
  /// one word of each row.
  void mark_swapped(PlaneSource& image) {
    const Extent n = image.extent();
    constexpr std::int64_t bits = PoreSpace::word_bits;
    read_parts(
        image, {0, (n.nz + bits - 1) / bits}, [&](PlaneSource& source, std::span<std::byte> plane, std::int64_t part) {
          const std::int64_t words = (n.nx + bits - 1) / bits;
          const std::int64_t words_of_all = bits * n.ny * words;
          // [marks][plane of the file, row, word]
          std::vector<std::uint32_t> rows(all_.size() * static_cast<std::size_t>(words_of_all));
          for (std::int64_t z = part * bits; z < std::min(n.nz, (part + 1) * bits); ++z) {
            source.read_plane(z, plane);
            const std::size_t row_bytes = static_cast<std::size_t>(n.nx) * sizeof(T);
            for (std::int64_t y = 0; y < n.ny; ++y) {
              const auto row = plane.subspan(static_cast<std::size_t>(y) * row_bytes, row_bytes);
              for (std::size_t i = 0; i < all_.size(); ++i) {
                const std::int64_t at = static_cast<std::int64_t>(i) * words_of_all + (z % bits * n.ny + y) * words;
                note(markers_[i].mark(
                         row, std::span(rows).subspan(static_cast<std::size_t>(at), static_cast<std::size_t>(words))),
                     y, z, n);
              }
            }
          }
          for (std::size_t i = 0; i < all_.size(); ++i) {
            const std::span of_marks = std::span(rows).subspan(i * static_cast<std::size_t>(words_of_all));
            PoreSlab& slab = *all_[i].slab;
            for (std::int64_t z = slab.planes().first; z < slab.planes().last; ++z)
              for (std::int64_t y = 0; y < n.ny; ++y) {
                std::uint32_t word = 0;
                for (std::int64_t x = 0; x < bits; ++x)
                  word |= (of_marks[static_cast<std::size_t>((x * n.ny + y) * words + z / bits)] >> (z % bits) & 1U)
                          << x;
                slab.pores().row(y, z - slab.planes().first)[static_cast<std::size_t>(part)] = word;
              }
          }
        });
  }

  /// Throws when a process has met a voxel that is not a number.
  void require_numbers(const PlaneSource& image) const {
    const std::int64_t first = -all_.front().slab->processes().max(-not_a_number_.load());
    const Extent n = image.extent();
    if (first == none) return;
    throw InputError(
        fmt::format("Cannot use {}", image.description()),
        fmt::format("voxel ({}, {}, {}) is not a number", first % n.nx, first / n.nx % n.ny, first / n.plane_voxels()),
        "Give every voxel a grey value or a label");
  }

 private:
  void note(std::int64_t not_a_number, std::int64_t y, std::int64_t z, const Extent& n) {
    if (not_a_number != RowMarker<T>::no_voxel) keep_least(not_a_number_, n.index(not_a_number, y, z));
  }

  std::span<const Marks> all_;
  std::vector<RowMarker<T>> markers_;
  std::atomic<std::int64_t> not_a_number_{none};
};

}  // namespace

void mark_planes(PlaneSource& image, FileAxes axes, std::span<const Marks> all) {
  with_type(image.type(), [&]<class T>(std::type_identity<T>) {
    Marking<T> marking(all);
    if (axes == FileAxes::xyz)
      marking.mark(image);
    else
      marking.mark_swapped(image);
    marking.require_numbers(image);
  });
}

}  // namespace perm
