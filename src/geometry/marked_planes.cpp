// SPDX-License-Identifier: Apache-2.0
#include "geometry/marked_planes.hpp"

#include <fmt/format.h>
#include <omp.h>

#include <algorithm>
#include <atomic>
#include <exception>
#include <limits>
#include <memory>
#include <utility>

#include "core/errors.hpp"
#include "core/hashes.hpp"
#include "geometry/marked_rows.hpp"

namespace perm {
namespace {

constexpr std::int64_t none = std::numeric_limits<std::int64_t>::max();
constexpr std::int64_t bytes_worth_a_thread = 1 << 16;

std::uint64_t identify(std::span<const std::byte> plane) {
  FnvHash hash;
  for (const std::byte byte : plane) hash.add_byte(std::to_integer<std::uint64_t>(byte));
  return hash.value();
}

/// Keeps the least of the numbers that several threads give.
void keep_least(std::atomic<std::int64_t>& least, std::int64_t value) {
  std::int64_t known = least.load();
  while (value < known && !least.compare_exchange_weak(known, value)) {
  }
}

/// Calls `work(image, plane, part)` for the parts of `parts`, each thread with a source and room for a plane of its
/// own, in order of the parts. Ends with the exception of the lowest part that has one.
template <class Work>
void read_parts(PlaneSource& image, Range parts, const Work& work) {
  std::vector<std::unique_ptr<PlaneSource>> others;
  const std::int64_t of_use = image.plane_bytes() * image.extent().nz / bytes_worth_a_thread;
  while (std::ssize(others) + 1 < std::min<std::int64_t>({omp_get_max_threads(), parts.size(), of_use})) {
    auto another = image.for_another_thread();
    if (!another) break;
    others.push_back(std::move(another));
  }
  const auto threads = static_cast<int>(others.size() + 1);
  std::atomic<std::int64_t> failed{none};  // the lowest part with an exception
  std::vector<std::pair<std::int64_t, std::exception_ptr>> failures(static_cast<std::size_t>(threads), {none, nullptr});
#pragma omp parallel num_threads(threads)
  {
    const int thread = omp_get_thread_num();
    PlaneSource& source = thread == 0 ? image : *others[static_cast<std::size_t>(thread - 1)];
    std::int64_t part = parts.first + thread;
    try {
      std::vector<std::byte> plane(static_cast<std::size_t>(source.plane_bytes()));
      for (; part < parts.last && part < failed; part += threads) work(source, std::span(plane), part);
    } catch (...) {
      failures[static_cast<std::size_t>(thread)] = {part, std::current_exception()};
      keep_least(failed, part);
    }
  }
  const auto first = std::ranges::min_element(failures, {}, &std::pair<std::int64_t, std::exception_ptr>::first);
  if (first->second) std::rethrow_exception(first->second);
}

/// The bytes by which the processes of a job find that they read one image.
struct Identity {
  std::uint64_t first_plane{0};
  std::uint64_t before_own{0};  ///< the plane before those of this process
  std::uint64_t last_own{0};
};

template <class T>
class Marking {
 public:
  Marking(const MarkRule& rule, PoreSlab& slab)
      : marker_(rule.ranges, rule.conducts_inside), slab_(slab), is_shared_(!slab.processes().is_alone()) {}

