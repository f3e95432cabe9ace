// SPDX-License-Identifier: Apache-2.0
#include "darcy/plane_gathering.hpp"

#include <algorithm>
#include <cstddef>
#include <vector>

namespace perm {

void gather_rows(const Domain& domain, const Partition& partition, std::int64_t z, std::span<const float> own,
                 std::span<float> plane) {
  const Communicator& processes = domain.processes();
  if (processes.is_alone()) {
    std::ranges::copy(own, plane.begin());
    return;
  }
  constexpr int tag = 0;
  Messages messages;
  if (processes.is_first()) {
    // The blocks of a plane follow each other along y in the order of their processes.
    const std::size_t of_row = plane.size() / static_cast<std::size_t>(partition.image().ny);
    for (int rank = 0; rank < partition.blocks(); ++rank) {
      const Block block = partition.block(rank);
      if (!block.z.contains(z)) continue;
      const std::span<float> rows = plane.subspan(of_row * static_cast<std::size_t>(block.y.first),
                                                  of_row * static_cast<std::size_t>(block.y.size()));
      processes.start_to_receive(rank, tag, std::as_writable_bytes(rows), messages);
    }
  }
  if (partition.block(processes.rank()).z.contains(z)) processes.start_to_send(0, tag, std::as_bytes(own), messages);
  messages.wait();
}

void gather_plane(const Backend& backend, const Partition& partition, std::int64_t z, std::span<float> velocity,
                  std::span<float> density) {
  const Domain& domain = backend.domain();
  if (domain.processes().is_alone()) return backend.read_plane(z, velocity, density);
  const Block& own = domain.own();
  const std::size_t voxels =
      own.z.contains(z) ? static_cast<std::size_t>(domain.image().nx * own.y.size()) : 0;  // of this process
  std::vector<float> own_velocity(3 * voxels);
  std::vector<float> own_density(voxels);
  if (voxels > 0) backend.read_plane(z - own.z.first, own_velocity, own_density);
  gather_rows(domain, partition, z, own_velocity, velocity);
  gather_rows(domain, partition, z, own_density, density);
}

}  // namespace perm
