// SPDX-License-Identifier: Apache-2.0
#include "app/commands/batch_list.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <system_error>
#include <utility>

#include "app/commands/batch_images.hpp"
#include "core/agreement/agreement.hpp"
#include "core/errors.hpp"
#include "core/printable_text.hpp"
#include "core/run_inputs.hpp"
#include "core/stop_check.hpp"
#include "geometry/file_axes.hpp"
#include "image/image_reader.hpp"
#include "image/source/cropped_planes.hpp"
#include "input/input.hpp"
#include "input/options/recipe_options.hpp"
#include "report/batch/input_stamp.hpp"

namespace perm {
namespace {

constexpr std::size_t most_rows = 10'000'000;

/// Gives the box of an image that is solved, with its ends.
std::array<Range, 3> box_of(const InputRequest& input, const Extent& extent) {
  std::array<Range, 3> box;
  for (const Axis axis : all_axes) {
    const auto i = static_cast<std::size_t>(axis);
    box[i] = input.crop ? (*input.crop)[i] : Range{0, to_end};
    box[i].last = std::min(box[i].last, extent.along(axis));
    if (box[i].size() < 1) box[i] = {0, 0};
  }
  return box;
}

std::string describe(const std::array<Range, 3>& box) {
  std::string text;
  for (const Range& range : box) text += fmt::format("{}{}:{}", text.empty() ? "" : ",", range.first, range.last);
  return text;
}

/// Gives a length along x, y, z in voxels of the file, from one in the shortest edge of these.
std::array<std::int64_t, 3> in_voxels_of_file(const char* option, std::int64_t length, const InputRequest& input) {
  std::array<std::int64_t, 3> voxels{length, length, length};
  if (input.has_cubes()) return voxels;
  const std::array<double, 3>& edges_m = *input.voxel_edges_m;
  for (std::size_t i = 0; i < voxels.size(); ++i) {
    const double exact = static_cast<double>(length) * *std::ranges::min_element(edges_m) / edges_m[i];
    voxels[i] = std::llround(exact);
    if (voxels[i] < 1 || std::abs(exact - static_cast<double>(voxels[i])) > 1e-6 * exact)
      throw InputError(fmt::format("--{} cannot be {} for '{}'", option, length, input.path.string()),
                       fmt::format("its voxels are no cubes, and {} of their shortest edges are {:.6g} voxels along {}",
                                   length, exact, axis_letter(all_axes[i])),
                       "Give a number that is whole along each axis");
  }
  return voxels;
}

/// Throws InputError where tiles of this edge would be no cubes, or --coarsen would cut off a part of them.
void require_cubes(std::int64_t edge, const InputRequest& input) {
  in_voxels_of_file("tiles", edge, input);
  if (edge % input.coarsen != 0)
    throw InputError(fmt::format("--tiles cannot be {} with --coarsen {}", edge, input.coarsen),
                     "the last voxel of an odd edge is cut off", "Give even edges");
}

/// Makes the rows of one list.
class RowMaker {
 public:
  explicit RowMaker(const BatchOptions& options) : options_(options) {}

  void add(const BatchImage& image) {
    check_for_stop();
    if (image.problem) return add_problem(image, *image.problem);
    try {
      if (options_.tiles.edges.empty())
        add_row(image, {}, {});
      else
        add_tiles(image);
    } catch (const DeviceError&) {  // that is one for all rows
      throw;
    } catch (const Interrupted&) {
      throw;
    } catch (const Error& error) {
      add_problem(image, error);
    } catch (const std::filesystem::filesystem_error& error) {
      add_problem(image,
                  InputError(fmt::format("Cannot use '{}'", image.input), error.code().message(), "Check the path"));
    }
  }

  BatchList take() { return std::move(list_); }

 private:
  OptionValues values_of(const BatchImage& image, const std::string& crop) const {
    GivenOptions of_row = image.options;
    of_row["input"] = image.path.string();
    if (!crop.empty()) of_row["crop"] = crop;
    return values_of_row(of_row, options_.of_rows);
  }

  /// `stamp` is that of the image where it is known, as for its many tiles.
  void add_row(const BatchImage& image, const std::optional<Tile>& tile, const std::string& stamp) {
    const OptionValues values = values_of(image, tile ? describe(tile->box) : std::string());
    SolveOptions options = read_solve_options(values);
    if (options.units && is_recipe(options.input.path) && !options.input.voxel_edges_m)
      require_voxel_size(options, read_recipe_file(options.input.path).voxel_size_m);
    BatchColumns& columns = list_.columns;
    columns.three_directions = columns.three_directions || options.directions.size() > 1;
    columns.units = columns.units || options.units.has_value();
    columns.error_budget = columns.error_budget || options.error_budget;
    columns.conduction = columns.conduction || options.conducts;
    columns.gas = columns.gas || options.gas.has_value();
    BatchRow row{list_.rows.size() + 1, image.name, image.input, values.text("crop").value_or(""), {},
                 key_of_row(values),    {}};
    row.key = (stamp.empty() ? stamp_of(options.input) : stamp) + "; " + row.settings;
    row.units = options.units;
    row.gas = options.gas;
    row.tile = tile;
    list_.rows.push_back({std::move(row), std::move(options), {}});
  }

