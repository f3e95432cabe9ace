// SPDX-License-Identifier: Apache-2.0
// A short name for the content of a pore space, by which two runs tell whether they solved the same voxels.
//
// Every hash is 64-bit FNV-1a (Fowler, Noll and Vo): from h = 0xcbf29ce484222325, for each byte
// h = (h xor byte) * 0x100000001b3 modulo 2^64.
//   plane   the hash of its rows in order of y. A row has ceil(nx / 8) bytes: bit b of byte i is set where
//           voxel x = 8 i + b is pore, and clear beyond nx.
//   image   the hash of nx, ny, nz and then of the hash of every plane in order of z, each as 8 bytes, lowest first.
// In Python, `pores` being an array of booleans indexed [z, y, x]:
//   def fnv1a64(data):
//       h = 0xcbf29ce484222325
//       for byte in data:
//           h = (h ^ byte) * 0x100000001b3 % 2**64
//       return h
//   words = [*pores.shape[::-1], *(fnv1a64(np.packbits(p, axis=1, bitorder="little").tobytes()) for p in pores)]
//   print(f"fnv1a64:{fnv1a64(b''.join(int(w).to_bytes(8, 'little') for w in words)):016x}")
#pragma once

#include <string>

#include "geometry/pore_slab.hpp"

namespace perm {

/// Gives "fnv1a64:" and 16 hexadecimal digits of the hash above, of the whole image. Collective; it is the same on
/// every process and for every number of processes. It tells images apart; it does not protect against forgery. Each
/// core takes about 0.7 GB of bits, that is 6e9 voxels, a second.
std::string hash_of(const PoreSlab& slab);

}  // namespace perm
