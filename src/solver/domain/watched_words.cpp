// SPDX-License-Identifier: Apache-2.0
#include "solver/domain/watched_words.hpp"

#include <cmath>
#include <cstddef>
#include <limits>

namespace perm {
namespace {

/// Calls visit(number in the image) for the own words that hold cells, in their order.
template <class Visit>
void for_each_word(const Domain& domain, const PoreSpace& pores, const Visit& visit) {
  for (std::int64_t z = 0; z < domain.own_z(); ++z)
    for (std::int64_t y = 0; y < domain.own_y(); ++y) {
      const auto row = pores.row(y, z);
      const std::int64_t first = (domain.image_z(z) * domain.image().ny + domain.image_y(y)) * std::ssize(row);
      for (std::size_t column = 0; column < row.size(); ++column)
        if (row[column] != 0) visit(first + static_cast<std::int64_t>(column));
    }
}

}  // namespace

WatchedWords::WatchedWords(const Domain& domain, const PoreSpace& pores)
    : words_per_row_(pores.words_per_row()), ny_(domain.image().ny) {
  std::int64_t words = 0;
  for_each_word(domain, pores, [&](std::int64_t) { ++words; });
  words = domain.processes().sum(words);
  const double share = words <= most ? 1 : static_cast<double>(most) / static_cast<double>(words);
  most_mixed_ =
      share == 1 ? std::numeric_limits<std::uint64_t>::max() : static_cast<std::uint64_t>(std::ldexp(share, 64));
  for_each_word(domain, pores, [&](std::int64_t number) {
    if (WatchedView::mix(number) <= most_mixed_) numbers_.push_back(number);
  });
}

ListRows WatchedWords::rows_of(const Domain& domain) const {
  ListRows rows{domain.own().y, domain.own().z, {0}};
  auto next = numbers_.begin();
  for (std::int64_t z = rows.z.first; z < rows.z.last; ++z)
    for (std::int64_t y = rows.y.first; y < rows.y.last; ++y) {
      const std::int64_t end = (z * ny_ + y + 1) * words_per_row_;
      while (next != numbers_.end() && *next < end) ++next;
      rows.first.push_back(static_cast<std::uint64_t>(next - numbers_.begin()));
    }
  return rows;
}

}  // namespace perm