  /// Opens the image, so that its reader says which files it is in. What is wrong with it, its row will say.
  static std::string stamp_of(const InputRequest& input) {
    const OpenedFiles opened;
    try {
      if (!is_recipe(input.path))
        open_image(input.path, input.raw, input.data_files);
      else if (const RecipeFile file = read_recipe_file(input.path); !file.recipe.centres.empty())
        note_input(file.recipe.centres);
    } catch (const InputError&) {
    } catch (const UsageError&) {
    }
    return stamp_of_input(input.path, opened.paths());
  }

  void add_tiles(const BatchImage& image) {
    const InputRequest input = read_solve_options(values_of(image, {})).input;
    if (is_recipe(input.path))
      throw UsageError(fmt::format("Tiles of the recipe '{}' are asked for", image.input), "they are cut out of images",
                       "Write it as an image with generate, and name that");
    const std::string stamp = stamp_of(input);
    const Extent in_file = open_image(input.path, input.raw, input.data_files)->extent();
    const std::array<Range, 3> box = box_of(input, extent_of_image(in_file, input.rule.axes));
    const Extent extent{box[0].size(), box[1].size(), box[2].size()};
    Tile tile;
    tile.options = key_of_row(values_of(image, {}));
    const auto [all_edges, step] = options_.tiles;
    for (const std::int64_t edge : all_edges) require_cubes(edge, input);  // before there is any row
    bool fits = false;
    for (const std::int64_t edge : all_edges) {
      const std::array<std::int64_t, 3> edges = in_voxels_of_file("tiles", edge, input);
      tile.edge = edge;
      if (input.voxel_edges_m)
        tile.edge_m = static_cast<double>(edge) * *std::ranges::min_element(*input.voxel_edges_m);
      for (std::array<Range, 3> at :
           cut_tiles(extent, edges, step > 0 ? in_voxels_of_file("step", step, input) : edges)) {
        for (std::size_t i = 0; i < at.size(); ++i) at[i] = {at[i].first + box[i].first, at[i].last + box[i].first};
        tile.box = at;
        fits = true;
        add_row(image, tile, stamp);
        require_few();
      }
    }
    if (!fits)
      throw InputError(fmt::format("No tile fits into '{}'", image.input),
                       fmt::format("it has {} voxels", to_string(extent)), "Give smaller --tiles");
  }

  void require_few() const {
    if (list_.rows.size() > most_rows)
      throw UsageError(fmt::format("There are more than {} rows", most_rows), "", "Give a larger --step");
  }

  void add_problem(const BatchImage& image, const Error& error) {
    const auto crop = image.options.find("crop");
    list_.rows.push_back({{list_.rows.size() + 1,
                           image.name,
                           image.input,
                           crop != image.options.end() ? crop->second.text() : std::string(),
                           {},
                           {},
                           printable_line(error.what())},
                          {},
                          error});
  }

  const BatchOptions& options_;
  BatchList list_;
};

/// Throws unless all processes have the same rows. One of them solves a row, and all know it by its key, which holds
/// sizes and times of its files.
void require_same_rows(const BatchList& list, const Communicator& processes) {
  if (processes.is_alone()) return;
  std::vector<SharedValue> values;
  for (const ListedRow& listed : list.rows) {
    const BatchRow& row = listed.row;
    const std::string name = fmt::format("row {}", row.number);
    values.push_back({name, fmt::format("'{}'", row.input)});
    values.push_back({"the options of " + name, row.settings});
    values.push_back({"the error of " + name, fmt::format("'{}'", row.problem)});
    values.push_back({"the state of the files of " + name, row.key});
  }
  require_agreement(processes, "The processes of this job do not have one list of images", values,
                    "See that list and images are the same on all nodes, their paths and times included (cp -p)");
}

}  // namespace

std::vector<std::array<Range, 3>> cut_tiles(const Extent& extent, const std::array<std::int64_t, 3>& edges,
                                            const std::array<std::int64_t, 3>& steps) {
  std::vector<std::array<Range, 3>> tiles;
  for (std::int64_t z = 0; z + edges[2] <= extent.nz; z += steps[2])
    for (std::int64_t y = 0; y + edges[1] <= extent.ny; y += steps[1])
      for (std::int64_t x = 0; x + edges[0] <= extent.nx; x += steps[0])
        tiles.push_back({Range{x, x + edges[0]}, Range{y, y + edges[1]}, Range{z, z + edges[2]}});
  return tiles;
}

BatchList list_rows(const BatchOptions& options) {
  RowMaker maker(options);
  const std::vector<BatchImage> images = find_batch_images(options.list);
  for (const BatchImage& image : images) maker.add(image);
  BatchList list = maker.take();
  require_same_rows(list, Communicator::world());
  const ListedRow& first = list.rows.front();
  const bool all_fail_alike = std::ranges::all_of(list.rows, [&first](const ListedRow& row) {
    return !row.row.problem.empty() && row.row.problem == first.row.problem;
  });
  if (all_fail_alike) throw Error(*first.error);
  return list;
}

}  // namespace perm
