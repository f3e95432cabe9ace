// SPDX-License-Identifier: Apache-2.0
#include "geometry/segmentation/median_planes.hpp"

#include <omp.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstddef>
#include <cstring>
#include <span>
#include <type_traits>
#include <utility>
#include <vector>

#include "core/processors/threads.hpp"
#include "geometry/segmentation/median_of_27.hpp"
#include "image/source/cropped_planes.hpp"
#include "image/source/image_header.hpp"

namespace perm {
namespace {

/// The type in which voxels of type T are put in order: the signed numbers that every processor compares as vectors.
template <class T>
struct InOrder {
  using Type = T;
  static Type from(T voxel) { return voxel; }
};
template <>
struct InOrder<std::int8_t> {
  using Type = std::uint8_t;  // of bytes it compares those without a sign
  static Type from(std::int8_t voxel) { return static_cast<Type>(static_cast<std::uint8_t>(voxel) ^ 0x80U); }
  static std::int8_t back(Type value) { return static_cast<std::int8_t>(static_cast<std::uint8_t>(value ^ 0x80U)); }
};
template <class Unsigned>
struct InOrderShifted {
  using Type = std::make_signed_t<Unsigned>;
  static constexpr Unsigned half = Unsigned{1} << (8 * sizeof(Unsigned) - 1);
  static Type from(Unsigned voxel) { return std::bit_cast<Type>(static_cast<Unsigned>(voxel ^ half)); }
  static Unsigned back(Type value) { return static_cast<Unsigned>(std::bit_cast<Unsigned>(value) ^ half); }
};
template <>
struct InOrder<std::uint16_t> : InOrderShifted<std::uint16_t> {};
template <>
struct InOrder<std::uint32_t> : InOrderShifted<std::uint32_t> {};
template <>
struct InOrder<std::uint64_t> : InOrderShifted<std::uint64_t> {};
template <>
struct InOrder<Half> {
  using Type = std::int16_t;
  static Type turn(std::uint16_t bits) {  // the other way round below zero
    return std::bit_cast<Type>(static_cast<std::uint16_t>((bits & 0x8000U) != 0 ? bits ^ 0x7fffU : bits));
  }
  static Type from(Half voxel) { return turn(voxel.bits); }
  static Half back(Type value) { return {static_cast<std::uint16_t>(turn(std::bit_cast<std::uint16_t>(value)))}; }
};

template <class T>
T voxel_of(typename InOrder<T>::Type value) {
  if constexpr (std::is_same_v<T, typename InOrder<T>::Type>)
    return value;
  else
    return InOrder<T>::back(value);
}

template <class T>
bool is_no_number(T voxel) {
  if constexpr (std::is_same_v<T, Half>)
    return std::isnan(value_of(voxel));
  else if constexpr (std::is_floating_point_v<T>)
    return std::isnan(voxel);
  else
    return false;
}

/// Filters rows of one type. `Work` are the voxels in order.
template <class T>
class RowFilter {
 public:
  using Work = typename InOrder<T>::Type;

  /// Rows have `nx` voxels in the file, of which those of `box` are wanted.
  RowFilter(std::int64_t nx, Range box)
      : nx_(nx), box_(box), room_(static_cast<std::size_t>(box.size()) + 2 + Register<Work>::size) {
    for (auto& row : by_z_) row.resize(3 * room_);
    by_y_.resize(9 * room_);
  }

  /// Filters row y of the box; `rows` are three planes of the file, and y is clamped to those that it has.
  void filter(const std::array<const std::byte*, 3>& planes, std::int64_t y, std::int64_t ny, std::span<std::byte> to) {
    for (std::int64_t near = y - 1; near <= y + 1; ++near) {
      const std::int64_t row = std::clamp<std::int64_t>(near, 0, ny - 1);
      const auto place = static_cast<std::size_t>(near + 1) % 3;
      if (places_[place] == near) continue;
      order_along_z(planes, row, by_z_[place]);
      places_[place] = near;
    }
    order_along_y();
    take_medians(planes[1] + (y * nx_ + box_.first) * static_cast<std::int64_t>(sizeof(T)), to);
  }

 private:
  static constexpr std::int64_t none = -2;

  /// Puts the threes of a row along z in order, from one voxel before the box to one behind it.
  void order_along_z(const std::array<const std::byte*, 3>& planes, std::int64_t row, std::vector<Work>& to) {
    const std::int64_t row_begin = row * nx_;
    for (std::size_t k = 0; k < 3; ++k) {
      Work* const line = to.data() + k * room_;
      const auto voxel_at = [&](std::int64_t x) {
        T voxel;
        std::memcpy(&voxel, planes[k] + (row_begin + x) * static_cast<std::int64_t>(sizeof(T)), sizeof(T));
        return InOrder<T>::from(voxel);
      };
      line[0] = voxel_at(std::max<std::int64_t>(box_.first - 1, 0));
      for (std::int64_t x = box_.first; x < box_.last; ++x) line[x - box_.first + 1] = voxel_at(x);
      line[box_.size() + 1] = voxel_at(std::min(box_.last, nx_ - 1));
    }
    order_threes(to.data(), to.data() + room_, to.data() + 2 * room_);
  }

  void order_threes(Work* a, Work* b, Work* c) const {
    for (std::size_t x = 0; x + Register<Work>::size <= room_; x += Register<Work>::size) {
      auto low = load(a + x);
      auto middle = load(b + x);
      auto high = load(c + x);
      put_in_order(low, middle, high);
      store(low, a + x);
      store(middle, b + x);
      store(high, c + x);
    }
  }

