// SPDX-License-Identifier: Apache-2.0
#include "streaming/sites/host_planes.hpp"

#include "core/processors/first_error.hpp"

namespace perm::streaming {

void for_each_plane(std::int64_t planes, const std::function<void(std::int64_t)>& use) {
  FirstError error;
#pragma omp parallel for schedule(dynamic)
  for (std::int64_t z = 0; z < planes; ++z) error.guard([&] { use(z); });
  error.rethrow();
}

}  // namespace perm::streaming
