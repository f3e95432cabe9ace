// SPDX-License-Identifier: Apache-2.0
#include "report/look/look_json.hpp"

#include <span>

#include "core/version.hpp"
#include "report/json_values.hpp"
#include "report/look/screen_text.hpp"

namespace perm {
namespace {

std::string letter(Axis axis) { return std::string(1, axis_letter(axis)); }

/// Gives {"x": ..., "y": ..., "z": ...}.
template <class Of>
Json by_axis(const Of& of) {
  Json json;
  for (const Axis axis : all_axes) json[letter(axis)] = of(static_cast<std::size_t>(axis));
  return json;
}

Json dims_of(const Extent& extent) { return {extent.nx, extent.ny, extent.nz}; }

const char* words_for(PoresBy who) {
  switch (who) {
    case PoresBy::user:
      return "user";
    case PoresBy::file:
      return "file";
    case PoresBy::recipe:
      return "recipe";
    case PoresBy::nobody:
      break;
  }
  return "guess";
}

Json describe_image(const ImageLook& look) {
  const auto& size_m = look.voxel_size_m;
  Json image = {{"source", look.source}, {"format", look.format}, {"dims", dims_of(look.extent)}};
  image["voxel_size_m"] = number_or_null(size_m);
  image["voxel_size_is_from_file"] = look.file_says_voxel_size;
  image["size_m"] = nullptr;
  if (size_m)
    image["size_m"] = {static_cast<double>(look.extent.nx) * *size_m, static_cast<double>(look.extent.ny) * *size_m,
                       static_cast<double>(look.extent.nz) * *size_m};
  return image;
}

Json describe_grey(const GreyLook& grey) {
  Json json = {{"type", grey.type},
               {"values", grey.values},
               {"least", number_or_null(grey.values > 0 ? std::optional(grey.least) : std::nullopt)},
               {"greatest", number_or_null(grey.values > 0 ? std::optional(grey.greatest) : std::nullopt)},
               {"voxels_not_numbers", grey.not_numbers},
               {"is_segmented", grey.is_segmented},
               {"share_of_variance_between_classes", nullptr},
               {"grey_between_modes", nullptr},
               {"histogram", Json::array()},
               {"thresholds", Json::array()}};
  if (!grey.thresholds.empty()) {
    json["share_of_variance_between_classes"] = number_or_null(grey.separation);
    json["grey_between_modes"] = number_or_null(grey.between_modes);
  }
  for (const GreyBar& bar : grey.bars)
    json["histogram"].push_back({{"from_grey", bar.from}, {"to_grey", bar.to}, {"voxels", bar.voxels}});
  for (const ThresholdLook& threshold : grey.thresholds) {
    const bool is_there = !threshold.grey.empty();
    json["thresholds"].push_back({{"method", threshold.method},
                                  {"grey", threshold.grey},
                                  {"porosity_dark", is_there ? Json(threshold.dark_porosity) : Json(nullptr)},
                                  {"porosity_bright", is_there ? Json(threshold.bright_porosity) : Json(nullptr)}});
  }
  return json;
}

Json describe_faces(const ImageLook& look) {
  Json faces = {{"boundary", to_string(look.boundary)}, {"axes", nullptr}};
  if (look.seams)
    faces["axes"] = by_axis([&](std::size_t axis) {
      const Seam& seam = (*look.seams)[axis];
      return Json{{"match", !seam.is_visible()},
                  {"share_that_differs", seam.difference},
                  {"share_that_differs_inside_mean", seam.mean_inside},
                  {"share_that_differs_inside_most", seam.largest_inside},
                  {"porosity_first", seam.porosity_of_first},
                  {"porosity_last", seam.porosity_of_last}};
    });
  return faces;
}

Json describe_outside(const std::optional<OutsideLook>& outside) {
  if (!outside) return nullptr;
  return {{"axis", letter(outside->axis)},
          {"share_of_cross_section", outside->share_of_section},
          {"grey", number_or_null(outside->grey)},
          {"has_value_of_its_own", outside->has_value_of_its_own},
          {"leaves_a_disc", outside->is_round}};
}

Json describe_flow(const FlowLook& flow) {
  const bool is_known = flow.steps > 0;
  return {{"direction", letter(flow.direction)},
          {"percolates", flow.percolates},
          {"memory_bytes", bytes_or_null(flow.bytes)},
          {"steps", is_known ? number_or_null(flow.steps) : Json(nullptr)},
          {"seconds_of_steps", is_known ? number_or_null(flow.seconds) : Json(nullptr)}};
}

/// Gives {"pore": "0"} for {"--pore", "0"}, as Python names arguments.
Json arguments_of(const std::vector<std::string>& words) {
  Json json = Json::object();
  for (std::size_t i = 0; i + 1 < words.size(); i += 2) {
    std::string name = words[i].substr(2);
    std::ranges::replace(name, '-', '_');
    json[name] = words[i + 1];
  }
  return json;
}

template <class Slice>
Json describe_frame(const Slice& slice) {
  return {{"normal", letter(slice.normal)},
          {"index", slice.index},
          {"axes", {letter(slice.axes[0]), letter(slice.axes[1])}},
          {"dims", {slice.width, slice.height}},
          {"voxels_a_pixel", slice.voxels_a_pixel}};
}

}  // namespace

std::string format_look_json(const ImageLook& look, const std::vector<std::string>& solve_words,
                             const std::string& input_path, const std::vector<std::string>& command_line_words) {
  Json json = {{"schema_version", 1}, {"kind", "look"}, {"image", describe_image(look)}};
  json["grey"] = look.grey ? describe_grey(*look.grey) : Json(nullptr);
  json["pores_said_by"] = words_for(look.pores_by);
  json["segmentation"] = text_or_null(look.segmentation);
  json["why_no_pores"] = text_or_null(look.why_no_pores);
  json["pores"] = Json::array();
  for (const PoreLook& pores : look.pores)
    json["pores"].push_back(
        {{"name", pores.name},
         {"is_chosen", pores.is_chosen},
         {"porosity", pores.porosity},
         {"connected_share_of_pores", by_axis([&](std::size_t axis) { return pores.connected[axis]; })}});
  json["measured_dims"] = look.measured ? dims_of(*look.measured) : dims_of(look.extent);
  json["balls"] = Json::array();
  for (const BallSize& ball : look.sizes.balls)
    json["balls"].push_back({{"diameter_voxels", ball.diameter_voxels},
                             {"covered_share_of_pores", ball.covered},
                             {"reached_share_of_pores", ball.reached}});
  json["passing_ball_diameter_voxels"] = by_axis(
      [&](std::size_t axis) { return look.sizes.passing[axis] > 0 ? Json(look.sizes.passing[axis]) : Json(nullptr); });
  json["faces"] = describe_faces(look);
  json["slices"] = {{"along", letter(look.slices_along)},
                    {"blank", look.slices.blank},
                    {"unlike_both_neighbours", look.slices.strange},
                    {"changed_places_with_next", look.slices.swapped}};
  json["planes_without_pore"] = by_axis([&](std::size_t axis) { return look.without_pore[axis]; });
  json["outside"] = describe_outside(look.outside);
  json["flows"] = Json::array();
  for (const FlowLook& flow : look.flows) json["flows"].push_back(describe_flow(flow));
  json["seconds_are_for"] = text_or_null(look.machine);
  json["free_memory_bytes"] = bytes_or_null(look.free_bytes);
  json["warnings"] = look.warnings;
  json["solve_command"] = solve_words.empty() ? Json(nullptr) : Json(command_line(solve_words));
  json["solve_arguments"] = arguments_of(look.pore_options);
  json["input_path"] = text_or_null(input_path);
  json["command_line"] = command_line_words;
  json["version"] = version();
  json["commit"] = text_or_null(commit());
  return json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

std::string format_look_slices(const LookSlices& slices) {
  Json json = {{"schema_version", 1}, {"grey", Json::array()}, {"pores", Json::array()}};
  for (const GreySlice& slice : slices.grey) {
    Json one = describe_frame(slice);
    one["grey"] = base64(std::as_bytes(std::span(slice.grey)));
    json["grey"].push_back(std::move(one));
  }
  for (const PoreSlice& slice : slices.pores) {
    Json one = describe_frame(slice);
    one["parts"] = base64(std::as_bytes(std::span(slice.parts)));
    json["pores"].push_back(std::move(one));
  }
  return json.dump() + "\n";
}

}  // namespace perm
