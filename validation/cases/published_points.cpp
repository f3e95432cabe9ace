// SPDX-License-Identifier: Apache-2.0
#include "validation/cases/published_points.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <optional>
#include <sstream>
#include <string_view>

#include "core/errors.hpp"
#include "core/text_file.hpp"

namespace perm::validation {
namespace {

constexpr const char* remedy =
    "Begin the file with a line of names such as porosity,permeability_over_d2,name and give a number in each column";

std::vector<std::string> split(const std::string& line) {
  std::vector<std::string> cells;
  std::string_view rest = line;
  while (true) {
    const std::size_t comma = rest.find(',');
    std::string_view cell = rest.substr(0, comma);
    while (!cell.empty() && (cell.front() == ' ' || cell.front() == '\t')) cell.remove_prefix(1);
    while (!cell.empty() && (cell.back() == ' ' || cell.back() == '\t')) cell.remove_suffix(1);
    cells.emplace_back(cell);
    if (comma == std::string_view::npos) return cells;
    rest.remove_prefix(comma + 1);
  }
}

/// The places of the columns in a line.
struct Columns {
  std::size_t count{0};
  std::optional<std::size_t> porosity, solid_fraction, permeability, name;
};

class Table {
 public:
  explicit Table(const std::filesystem::path& file) : file_(file) {}

  std::vector<PublishedPoints> read() {
    std::istringstream lines(read_text_file(file_, "the table of published points"));
    std::optional<Columns> columns;
    for (std::string line; std::getline(lines, line);) {
      ++line_;
      if (!line.empty() && line.back() == '\r') line.pop_back();
      if (line.find_first_not_of(" \t") == std::string::npos || line.front() == '#') continue;
      const std::vector<std::string> cells = split(line);
      if (!columns)
        columns = read_head(cells);
      else
        add(cells, *columns);
    }
    if (all_.empty()) fail("it holds no point");
    return std::move(all_);
  }

 private:
  Columns read_head(const std::vector<std::string>& cells) const {
    const auto place = [&cells](const char* name) -> std::optional<std::size_t> {
      const auto found = std::ranges::find(cells, name);
      if (found == cells.end()) return {};
      return static_cast<std::size_t>(found - cells.begin());
    };
    Columns columns{cells.size(), place("porosity"), place("solid_fraction"), place("permeability_over_d2"),
                    place("name")};
    if (columns.porosity.has_value() == columns.solid_fraction.has_value())
      fail(columns.porosity ? "it has both a column porosity and a column solid_fraction"
                            : "no column is called porosity or solid_fraction");
    if (!columns.permeability) fail("no column is called permeability_over_d2");
    return columns;
  }

  void add(const std::vector<std::string>& cells, const Columns& columns) {
    if (cells.size() != columns.count)
      fail(fmt::format("line {} has {} columns, and the first one has {}", line_, cells.size(), columns.count));
    const double porosity =
        columns.porosity ? number(cells[*columns.porosity]) : 1 - number(cells[*columns.solid_fraction]);
    const double permeability = number(cells[*columns.permeability]);
    if (!(porosity > 0 && porosity < 1))
      fail(fmt::format("the porosity in line {} does not lie between 0 and 1", line_));
    if (!(permeability > 0)) fail(fmt::format("the permeability in line {} is not above 0", line_));
    const std::string name = columns.name ? cells[*columns.name] : file_.stem().string();
    auto found = std::ranges::find(all_, name, &PublishedPoints::name);
    if (found == all_.end()) found = all_.insert(all_.end(), {name, {}, {}});
    found->porosity.push_back(porosity);
    found->over_diameter2.push_back(permeability);
  }

  double number(const std::string& cell) const {
    double value = 0;
    const auto [end, error] = std::from_chars(cell.data(), cell.data() + cell.size(), value);
    if (error != std::errc{} || end != cell.data() + cell.size() || !std::isfinite(value))
      fail(fmt::format("'{}' in line {} is no number", cell, line_));
    return value;
  }

  [[noreturn]] void fail(const std::string& why) const {
    throw InputError(fmt::format("Cannot use '{}' as published points", file_.string()), why, remedy);
  }

  std::filesystem::path file_;
  std::int64_t line_{0};
  std::vector<PublishedPoints> all_;
};

}  // namespace

std::vector<PublishedPoints> read_published_points(const std::filesystem::path& file) { return Table(file).read(); }

}  // namespace perm::validation
