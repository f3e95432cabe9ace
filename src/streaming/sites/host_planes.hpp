// SPDX-License-Identifier: Apache-2.0
// Work of the host on the planes of a box.
#pragma once

#include <cstdint>
#include <functional>

namespace perm::streaming {

/// Calls use(z) for each plane, on all threads.
void for_each_plane(std::int64_t planes, const std::function<void(std::int64_t)>& use);

}  // namespace perm::streaming
