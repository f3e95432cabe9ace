// SPDX-License-Identifier: Apache-2.0
// Makes the even step of a few consecutive cells: their values of one direction are one 8-byte access, so that a warp
// reads and writes more at a time.
#pragma once

#include <utility>

#include "solver/cuda/half_storage.cuh"

namespace perm {

/// Holds stored values side by side, which are worked on two at a time.
template <class Storage>
struct CellVector;
template <>
struct CellVector<float> {
  using Type = float2;
  static constexpr int pairs = 1;
  __device__ static float2 get(float2 vector, int /*pair*/) { return vector; }
  __device__ static void set(float2& vector, int /*pair*/, float2 values) { vector = values; }
};
template <>
struct CellVector<__half> {
  using Type = uint2;  // a struct of two pairs is loaded in two parts
  static constexpr int pairs = 2;
  __device__ static float2 get(uint2 vector, int pair) {
    const unsigned bits = pair == 0 ? vector.x : vector.y;
    return __half22float2(*reinterpret_cast<const __half2*>(&bits));
  }
  __device__ static void set(uint2& vector, int pair, float2 values) {
    const __half2 halves = __float22half2_rn(values);
    (pair == 0 ? vector.x : vector.y) = *reinterpret_cast<const unsigned*>(&halves);
  }
};

template <Equilibrium E, class Storage>
class VectorStep {
 public:
  using Tiles = GpuTiles<static_cast<int>(sizeof(Storage))>;
  static constexpr int cells = 2 * CellVector<Storage>::pairs;

  /// Steps `cell`, a multiple of `cells`, and the cells after it.
  __device__ __forceinline__ static void even(Storage* f, std::uint32_t cell, const CollisionParameters<float>& p) {
    even(reinterpret_cast<Type*>(f + Tiles::slot(cell, 0)), p, std::make_integer_sequence<int, d3q19::directions>{});
  }

 private:
  using Vector = CellVector<Storage>;
  using Type = typename Vector::Type;
  static constexpr int line = static_cast<int>(Tiles::line) / cells;

  template <int... Q>
  __device__ __forceinline__ static void even(Type* own, const CollisionParameters<float>& p,
                                              std::integer_sequence<int, Q...>) {
    Type vectors[d3q19::directions] = {own[Q * line]...};
#pragma unroll
    for (int pair = 0; pair < Vector::pairs; ++pair) {
      float first[d3q19::directions] = {Vector::get(vectors[Q], pair).x...};
      float second[d3q19::directions] = {Vector::get(vectors[Q], pair).y...};
      collide<E>(first, p);
      collide<E>(second, p);
      (Vector::set(vectors[Q], pair, make_float2(first[Q], second[Q])), ...);
    }
    ((own[d3q19::opposite(Q) * line] = vectors[Q]), ...);
  }
};

}  // namespace perm
