// SPDX-License-Identifier: Apache-2.0
// The even step of two consecutive cells: each pair of values is one access, so that a warp reads and writes twice as
// much at a time.
#pragma once

#include <utility>

#include "solver/half_storage.cuh"

namespace perm {

/// Two stored values side by side.
template <class Storage>
struct Pair;
template <>
struct Pair<float> {
  using Type = float2;
  __device__ static float first(float2 pair) { return pair.x; }
  __device__ static float second(float2 pair) { return pair.y; }
  __device__ static float2 of(float first, float second) { return make_float2(first, second); }
};
template <>
struct Pair<__half> {
  using Type = __half2;
  __device__ static float first(__half2 pair) { return __low2float(pair); }
  __device__ static float second(__half2 pair) { return __high2float(pair); }
  __device__ static __half2 of(float first, float second) { return __floats2half2_rn(first, second); }
};

template <Equilibrium E, class Storage>
class PairStep {
 public:
  using Tiles = GpuTiles<static_cast<int>(sizeof(Storage))>;

  /// Of `cell`, an even number, and the cell after it.
  __device__ __forceinline__ static void even(Storage* f, std::uint32_t cell, const CollisionParameters<float>& p) {
    even(reinterpret_cast<Type*>(f + Tiles::slot(cell, 0)), p, std::make_integer_sequence<int, d3q19::directions>{});
  }

 private:
  using Type = typename Pair<Storage>::Type;
  static constexpr int line = static_cast<int>(Tiles::line) / 2;

  template <int... Q>
  __device__ __forceinline__ static void even(Type* own, const CollisionParameters<float>& p,
                                              std::integer_sequence<int, Q...>) {
    const Type pairs[d3q19::directions] = {own[Q * line]...};
    float first[d3q19::directions] = {Pair<Storage>::first(pairs[Q])...};
    float second[d3q19::directions] = {Pair<Storage>::second(pairs[Q])...};
    collide<E>(first, p);
    collide<E>(second, p);
    ((own[d3q19::opposite(Q) * line] = Pair<Storage>::of(first[Q], second[Q])), ...);
  }
};

}  // namespace perm
