// SPDX-License-Identifier: Apache-2.0
// How many images a machine solves side by side. A place is a processor, or a part of the GPU: a GPU waits for the
// processors in much of a flow, so that it solves several side by side.
#pragma once

#include <cstdint>

#include "darcy/flow_options.hpp"

namespace perm {

class MachinePlaces {
 public:
  /// Of a process with so many threads. Throws DeviceError where the device cannot be used.
  MachinePlaces(Device device, int threads);

  int all() const { return all_; }
  bool is_on_gpu() const { return is_on_gpu_; }
  /// Gives the places of an image, from 1 to all: small ones take one, and more where fewer images are left than
  /// places.
  int of_image(std::int64_t voxels, std::int64_t images_left) const;
  /// Gives the threads of an image that has so many places. The images of a GPU share all processors.
  int threads_of(int places) const;

 private:
  bool is_on_gpu_;
  int threads_;
  int all_;
  std::int64_t voxels_of_place_;
};

}  // namespace perm
