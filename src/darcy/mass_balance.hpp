// SPDX-License-Identifier: Apache-2.0
// Tells how much mass appears inside the image where none may. Steps keep mass, so what the cells gain must have come
// in through the faces.
//
// Between periodic faces nothing comes in, and the mean density stays what it was. Faces across the flow that are
// closed let fluid through: beyond them the flow is mirrored and turned round, so what leaves at one end need not come
// in at the other while the flow settles, and the mean density of the image changes without a fault. There, with M the
// mass and J the flux of a plane across the flow, both per area of the cross-section,
//
//   dM/dt = J(first plane) - J(last plane) + the change in half of these two planes
//
// where the last term stands for the way from the middle of such a plane to its face. Mass in voxels, times in steps.
#pragma once

#include <cstdint>
#include <optional>

#include "core/extent.hpp"
#include "solver/flow_sample.hpp"

namespace perm {

/// Says what appears inside the image, over the flux through a plane: of K about this share is in doubt.
struct MassLeak {
  double value{0};
  double uncertainty{0};  ///< what two samples cannot tell: how the flux went between them, and that last term
};

class MassBalance {
 public:
  /// Says whether fluid can pass through the two faces across the flow without coming in at the other one.
  enum class Ends { joined, apart };
  MassBalance(Ends ends, Axis direction) : ends_(ends), direction_(direction) {}

  /// Adds a sample later than all before. `porosity` is that of the cells.
  void add(const FlowSample& sample, double porosity);
  /// Forgets the samples: the flow was begun anew, or goes on in another way.
  void clear() { last_.reset(), leak_.reset(); }
  /// Gives what the last two samples show; empty before there are two.
  const std::optional<MassLeak>& leak() const { return leak_; }

 private:
  struct Moment {
    std::int64_t step{0};
    double mass{0};
    double outflow{0};  ///< through the last plane, less what comes in through the first one; 0 where ends are joined
  };
  Ends ends_;
  Axis direction_;
  std::optional<Moment> last_;
  std::optional<MassLeak> leak_;
};

}  // namespace perm
