// SPDX-License-Identifier: Apache-2.0
#include "geometry/shapes/sphere_list.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <string>
#include <string_view>

#include "core/agreement/agreement.hpp"
#include "core/errors.hpp"
#include "core/text_file.hpp"

namespace perm {
namespace {

constexpr const char* line_remedy = "Write 'x y z radius' on every line";

/// The numbers of a file, row after row, and where they stood.
struct Table {
  std::vector<std::string> header;
  std::size_t columns{0};
  std::vector<double> numbers;
  std::vector<std::int64_t> line_numbers;

  std::size_t rows() const { return line_numbers.size(); }
  double at(std::size_t row, std::size_t column) const { return numbers[row * columns + column]; }
};

std::vector<std::string_view> split(std::string_view line) {
  constexpr std::string_view separators = " \t\r,;";
  std::vector<std::string_view> words;
  while (true) {
    const std::size_t begin = line.find_first_not_of(separators);
    if (begin == std::string_view::npos || line[begin] == '#') return words;
    line.remove_prefix(begin);
    const std::size_t length = std::min(line.find_first_of(separators), line.size());
    words.push_back(line.substr(0, length));
    line.remove_prefix(length);
  }
}

std::optional<double> parse_number(std::string_view word) {
  if (word.size() > 1 && word.front() == '+') word.remove_prefix(1);
  double number = 0;
  const auto [end, error] = scan_number(word.data(), word.data() + word.size(), number);
  if (error != std::errc{} || end != word.data() + word.size() || !std::isfinite(number)) return std::nullopt;
  return number;
}

std::string lower(std::string_view word) {
  std::string text(word);
  for (char& c : text)
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  return text;
}

void append_row(Table& table, const std::vector<std::string_view>& words, const std::string& place) {
  if (table.rows() == 0) table.columns = words.size();
  if (words.size() < 3 || words.size() > 5)
    throw InputError(fmt::format("{} has {} columns", place, words.size()), "a sphere takes 3 to 5", line_remedy);
  if (words.size() != table.columns)
    throw InputError(fmt::format("{} has {} columns", place, words.size()),
                     fmt::format("the lines before it have {}", table.columns), line_remedy);
  for (const std::string_view word : words) {
    const std::optional<double> number = parse_number(word);
    if (!number)
      throw InputError(fmt::format("{} holds '{}'", place, word), "that is not a finite number", line_remedy);
    table.numbers.push_back(*number);
  }
}

Table read_table(const std::filesystem::path& file) {
  TextStream stream(read_text_file(file, "the sphere list"));
  Table table;
  std::string line;
  for (std::int64_t number = 1; std::getline(stream, line); ++number) {
    const std::vector<std::string_view> words = split(line);
    if (words.empty()) continue;
    if (table.rows() == 0 && table.header.empty() && !parse_number(words[0])) {
      for (const std::string_view word : words) table.header.push_back(lower(word));
      continue;
    }
    append_row(table, words, fmt::format("Line {} of '{}'", number, file.string()));
    table.line_numbers.push_back(number);
  }
  if (table.rows() == 0)
    throw InputError(fmt::format("The sphere list '{}' holds no sphere", file.string()), "", line_remedy);
  return table;
}

bool first_column_counts(const Table& table) {
  const double start = table.at(0, 0);
  if (start != 0 && start != 1) return false;
  for (std::size_t row = 0; row < table.rows(); ++row)
    if (table.at(row, 0) != start + static_cast<double>(row)) return false;
  return true;
}

/// Says whether the first column is an index.
bool has_index(const Table& table, const SphereListRequest& request) {
  const bool counts = first_column_counts(table);
  if (table.columns == 5 && !counts)
    throw InputError(fmt::format("The sphere list '{}' has 5 columns", request.file.string()),
                     "the first does not count 1, 2, 3, ...", line_remedy);
  if (table.columns == 5) return true;
  const bool named_x = !table.header.empty() && table.header.front() == "x";
  return table.columns == 4 && counts && table.rows() > 1 && !named_x;
}

bool names_diameters(const Table& table) {
  return std::any_of(table.header.begin(), table.header.end(),
                     [](const std::string& name) { return name == "d" || std::string_view(name).starts_with("diam"); });
}

/// Says what to do about a box that is too small, as the end of a sentence.
std::string remedy_of_box(const SphereListRequest& request) {
  return request.is_in_voxels ? "give all lengths in voxels of the image"
                              : "give --box, the edge of the periodic box in the unit of the file";
}

void check_radii(const SphereListRequest& request, bool in_file) {
  if (in_file && request.radius)
    throw InputError("The radius is given twice", fmt::format("'{}' holds radii", request.file.string()),
                     "Leave out --radius");
  if (!in_file && request.holds_diameters)
    throw InputError("--diameters is given", fmt::format("'{}' has no fourth column", request.file.string()),
                     "Leave out --diameters");
  if (!in_file && !request.radius)
    throw InputError(fmt::format("The sphere list '{}' holds no radii", request.file.string()), "",
                     request.is_in_voxels ? line_remedy : "Give --radius in the unit of the file");
  if (request.radius && !(*request.radius > 0 && std::isfinite(*request.radius)))
    throw InputError(fmt::format("The sphere radius is {}", *request.radius), "it must be positive",
                     "Give --radius in the unit of the file");
}

/// Refuses coordinates so far from 0 that numbers, and whole numbers of voxels above all, do not tell places in the
/// image.
void check_distance(const Sphere& sphere, const SphereListRequest& request, std::int64_t line_number) {
  constexpr double most_boxes = 1e6;
  const double scale = static_cast<double>(request.extent.nx) / request.box;
  for (const double coordinate : {sphere.x, sphere.y, sphere.z})
    if (!(std::abs(coordinate) <= most_boxes * request.box && std::isfinite(coordinate * scale)))
      throw InputError(
          fmt::format("Line {} of '{}' holds a centre at {}", line_number, request.file.string(), coordinate),
          fmt::format("that is more than {:g} boxes of {} away from 0", most_boxes, request.box),
          fmt::format("Correct the line, or {}", remedy_of_box(request)));
}

/// `box` holds the edges in the unit of the file.
void check_span(const std::vector<Sphere>& spheres, const std::array<double, 3>& box, const std::string& remedy) {
  constexpr std::array<double Sphere::*, 3> coordinates{&Sphere::x, &Sphere::y, &Sphere::z};
  for (std::size_t a = 0; a < 3; ++a) {
    double low = std::numeric_limits<double>::infinity();
    double high = -low;
    for (const Sphere& sphere : spheres) {
      low = std::min(low, sphere.*coordinates[a]);
      high = std::max(high, sphere.*coordinates[a]);
    }
    if (high - low > box[a] * (1 + 1e-6))
      throw InputError(
          fmt::format("The centres reach from {} to {} along {}", low, high, axis_letter(static_cast<Axis>(a))),
          fmt::format("the periodic box is {} long there", box[a]), remedy);
  }
}

/// Throws unless all processes have read the same spheres.
void require_one_list(const SphereListRequest& request, const std::vector<Sphere>& spheres,
                      const Communicator& processes) {
  if (processes.is_alone()) return;
  std::vector<SharedValue> values{{"the number of its spheres", fmt::format("{}", spheres.size())}};
  for (const Sphere& sphere : spheres)
    values.push_back({fmt::format("sphere {}", values.size()),
                      fmt::format("{} {} {} {}", sphere.x, sphere.y, sphere.z, sphere.radius)});
  require_agreement(processes, fmt::format("Cannot use the sphere list '{}'", request.file.string()), values,
                    "See that it is the same on all nodes");
}

}  // namespace

std::vector<Sphere> read_sphere_list(const SphereListRequest& request, const Communicator& processes) {
  if (!(request.box > 0 && std::isfinite(request.box)))
    throw InputError(fmt::format("The box edge is {}", request.box), "it must be positive",
                     "Give --box in the unit of the file");
  const Table table = read_table(request.file);
  const std::size_t x = has_index(table, request) ? 1 : 0;
  const bool radii_in_file = table.columns == x + 4;
  check_radii(request, radii_in_file);
  const double to_radius = request.holds_diameters || names_diameters(table) ? 0.5 : 1.0;
  const double scale = static_cast<double>(request.extent.nx) / request.box;
  const std::array<double, 3> box{request.box, static_cast<double>(request.extent.ny) / scale,
                                  static_cast<double>(request.extent.nz) / scale};
  const double widest = *std::min_element(box.begin(), box.end());

  std::vector<Sphere> spheres;
  spheres.reserve(table.rows());
  for (std::size_t row = 0; row < table.rows(); ++row) {
    const double radius = radii_in_file ? table.at(row, x + 3) * to_radius : *request.radius;
    if (!(radius > 0) || 2 * radius > widest)
      throw InputError(fmt::format("Line {} of '{}' holds a sphere of radius {}", table.line_numbers[row],
                                   request.file.string(), radius),
                       fmt::format("it must be positive and at most half of the periodic box, {}", widest / 2),
                       fmt::format("Correct the line, or {}", remedy_of_box(request)));
    spheres.push_back({table.at(row, x), table.at(row, x + 1), table.at(row, x + 2), radius});
    check_distance(spheres.back(), request, table.line_numbers[row]);
  }
  std::string remedy = remedy_of_box(request);
  remedy.front() = static_cast<char>(remedy.front() - 'a' + 'A');
  check_span(spheres, box, remedy);
  for (Sphere& sphere : spheres) sphere = {sphere.x * scale, sphere.y * scale, sphere.z * scale, sphere.radius * scale};
  require_one_list(request, spheres, processes);
  return spheres;
}

std::vector<Sphere> spheres_of_list(const Recipe& recipe, const Communicator& processes) {
  if (recipe.centres.empty())
    throw InputError("spheres needs --centres", "", "Give a text file of 'x y z radius' lines");
  return read_sphere_list(
      {recipe.centres, recipe.extent, recipe.box, recipe.centres_hold_diameters, recipe.radius, false}, processes);
}

void draw_sphere_list(PoreSlab& slab, const Recipe& recipe) {
  draw_spheres(slab, spheres_of_list(recipe, slab.processes()), recipe.shift);
  if (slab.count_pores() == recipe.extent.voxels())
    throw InputError(
        fmt::format("No sphere of '{}' covers a voxel", recipe.centres.string()),
        fmt::format("a voxel is {:g} wide in the unit of the file", recipe.box / static_cast<double>(recipe.extent.nx)),
        "Check --box, the edge of the periodic box in the unit of the file, or give a larger --size");
}

}  // namespace perm
