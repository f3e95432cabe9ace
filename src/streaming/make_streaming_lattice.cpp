// SPDX-License-Identifier: Apache-2.0
#include "streaming/make_streaming_lattice.hpp"

#include <fmt/format.h>

#include "core/errors.hpp"
#include "streaming/cpu/lattice_cpu.hpp"
#include "streaming/cuda/lattice_cuda.hpp"
#include "streaming/sites/ghost.hpp"
#include "streaming/sites/push.hpp"

namespace perm {
namespace {

bool has_one_relaxation_time(StreamingScheme scheme) {
  return scheme == StreamingScheme::ntemp1 || scheme == StreamingScheme::ntemp2 || scheme == StreamingScheme::ntemp3;
}

}  // namespace

void require_streaming(const SolverSettings& settings, const StreamingChoice& choice, int processes) {
  const std::string name = to_string(choice.scheme);
  if (settings.precision == Precision::float16)
    throw UsageError(fmt::format("--schemes {} is given with --precision float16", name),
                     "the schemes of papers store what they compute with", "Use --precision float32, or compact");
  if (has_one_relaxation_time(choice.scheme) && settings.collision != Collision::bgk)
    throw UsageError(fmt::format("--schemes {} is given without --collision bgk", name),
                     "it relaxes each direction by itself, so that it has one relaxation time",
                     fmt::format("Add --collision bgk, or leave {} out", name));
  if (processes > 1 && choice.scheme != StreamingScheme::push)
    throw UsageError(fmt::format("--schemes {} is given on several ranks", name), "only push and compact share a box",
                     "Start it without mpirun, or use --schemes push,compact");
  if (choice.block < 32 || choice.block > streaming::most_block || choice.block % 32 != 0)
    throw InputError(fmt::format("--block cannot be {}", choice.block),
                     fmt::format("a GPU starts threads by 32, and here at most {} in a block", streaming::most_block),
                     fmt::format("Give a multiple of 32 from 32 to {}", streaming::most_block));
}

std::unique_ptr<StreamingLattice> make_streaming_lattice(const PoreSlab& pores, const SolverSettings& settings,
                                                         const StreamingChoice& choice) {
  require_streaming(settings, choice, pores.processes().size());
  for (const Range& planes : pores.planes_by_rank())
    if (planes.size() < 1)
      throw InputError(
          fmt::format("{} planes cannot be shared out among {} processes", pores.image().nz, pores.processes().size()),
          "each needs one at least", "Start fewer processes");
  return settings.device == Device::cuda ? make_streaming_lattice_cuda(pores, settings, choice)
                                         : make_streaming_lattice_cpu(pores, settings, choice);
}

std::int64_t predict_streaming_bytes(StreamingScheme scheme, const Extent& extent, Precision precision) {
  const streaming::Box box{extent, nullptr};
  const auto all = [&](std::int64_t a_voxel) { return a_voxel * extent.voxels(); };
  std::int64_t values = 0;
  switch (scheme) {
    case StreamingScheme::compact:
      break;  // depends on the pores: predict_bytes
    case StreamingScheme::pull:
    case StreamingScheme::readonly:
    case StreamingScheme::shared:
    case StreamingScheme::shuffle:
      values = all(2 * d3q19::directions);
      break;
    case StreamingScheme::push:
      values = 2 * streaming::PushPlaces{box}.size();
      break;
    case StreamingScheme::ghost:
      values = streaming::GhostBlocks{box}.size();
      break;
    case StreamingScheme::swap:
      values = all(d3q19::directions);
      break;
    case StreamingScheme::ntemp1:
    case StreamingScheme::ntemp2:
    case StreamingScheme::ntemp3: {
      const auto temporaries = static_cast<std::int64_t>(scheme) - static_cast<std::int64_t>(StreamingScheme::ntemp1);
      values = all(d3q19::directions + temporaries + 1 + 8);
      break;
    }
    case StreamingScheme::out_of_core:
      return all(d3q19::directions) * bytes_of(precision);
  }
  return values * bytes_of(precision) + all(sizeof(std::uint32_t));
}

}  // namespace perm
