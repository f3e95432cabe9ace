// SPDX-License-Identifier: Apache-2.0
#include "darcy/plane_gathering.hpp"

#include <algorithm>
#include <vector>

namespace perm {
namespace {

constexpr int components = 4;  // a message has the velocities of its rows first, then their densities

/// Makes a buffer for the rows of a plane in one message.
std::vector<float> room_for(std::int64_t nx, const Range& rows) {
  return std::vector<float>(static_cast<std::size_t>(components * nx * rows.size()));
}

std::vector<float> read_own_rows(const Backend& backend, std::int64_t z) {
  const Domain& domain = backend.domain();
  std::vector<float> rows = room_for(domain.image().nx, domain.own().y);
  const std::size_t voxels = rows.size() / components;
  backend.read_plane(z - domain.own().z.first, std::span(rows).first(3 * voxels), std::span(rows).last(voxels));
  return rows;
}

}  // namespace

void gather_plane(const Backend& backend, const Partition& partition, std::int64_t z, std::span<float> velocity,
                  std::span<float> density) {
  const Communicator& processes = backend.domain().processes();
  if (processes.is_alone()) return backend.read_plane(z, velocity, density);
  constexpr int tag = 0;
  Messages messages;
  std::vector<float> own;
  std::vector<std::vector<float>> received;
  const std::int64_t nx = partition.image().nx;
  const auto has_part = [&](int rank) { return partition.block(rank).z.contains(z); };
  if (processes.is_first())
    for (int rank = 0; rank < partition.blocks(); ++rank)
      if (has_part(rank)) {
        received.push_back(room_for(nx, partition.block(rank).y));
        processes.start_to_receive(rank, tag, std::as_writable_bytes(std::span(received.back())), messages);
      }
  if (has_part(processes.rank())) {
    own = read_own_rows(backend, z);
    processes.start_to_send(0, tag, std::as_bytes(std::span(own)), messages);
  }
  messages.wait();
  // The blocks of a plane follow each other along y in the order of their processes.
  auto next_velocity = velocity.begin();
  auto next_density = density.begin();
  for (const std::vector<float>& rows : received) {
    const auto density_begins = rows.end() - static_cast<std::ptrdiff_t>(rows.size() / components);
    next_velocity = std::copy(rows.begin(), density_begins, next_velocity);
    next_density = std::copy(density_begins, rows.end(), next_density);
  }
}

}  // namespace perm
