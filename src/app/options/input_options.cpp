// SPDX-License-Identifier: Apache-2.0
#include "app/options/input_options.hpp"

#include <fmt/format.h>

#include <string>

#include "core/errors.hpp"
#include "core/units.hpp"
#include "image/voxel_type.hpp"

namespace perm {
namespace {

std::optional<RawLayout> read_raw_layout(const OptionValues& values) {
  const bool described =
      values.is_given("dims") || values.is_given("dtype") || values.is_given("endian") || values.is_given("offset");
  if (!described) return {};
  RawLayout layout;
  const std::optional<Extent> extent = values.extent("dims");
  if (!extent)
    throw UsageError("--dtype, --endian or --offset is given without --dims", "they describe a raw file together",
                     "Add --dims, for example --dims 400x400x400");
  layout.extent = *extent;
  layout.type = values.text("dtype").value_or(layout.type);
  layout.endian = values.text("endian").value_or(layout.endian);
  layout.offset_bytes = values.integer("offset").value_or(0);
  if (layout.offset_bytes < 0)
    throw InputError(fmt::format("--offset cannot be {}", layout.offset_bytes), "it counts bytes", "Give 0 or more");
  return layout;
}

PoreRule read_pore_rule(const OptionValues& values) {
  if (values.is_given("pore") && values.is_given("solid"))
    throw UsageError("--pore and --solid are both given", "one follows from the other", "Give one of them");
  PoreRule rule;
  if (const auto text = values.text("pore")) rule.pore = parse_grey_ranges(*text);
  if (const auto text = values.text("solid")) rule.solid = parse_grey_ranges(*text);
  return rule;
}

int read_factor(const OptionValues& values, const std::string& name, std::int64_t most, const char* remedy) {
  const std::int64_t number = values.integer(name).value_or(1);
  if (number < 1 || number > most)
    throw InputError(fmt::format("--{} cannot be {}", name, number),
                     fmt::format("it is a whole number from 1 to {}", most), remedy);
  return static_cast<int>(number);
}

}  // namespace

std::vector<Option> input_options() {
  return {
      {"input", "INPUT",
       "folder of numbered slices, multi-page TIFF, .mha .mhd .nrrd .npy .raw, or a recipe (.ini); --input may be left "
       "out",
       "", ""},
      {"voxel-size", "LENGTH",
       "edge of a voxel with its unit (m cm mm um nm), for example 5.345um; required for images", "", ""},
      {"pore", "GREY", "grey values that are pore: 0, or 0:89, or 0,2,5:7, or 90: (that and above)", "",
       "the smaller of two values; required when the image has more"},
      {"solid", "GREY", "grey values that are solid, in place of --pore", "", ""},
      {"refine", "N",
       "solve the same geometry in smaller voxels: each becomes N x N x N (1 to 4), so that K shows what the voxels "
       "are too coarse for the solver; takes about N^4 times the time and N^3 times the memory; K in voxel^2 is in "
       "those smaller ones",
       "1", ""},
      {"coarsen", "N",
       "solve the image in larger voxels: 2 x 2 x 2 become one, pore where most are (of 4 and 4 the one at the "
       "lowest x, y, z decides), the last voxel of an odd extent is cut off; K in voxel^2 is in those larger ones; 1 "
       "or 2",
       "1", ""},
      {"dims", "NXxNYxNZ", "raw files: voxels along x, y, z", "", ""},
      {"dtype", "TYPE", "raw files: " + voxel_type_names(), "", "uint8"},
      {"endian", "little|big", "raw files: order of the bytes", "", "little"},
      {"offset", "BYTES", "raw files: bytes before the first voxel", "", "0"},
      {"allow-outside", "", ".mhd and .nhdr: the voxels may be in a file outside of the folder of the header", "", ""}};
}

InputOptions read_input_options(const OptionValues& values) {
  const std::optional<std::string> path = values.text("input");
  if (!path)
    throw UsageError("No INPUT is given", "solve needs an image or a recipe",
                     "Name one, for example: permeability solve rock.tif --voxel-size 5.345um --pore 0");
  InputOptions input;
  input.path = *path;
  if (const auto size = values.text("voxel-size")) input.voxel_size_m = parse_length_m(*size);
  input.raw = read_raw_layout(values);
  input.rule = read_pore_rule(values);
  if (values.is_on("allow-outside")) input.data_files = DataFiles::anywhere;
  input.refine =
      read_factor(values, "refine", 4, "Give 2, which takes about 16 times as long, or 1 for the image as it is");
  input.coarsen = read_factor(values, "coarsen", 2, "Give 2, or 1 for the image as it is");
  if (input.refine > 1 && input.coarsen > 1)
    throw UsageError("--refine and --coarsen are both given", "one undoes the other", "Give one of them");
  return input;
}

}  // namespace perm
