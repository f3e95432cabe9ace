// SPDX-License-Identifier: Apache-2.0
#include "report/views/flow_views.hpp"

#include <algorithm>
#include <cmath>
#include <span>

#include "core/range.hpp"
#include "report/json_values.hpp"

namespace perm {
namespace {

constexpr std::int64_t most_pixels = 512;
constexpr std::int64_t most_cells = 160;  // along an edge of the picture in space
constexpr std::int64_t most_seen = 400;   // voxels along an edge among which the widest way is looked for
constexpr std::int64_t most_lines = 180;

using Voxel = std::array<std::int64_t, 3>;

/// Gives the slice across `normal`, in which all pixels are solid.
MiddleSlice frame(const Extent& extent, Axis normal) {
  MiddleSlice slice;
  slice.normal = normal;
  slice.index = extent.along(normal) / 2;
  slice.axes =
      normal == Axis::x ? std::array{Axis::y, Axis::z} : std::array{Axis::x, normal == Axis::y ? Axis::z : Axis::y};
  const std::int64_t longest = std::max(extent.along(slice.axes[0]), extent.along(slice.axes[1]));
  slice.voxels_a_pixel = (longest + most_pixels - 1) / most_pixels;
  slice.width = (extent.along(slice.axes[0]) + slice.voxels_a_pixel - 1) / slice.voxels_a_pixel;
  slice.height = (extent.along(slice.axes[1]) + slice.voxels_a_pixel - 1) / slice.voxels_a_pixel;
  slice.pore.assign(static_cast<std::size_t>(slice.width * slice.height), 0);
  return slice;
}

/// Calls visit(pixel, voxel) for the pixels of a slice that show voxels of plane z.
template <class Visit>
void for_each_pixel(const MiddleSlice& slice, std::int64_t z, const Visit& visit) {
  Voxel voxel{};
  voxel[static_cast<std::size_t>(slice.normal)] = slice.index;
  Range rows{0, slice.height};
  if (slice.normal != Axis::z) {  // the rows of the slice lie along z
    if (z % slice.voxels_a_pixel != 0) return;
    rows = {z / slice.voxels_a_pixel, z / slice.voxels_a_pixel + 1};
  } else if (z != slice.index) {
    return;
  }
  for (std::int64_t j = rows.first; j < rows.last; ++j)
    for (std::int64_t i = 0; i < slice.width; ++i) {
      voxel[static_cast<std::size_t>(slice.axes[0])] = i * slice.voxels_a_pixel;
      voxel[static_cast<std::size_t>(slice.axes[1])] = j * slice.voxels_a_pixel;
      visit(static_cast<std::size_t>(j * slice.width + i), voxel);
    }
}

Json describe_slice(const MiddleSlice& slice) {
  const auto letter = [](Axis axis) { return std::string(1, axis_letter(axis)); };
  return {{"normal", letter(slice.normal)},
          {"index", slice.index},
          {"axes", {letter(slice.axes[0]), letter(slice.axes[1])}},
          {"dims", {slice.width, slice.height}},
          {"voxels_a_pixel", slice.voxels_a_pixel},
          {"pore", base64(std::as_bytes(std::span(slice.pore)))},
          {"speed", base64(std::as_bytes(std::span(slice.speed)))}};
}

Json describe_histogram(const SpeedHistogram& histogram) {
  std::int64_t all = histogram.below + histogram.above;
  for (const std::int64_t cells : histogram.cells) all += cells;
  const double each = 1.0 / static_cast<double>(std::max<std::int64_t>(all, 1));
  Json json = {{"log10_edges", Json::array()},
               {"share", Json::array()},
               {"below", static_cast<double>(histogram.below) * each},
               {"above", static_cast<double>(histogram.above) * each}};
  const double step = (SpeedHistogram::highest - SpeedHistogram::lowest) / SpeedHistogram::bins;
  for (int i = 0; i <= SpeedHistogram::bins; ++i) json["log10_edges"].push_back(SpeedHistogram::lowest + i * step);
  for (const std::int64_t cells : histogram.cells) json["share"].push_back(static_cast<double>(cells) * each);
  return json;
}

/// Gives the shares in 16 steps, two in a byte, the first one in the lower half.
std::vector<std::uint8_t> in_half_bytes(std::span<const float> shares) {
  std::vector<std::uint8_t> bytes((shares.size() + 1) / 2);
  for (std::size_t i = 0; i < shares.size(); ++i) {
    const auto level = static_cast<unsigned>(std::lround(15 * std::clamp(shares[i], 0.0F, 1.0F)));
    bytes[i / 2] = static_cast<std::uint8_t>(bytes[i / 2] | level << (i % 2 * 4));
  }
  return bytes;
}

Json describe_way(const WidestWay& way, std::int64_t voxels_seen) {
  return {{"points", base64(std::as_bytes(std::span(way.points)))},
          {"throat", {way.throat[0], way.throat[1], way.throat[2]}},
          {"throat_diameter_voxels", way.throat_diameter},
          {"voxels_seen", voxels_seen}};
}

Json describe_space(const SpaceView& space) {
  std::vector<std::array<float, 4>> points;
  Json counts = Json::array();
  std::int64_t arrived = 0;
  for (const FlowLine& line : space.lines) {
    counts.push_back(line.points.size());
    points.insert(points.end(), line.points.begin(), line.points.end());
    arrived += line.reaches_end ? 1 : 0;
  }
  const std::vector<std::uint8_t> share = in_half_bytes(space.flow.share);
  const Extent& cells = space.flow.extent;
  const Extent& image = space.flow.image;
  return {{"dims", {image.nx, image.ny, image.nz}},
          {"cells", {cells.nx, cells.ny, cells.nz}},
          {"voxels_a_cell", space.flow.edge},
          {"share", base64(std::as_bytes(std::span(share)))},
          {"points_of_lines", std::move(counts)},
          {"lines_that_arrive", arrived},
          {"points", base64(std::as_bytes(std::span(points)))},
          {"widest_way", space.widest ? describe_way(*space.widest, space.voxels_seen) : Json(nullptr)}};
}

/// Puts a way found among blocks of so many voxels into voxels.
WidestWay in_voxels(WidestWay way, std::int64_t edge) {
  const auto voxels = static_cast<float>(edge);
  for (std::array<float, 3>& point : way.points)
    for (float& component : point) component *= voxels;
  for (float& component : way.throat) component *= voxels;
  way.throat_diameter *= static_cast<double>(edge);
  return way;
}

void count(SpeedHistogram& histogram, double speed_over_mean) {
  const double place = (std::log10(speed_over_mean) - SpeedHistogram::lowest) /
                       (SpeedHistogram::highest - SpeedHistogram::lowest) * SpeedHistogram::bins;
  if (!(place >= 0))
    ++histogram.below;
  else if (place >= SpeedHistogram::bins)
    ++histogram.above;
  else
    ++histogram.cells[static_cast<std::size_t>(place)];
}

}  // namespace

FlowViews::FlowViews(const PoreSlab& pores, const BoundaryChoice& boundary)
    : processes_(pores.processes()), extent_(pores.image()), boundary_(boundary) {
  for (const Axis normal : all_axes) {
    MiddleSlice& slice = image_[2 - static_cast<std::size_t>(normal)];
    slice = frame(extent_, normal);
    std::vector<std::int64_t> pixels(slice.pore.size(), 0);
    for (std::int64_t z = pores.planes().first; z < pores.planes().last; ++z)
      for_each_pixel(slice, z, [&](std::size_t pixel, const Voxel& voxel) {
        pixels[pixel] = pores.pores().is_pore(voxel[0], voxel[1], z - pores.planes().first) ? 1 : 0;
      });
    processes_.sum(std::span(pixels));
    std::transform(pixels.begin(), pixels.end(), slice.pore.begin(),
                   [](std::int64_t pore) { return static_cast<std::uint8_t>(pore); });
  }
}

void FlowViews::add(const CapturedFields& fields, const FlowResult& result) {
  if (!processes_.is_first()) {
    for (std::int64_t z = 0; z < extent_.nz; ++z) fields.read_plane(z, {}, {});
    return;
  }
  View view = unreached(result.direction);
  SpeedHistogram& histogram = view.histogram.emplace();
  const double superficial = std::abs(result.mean_velocity[static_cast<std::size_t>(result.direction)]);
  const double pore_speed = superficial / result.connected_porosity;
  const auto voxels = static_cast<std::size_t>(extent_.plane_voxels());
  std::vector<float> velocity(3 * voxels);
  std::vector<float> density(voxels);
  const auto speed_at = [&velocity](std::size_t voxel) {
    return std::hypot(double{velocity[3 * voxel]}, double{velocity[3 * voxel + 1]}, double{velocity[3 * voxel + 2]});
  };
  CoarseFlowMaker coarse(extent_, most_cells);
  CoarsePoresMaker pores(extent_, most_seen);
  for (std::int64_t z = 0; z < extent_.nz; ++z) {
    fields.read_plane(z, velocity, density);
    coarse.add_plane(z, velocity, density);
    pores.add_plane(z, density);
    for (std::size_t voxel = 0; voxel < voxels; ++voxel)
      if (density[voxel] > 0) count(histogram, speed_at(voxel) / pore_speed);
    for (MiddleSlice& slice : view.slices)
      for_each_pixel(slice, z, [&](std::size_t pixel, const Voxel& voxel) {
        const auto at = static_cast<std::size_t>(voxel[1] * extent_.nx + voxel[0]);
        if (density[at] <= 0) return;
        slice.pore[pixel] = 1;
        slice.speed[pixel] = static_cast<float>(speed_at(at) / superficial);
      });
  }
  const FaceRules rules = face_rules(boundary_, result.direction, extent_);
  SpaceView& space = view.space.emplace();
  space.flow = coarse.take(superficial);
  space.lines = trace_lines(space.flow, result.direction, rules, most_lines);
  space.flow.velocity = {};
  space.voxels_seen = pores.edge();
  if (auto way = find_widest_way(pores.pores(), result.direction, rules))
    space.widest = in_voxels(std::move(*way), pores.edge());
  views_.push_back(std::move(view));
}

void FlowViews::add_blocked(Axis direction) {
  if (processes_.is_first()) views_.push_back(unreached(direction));
}

FlowViews::View FlowViews::unreached(Axis direction) const {
  View view{direction, image_, {}, {}};
  for (MiddleSlice& slice : view.slices) {
    slice.speed.assign(slice.pore.size(), 0.0F);
    for (std::uint8_t& pore : slice.pore) pore *= 2;
  }
  return view;
}

std::string FlowViews::format_json() const {
  Json json = {{"schema_version", 1}, {"flow", Json::array()}};
  for (const View& view : views_) {
    Json flow = {{"direction", std::string(1, axis_letter(view.direction))}, {"slices", Json::array()}};
    for (const MiddleSlice& slice : view.slices) flow["slices"].push_back(describe_slice(slice));
    flow["speed_histogram"] = view.histogram ? describe_histogram(*view.histogram) : Json(nullptr);
    flow["space"] = view.space ? describe_space(*view.space) : Json(nullptr);
    json["flow"].push_back(std::move(flow));
  }
  return json.dump() + "\n";
}

}  // namespace perm
