// SPDX-License-Identifier: Apache-2.0
#include "darcy/pressure/cell_rates.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "core/large_array.hpp"
#include "darcy/pressure/cell_rates_on.hpp"
#include "geometry/bit_count.hpp"
#include "lattice/cell_cutter.hpp"
#include "lattice/wall_coding.hpp"

namespace perm {
namespace {

constexpr std::int64_t most_cells = 1 << 16;  // that are measured, about
constexpr std::int64_t rows_together = 64;    // each reading of a device takes as long as some rows
constexpr double of_some = 1.5;               // where only some rows are measured, they count so much more

struct ListsOnHost {
  template <class Value>
  using List = LargeArray<Value>;

  template <class Value>
  static void copy(const Value* values, std::size_t count, LargeArray<Value>& list) {
    std::copy_n(values, count, list.data());
  }

  template <class Visit>
  static void for_each(std::size_t count, const Visit& visit) {
#pragma omp parallel for schedule(static)  // nothing in it throws
    for (std::size_t i = 0; i < count; ++i) visit(i);
  }

  template <class QuantaOf>
  static __int128 sum(std::size_t count, const QuantaOf& quanta_of) {
    __int128 sum = 0;
#pragma omp parallel  // nothing in it throws
    {
      __int128 own = 0;
#pragma omp for schedule(static)
      for (std::size_t i = 0; i < count; ++i) own += quanta_of(i);
#pragma omp critical(perm_cell_rates)
      sum += own;
    }
    return sum;
  }

  /// Keeps the distributions of before, and reads those of after a few cells at a time.
  class Distributions {
   public:
    explicit Distributions(const MeasuredCells& measured)
        : before_(d3q19::directions * measured.count()),
          after_(d3q19::directions * std::min(cells_together, measured.count())) {}

    void keep(const Backend& backend, const MeasuredCells& measured) {
      backend.read_ranges(measured.own, before_.span());
    }

    template <class QuantaOf>
    __int128 sum(const Backend& backend, const MeasuredCells& measured, const QuantaOf& quanta_of) {
      __int128 sum = 0;
      std::size_t first = 0;
      std::vector<Range> together;
      std::size_t cells = 0;
      const auto add = [&] {
        backend.read_ranges(together, after_.span().first(d3q19::directions * cells));
        sum += ListsOnHost::sum(cells, [&](std::size_t i) {
          return quanta_of(first + i, &before_[d3q19::directions * (first + i)], &after_[d3q19::directions * i]);
        });
        first += cells;
        together.clear();
        cells = 0;
      };
      for (Range left : measured.own)
        while (left.size() > 0) {
          const auto room = static_cast<std::int64_t>(cells_together - cells);
          const Range next{left.first, std::min(left.last, left.first + room)};
          together.push_back(next);
          cells += static_cast<std::size_t>(next.size());
          left.first = next.last;
          if (cells == cells_together) add();
        }
      add();
      return sum;
    }

   private:
    static constexpr std::size_t cells_together = 4096;
    LargeArray<double> before_;
    LargeArray<double> after_;
  };
};

CutLinks links_of(const CutPlaces& cuts, const WallCoding& coding) {
  CutLinks links;
  std::array<std::uint8_t, d3q19::directions> codes;
  coding.write_codes(cuts, std::span(codes).first(cuts.places.size()));
  for (std::size_t i = 0; i < cuts.places.size(); ++i) {
    links.solid |= 1U << (cuts.directions[i] - 1);
    links.note(cuts.directions[i], codes[i]);
  }
  return links;
}

}  // namespace

MeasuredCells::MeasuredCells(const Domain& domain, const PoreSpace& pores, const Surface* surface,
                             const WallSlip& slip) {
  std::int64_t own_cells = 0;
  for (std::int64_t z = 0; z < domain.own_z(); ++z)
    for (std::int64_t y = 0; y < domain.own_y(); ++y)
      own_cells += static_cast<std::int64_t>(count_bits(pores.row(y, z)));
  const std::int64_t all = domain.processes().sum(own_cells);
  const std::int64_t stride = (all + most_cells - 1) / most_cells;
  std::optional<Occupancy> occupancy;
  std::optional<CellCutter> cutter;
  const WallCoding coding(slip);
  if (surface != nullptr) cutter.emplace(domain, occupancy.emplace(pores), *surface);
  std::int64_t first = 0;
  for (std::int64_t z = 0; z < domain.own_z(); ++z)
    for (std::int64_t y = 0; y < domain.own_y(); ++y) {
      const auto cells = static_cast<std::int64_t>(count_bits(pores.row(y, z)));
      const std::int64_t row = domain.image_z(z) * domain.image().ny + domain.image_y(y);
      if (cells > 0 && row / rows_together % stride == 0) {
        if (!own.empty() && own.back().last == first)
          own.back().last += cells;
        else
          own.push_back({first, first + cells});
        if (cutter)
          cutter->cut_row(y, z,
                          [&](std::int64_t, const CutPlaces& places) { cuts.push_back(links_of(places, coding)); });
      }
      first += cells;
    }
  const std::int64_t measured = domain.processes().sum(static_cast<std::int64_t>(count()));
  if (stride > 1)
    cells_for_each = of_some * static_cast<double>(all) / static_cast<double>(std::max<std::int64_t>(1, measured));
}

std::size_t MeasuredCells::count() const {
  std::size_t cells = 0;
  for (const Range& range : own) cells += static_cast<std::size_t>(range.size());
  return cells;
}

std::unique_ptr<CellRates> make_cell_rates(std::size_t cells, const MeasuredCells& measured) {
  return std::make_unique<CellRatesOn<ListsOnHost>>(cells, measured);
}

}  // namespace perm
