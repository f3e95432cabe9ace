// SPDX-License-Identifier: Apache-2.0
#include "app/options/input_options.hpp"

#include <fmt/format.h>

#include <charconv>
#include <iterator>
#include <string>
#include <string_view>

#include "core/errors.hpp"
#include "core/units.hpp"
#include "image/source/cropped_planes.hpp"
#include "image/source/voxel_type.hpp"

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

int read_factor(const OptionValues& values, const std::string& name, std::int64_t most, const char* remedy) {
  const std::int64_t number = values.integer(name).value_or(1);
  if (number < 1 || number > most)
    throw InputError(fmt::format("--{} cannot be {}", name, number),
                     fmt::format("it is a whole number from 1 to {}", most), remedy);
  return static_cast<int>(number);
}

/// Reads one length, or one for each axis with commas between.
std::array<double, 3> read_voxel_edges(const std::string& text) {
  std::vector<double> edges;
  for (std::string_view rest = text;;) {
    const std::size_t cut = rest.find(',');
    edges.push_back(parse_voxel_size_m(rest.substr(0, cut)));
    if (cut == std::string_view::npos) break;
    rest.remove_prefix(cut + 1);
  }
  if (edges.size() == 1) return {edges[0], edges[0], edges[0]};
  if (edges.size() == 3) return {edges[0], edges[1], edges[2]};
  throw InputError(fmt::format("--voxel-size cannot be '{}'", text), fmt::format("these are {} lengths", edges.size()),
                   "Give one, or one along each of x, y, z: 5um,5um,10um");
}

/// Reads "x0:x1,y0:y1,z0:z1", in which a number may be left out.
std::array<Range, 3> read_crop(const std::string& text) {
  std::vector<Range> ranges;
  const auto refuse = [&] {
    throw InputError(fmt::format("--crop cannot be '{}'", text), "that is no range along each of x, y, z",
                     "Give the first voxel, counted from 0, and the one behind the last: 0:256,0:256,100:300");
  };
  const auto read = [&](std::string_view number, std::int64_t otherwise) {
    if (number.empty()) return otherwise;
    std::int64_t value = -1;
    const auto [end, error] = std::from_chars(number.data(), number.data() + number.size(), value);
    if (error != std::errc{} || end != number.data() + number.size() || value < 0) refuse();
    return value;
  };
  for (std::string_view rest = text;;) {
    const std::string_view piece = rest.substr(0, rest.find(','));
    const std::size_t colon = piece.find(':');
    if (colon == std::string_view::npos) refuse();
    ranges.push_back({read(piece.substr(0, colon), 0), read(piece.substr(colon + 1), to_end)});
    if (piece.size() == rest.size()) break;
    rest.remove_prefix(piece.size() + 1);
  }
  if (ranges.size() != 3) refuse();
  return {ranges[0], ranges[1], ranges[2]};
}

}  // namespace

