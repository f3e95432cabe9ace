// SPDX-License-Identifier: Apache-2.0
#include "solver/cuda/walls_cuda.hpp"

#include <atomic>
#include <bit>
#include <numeric>
#include <optional>
#include <utility>
#include <vector>

#include "core/errors.hpp"
#include "core/large_array.hpp"
#include "core/processors/thread_team.hpp"
#include "lattice/cell_cutter.hpp"
#include "lattice/occupancy.hpp"
#include "lattice/wall_coding.hpp"
#include "solver/cuda/surface_cuts_cuda.hpp"

namespace perm {
namespace {

/// Gives the records of all cells, those behind the last one included that fill its warp.
LargeArray<CellRecord> read_records(const CudaIndex& index) {
  const auto warps = static_cast<std::size_t>((index.cells() + warp_cells - 1) / warp_cells);
  LargeArray<CellRecord> records(warps * warp_cells);
  cuda::check(cudaMemcpy(records.data(), index.view().records, records.bytes(), cudaMemcpyDefault),
              "copying from the device");
  return records;
}

/// Gives the numbers in brick order of all cells of the domain, in memory order.
LargeArray<std::uint32_t> read_order(const CudaIndex& index, const Extent& extent, std::int64_t cells) {
  const FirstRows all{extent.ny, extent.nz};
  const cuda::Array<std::uint32_t> on_device = index.brick_order(all, index.count_cells_before(all), 0, cells);
  LargeArray<std::uint32_t> order(static_cast<std::size_t>(cells));
  on_device.read(order.data(), 0, order.size());
  return order;
}

/// Counts the cut links before each cell; the last number is that of all.
LargeArray<std::uint32_t> count_before(const LargeArray<CellRecord>& records, const ThreadTeam& team) {
  const auto cells = static_cast<std::int64_t>(records.size());
  LargeArray<std::uint32_t> before(records.size() + 1);
  std::vector<std::uint64_t> of_parts(static_cast<std::size_t>(team.size()) + 1);
  const auto links_of = [&](std::int64_t cell) {
    return static_cast<std::uint32_t>(std::popcount(records[static_cast<std::size_t>(cell)].solid()));
  };
  team.run_on_parts(cells, [&](Range part, int thread) {
    std::uint64_t links = 0;
    for (std::int64_t cell = part.first; cell < part.last; ++cell) links += links_of(cell);
    of_parts[static_cast<std::size_t>(thread) + 1] = links;
  });
  std::partial_sum(of_parts.begin(), of_parts.end(), of_parts.begin());
  if (of_parts.back() >= std::uint64_t{1} << 32)
    throw InputError("Walls cut more links than one GPU can number here", "2^32 - 1 are the most",
                     "Solve a part of the image, or use more GPUs");
  team.run_on_parts(cells, [&](Range part, int thread) {
    auto links = static_cast<std::uint32_t>(of_parts[static_cast<std::size_t>(thread)]);
    for (std::int64_t cell = part.first; cell < part.last; ++cell) {
      before[static_cast<std::size_t>(cell)] = links;
      links += links_of(cell);
    }
  });
  before[records.size()] = static_cast<std::uint32_t>(of_parts.back());
  return before;
}

}  // namespace

template <class Real>
WallsCuda<Real>::WallsCuda(const Domain& domain, const PoreSpace& pores, const CudaIndex& index,
                           const SlipSurface& surface, int threads) {
  table_ = cuda::Array<CutTable<Real>>(1);
  exact_ = cuda::Array<CutTable<double>>(1);
  if (surface.slip.length == 0)
    if (std::optional<CutCodes> found = find_cuts_on_gpu(domain, index, surface.surface)) {
      codes_ = std::move(found->codes);
      first_ = std::move(found->first);
      return;
    }
  const ThreadTeam team(threads);
  const Occupancy occupancy(pores);
  const LargeArray<CellRecord> records = read_records(index);
  const LargeArray<std::uint32_t> before = count_before(records, team);
  const LargeArray<std::uint32_t> order = read_order(index, occupancy.extent(), occupancy.cells());
  LargeArray<std::uint8_t> codes(before[records.size()]);
  std::atomic<bool> differs{false};
  const CellCutter cutter(domain, occupancy, surface.surface);
  const WallCoding coding(surface.slip);
  const Extent& n = occupancy.extent();
  team.run_on_parts(n.nz, [&](Range planes, int) {
    for (std::int64_t z = planes.first; z < planes.last; ++z)
      for (std::int64_t y = 0; y < n.ny; ++y)
        cutter.cut_row(y, z, [&](std::int64_t cell, const CutPlaces& cuts) {
          const std::uint32_t number = order[static_cast<std::size_t>(cell)];
          const std::uint32_t first = before[number];
          if (before[number + 1] - first != cuts.places.size()) {
            differs = true;
            return;
          }
          coding.write_codes(cuts, codes.span().subspan(first, cuts.places.size()));
        });
  });
  if (differs)
    throw Error(ExitCode::failure, "The cut links of a cell are not those of the GPU's index",
                "they were found on the host, link by link", "Report this line: it is a fault of this program");
  std::vector<std::uint64_t> of_warps;
  for (std::size_t cell = 0; cell < records.size(); cell += warp_cells) of_warps.push_back(before[cell]);
  codes_ = cuda::Array<std::uint8_t>(codes.size());
  codes_.write(codes.data(), 0, codes.size());
  first_ = cuda::Array<std::uint64_t>(of_warps.size());
  first_.write(of_warps.data(), 0, of_warps.size());
}

template <class Real>
void WallsCuda<Real>::use(const SolverSettings& settings) {
  const CutTable<Real> table(settings);
  table_.write(&table, 0, 1);
  const CutTable<double> exact(settings);
  exact_.write(&exact, 0, 1);
  parameters_ = make_cut_parameters<Real>(settings);
}

template <class Real>
WallView<Real> WallsCuda<Real>::view() const {
  return {codes_.data(), first_.data(), table_.data(), exact_.data(), parameters_};
}

template <class Real>
std::int64_t WallsCuda<Real>::bytes() const {
  return static_cast<std::int64_t>(codes_.bytes() + first_.bytes() + table_.bytes() + exact_.bytes());
}

template class WallsCuda<float>;
template class WallsCuda<double>;

}  // namespace perm
