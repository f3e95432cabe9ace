// SPDX-License-Identifier: Apache-2.0
#include "input/look/look_at_image.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>

#include "core/errors.hpp"
#include "geometry/connectivity/connectivity.hpp"
#include "geometry/measures/bare_planes.hpp"
#include "geometry/measures/grain_growth.hpp"
#include "geometry/sample/sample_mask.hpp"
#include "geometry/segmentation/marked_planes.hpp"
#include "geometry/segmentation/sample_voxels.hpp"
#include "input/look/flow_look.hpp"
#include "input/look/grey_look.hpp"
#include "input/look/outside_look.hpp"
#include "input/look/watched_planes.hpp"
#include "input/mask_file.hpp"
#include "run/image_warnings.hpp"
#include "run/loop_threads.hpp"

namespace perm {
namespace {

/// Gives the shares of the pores that a flow along each axis can reach.
PoreLook describe(const PoreSlab& pores, const Connectivity& connectivity) {
  PoreLook look;
  const std::int64_t all = pores.count_pores();
  look.porosity = static_cast<double>(all) / static_cast<double>(std::max<std::int64_t>(1, pores.sample_voxels()));
  for (const Axis axis : all_axes)
    if (all > 0)
      look.connected[static_cast<std::size_t>(axis)] =
          static_cast<double>(connectivity.count_percolating(axis)) / static_cast<double>(all);
  return look;
}

Connectivity connect(const PoreSlab& pores, Boundary boundary) {
  return Connectivity(pores, face_rules({boundary}, Axis::x, pores.image()).closed());
}

/// One look; its members are those that each part of it needs.
class Look {
 public:
  explicit Look(const LookRequest& request) : request_(request) {}

  ImageLook at_file(std::unique_ptr<PlaneSource> image) {
    file_ = std::move(image);
    const LoopThreads loop_threads(request_.flow.solver.threads, file_->extent().voxels());
    PoreRule rule = request_.input.rule;
    if (rule.threshold) rule.threshold->from = ThresholdFrom::region;  // nothing is looked for before the look
    image_ = open_region(std::make_unique<SharedPlanes>(file_), request_.input, {}, {}, rule);
    look_.format = image_->description();
    look_.extent = extent_of_image(image_->extent(), request_.input.rule.axes);
    look_.warnings = image_->notes().warnings;
    PlaneWatch watch(*image_);
    WatchedPlanes watched(image_, watch);
    take_sample();
    histogram_ = GreyHistogram::of(watched, {}, SampleVoxels{sample_ ? &sample_->inside : nullptr, rule.axes});
    look_.grey = describe_grey(histogram_, image_->type());
    look_.slices = find_slice_faults(watch);
    look_.slices_along = of_image(Axis::z);
    take_pictures(watch);
    take_spacing();
    choose_rule();
    if (look_.grey->values > 1 && look_.grey->not_numbers == 0) {
      if (!sample_)
        look_.outside = find_outside_of_one_value(*image_, request_.input.rule.axes, look_.grey->values, watch);
      look_at_segmented();
    } else {
      look_.why_no_pores = look_.grey->not_numbers > 0
                               ? fmt::format("{} voxels are not numbers", look_.grey->not_numbers)
                               : fmt::format("every voxel is {}", look_.grey->least);
    }
    return std::move(look_);
  }

  ImageLook at_pores(const Input& input) {
    const LoopThreads loop_threads(request_.flow.solver.threads, input.pores.image().voxels());
    look_.pores_by = PoresBy::recipe;
    look_.format = input.origin.format;
    look_.warnings = warnings_of(input.origin);
    look_.voxel_size_m = input.origin.voxel_size_m;
    look_at(input.pores, input.origin);
    add_chosen("pore");
    return std::move(look_);
  }

 private:
  /// Gives the axis of the image that an axis of the file is.
  Axis of_image(Axis of_file) const {
    if (request_.input.rule.axes == FileAxes::xyz || of_file == Axis::y) return of_file;
    return of_file == Axis::z ? Axis::x : Axis::z;
  }

