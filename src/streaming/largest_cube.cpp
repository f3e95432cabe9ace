// SPDX-License-Identifier: Apache-2.0
#include "streaming/largest_cube.hpp"

#include <algorithm>
#include <cmath>

#include "core/errors.hpp"
#include "streaming/make_streaming_lattice.hpp"

namespace perm {
namespace {

/// Says whether the cube of this edge can be made and stepped.
bool fits(const StudyRequest& request, const StudyRow& row, std::int64_t edge) {
  StudyBox box = row.box;
  box.extent = {edge, edge, edge};
  if (row.scheme != StreamingScheme::compact)
    box = {BoxKind::empty, box.extent, 1, 0, 1, {}};  // what it takes does not depend on the pores
  const PoreSlab pores = make_study_box(box, {});
  try {
    if (row.scheme == StreamingScheme::compact)
      make_backend(pores.pores(), request.settings)->advance(2);
    else
      make_streaming_lattice(pores, request.settings, {row.scheme, std::max(row.block, 32)})->advance(2);
  } catch (const MemoryShortage&) {
    return false;
  }
  return true;
}

}  // namespace

std::int64_t find_largest_cube(StreamingScheme scheme, const SolverSettings& settings, double porosity, int processes,
                               std::int64_t bytes) {
  const auto needed = [&](std::int64_t edge) {
    const Extent slab{edge, edge, (edge + processes - 1) / processes};
    return scheme == StreamingScheme::compact
               ? predict_bytes(slab, static_cast<std::int64_t>(porosity * static_cast<double>(slab.voxels())), settings)
               : predict_streaming_bytes(scheme, slab, settings.precision);
  };
  std::int64_t fitting = 0;
  std::int64_t too_large = std::int64_t{1} << 16;
  while (too_large - fitting > 1) {
    const std::int64_t middle = fitting + (too_large - fitting) / 2;
    (needed(middle) <= bytes ? fitting : too_large) = middle;
  }
  return fitting;
}

void try_largest_cube(const StudyRequest& request, StudyRow& row) {
  const std::int64_t step = std::max<std::int64_t>(1, row.largest_cube / 400);
  constexpr int tries = 4;
  for (std::int64_t edge = row.largest_cube, i = 0; i <= tries && edge > 0 && !row.allocated_cube; ++i, edge -= step) {
    if (fits(request, row, edge))
      row.allocated_cube = edge;
    else
      row.refused_cube = edge;
  }
  for (std::int64_t edge = row.largest_cube + 1, i = 0; i <= tries && !row.refused_cube; ++i, edge += step) {
    if (fits(request, row, edge))
      row.allocated_cube = edge;
    else
      row.refused_cube = edge;
  }
}

}  // namespace perm
