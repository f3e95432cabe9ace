// SPDX-License-Identifier: Apache-2.0
// Lets the threads of a thread block reach the slots of their cells: slots in the block's own tile in shared memory,
// slots of other tiles ("foreign") in global memory. A value travels in a 32-bit register, float16 in its low half,
// float64 in a 64-bit one.
//
// This is written in assembly because the compiler otherwise keeps the addresses of the loads for the stores, and the
// conditions in predicates. Together they need more than the 64 registers that let 1024 threads share a multiprocessor.
// This needs Hopper or later.
#pragma once

#include <cstdint>

#include "device/gpu_half.hpp"
#include "lattice/d3q19.hpp"

namespace perm {

/// Reaches the slots of a tile of `Cells` cells, [q][cell].
template <class Storage, int Cells>
struct TileSlots;

// The assembly multiplies by 18 where it skips earlier tiles: a tile has 19 lines, and one of them is counted already.
static_assert(d3q19::directions == 19);

// For direction Q: `linked` is the number of the cell that the link leads to, less that of the tile's first cell, so a
// negative number (in two's complement) where the link leads back; `offset` is the same in bytes; `own` is the place of
// slot (the cell itself, opposite Q), less the start of line Q. `tile` is where the tile is in global memory.
//   gather  reads a foreign slot into `value` and marks it in `foreign`, at the bit of Q's opposite. It brings whole
//           lines into the second-level cache, because other threads will want the rest. `linked` becomes what put()
//           takes: the place in line Q, in bytes, or for a foreign slot its distance from the tile's first slot, less Q
//           times the cells of a tile
//   load    reads from shared memory; load_unless does so only where the bit is not set in `mask`
//   store   writes to shared memory
//   put     writes slot Q where gather found it; `place` is its place in shared memory
//   flush   writes to global memory, except where the bit is set in `mask`
#define PERM_TILE_SLOTS(STORAGE, BYTES, TYPE, VALUE, REGISTER)                                                        \
  template <int Cells>                                                                                                \
  struct TileSlots<STORAGE, Cells> {                                                                                  \
    using Value = VALUE;                                                                                              \
    static constexpr int line = Cells * BYTES;                                                                        \
    template <int Q>                                                                                                  \
    __device__ __forceinline__ static void gather(Value& value, std::uint32_t& linked, std::uint32_t& foreign,        \
                                                  std::uint32_t record, std::uint32_t offset, std::uint32_t own,      \
                                                  const STORAGE* tile) {                                              \
      asm volatile(                                                                                                   \
          "{.reg .pred solid, out; .reg .b32 t; .reg .b64 a;\n"                                                       \
          "and.b32 t, %3, %7; setp.ne.u32 solid, t, 0;\n"                                                             \
          "setp.ge.and.u32 out, %4, %8, !solid;\n"                                                                    \
          "and.b32 t, %1, %9; mad.lo.u32 t, t, 18, %1;\n" /* 19 times the cells of the tiles between, and the rest */ \
          "mad.wide.s32 a, t, %10, %6;\n"                                                                             \
          "@out ld.global.L2::128B." TYPE                                                                             \
          " %0, [a+%11]; @out or.b32 %2, %2, %12;\n"                                                                  \
          "selp.b32 %1, %5, %4, solid; @out mov.b32 %1, t;}"                                                          \
          : "+" REGISTER(value), "+r"(linked), "+r"(foreign)                                                          \
          : "r"(record), "r"(offset), "r"(own), "l"(tile), "n"(1 << (Q - 1)), "n"(line), "n"(~(Cells - 1)),           \
            "n"(BYTES), "n"(Q * line), "n"(1 << d3q19::opposite(Q)));                                                 \
    }                                                                                                                 \
    template <int Q>                                                                                                  \
    __device__ __forceinline__ static void load(Value& value, std::uint32_t place) {                                  \
      asm volatile("ld.shared." TYPE " %0, [%1+%2];" : "=" REGISTER(value) : "r"(place), "n"(Q * line));              \
    }                                                                                                                 \
    template <int Q>                                                                                                  \
    __device__ __forceinline__ static void load_unless(Value& value, std::uint32_t place, std::uint32_t mask) {       \
      asm volatile(                                                                                                   \
          "{.reg .pred p; .reg .b32 t; and.b32 t, %2, %3; setp.eq.u32 p, t, 0;\n"                                     \
          "@p ld.shared." TYPE " %0, [%1+%4];}"                                                                       \
          : "+" REGISTER(value)                                                                                       \
          : "r"(place), "r"(mask), "n"(1 << d3q19::opposite(Q)), "n"(Q * line));                                      \
    }                                                                                                                 \
    template <int Q>                                                                                                  \
    __device__ __forceinline__ static void store(Value value, std::uint32_t place) {                                  \
      asm volatile("st.shared." TYPE " [%1+%2], %0;" ::REGISTER(value), "r"(place), "n"(Q * line) : "memory");        \
    }                                                                                                                 \
    template <int Q>                                                                                                  \
    __device__ __forceinline__ static void put(Value value, std::uint32_t linked, std::uint32_t place,                \
                                               std::uint32_t mask, STORAGE* tile) {                                   \
      asm volatile(                                                                                                   \
          "{.reg .pred p; .reg .b32 t; .reg .b64 a; and.b32 t, %2, %3; setp.ne.u32 p, t, 0;\n"                        \
          "mad.wide.s32 a, %5, %7, %6;\n"                                                                             \
          "@p st.global." TYPE " [a+%4], %0; @!p st.shared." TYPE " [%1+%4], %0;}" ::REGISTER(value),                 \
          "r"(place), "r"(mask), "n"(1 << d3q19::opposite(Q)), "n"(Q * line), "r"(linked), "l"(tile), "n"(BYTES)      \
          : "memory");                                                                                                \
    }                                                                                                                 \
    template <int Q>                                                                                                  \
    __device__ __forceinline__ static void flush(Value value, std::uint32_t mask, STORAGE* own) {                     \
      asm volatile(                                                                                                   \
          "{.reg .pred p; .reg .b32 t; and.b32 t, %2, %3; setp.eq.u32 p, t, 0;\n"                                     \
          "@p st.global." TYPE " [%1+%4], %0;}" ::REGISTER(value),                                                    \
          "l"(own), "r"(mask), "n"(1 << Q), "n"(Q * line)                                                             \
          : "memory");                                                                                                \
    }                                                                                                                 \
  };
PERM_TILE_SLOTS(float, 4, "b32", std::uint32_t, "r")
PERM_TILE_SLOTS(__half, 2, "u16", std::uint32_t, "r")
PERM_TILE_SLOTS(double, 8, "b64", std::uint64_t, "l")
#undef PERM_TILE_SLOTS

/// Converts between the bits that travel and the number that is updated.
template <class Storage>
struct TravellingBits;
template <>
struct TravellingBits<float> {
  __device__ __forceinline__ static float number(std::uint32_t value) { return __uint_as_float(value); }
  __device__ __forceinline__ static std::uint32_t bits(float number) { return __float_as_uint(number); }
};
template <>
struct TravellingBits<double> {
  __device__ __forceinline__ static double number(std::uint64_t value) {
    return __longlong_as_double(static_cast<long long>(value));
  }
  __device__ __forceinline__ static std::uint64_t bits(double number) {
    return static_cast<std::uint64_t>(__double_as_longlong(number));
  }
};
template <>
struct TravellingBits<__half> {
  /// The multiplication keeps the compiler from packing two values into one register, which costs more than it saves.
  __device__ __forceinline__ static float number(std::uint32_t value) {
    float number;
    asm("{.reg .b16 low, high; .reg .b32 t; mul.lo.u32 t, %1, 65537; mov.b32 {low, high}, t; cvt.f32.f16 %0, low;}"
        : "=f"(number)
        : "r"(value));
    return number;
  }
  __device__ __forceinline__ static std::uint32_t bits(float number) {
    std::uint32_t value;
    asm("cvt.rn.f16x2.f32 %0, %1, %1;" : "=r"(value) : "f"(number));
    return value;
  }
};

}  // namespace perm