  /// Marks planes in the order of the file.
  void mark(PlaneSource& image) {
    const Range own = slab_.planes();
    if (is_shared_ && own.size() > 0) {
      std::vector<std::byte> plane(static_cast<std::size_t>(image.plane_bytes()));
      image.read_plane(0, plane);
      identity_.first_plane = identity_.before_own = identify(plane);
      if (own.first > 1) {
        image.read_plane(own.first - 1, plane);
        identity_.before_own = identify(plane);
      }
    }
    const Extent n = image.extent();
    read_parts(image, own, [&](PlaneSource& source, std::span<std::byte> plane, std::int64_t z) {
      source.read_plane(z, plane);
      if (is_shared_ && z == own.last - 1) identity_.last_own = identify(plane);
      const std::size_t row_bytes = static_cast<std::size_t>(n.nx) * sizeof(T);
      for (std::int64_t y = 0; y < n.ny; ++y) {
        const auto row = plane.subspan(static_cast<std::size_t>(y) * row_bytes, row_bytes);
        note(marker_.mark(row, slab_.pores().row(y, z - own.first)), y, z, n);
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
          std::vector<std::uint32_t> rows(static_cast<std::size_t>(bits * n.ny * words));  // of the planes in the file
          for (std::int64_t z = part * bits; z < std::min(n.nz, (part + 1) * bits); ++z) {
            source.read_plane(z, plane);
            if (z == 0) identity_.first_plane = identify(plane);
            if (z == n.nz - 1) identity_.last_own = identify(plane);
            const std::size_t row_bytes = static_cast<std::size_t>(n.nx) * sizeof(T);
            for (std::int64_t y = 0; y < n.ny; ++y) {
              const std::int64_t at = (z % bits * n.ny + y) * words;
              const auto row = plane.subspan(static_cast<std::size_t>(y) * row_bytes, row_bytes);
              note(marker_.mark(row,
                                std::span(rows).subspan(static_cast<std::size_t>(at), static_cast<std::size_t>(words))),
                   y, z, n);
            }
          }
          for (std::int64_t z = slab_.planes().first; z < slab_.planes().last; ++z)
            for (std::int64_t y = 0; y < n.ny; ++y) {
              std::uint32_t word = 0;
              for (std::int64_t x = 0; x < bits; ++x)
                word |= (rows[static_cast<std::size_t>((x * n.ny + y) * words + z / bits)] >> (z % bits) & 1U) << x;
              slab_.pores().row(y, z - slab_.planes().first)[static_cast<std::size_t>(part)] = word;
            }
        });
  }

  /// Throws when a process has met a voxel that is not a number.
  void require_numbers(const PlaneSource& image) const {
    const std::int64_t first = -slab_.processes().max(-not_a_number_.load());
    const Extent n = image.extent();
    if (first == none) return;
    throw InputError(
        fmt::format("Cannot use {}", image.description()),
        fmt::format("voxel ({}, {}, {}) is not a number", first % n.nx, first / n.nx % n.ny, first / n.plane_voxels()),
        "Give every voxel a grey value or a label");
  }

  /// Throws when processes have met different bytes at planes that they have both read.
  void require_one_image(const PlaneSource& image, FileAxes axes) const {
    const auto of_ranks = slab_.processes().gather_to_all(std::span<const Identity>(&identity_, 1));
    const Identity* before = nullptr;  // of the last process before that has planes
    for (std::size_t rank = 0; rank < of_ranks.size(); ++rank) {
      const Identity& own = of_ranks[rank].front();
      if (axes == FileAxes::xyz && slab_.planes_by_rank()[rank].size() == 0) continue;
      const std::uint64_t expected = axes == FileAxes::xyz || before == nullptr ? own.before_own : own.last_own;
      if (before != nullptr && (own.first_plane != before->first_plane || before->last_own != expected))
        throw InputError(fmt::format("Cannot use {}", image.description()),
                         fmt::format("process {} sees another image there than the processes before it", rank),
                         "See that the file is the same on all nodes, and that nothing writes to it");
      before = &own;
    }
  }

 private:
  void note(std::int64_t not_a_number, std::int64_t y, std::int64_t z, const Extent& n) {
    if (not_a_number != RowMarker<T>::no_voxel) keep_least(not_a_number_, n.index(not_a_number, y, z));
  }

  RowMarker<T> marker_;
  PoreSlab& slab_;
  bool is_shared_;
  Identity identity_;
  std::atomic<std::int64_t> not_a_number_{none};
};

}  // namespace

void mark_planes(PlaneSource& image, const MarkRule& rule, FileAxes axes, PoreSlab& slab) {
  with_type(image.type(), [&]<class T>(std::type_identity<T>) {
    Marking<T> marking(rule, slab);
    if (axes == FileAxes::xyz)
      marking.mark(image);
    else
      marking.mark_swapped(image);
    marking.require_one_image(image, axes);
    marking.require_numbers(image);
  });
}

}  // namespace perm
