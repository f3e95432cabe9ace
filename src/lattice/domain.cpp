// SPDX-License-Identifier: Apache-2.0
#include "lattice/domain.hpp"

#include <algorithm>
#include <utility>

namespace perm {
namespace {

/// Tells where a row or plane of a domain is in the image.
std::int64_t in_image(std::int64_t position, const Range& own, std::int64_t extent, std::int64_t image) {
  const std::int64_t beside_own = position == extent - 1 && extent > own.size() ? -1 : position;
  return (own.first + beside_own + image) % image;
}

}  // namespace

Domain::Domain(const Extent& image, const FaceRules& rules)
    : image_(image), own_{{0, image.ny}, {0, image.nz}}, extent_(image), rules_(rules) {}

Domain::Domain(const Partition& partition, Communicator processes, const FaceRules& rules)
    : image_(partition.image()),
      own_(partition.block(processes.rank())),
      rules_(rules),
      processes_(std::move(processes)) {
  const auto with_halo = [&](Axis axis, std::int64_t own) { return own + (partition.is_cut(axis) ? 2 : 0); };
  extent_ = {image_.nx, with_halo(Axis::y, own_y()), with_halo(Axis::z, own_z())};
  for (const Axis axis : {Axis::y, Axis::z})
    if (partition.is_cut(axis))
      for (const Side side : {Side::low, Side::high})
        faces_.push_back({axis, side, partition.beside(processes_.rank(), axis, side)});
}

std::int64_t Domain::image_y(std::int64_t y) const { return in_image(y, own_.y, extent_.ny, image_.ny); }
std::int64_t Domain::image_z(std::int64_t z) const { return in_image(z, own_.z, extent_.nz, image_.nz); }

AxisSet Domain::closed() const {
  AxisSet closed;
  for (const Axis axis : all_axes) {
    const bool is_cut = std::ranges::any_of(faces_, [&](const Face& face) { return face.axis == axis; });
    if (rules_.is_closed(axis) && !is_cut) closed.insert(axis);
  }
  return closed;
}

bool Domain::is_beyond(std::int64_t y, std::int64_t z) const {
  const auto beyond = [](std::int64_t position, const Range& own, std::int64_t image) {
    if (position < own.size()) return false;
    return position == own.size() ? own.last == image : own.first == 0;  // halo above, halo below
  };
  return (rules_.is_closed(Axis::y) && beyond(y, own_.y, image_.ny)) ||
         (rules_.is_closed(Axis::z) && beyond(z, own_.z, image_.nz));
}

bool Domain::leaves(Axis axis, std::int64_t position, int step) const {
  if (!rules_.is_closed(axis)) return false;
  const std::int64_t first = axis == Axis::y ? own_.y.first : axis == Axis::z ? own_.z.first : 0;
  const std::int64_t to = first + position + step;
  return to < 0 || to == image_.along(axis);
}

std::vector<Domain::Row> Domain::rows_at(const Face& face, std::int64_t position) const {
  std::vector<Row> rows;
  if (face.axis == Axis::y)
    for (std::int64_t z = 0; z < own_z(); ++z) rows.push_back({position, z});
  else
    for (std::int64_t y = 0; y < extent_.ny; ++y) rows.push_back({y, position});
  return rows;
}

std::vector<Domain::Row> Domain::inner_rows(const Face& face) const {
  const std::int64_t own = face.axis == Axis::y ? own_y() : own_z();
  return rows_at(face, face.side == Side::low ? 0 : own - 1);
}

std::vector<Domain::Row> Domain::outer_rows(const Face& face) const {
  const std::int64_t own = face.axis == Axis::y ? own_y() : own_z();
  return rows_at(face, face.side == Side::low ? own + 1 : own);
}

PoreSpace fetch_pores(const PoreSlab& pores, const Domain& domain) {
  const Communicator& processes = pores.processes();
  if (processes.is_alone() && domain.extent() == pores.image()) return pores.pores();
  // The block of a process decides which rows that process needs.
  struct Need {
    Range y;
    Range z;
    std::int64_t extent_y;
    std::int64_t extent_z;
  };
  const Need own{domain.own().y, domain.own().z, domain.extent().ny, domain.extent().nz};
  const auto needs = processes.gather_to_all(std::span<const Need>(&own, 1));
  const Extent& image = pores.image();
  const std::int64_t words = (image.nx + PoreSpace::word_bits - 1) / PoreSpace::word_bits;
  // This calls visit(y, z, row of the image, plane of the image) for the rows of a domain, in their order.
  const auto for_each_row = [&image](const Need& need, const auto& visit) {
    for (std::int64_t z = 0; z < need.extent_z; ++z)
      for (std::int64_t y = 0; y < need.extent_y; ++y)
        visit(y, z, in_image(y, need.y, need.extent_y, image.ny), in_image(z, need.z, need.extent_z, image.nz));
  };

  std::vector<std::vector<std::uint32_t>> to(needs.size());
  for (std::size_t rank = 0; rank < needs.size(); ++rank)
    for_each_row(needs[rank].front(), [&](std::int64_t, std::int64_t, std::int64_t image_y, std::int64_t image_z) {
      if (static_cast<int>(rank) == processes.rank() || !pores.planes().contains(image_z)) return;
      const auto row = pores.pores().row(image_y, image_z - pores.planes().first);
      to[rank].insert(to[rank].end(), row.begin(), row.end());
    });
  const auto from = processes.exchange(to);

  PoreSpace fetched(domain.extent());
  std::vector<std::size_t> next(from.size());
  const auto& planes = pores.planes_by_rank();
  for_each_row(own, [&](std::int64_t y, std::int64_t z, std::int64_t image_y, std::int64_t image_z) {
    const auto row = fetched.row(y, z);
    if (pores.planes().contains(image_z)) {
      if (!domain.is_beyond(y, z))
        std::ranges::copy(pores.pores().row(image_y, image_z - pores.planes().first), row.begin());
      return;
    }
    const auto holder = static_cast<std::size_t>(
        std::find_if(planes.begin(), planes.end(), [&](const Range& range) { return range.contains(image_z); }) -
        planes.begin());
    if (!domain.is_beyond(y, z))
      std::copy_n(from[holder].begin() + static_cast<std::ptrdiff_t>(next[holder]), words, row.begin());
    next[holder] += static_cast<std::size_t>(words);
  });
  return fetched;
}

}  // namespace perm