  void order_along_y() {
    for (std::size_t k = 0; k < 3; ++k) {
      for (std::size_t j = 0; j < 3; ++j)
        std::copy_n(by_z_[j].data() + k * room_, room_, by_y_.data() + (3 * j + k) * room_);
      order_threes(by_y_.data() + k * room_, by_y_.data() + (3 + k) * room_, by_y_.data() + (6 + k) * room_);
    }
  }

  void take_medians(const std::byte* voxels, std::span<std::byte> to) const {
    constexpr auto size = static_cast<std::int64_t>(Register<Work>::size);
    for (std::int64_t x = 0; x < box_.size(); x += size) {
      std::array<std::array<std::array<Values, 3>, 3>, 3> cube;
      for (std::size_t i = 0; i < 3; ++i)
        for (std::size_t j = 0; j < 3; ++j)
          for (std::size_t k = 0; k < 3; ++k)
            cube[i][j][k] = load(by_y_.data() + (3 * j + k) * room_ + static_cast<std::size_t>(x) + i);
      std::array<Work, Register<Work>::size> medians;
      store(median_of_27(cube), medians.data());
      const std::int64_t here = std::min(size, box_.size() - x);
      for (std::int64_t i = 0; i < here; ++i) {
        T voxel = voxel_of<T>(medians[static_cast<std::size_t>(i)]);
        T own;
        std::memcpy(&own, voxels + (x + i) * static_cast<std::int64_t>(sizeof(T)), sizeof(T));
        if (is_no_number(own)) voxel = own;
        std::memcpy(to.data() + (x + i) * static_cast<std::int64_t>(sizeof(T)), &voxel, sizeof(T));
      }
    }
  }

  using Values = typename Register<Work>::Values;
  static Values load(const Work* from) {
    Values values;
    std::memcpy(&values, from, sizeof(values));
    return values;
  }
  static void store(const Values& values, Work* to) { std::memcpy(to, &values, sizeof(values)); }

  std::int64_t nx_;
  Range box_;
  std::size_t room_;                       ///< of a line: the box, a voxel before and behind it, and a register
  std::array<std::vector<Work>, 3> by_z_;  ///< [row y modulo 3][order along z][x]
  std::array<std::int64_t, 3> places_{none, none, none};  ///< the row that each of them has
  std::vector<Work> by_y_;                                ///< [order along y][order along z][x]
};

class MedianPlanes final : public DescribedPlanes {
 public:
  MedianPlanes(std::unique_ptr<PlaneSource> image, const std::array<Range, 3>& box, std::string description)
      : DescribedPlanes({{box[0].size(), box[1].size(), box[2].size()}, image->type(), image->notes()},
                        std::move(description)),
        image_(std::move(image)),
        box_(box) {
    for (auto& plane : planes_) plane.resize(static_cast<std::size_t>(image_->plane_bytes()));
  }

  void read_plane(std::int64_t z, std::span<std::byte> voxels) override {
    std::array<const std::byte*, 3> planes{};
    const std::int64_t last = image_->extent().nz - 1;
    for (std::int64_t i = 0; i < 3; ++i)
      planes[static_cast<std::size_t>(i)] = plane_at(std::clamp<std::int64_t>(box_[2].first + z - 1 + i, 0, last));
    with_type(header_.type, [&]<class T>(std::type_identity<T>) { filter<T>(planes, voxels); });
  }

  std::unique_ptr<PlaneSource> for_another_thread() const override {
    auto another = image_->for_another_thread();
    return another ? std::make_unique<MedianPlanes>(std::move(another), box_, description_) : nullptr;
  }

 private:
  /// Gives a plane of the file, from those that are held where it is among them. The three that a plane needs have
  /// places of their own.
  const std::byte* plane_at(std::int64_t z) {
    const auto place = static_cast<std::size_t>(z % 3);
    if (held_[place] != z) {
      held_[place] = -1;
      image_->read_plane(z, planes_[place]);
      held_[place] = z;
    }
    return planes_[place].data();
  }

  template <class T>
  void filter(const std::array<const std::byte*, 3>& planes, std::span<std::byte> to) const {
    const Extent file = image_->extent();
    const std::int64_t rows = box_[1].size();
    const bool is_shared = omp_in_parallel() == 0 && header_.extent.plane_voxels() > voxels_worth_a_thread;
    const int threads = is_shared ? static_cast<int>(std::min<std::int64_t>(omp_get_max_threads(), rows)) : 1;
    std::vector<RowFilter<T>> filters(static_cast<std::size_t>(threads), RowFilter<T>(file.nx, box_[0]));
#pragma omp parallel for schedule(static) num_threads(threads)  // nothing in it throws
    for (int thread = 0; thread < threads; ++thread) {
      RowFilter<T>& filter = filters[static_cast<std::size_t>(thread)];
      const Range own = even_part(rows, thread, threads);
      const std::size_t row_bytes = static_cast<std::size_t>(box_[0].size()) * sizeof(T);
      for (std::int64_t y = own.first; y < own.last; ++y)
        filter.filter(planes, box_[1].first + y, file.ny,
                      to.subspan(static_cast<std::size_t>(y) * row_bytes, row_bytes));
    }
  }

  std::unique_ptr<PlaneSource> image_;
  std::array<Range, 3> box_;
  std::array<std::vector<std::byte>, 3> planes_;  ///< of the file, each at its number modulo 3
  std::array<std::int64_t, 3> held_{-1, -1, -1};
};

}  // namespace

std::unique_ptr<PlaneSource> median_planes(std::unique_ptr<PlaneSource> image, const std::array<Range, 3>& box) {
  const std::array<Range, 3> within = box_within(*image, box);
  const Extent n = image->extent();
  const bool is_whole = Extent{within[0].size(), within[1].size(), within[2].size()} == n;
  const std::string description = is_whole ? image->description() : describe_cropped(*image, within);
  return std::make_unique<MedianPlanes>(std::move(image), within, description);
}

}  // namespace perm