  /// Finds the sample of a mask, of which all is said then.
  void take_sample() {
    if (!request_.input.mask) return;
    const auto mask = open_mask(request_.input, image_->extent());
    sample_ = find_sample(*image_, *request_.input.mask, mask.get(), request_.input.rule.axes, {});
  }

  void take_pictures(const PlaneWatch& watch) {
    for (GreySlice slice : watch.slices()) {
      slice.normal = of_image(slice.normal);
      for (Axis& axis : slice.axes) axis = of_image(axis);
      look_.pictures.grey.push_back(std::move(slice));
    }
  }

  /// Takes the voxel size that was given, or else that of the file where it is a length of cubes.
  void take_spacing() {
    if (const auto& edges_m = request_.input.voxel_edges_m) {
      look_.voxel_size_m = *std::ranges::min_element(*edges_m);
      return;
    }
    const ImageNotes& notes = image_->notes();
    if (!notes.spacing_unit_m || notes.spacing[0] <= 0) return;
    for (const double along : notes.spacing)
      if (std::abs(along - notes.spacing[0]) > 1e-6 * notes.spacing[0]) return;
    look_.voxel_size_m = notes.spacing[0] * *notes.spacing_unit_m;
    look_.file_says_voxel_size = true;
  }

  void choose_rule() {
    PoreRule& rule = request_.input.rule;
    rule.all_solid = AllSolid::keep;
    const GreyLook& grey = *look_.grey;
    if (rule.pore || rule.solid || rule.labels || (rule.threshold && rule.polarity)) {
      look_.pores_by = PoresBy::user;
      has_two_sides_ = rule.threshold.has_value();
    } else if (rule.threshold || rule.polarity) {  // one of the two is said
      if (!rule.threshold) add_option("--threshold", "otsu");
      if (!rule.threshold) rule.threshold = ThresholdChoice{ThresholdMethod::otsu};
      if (!rule.polarity) add_option("--pore", "dark");
      if (!rule.polarity) rule.polarity = Polarity::dark;
      has_two_sides_ = true;
    } else if (!image_->notes().pore_values.empty()) {
      look_.pores_by = PoresBy::file;
    } else if (!grey.thresholds.empty() && !grey.thresholds.front().grey.empty()) {
      rule.threshold = ThresholdChoice{ThresholdMethod::otsu};
      rule.polarity = Polarity::dark;
      add_option("--threshold", "otsu");
      add_option("--pore", "dark");
      has_two_sides_ = true;
    } else if (grey.values > 0) {
      rule.pore = {{grey.least, grey.least}};
      add_option("--pore", fmt::format("{}", grey.least));
    }
  }

  void add_option(const std::string& name, const std::string& value) {
    look_.pore_options.push_back(name);
    look_.pore_options.push_back(value);
  }

  /// Marks the pores as `solve` does, and looks at them.
  void look_at_segmented() {
    std::optional<Input> input;
    try {
      input = read_source(std::make_unique<SharedPlanes>(file_), request_.input);
    } catch (const InputError& error) {
      look_.why_no_pores = error.what();
      return;
    }
    look_.warnings = warnings_of(input->origin);
    look_.segmentation = input->origin.segmentation;
    look_.extent = input->pores.image();
    if (input->origin.voxel_size_m) look_.voxel_size_m = input->origin.voxel_size_m;
    look_at(input->pores, input->origin);
    if (look_.grey->is_segmented) {
      add_values(input->pores);
    } else {
      const bool is_bright = has_two_sides_ && request_.input.rule.polarity == Polarity::bright;
      add_chosen(!has_two_sides_ ? "pore" : is_bright ? "bright" : "dark");
      if (has_two_sides_) {
        PoreSlab others = with_exchanged_phases(input->pores);
        cut_to_sample(others);
        add_row("all others", others);
      }
    }
  }

