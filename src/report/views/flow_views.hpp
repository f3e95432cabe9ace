// SPDX-License-Identifier: Apache-2.0
// The pictures of the HTML report: the middle slices of image and speed across each axis, the distribution of speeds,
// and what a picture of the flow in space is drawn from: the pores in at most 160 cells along each edge, streamlines,
// and the widest way. Large slices are thinned out to at most 512 pixels a side.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "core/boundary.hpp"
#include "darcy/steady_flow.hpp"
#include "geometry/pore_slab.hpp"
#include "report/views/coarse_flow.hpp"
#include "report/views/flow_lines.hpp"
#include "report/views/widest_way.hpp"

namespace perm {

/// One slice: `width` x `height` pixels, the first axis fastest.
struct MiddleSlice {
  Axis normal{Axis::z};
  std::int64_t index{0};  ///< number of its plane along `normal`
  std::array<Axis, 2> axes{Axis::x, Axis::y};
  std::int64_t width{0};
  std::int64_t height{0};
  std::int64_t voxels_a_pixel{1};
  std::vector<std::uint8_t>
      pore;  ///< 0 is solid and 1 pore; where there is a flow, 1 is pore that it reaches and 2 pore that it does not
  std::vector<float> speed;  ///< |u| over the mean superficial speed; 0 in solid
};

/// A histogram of the speed of cells, in equal steps of log10(|u|/mean pore speed).
struct SpeedHistogram {
  static constexpr double lowest = -4;
  static constexpr double highest = 1.5;
  static constexpr int bins = 55;
  std::array<std::int64_t, bins> cells{};
  std::int64_t below{0};
  std::int64_t above{0};
};

/// What the picture of a flow in space shows.
struct SpaceView {
  CoarseFlow flow;  ///< without its velocities
  std::vector<FlowLine> lines;
  std::optional<WidestWay> widest;  ///< in voxels of the image
  std::int64_t voxels_seen{1};      ///< along the edge of the blocks in which the widest way was found
};

/// The views of an image and of the flows through it. Every call is collective; the first process holds the views.
class FlowViews {
 public:
  explicit FlowViews(const PoreSlab& pores, const BoundaryChoice& boundary = {});
  /// Adds the flow that `result` and the fields captured after it describe.
  void add(const CapturedFields& fields, const FlowResult& result);
  /// Adds a direction along which nothing percolates: its slices show pores that no flow reaches, and no speeds.
  void add_blocked(Axis direction);
  /// Gives the text of views.json, see tools/report.
  std::string format_json() const;

  struct View {
    Axis direction{Axis::x};
    std::array<MiddleSlice, 3> slices;
    std::optional<SpeedHistogram> histogram;  ///< absent where nothing flows
    std::optional<SpaceView> space;           ///< absent where nothing flows
  };
  /// Gives what was added, and replaces it by what was added in an earlier run.
  const std::vector<View>& views() const { return views_; }
  void restore(std::vector<View> views) { views_ = std::move(views); }

 private:
  /// Gives the slices of the image in which no pore is reached; cells of a flow become reached one by one.
  View unreached(Axis direction) const;

  Communicator processes_;
  Extent extent_;
  BoundaryChoice boundary_;
  std::array<MiddleSlice, 3> image_;
  std::vector<View> views_;
};

}  // namespace perm
