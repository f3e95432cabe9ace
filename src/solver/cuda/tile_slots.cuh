// SPDX-License-Identifier: Apache-2.0
// Lets the threads of a thread block reach the slots of their cells: slots in the block's own tile in shared memory,
// slots of other tiles ("foreign") in global memory. A value travels in a 32-bit register, float16 in its low half.
//
// This is written in assembly because the compiler otherwise keeps the addresses of the loads for the stores, and the
// conditions in predicates. Together they need more than the 64 registers that let 1024 threads share a multiprocessor.
// This needs Hopper or later.
#pragma once

#include <cuda_fp16.h>

#include <cstdint>

#include "lattice/d3q19.hpp"

namespace perm {

/// Reaches the slots of a tile of `Cells` cells, [q][cell].
template <class Storage, int Cells>
struct TileSlots;

// The assembly multiplies by 18 where it skips earlier tiles: a tile has 19 lines, and one of them is counted already.
static_assert(d3q19::directions == 19);

// For direction Q: `linked` is the number of the cell that the link leads to; `offset` is its distance in bytes from
// the tile's first cell; `own` is the place of slot (the cell itself, opposite Q), less the start of line Q.
//   gather  reads a foreign slot into `value` and marks it in `foreign`, at the bit of Q's opposite. It brings whole
//           lines into the second-level cache, because other threads will want the rest. `linked` becomes what put()
//           takes: the place in line Q, in bytes, or for a foreign slot its number less Q times the cells of a tile
//   load    reads from shared memory; load_unless does so only where the bit is not set in `mask`
//   store   writes to shared memory
//   put     writes slot Q where gather found it; `place` is its place in shared memory
//   flush   writes to global memory, except where the bit is set in `mask`
#define PERM_TILE_SLOTS(STORAGE, BYTES, TYPE)                                                                          \
  template <int Cells>                                                                                                 \
  struct TileSlots<STORAGE, Cells> {                                                                                   \
    static constexpr int line = Cells * BYTES;                                                                         \
    template <int Q>                                                                                                   \
    __device__ __forceinline__ static void gather(std::uint32_t& value, std::uint32_t& linked, std::uint32_t& foreign, \
                                                  std::uint32_t record, std::uint32_t offset, std::uint32_t own,       \
                                                  const STORAGE* f) {                                                  \
      asm volatile(                                                                                                    \
          "{.reg .pred solid, out; .reg .b32 t; .reg .b64 a;\n"                                                        \
          "and.b32 t, %3, %7; setp.ne.u32 solid, t, 0;\n"                                                              \
          "setp.ge.and.u32 out, %4, %8, !solid;\n"                                                                     \
          "and.b32 t, %1, %9; mad.lo.u32 t, t, 18, %1;\n" /* 19 times the cells of earlier tiles, and the rest */      \
          "mad.wide.u32 a, t, %10, %6;\n"                                                                              \
          "@out ld.global.L2::128B." TYPE                                                                              \
          " %0, [a+%11]; @out or.b32 %2, %2, %12;\n"                                                                   \
          "selp.b32 %1, %5, %4, solid; @out mov.b32 %1, t;}"                                                           \
          : "+r"(value), "+r"(linked), "+r"(foreign)                                                                   \
          : "r"(record), "r"(offset), "r"(own), "l"(f), "n"(1 << (Q - 1)), "n"(line), "n"(~(Cells - 1)), "n"(BYTES),   \
            "n"(Q * line), "n"(1 << d3q19::opposite(Q)));                                                              \
    }                                                                                                                  \
    template <int Q>                                                                                                   \
    __device__ __forceinline__ static void load(std::uint32_t& value, std::uint32_t place) {                           \
      asm volatile("ld.shared." TYPE " %0, [%1+%2];" : "=r"(value) : "r"(place), "n"(Q * line));                       \
    }                                                                                                                  \
    template <int Q>                                                                                                   \
    __device__ __forceinline__ static void load_unless(std::uint32_t& value, std::uint32_t place,                      \
                                                       std::uint32_t mask) {                                           \
      asm volatile(                                                                                                    \
          "{.reg .pred p; .reg .b32 t; and.b32 t, %2, %3; setp.eq.u32 p, t, 0;\n"                                      \
          "@p ld.shared." TYPE " %0, [%1+%4];}"                                                                        \
          : "+r"(value)                                                                                                \
          : "r"(place), "r"(mask), "n"(1 << d3q19::opposite(Q)), "n"(Q * line));                                       \
    }                                                                                                                  \
    template <int Q>                                                                                                   \
    __device__ __forceinline__ static void store(std::uint32_t value, std::uint32_t place) {                           \
      asm volatile("st.shared." TYPE " [%1+%2], %0;" ::"r"(value), "r"(place), "n"(Q * line) : "memory");              \
    }                                                                                                                  \
    template <int Q>                                                                                                   \
    __device__ __forceinline__ static void put(std::uint32_t value, std::uint32_t linked, std::uint32_t place,         \
                                               std::uint32_t mask, STORAGE* f) {                                       \
      asm volatile(                                                                                                    \
          "{.reg .pred p; .reg .b32 t; .reg .b64 a; and.b32 t, %2, %3; setp.ne.u32 p, t, 0;\n"                         \
          "mad.wide.u32 a, %5, %7, %6;\n"                                                                              \
          "@p st.global." TYPE " [a+%4], %0; @!p st.shared." TYPE " [%1+%4], %0;}" ::"r"(value),                       \
          "r"(place), "r"(mask), "n"(1 << d3q19::opposite(Q)), "n"(Q * line), "r"(linked), "l"(f), "n"(BYTES)          \
          : "memory");                                                                                                 \
    }                                                                                                                  \
    template <int Q>                                                                                                   \
    __device__ __forceinline__ static void flush(std::uint32_t value, std::uint32_t mask, STORAGE* own) {              \
      asm volatile(                                                                                                    \
          "{.reg .pred p; .reg .b32 t; and.b32 t, %2, %3; setp.eq.u32 p, t, 0;\n"                                      \
          "@p st.global." TYPE " [%1+%4], %0;}" ::"r"(value),                                                          \
          "l"(own), "r"(mask), "n"(1 << Q), "n"(Q * line)                                                              \
          : "memory");                                                                                                 \
    }                                                                                                                  \
  };
PERM_TILE_SLOTS(float, 4, "b32")
PERM_TILE_SLOTS(__half, 2, "u16")
#undef PERM_TILE_SLOTS

template <class Storage>
__device__ __forceinline__ float number_of(std::uint32_t value);
template <class Storage>
__device__ __forceinline__ std::uint32_t bits_of(float number);

template <>
__device__ __forceinline__ float number_of<float>(std::uint32_t value) {
  return __uint_as_float(value);
}
template <>
__device__ __forceinline__ std::uint32_t bits_of<float>(float number) {
  return __float_as_uint(number);
}
/// The multiplication keeps the compiler from packing two values into one register, which costs more than it saves.
template <>
__device__ __forceinline__ float number_of<__half>(std::uint32_t value) {
  float number;
  asm("{.reg .b16 low, high; .reg .b32 t; mul.lo.u32 t, %1, 65537; mov.b32 {low, high}, t; cvt.f32.f16 %0, low;}"
      : "=f"(number)
      : "r"(value));
  return number;
}
template <>
__device__ __forceinline__ std::uint32_t bits_of<__half>(float number) {
  std::uint32_t value;
  asm("cvt.rn.f16x2.f32 %0, %1, %1;" : "=r"(value) : "f"(number));
  return value;
}

}  // namespace perm