  /// Adds a row for the voxels of each value.
  void add_values(const PoreSlab& chosen) {
    std::vector<MarkRule> rules;
    std::vector<PoreSlab> slabs;
    for (const auto& [grey, voxels] : histogram_.counts()) {
      rules.push_back({{{grey, grey}}, true});
      slabs.push_back(PoreSlab::even(extent_of_image(image_->extent(), request_.input.rule.axes), {}));
    }
    std::vector<Marks> marks;
    for (std::size_t i = 0; i < rules.size(); ++i) marks.push_back({&rules[i], &slabs[i]});
    mark_planes(*image_, request_.input.rule.axes, marks);
    bool is_one = false;  // of the values alone
    for (std::size_t i = 0; i < rules.size(); ++i) {
      const std::string name = fmt::format("grey {}", static_cast<double>(rules[i].ranges.front().low));
      cut_to_sample(slabs[i]);
      if (!is_one && slabs[i].pores() == chosen.pores()) {
        is_one = true;
        add_chosen(name);
      } else {
        add_row(name, slabs[i]);
      }
    }
    if (!is_one) add_chosen("pore");
  }

  /// Makes solid what is no part of the sample.
  void cut_to_sample(PoreSlab& pores) const {
    if (sample_ && sample_->inside.image() == pores.image()) keep_sample(sample_->inside, pores);
  }

  void add_row(const std::string& name, const PoreSlab& pores) {
    look_.pores.push_back(describe(pores, connect(pores, look_.boundary)));
    look_.pores.back().name = name;
  }

  void add_chosen(const std::string& name) {
    look_.pores.push_back(chosen_);
    look_.pores.back().name = name;
    look_.pores.back().is_chosen = true;
  }

  /// Looks at the pores that are chosen.
  void look_at(const PoreSlab& pores, const ImageOrigin& origin) {
    look_.extent = pores.image();
    if (!origin.repeats) look_.seams = measure_seams(pores);
    const bool repeats = !look_.seams || std::ranges::none_of(*look_.seams, &Seam::is_visible);
    look_.boundary = repeats ? Boundary::periodic : Boundary::sealed;
    if (!origin.repeats) {
      if (!look_.outside && !sample_) look_.outside = find_outside_of(pores);
      for (const Axis axis : all_axes)
        look_.without_pore[static_cast<std::size_t>(axis)] = find_bare_planes(pores, axis).without_pore;
    }
    const Connectivity connectivity = connect(pores, look_.boundary);
    chosen_ = describe(pores, connectivity);
    std::array<PoreSlab, 3> connected;
    for (const Axis axis : all_axes)
      if (connectivity.percolates(axis)) connected[static_cast<std::size_t>(axis)] = connectivity.percolating(axis);
    if (request_.pictures == LookPictures::taken)
      look_.pictures.pores = slices_of(pores, face_rules({look_.boundary}, Axis::x, pores.image()).closed());
    look_at_flow(pores, connected, request_.flow, look_);
  }

  LookRequest request_;
  std::shared_ptr<PlaneSource> file_;
  std::shared_ptr<PlaneSource> image_;  ///< what is solved of the file
  GreyHistogram histogram_;
  std::optional<Sample> sample_;  ///< absent: the whole image
  bool has_two_sides_{false};
  PoreLook chosen_;
  ImageLook look_;
};

}  // namespace

ImageLook look_at_source(std::unique_ptr<PlaneSource> image, const LookRequest& request) {
  ImageLook look = Look(request).at_file(std::move(image));
  look.source = request.input.path.string();
  return look;
}

ImageLook look_at_pores(const Input& input, const LookRequest& request) {
  ImageLook look = Look(request).at_pores(input);
  look.source = input.origin.source;
  return look;
}

ImageLook look_at_input(const LookRequest& request) {
  const InputRequest& input = request.input;
  if (is_recipe(input.path)) return look_at_pores(read_input(input), request);
  return look_at_source(open_image(input.path, input.raw, input.data_files), request);
}

}  // namespace perm
