// SPDX-License-Identifier: Apache-2.0
// The median of 3^3 values, of as many places at once as a register has. Threes are put in order along z, then y, then
// x, and neighbours share what they have in common. Of the 27 then eight are never the median, because 14 others or
// more lie on one side of them; the least and the greatest of the 19 that are left go one by one.
#pragma once

#include <array>
#include <cstddef>
#include <cstring>

namespace perm {

/// Values in a vector register, which every processor of this kind has.
template <class T>
struct Register {
  static constexpr std::size_t bytes = 16;
  using Values [[gnu::vector_size(bytes)]] = T;
  static constexpr std::size_t size = bytes / sizeof(T);
};

/// Puts two values in order.
template <class V>
void put_in_order(V& a, V& b) {
  const V less = b < a ? b : a;
  b = b < a ? a : b;
  a = less;
}
template <class V>
void put_in_order(V& a, V& b, V& c) {
  put_in_order(a, b);
  put_in_order(b, c);
  put_in_order(a, b);
}

/// Puts the least of the first `count` values first and the greatest last.
template <std::size_t count, class V, std::size_t size>
void put_extremes_outside(std::array<V, size>& values) {
  for (std::size_t i = 0; i < count / 2; ++i) put_in_order(values[i], values[count - 1 - i]);
  for (std::size_t i = 1; i < (count + 1) / 2; ++i) {
    V greater = values[i];
    put_in_order(values[0], greater);
    values[i] = greater;
  }
  for (std::size_t i = count / 2; i + 1 < count; ++i) put_in_order(values[i], values[count - 1]);
}

/// Gives the median of 2 * `count` - 3 values, of which the first `count` are in `values` and the others in `more`.
template <std::size_t count, class V, std::size_t size>
V median_of(std::array<V, size>& values, const V* more) {
  put_extremes_outside<count>(values);
  if constexpr (count == 3) {
    return values[1];
  } else {
    values[0] = *more;  // in place of the least; the greatest, which is last, counts no more
    return median_of<count - 1>(values, more + 1);
  }
}

/// Gives the median of `cube`, [x][y][z], whose threes along y and z are in order.
template <class V>
V median_of_27(std::array<std::array<std::array<V, 3>, 3>, 3>& cube) {
  for (std::size_t y = 0; y < 3; ++y)
    for (std::size_t z = 0; z < 3; ++z) put_in_order(cube[0][y][z], cube[1][y][z], cube[2][y][z]);
  std::array<V, 11> values;
  std::array<V, 8> more;
  std::size_t known = 0;
  for (std::size_t x = 0; x < 3; ++x)
    for (std::size_t y = 0; y < 3; ++y)
      for (std::size_t z = 0; z < 3; ++z) {
        const bool is_low = (3 - x) * (3 - y) * (3 - z) > 14;  // so many are not below it, itself among them
        const bool is_high = (x + 1) * (y + 1) * (z + 1) > 14;
        if (is_low || is_high) continue;
        (known < values.size() ? values[known] : more[known - values.size()]) = cube[x][y][z];
        ++known;
      }
  return median_of<11>(values, more.data());
}

}  // namespace perm
