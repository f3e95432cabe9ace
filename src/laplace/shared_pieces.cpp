// SPDX-License-Identifier: Apache-2.0
#include "laplace/shared_pieces.hpp"

#include <fmt/format.h>

#include <limits>

#include "core/errors.hpp"

namespace perm {

void require_numbers(std::int64_t count, std::string_view things) {
  constexpr std::int64_t most = std::int64_t{std::numeric_limits<std::uint32_t>::max()} - 1;
  if (count > most)
    throw InputError(fmt::format("The image has {} {}", count, things),
                     fmt::format("the pressure can be found for {} of them", most), "Solve a part of the image");
}

}  // namespace perm
