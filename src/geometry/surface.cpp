// SPDX-License-Identifier: Apache-2.0
#include "geometry/surface.hpp"

#include <utility>

namespace perm {
namespace {

class RefinedSurface final : public Surface {
 public:
  RefinedSurface(std::shared_ptr<const Surface> surface, double factor)
      : surface_(std::move(surface)), factor_(factor) {}

  bool is_pore(const Place& at) const override { return surface_->is_pore(smaller(at)); }
  double meets(const Place& from, const Place& link) const override {
    return surface_->meets(smaller(from), smaller(link));
  }

 private:
  Place smaller(const Place& of) const { return {of[0] / factor_, of[1] / factor_, of[2] / factor_}; }

  std::shared_ptr<const Surface> surface_;
  double factor_;
};

}  // namespace

std::shared_ptr<const Surface> refine(std::shared_ptr<const Surface> surface, int factor) {
  return std::make_shared<RefinedSurface>(std::move(surface), factor);
}

}  // namespace perm
