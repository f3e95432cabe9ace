// SPDX-License-Identifier: Apache-2.0
#include "streaming/thermal/cuda/gas_cuda.hpp"

#include <utility>
#include <vector>

#include "device/gpu.hpp"
#include "streaming/thermal/cuda/gas_exchange_cuda.hpp"
#include "streaming/thermal/sites/require_gas.hpp"
#include "streaming/thermal/sites/stepped_gas.hpp"

namespace perm::thermal {
namespace {

/// A thread a site: the threads of a block have sites of a column, which lie beside each other.
template <class Pass>
__global__ void __launch_bounds__(most_block)
    run_pass(Range x, Range y, unsigned blocks_a_column, const __grid_constant__ Pass pass) {
  const std::int64_t at_x = x.first + blockIdx.x / blocks_a_column;
  const std::int64_t at_y = y.first + std::int64_t{blockIdx.x % blocks_a_column} * blockDim.x + threadIdx.x;
  if (at_y < y.last) pass(at_x, at_y);
}

class CudaMachine {
 public:
  template <class T>
  using Array = cuda::Array<T>;

  CudaMachine(int block, const Communicator& processes, Transport transport)
      : block_(block), name_(gpu_name()), exchange_(processes, transport) {}

  template <class Pass>
  void run(Queue queue, const Rectangle& sites, const Pass& pass) const {
    if (sites.sites() <= 0) return;
    const bool is_row = sites.y.size() < cuda::warp_size && sites.x.size() > sites.y.size();
    const auto block = static_cast<unsigned>(is_row ? cuda::warp_size : block_);
    const auto blocks = static_cast<unsigned>((sites.y.size() + block - 1) / block);
    run_pass<<<static_cast<unsigned>(sites.x.size()) * blocks, block, 0,
               queue == Queue::steps ? cuda::step_stream() : exchange_.stream()>>>(sites.x, sites.y, blocks, pass);
    cuda::check(cudaGetLastError(), "launching a step of a gas");
  }

  void prepare_exchange(const Neighbours& along_x, std::int64_t values_x, const Neighbours& along_y,
                        std::int64_t values_y) {
    exchange_.prepare(along_x, values_x, along_y, values_y);
  }
  double* leaving(FaceAxis axis, int sign) { return exchange_.leaving(axis, sign); }
  double* came(FaceAxis axis, int sign) { return exchange_.came(axis, sign); }
  void fork() { exchange_.fork(); }
  void join() { exchange_.join(); }
  void send(FaceAxis axis) { exchange_.send(axis); }

  void finish() const { cuda::finish("stepping a gas"); }
  void clear(cuda::Array<double>& values) const { values.clear(); }
  void copy_in(std::span<const double> from, cuda::Array<double>& to) const { to.write(from.data(), 0, from.size()); }
  std::vector<double> copy_out(const cuda::Array<double>& from) const {
    std::vector<double> values(from.size());
    from.read(values.data(), 0, values.size());
    return values;
  }
  std::string description() const {
    const std::string transport = exchange_.transport();
    return transport.empty() ? "cuda, " + name_ : "cuda, " + name_ + ", transport " + transport;
  }

 private:
  int block_;
  std::string name_;
  GasExchangeCuda exchange_;
};

}  // namespace

std::unique_ptr<GasLattice> make_gas_cuda(const GasBox& box, const GasChoice& choice) {
  require_cuda();
  return make_stepped_gas(CudaMachine(choice.block, choice.processes, choice.transport), box, choice);
}

}  // namespace perm::thermal
