// SPDX-License-Identifier: Apache-2.0
// Planes of an image whose reading can be stopped: between two planes it throws what check_for_stop throws.
#pragma once

#include <memory>
#include <string>
#include <utility>

#include "core/stop_check.hpp"
#include "image/source/plane_source.hpp"

namespace perm {

class InterruptibleSource : public PlaneSource {
 public:
  explicit InterruptibleSource(std::unique_ptr<PlaneSource> source, StopToken token = stop_token())
      : source_(std::move(source)), token_(std::move(token)) {}
  Extent extent() const override { return source_->extent(); }
  VoxelType type() const override { return source_->type(); }
  void read_plane(std::int64_t z, std::span<std::byte> voxels) override {
    token_.check();
    source_->read_plane(z, voxels);
  }
  std::unique_ptr<PlaneSource> for_another_thread() const override {
    auto another = source_->for_another_thread();
    return another ? std::make_unique<InterruptibleSource>(std::move(another), token_) : nullptr;
  }
  std::string description() const override { return source_->description(); }
  const ImageNotes& notes() const override { return source_->notes(); }

 private:
  std::unique_ptr<PlaneSource> source_;
  StopToken token_;
};

}  // namespace perm
