// SPDX-License-Identifier: Apache-2.0
#include "run/tasks/machine_places.hpp"

#include <algorithm>

#include "core/processors/threads.hpp"
#include "device/gpu.hpp"

namespace perm {
namespace {

// Of 64^3 voxels a GPU solves 16 side by side, of 256^3 eight, and as many large ones as its memory holds.
constexpr int most_flows_of_gpu = 16;
constexpr std::int64_t voxels_of_gpu_place = 1 << 23;
constexpr std::int64_t most_bytes_a_voxel = 100;  // of the GPU's memory
constexpr std::int64_t voxels_worth_a_processor = 1 << 20;

}  // namespace

MachinePlaces::MachinePlaces(Device device, int threads)
    : is_on_gpu_(device == Device::cuda),
      threads_(threads),
      all_(is_on_gpu_ ? std::min(threads, most_flows_of_gpu) : threads),
      voxels_of_place_(is_on_gpu_ ? std::min(voxels_of_gpu_place, gpu_memory_size() / all_ / most_bytes_a_voxel)
                                  : voxels_worth_a_processor) {}

int MachinePlaces::of_image(std::int64_t voxels, std::int64_t images_left) const {
  const std::int64_t few = std::min(all_ / std::max<std::int64_t>(images_left, 1), voxels / voxels_worth_a_thread);
  return static_cast<int>(std::clamp<std::int64_t>(std::max(voxels / voxels_of_place_, few), 1, all_));
}

int MachinePlaces::threads_of(int places) const { return is_on_gpu_ ? std::max(1, threads_ * places / all_) : places; }

}  // namespace perm