std::vector<Option> input_options() {
  std::vector<Option> options{
      {"input", "INPUT",
       "folder of numbered slices, multi-page TIFF, .mha .mhd .nrrd .npy .raw, or a recipe (.ini); --input may be left "
       "out",
       "", ""},
      {"voxel-size", "LENGTH",
       "edge of a voxel with its unit (m cm mm um nm), for example 5.345um, or three edges along x, y, z; required for "
       "images",
       "", ""},
      advanced(
          {"axes", join_names<FileAxes>("|"),
           "the order of the axes in the file: xyz, x runs fastest and z is the number of the slice; zyx the other way "
           "round",
           "xyz", ""}),
      {"crop", "X0:X1,Y0:Y1,Z0:Z1",
       "solve a part of the image: the first voxel along each axis, counted from 0, and the one behind the last; a "
       "number left out is the end of the axis",
       "", "the whole image"},
      advanced(
          {"resample", "cubic",
           "make cubes of voxels that --voxel-size gives as something else: as wide as the shortest edge, each of them "
           "what "
           "the voxel around its centre is",
           "", ""}),
      advanced(
          {"refine", "N",
           "solve the same geometry in smaller voxels: each becomes N x N x N (1 to 4), so that K shows what the "
           "voxels "
           "are too coarse for the solver; takes about N^4 times the time and N^3 times the memory; K in voxel^2 is in "
           "those smaller ones",
           "1", ""}),
      advanced(
          {"coarsen", "N",
           "solve the image in larger voxels: 2 x 2 x 2 become one, pore where most are (of 4 and 4 the one at the "
           "lowest x, y, z decides), the last voxel of an odd extent is cut off; K in voxel^2 is in those larger ones; "
           "1 "
           "or 2",
           "1", ""}),
      advanced({"mask", "cylinder|outside=GREY|FILE",
                "what of the image is the sample; the rest is solid and counts in no mean, so that porosity, K and "
                "tensor are "
                "those of the sample\n"
                "cylinder: the round plug that the program finds, whose axis is x, y or z\n"
                "outside=GREY: grey values that are outside of it, as --pore has them\n"
                "FILE: an image of the same size that is 0 outside",
                "", "the whole image"}),
      {"dims", "NXxNYxNZ", "raw files, and numbers as text (.dat .txt): voxels along x, y, z", "", ""},
      completed_by({"dtype", "TYPE", "raw files: " + voxel_type_names(), "", "uint8"}, voxel_type_names()),
      advanced({"endian", "little|big", "raw files: order of the bytes", "", "little"}),
      advanced({"offset", "BYTES", "raw files: bytes before the first voxel", "", "0"}),
      advanced({"allow-outside", "", ".mhd and .nhdr: the voxels may be in a file outside of the folder of the header",
                "", ""})};
  std::vector<Option> segmentation = segmentation_options();
  options.insert(options.begin() + 2, std::move_iterator(segmentation.begin()), std::move_iterator(segmentation.end()));
  return options;
}

InputRequest read_input_options(const OptionValues& values) {
  const std::optional<std::string> path = values.text("input");
  if (!path)
    throw UsageError("No INPUT is given", "solve needs an image or a recipe",
                     "Name one, for example: permeability solve rock.tif --voxel-size 5.345um --pore 0");
  return read_input_options(values, *path);
}

InputRequest read_input_options(const OptionValues& values, const std::filesystem::path& path,
                                ThresholdOption threshold) {
  InputRequest input;
  input.path = path;
  if (const auto metres = values.given_number("voxel-size"))
    input.voxel_edges_m = {require_voxel_size_m(*metres, *values.text("voxel-size")), *metres, *metres};
  else if (const auto size = values.text("voxel-size"))
    input.voxel_edges_m = read_voxel_edges(*size);
  if (const auto way = values.text("resample")) {
    if (*way != "cubic")
      throw InputError(fmt::format("--resample cannot be '{}'", *way), "there is one way", "Give --resample cubic");
    input.makes_cubes = true;
  }
  if (const auto box = values.text("crop")) input.crop = read_crop(*box);
  if (const auto mask = values.text("mask")) input.mask = parse_sample_mask(*mask);
  input.raw = read_raw_layout(values);
  input.rule = read_pore_rule(values, threshold);
  input.rule.axes = values.choice<FileAxes>("axes");
  if (values.is_on("allow-outside")) input.data_files = DataFiles::anywhere;
  input.refine =
      read_factor(values, "refine", 4, "Give 2, which takes about 16 times as long, or 1 for the image as it is");
  input.coarsen = read_factor(values, "coarsen", 2, "Give 2, or 1 for the image as it is");
  if (input.refine > 1 && input.coarsen > 1)
    throw UsageError("--refine and --coarsen are both given", "one undoes the other", "Give one of them");
  if (input.makes_cubes && (input.refine > 1 || input.coarsen > 1))
    throw UsageError("--resample is given beside --refine or --coarsen", "each makes other voxels of the image",
                     "Give one of them");
  if (!input.has_cubes() && !input.makes_cubes)
    throw UsageError(fmt::format("Voxels of {} are no cubes", *values.text("voxel-size")),
                     "the solver has cubes only, and K of other voxels taken as cubes would be wrong",
                     "Add --resample cubic, which makes cubes of the shortest edge");
  return input;
}

std::string folder_named_after(const std::filesystem::path& input, const char* what) {
  std::filesystem::path name = std::filesystem::absolute(input).lexically_normal();
  if (name.filename().empty()) name = name.parent_path();  // the path of the folder ended with a slash
  return fmt::format("{}-{}", name.stem().string(), what);
}

}  // namespace perm
