// SPDX-License-Identifier: Apache-2.0
#include "app/options/batch_options.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <initializer_list>
#include <string_view>
#include <utility>

#include "app/options/overwrite_option.hpp"
#include "app/options/solve_options.hpp"
#include "core/communicator.hpp"
#include "core/errors.hpp"
#include "core/text_file.hpp"
#include "geometry/segmentation/threshold_choice.hpp"
#include "input/options/option_table.hpp"
#include "input/options/suggestion.hpp"
#include "solver/devices.hpp"

namespace perm {
namespace {

// Options of solve that a batch has in another meaning or not at all.
constexpr std::array of_one_run{"output",   "overwrite",       "fields",        "report", "figures",
                                "quiet",    "timings",         "config",        "help",   "grains",
                                "reynolds", "reynolds-length", "reynolds-mach", "json",   "brief",
                                "gradient", "network",         "checkpoint",    "every",  "max-time"};
// Options that hold for the whole batch, and change no number.
constexpr std::array of_machine{"device", "threads", "instructions", "transport", "share-gpus"};
// Options of what is made of K in voxel^2, and of what slip does to it, whenever the table is written.
constexpr std::array of_table{"units", "thickness", "gas", "pressure", "temperature", "accommodation"};
// Of each of these a row gives one, and then none of all rows counts.
constexpr std::array one_of_each{std::array{"pore", "solid", "labels"}, std::array{"refine", "coarsen", "resample"}};

template <class Names>
bool is_among(const std::string& name, const Names& names) {
  return std::ranges::any_of(names, [&name](const char* other) { return name == other; });
}

/// Says whether options leave no threshold open: labels, or grey values in place of a side.
bool says_what_is_pore(const GivenOptions& of_row) {
  const auto pore = of_row.find("pore");
  return of_row.contains("solid") || of_row.contains("labels") ||
         (pore != of_row.end() && !value_named<Polarity>(pore->second.text()));
}

/// Reads "64" or "32,64,128".
std::vector<std::int64_t> read_edges(const OptionValues& values) {
  std::vector<std::int64_t> edges;
  for (const double edge : values.numbers("tiles").value_or(std::vector<double>())) {
    edges.push_back(static_cast<std::int64_t>(std::clamp(edge, 0.0, 1e6)));
    if (edge != static_cast<double>(edges.back()) || edges.back() < 1)
      throw InputError(fmt::format("--tiles cannot be '{}'", *values.text("tiles")),
                       "an edge is a whole number of voxels above 0", "Give for example --tiles 64 or --tiles 32,64");
  }
  std::ranges::sort(edges);
  edges.erase(std::unique(edges.begin(), edges.end()), edges.end());
  return edges;
}

TileChoice read_tiles(const OptionValues& values) {
  TileChoice tiles{read_edges(values), values.integer("step").value_or(0)};
  if (values.is_given("step") && tiles.edges.empty())
    throw UsageError("--step is given without --tiles", "it is the distance from one tile to the next",
                     "Add --tiles, for example --tiles 128 --step 64");
  if (values.is_given("step") && tiles.step < 1)
    throw InputError(fmt::format("--step cannot be {}", tiles.step), "it counts voxels", "Give 1 or more");
  return tiles;
}

Shard read_shard(const OptionValues& values) {
  const std::string text = *values.text("shard");
  Shard shard;
  const std::size_t cut = text.find('/');
  const auto read = [](std::string_view part, std::int64_t& number) {
    const auto [end, error] = std::from_chars(part.data(), part.data() + part.size(), number);
    return error == std::errc{} && end == part.data() + part.size();
  };
  if (cut == std::string::npos || !read(std::string_view(text).substr(0, cut), shard.part) ||
      !read(std::string_view(text).substr(cut + 1), shard.parts) || shard.part < 1 || shard.part > shard.parts)
    throw InputError(fmt::format("--shard cannot be '{}'", text), "that is no part of a number of parts",
                     "Count from 1: --shard 1/7 to --shard 7/7");
  return shard;
}

/// Gives numbers in one form, so that 1e-3 is 0.001, and other texts as they are.
std::string in_one_form(const std::string& text) {
  double number = 0;
  const auto [end, error] = scan_number(text.data(), text.data() + text.size(), number);
  return error == std::errc{} && end == text.data() + text.size() ? fmt::format("{}", number) : text;
}

/// Gives "<stem of the list>-batch" in the current folder.
std::filesystem::path default_folder(const std::string& list) {
  std::filesystem::path name = std::filesystem::absolute(list).lexically_normal();
  if (name.filename().empty()) name = name.parent_path();  // the path of the folder ended with a slash
  const std::string stem = name.stem().string();
  return (stem.find_first_of("*?[") == std::string::npos ? stem + "-" : std::string()) + "batch";
}

}  // namespace

std::vector<Option> row_options() {
  std::vector<Option> options = all_options(solve_option_groups());
  std::erase_if(options, [](const Option& option) {
    return is_among(option.name, of_one_run) || is_among(option.name, of_machine);
  });
  return options;
}

std::vector<OptionGroup> batch_option_groups() {
  OptionGroup batch{
      "Batch",
      {{"input", "LIST",
        "a table (.csv) with a row an image, a folder with images in it, a pattern in quotes ('scans/*.tif'), or one "
        "image; --input may be left out",
        "", ""},
       {"output", "DIR", "folder for batch.csv, batch-times.csv and the rows that are done", "",
        "<name of the list>-batch in the current folder", 'o'},
       overwrite_option(),
       {"tiles", "N[,N]",
        "solve cubes of this edge (voxels) out of each image, or of several edges; tiles.csv then has K against edge",
        "", ""},
       advanced({"step", "M", "voxels from one tile to the next", "", "the edge of the tile: tiles do not overlap"}),
       {"shard", "I/N", "solve part I of N of the rows, for a job array: 1/7 to 7/7, all with the same --output", "",
        ""},
       advanced({"merge", "", "solve nothing: make batch.csv of what shards have solved", "", ""}),
       {"quiet", "", "print the results only, and no progress", "", ""},
       {"config", "FILE",
        "read options from a file of 'key = value' lines, keys as the long options here; the command line wins", "",
        ""},
       {"help", "", "show this", "", "", 'h'}}};
  for (const auto& rows : {report_options("K over porosity, all rows"), checkpoint_options()})
    batch.options.insert(batch.options.end() - 3, rows.begin(), rows.end());
  std::vector<OptionGroup> groups{std::move(batch)};
  for (OptionGroup& group : solve_option_groups()) {
    std::erase_if(group.options,
                  [](const Option& option) { return option.name == "input" || is_among(option.name, of_one_run); });
    group.title += " of rows without a value of their own";
    groups.push_back(std::move(group));
  }
  return groups;
}

BatchOptions read_batch_options(const OptionValues& values) {
  BatchOptions options;
  if (!values.text("input"))
    throw UsageError("No LIST is given", "batch needs a table, a folder or a pattern of names",
                     "Name one, for example: permeability batch list.csv --voxel-size 5um");
  options.list = *values.text("input");
  options.output = values.text("output").value_or(default_folder(options.list).string());
  options.overwrite = read_overwrite(values);
  options.tiles = read_tiles(values);
  if (!options.tiles.edges.empty() && values.text("mask") == "cylinder")
    throw UsageError("--mask cylinder is given beside --tiles", "a tile of a plug is not round",
                     "Give a mask as an image (--mask FILE), or leave --tiles out");
  if (values.text("shard")) options.shard = read_shard(values);
  options.merges = values.is_on("merge");
  if (options.merges && values.text("shard"))
    throw UsageError("--merge and --shard are both given", "shards solve, and --merge joins what they have solved",
                     "Give one of them");
  options.checkpoint = read_checkpoint_options(values);
  options.report = read_report_files(values);
  if (options.report && options.shard.parts > 1)
    throw UsageError("--report and --shard are both given", "the report shows the rows of all shards",
                     "Give --report with --merge, once all shards are done");
  options.command_line = values.command_line();
  options.command_line.insert(options.command_line.begin(), {"permeability", "batch"});
  if (values.is_on("quiet")) options.talk = Talk::results_only;
  const auto is_of_batch = [](const std::string& name) {
    return name == "input" || name == "threads" || is_among(name, of_one_run);
  };
  for (const Option& option : all_options(solve_option_groups()))
    if (!is_of_batch(option.name) && values.is_given(option.name))
      options.of_rows[option.name] = *values.text(option.name);
  GivenOptions of_machine_only{{"input", "image"}};
  for (const char* name : of_machine)
    if (values.is_given(name)) of_machine_only[name] = *values.text(name);
  const OptionValues machine = values_of(std::move(of_machine_only), all_options(solve_option_groups()));
  const SolverSettings settings = read_solve_options(machine).flow.solver;
  options.threads = settings.threads;
  options.of_rows["threads"] = fmt::format("{}", options.threads);
  options.of_rows["device"] = to_string(settings.device);  // so that the rows need not find it, and not all ranks ask
  return options;
}

void require_row_option(const std::string& column, const std::string& list) {
  const std::string problem = fmt::format("'{}' has the column '{}'", list, column);
  if (is_among(column, of_machine))
    throw UsageError(problem, "that is one for all rows", fmt::format("Give --{} on the command line", column));
  if (is_among(column, of_one_run))
    throw UsageError(problem, "no row of a batch has such an option", "Leave the column out");
  std::vector<std::string> names{"name", "path"};
  for (const Option& option : row_options()) names.push_back(option.name);
  if (std::ranges::find(names, column) != names.end()) return;
  const std::string closest = closest_word(column, names);
  throw UsageError(problem, "that is no option of solve",
                   closest.empty() ? "Leave it out; a column 'name' may hold what you call each image"
                                   : fmt::format("Did you mean '{}'", closest));
}

OptionValues values_of_row(const GivenOptions& of_row, const GivenOptions& of_rows) {
  GivenOptions given = of_row;
  for (const auto& [name, value] : of_rows) {
    const bool is_replaced = std::ranges::any_of(one_of_each, [&, &name = name](const auto& names) {
      return is_among(name, names) &&
             std::ranges::any_of(names, [&of_row](const char* other) { return of_row.contains(other); });
    });
    const bool is_overruled = is_among(name, std::array{"threshold", "threshold-from"})
                                  ? says_what_is_pore(of_row)
                                  : of_row.contains("threshold") && is_among(name, std::array{"solid", "labels"});
    if (!is_replaced && !is_overruled) given.emplace(name, value);
  }
  return values_of(std::move(given), all_options(solve_option_groups()));
}

std::string key_of_row(const OptionValues& values) {
  std::string key;
  for (const Option& option : row_options()) {
    if (option.name == "input" || is_among(option.name, of_table)) continue;
    const bool is_switch = option.value.empty();
    const std::string value =
        is_switch ? (values.is_on(option.name) ? "on" : "") : in_one_form(values.text(option.name).value_or(""));
    if (value != in_one_form(values.fallback(option.name)))
      key += fmt::format("{}{}={}", key.empty() ? "" : " ", option.name, value);
  }
  return key;
}

}  // namespace perm
