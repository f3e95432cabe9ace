// SPDX-License-Identifier: Apache-2.0
// Small bodies of pore voxels for tests of what they conduct: noise, and checkerboards whose voxels meet in edges and
// corners, between all faces that an image can have. Nothing here comes from src/conduction.
#pragma once

#include <gtest/gtest.h>

#include <array>
#include <cstdint>
#include <memory>
#include <random>
#include <string>
#include <utility>

#include "core/boundary.hpp"
#include "core/processors/thread_team.hpp"
#include "core/processors/threads.hpp"
#include "geometry/connectivity/connectivity.hpp"
#include "geometry/random_pores.hpp"

namespace perm {

/// Lets loops over images take one thread: several wait for each other longer than these images take.
class OneThread {
 public:
  OneThread() : before_(set_loop_threads(1)) {}
  ~OneThread() { set_loop_threads(before_); }
  OneThread(const OneThread&) = delete;
  OneThread& operator=(const OneThread&) = delete;

 private:
  int before_;
};

/// A body with the rules of its faces, and the axis along which it conducts.
struct Body {
  PoreSpace pores;
  FaceRules rules;
  Axis along{Axis::x};

  const Extent& extent() const { return pores.extent(); }
};

inline Body body_between(PoreSpace pores, Boundary boundary, Axis along) {
  const FaceRules rules = face_rules({boundary}, along, pores.extent());
  return {std::move(pores), rules, along};
}

/// Gives the same body in voxels of a smaller edge.
inline Body refined(const Body& body, std::int64_t factor) {
  const Extent& n = body.extent();
  PoreSpace fine({n.nx * factor, n.ny * factor, n.nz * factor});
  for (std::int64_t z = 0; z < fine.extent().nz; ++z)
    for (std::int64_t y = 0; y < fine.extent().ny; ++y)
      for (std::int64_t x = 0; x < fine.extent().nx; ++x)
        if (body.pores.is_pore(x / factor, y / factor, z / factor)) fine.set_pore(x, y, z);
  return {std::move(fine), body.rules, body.along};
}

/// Gives what a current can reach through faces.
inline Body percolating(const Body& body) {
  const Connectivity connectivity(PoreSlab(body.pores), LinkRules(body.rules.closed(), JoinedBy::faces));
  return {connectivity.percolating(body.along).pores(), body.rules, body.along};
}

/// Makes an image of contacts by edges and corners: every other voxel, and so many in ten of those between.
inline PoreSpace checkerboard(const Extent& n, unsigned tenths, std::mt19937& random) {
  PoreSpace pores(n);
  for (std::int64_t z = 0; z < n.nz; ++z)
    for (std::int64_t y = 0; y < n.ny; ++y)
      for (std::int64_t x = 0; x < n.nx; ++x)
        if (random() % 10 < tenths || (x + y + z) % 2 == 0) pores.set_pore(x, y, z);
  return pores;
}

/// Draws a body of 1 to `longest` voxels along each axis; it may conduct nothing.
inline Body draw_body(unsigned seed, unsigned longest) {
  std::mt19937 random(seed);
  const auto side = [&] { return static_cast<std::int64_t>(1 + random() % longest); };
  const Extent n{side(), side(), side()};
  const double porosity = 0.2 + 0.01 * static_cast<double>(random() % 81);
  PoreSpace pores = random() % 3 == 0 ? checkerboard(n, 5 + static_cast<unsigned>(random() % 4), random)
                                      : random_pores(n, porosity, random);
  const Axis along = all_axes[random() % 3];
  return body_between(std::move(pores), static_cast<Boundary>(random() % 4), along);
}

inline std::string describe(const Body& body) {
  std::string text = to_string(body.extent()) + " along " + axis_letter(body.along) + ", rules";
  for (const Axis axis : all_axes) text += ' ' + std::to_string(static_cast<int>(body.rules.across(axis)));
  return text;
}

/// Calls check(body) for percolating bodies of up to five voxels along an axis, among them slices and rows.
template <class Check>
void for_each_small_body(unsigned count, const Check& check) {
  const OneThread one_thread;
  for (unsigned seed = 1, found = 0; found < count; ++seed) {
    const Body body = percolating(draw_body(seed, 5));
    if (body.pores.count_pores() == 0) continue;
    ++found;
    SCOPED_TRACE("seed " + std::to_string(seed) + ": " + describe(body));
    check(body, seed);
  }
}

/// Calls check(body) for bodies whose rows begin and end within words, or fill them.
template <class Check>
void for_each_long_body(const Check& check) {
  const OneThread one_thread;
  unsigned seed = 100;
  for (const Extent& n : {Extent{31, 2, 3}, Extent{32, 3, 2}, Extent{33, 2, 2}, Extent{64, 1, 3}, Extent{65, 3, 1},
                          Extent{3, 33, 2}, Extent{2, 1, 34}, Extent{1, 7, 6}, Extent{63, 2, 1}})
    for (const Boundary boundary : {Boundary::periodic, Boundary::mirror, Boundary::sealed, Boundary::pressure})
      for (const Axis along : all_axes) {
        std::mt19937 random(++seed);
        PoreSpace pores = seed % 3 == 0   ? checkerboard(n, 4, random)
                          : seed % 3 == 1 ? random_pores(n, 0.9, random)
                                          : random_pores(n, 0.5, random);
        const Body body = body_between(std::move(pores), boundary, along);
        SCOPED_TRACE("seed " + std::to_string(seed) + ": " + describe(body));
        check(body, seed);
      }
}

inline std::shared_ptr<const ThreadTeam> team_of(int threads) { return std::make_shared<const ThreadTeam>(threads); }

inline float draw_value(std::mt19937& random) { return static_cast<float>(random() % 2001) / 1000 - 1; }

}  // namespace perm
