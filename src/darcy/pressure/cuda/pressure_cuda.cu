// SPDX-License-Identifier: Apache-2.0
#include <optional>
#include <utility>

#include "darcy/pressure/cell_rates_on.hpp"
#include "darcy/pressure/cuda/make_cuda.hpp"
#include "darcy/pressure/cuda/pieces_on_first_cuda.hpp"
#include "darcy/pressure/darcy_flow_on.hpp"
#include "device/gpu.hpp"
#include "laplace/cuda/cell_loops_cuda.cuh"

namespace perm {
namespace {

/// Hands over the distributions of a cell.
template <class QuantaOf>
struct OfMeasuredCell {
  const double* before;
  const double* after;
  QuantaOf quanta_of;

  __device__ std::int64_t operator()(std::size_t cell) const {
    return quanta_of(cell, before + d3q19::directions * cell, after + d3q19::directions * cell);
  }
};

struct ListsOnGpu {
  template <class Value>
  using List = laplace_cuda::ZeroList<Value>;

  template <class Value>
  static void copy(const Value* values, std::size_t count, List<Value>& list) {
    if (count > 0) list.write(values, 0, count);
  }

  template <class Visit>
  static void for_each(std::size_t count, const Visit& visit) {
    laplace_cuda::for_each(count, visit);
  }

  template <class QuantaOf>
  static __int128 sum(std::size_t count, const QuantaOf& quanta_of) {
    return laplace_cuda::sum_quanta(count, quanta_of);
  }

  class Distributions {
   public:
    explicit Distributions(const MeasuredCells& measured)
        : before_(d3q19::directions * measured.count()), after_(before_.size()) {}

    void keep(const Backend& backend, const MeasuredCells& measured) {
      backend.read_ranges(measured.own, {before_.data(), before_.size()});
    }

    template <class QuantaOf>
    __int128 sum(const Backend& backend, const MeasuredCells& measured, const QuantaOf& quanta_of) {
      backend.read_ranges(measured.own, {after_.data(), after_.size()});
      return laplace_cuda::sum_quanta(measured.count(),
                                      OfMeasuredCell<QuantaOf>{before_.data(), after_.data(), quanta_of});
    }

   private:
    List<double> before_;
    List<double> after_;
  };
};

}  // namespace

std::unique_ptr<DarcyFlow> make_darcy_flow_cuda(PoreConductances pores, Axis direction, Transport transport) {
  require_cuda();
  const auto make_solver = [&](const Domain& domain, const SharedPieces& pieces, laplace_cuda::JoinedPieces own) {
    const Communicator& processes = domain.processes();
    if (processes.is_alone()) return CellLoopsCuda::Solver(LaplaceSolverCuda(std::move(own)));
    laplace_cuda::JoinedPieces all = gather_pieces(domain, pieces, std::move(own), transport);
    std::optional<LaplaceSolverCuda> solver;
    if (processes.is_first()) solver.emplace(std::move(all));
    return CellLoopsCuda::Solver(processes, make_pieces_on_first_cuda(processes, pieces, transport), std::move(solver));
  };
  return std::make_unique<DarcyFlowOn<CellLoopsCuda>>(DrivenImage(pores, direction), pores.cells, pores.widths.span(),
                                                      pores.of_edge, make_solver);
}

std::unique_ptr<CellRates> make_cell_rates_cuda(std::size_t cells, const MeasuredCells& measured) {
  require_cuda();
  return std::make_unique<CellRatesOn<ListsOnGpu>>(cells, measured);
}

}  // namespace perm
