// SPDX-License-Identifier: Apache-2.0
// Brings values of cells from GPU to GPU. Own cells follow each other in the image, because it is cut across z only.
#include <cstddef>
#include <utility>
#include <vector>

#include "darcy/pressure/cuda/make_cuda.hpp"
#include "device/cuda_graph.hpp"
#include "device/gpu.hpp"
#include "solver/cuda/exchange/halo_transport.hpp"

namespace perm {
namespace {

class CellsOnFirstCuda final : public CellsOnFirst {
 public:
  CellsOnFirstCuda(const Communicator& processes, std::int64_t own_cells, Transport asked)
      : is_first_(processes.is_first()), transport_(make_transport(asked, processes)) {
    std::vector<std::size_t> bytes;  // of each process
    const auto counts = processes.gather_to_all(std::span<const std::int64_t>(&own_cells, 1));
    for (const auto& of_process : counts) bytes.push_back(static_cast<std::size_t>(of_process[0]) * sizeof(CellField));
    std::size_t all = 0;
    for (const std::size_t of_process : bytes) all += of_process;
    own_bytes_ = bytes[static_cast<std::size_t>(processes.rank())];
    bytes_ = is_first_ ? all : own_bytes_;
    memory_ = cuda::Array<std::byte>(HaloTransport::own_bytes + bytes_, cuda::MemorySource::device);
    // A process and the first one send their messages with the number of the former as a tag.
    std::byte* place = values();
    if (!is_first_) {
      const int rank = processes.rank();
      parcels_.push_back({0, 2 * rank, 2 * rank + 1, place, bytes_, place, bytes_});
    }
    for (int rank = 1; is_first_ && rank < processes.size(); ++rank) {
      place += bytes[static_cast<std::size_t>(rank - 1)];
      const std::size_t size = bytes[static_cast<std::size_t>(rank)];
      parcels_.push_back({rank, 2 * rank + 1, 2 * rank, place, size, place, size});
    }
    transport_->prepare(memory_.data(), parcels_);
  }

  std::span<CellField> gather(std::span<const CellField> own) override {
    copy(is_first_ ? values() : transport_->where_to_write(parcels_[0]), own.data());
    exchange(is_first_);
    if (!is_first_) return {};
    return {reinterpret_cast<CellField*>(values()), bytes_ / sizeof(CellField)};
  }

  void scatter(std::span<CellField> own) override {
    for (const Parcel& parcel : parcels_)
      if (std::byte* const there = transport_->where_to_write(parcel); is_first_ && there != parcel.leaving)
        cuda::check(
            cudaMemcpyAsync(there, parcel.leaving, parcel.leaving_bytes, cudaMemcpyDefault, cuda::step_stream()),
            "sending fields of cells");
    exchange(!is_first_);
    cuda::check(cudaMemcpyAsync(own.data(), values(), own_bytes_, cudaMemcpyDefault, cuda::step_stream()),
                "copying fields of cells");
    cuda::finish("bringing fields to other processes");
  }

 private:
  std::byte* values() { return memory_.data() + HaloTransport::own_bytes; }
  void copy(std::byte* to, const CellField* own) const {
    cuda::check(cudaMemcpyAsync(to, own, own_bytes_, cudaMemcpyDefault, cuda::step_stream()),
                "copying fields of cells");
  }
  /// Messages go one way: to those that get something.
  void exchange(bool gets) {
    std::vector<Parcel> one_way = parcels_;
    for (Parcel& parcel : one_way) (gets ? parcel.leaving_bytes : parcel.coming_bytes) = 0;
    transport_->exchange(one_way, cuda::step_stream());
    cuda::finish("bringing fields to another process");
  }

  bool is_first_;
  std::size_t own_bytes_{0};
  std::size_t bytes_{0};
  cuda::Array<std::byte> memory_;  ///< what belongs to the transport, then values: of all cells in the first process
  std::vector<Parcel> parcels_;
  std::unique_ptr<HaloTransport> transport_;
};

}  // namespace

std::unique_ptr<CellsOnFirst> make_cells_on_first_cuda(const Communicator& processes, std::int64_t own_cells,
                                                       Transport transport) {
  require_cuda();
  return std::make_unique<CellsOnFirstCuda>(processes, own_cells, transport);
}

}  // namespace perm
