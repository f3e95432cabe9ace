// SPDX-License-Identifier: Apache-2.0
#include "streaming/thermal/cpu/gas_cpu.hpp"

#include <fmt/format.h>
#include <omp.h>

#include <algorithm>
#include <cstddef>
#include <vector>

#include "core/large_array.hpp"
#include "streaming/thermal/sites/stepped_gas.hpp"

namespace perm::thermal {
namespace {

class CpuMachine {
 public:
  template <class T>
  using Array = LargeArray<T>;

  CpuMachine(int threads, Communicator processes) : threads_(threads), processes_(std::move(processes)) {}

  template <class Pass>
  void run(Queue /*queue*/, const Rectangle& sites, const Pass& pass) const {
    const int threads = sites.sites() < 1000 ? 1 : threads_;  // starting them takes as long as so many sites
#pragma omp parallel for collapse(2) schedule(static) num_threads(threads)  // nothing in it throws
    for (std::int64_t x = sites.x.first; x < sites.x.last; ++x)
      for (std::int64_t y = sites.y.first; y < sites.y.last; ++y) pass(x, y);
  }

  void prepare_exchange(const Neighbours& along_x, std::int64_t values_x, const Neighbours& along_y,
                        std::int64_t values_y) {
    faces_[0] = make_face(along_x, values_x);
    faces_[1] = make_face(along_y, values_y);
  }
  double* leaving(FaceAxis axis, int sign) { return face(axis).leaving[sign > 0 ? 1 : 0].data(); }
  double* came(FaceAxis axis, int sign) { return face(axis).came[sign > 0 ? 1 : 0].data(); }
  void fork() const {}
  void join() const {}
  void send(FaceAxis axis) {
    Face& at = face(axis);
    Messages messages;
    // What travels upwards (1) comes from below and goes above; its tag tells it from what travels downwards.
    const int from[2] = {at.beside.above, at.beside.below};
    const int to[2] = {at.beside.below, at.beside.above};
    for (std::size_t way = 0; way < 2; ++way)
      if (from[way] >= 0 && from[way] != processes_.rank())
        processes_.start_to_receive(from[way], tag(axis, way), std::as_writable_bytes(std::span(at.came[way])),
                                    messages);
    for (std::size_t way = 0; way < 2; ++way)
      if (to[way] >= 0 && to[way] != processes_.rank())
        processes_.start_to_send(to[way], tag(axis, way), std::as_bytes(std::span(at.leaving[way])), messages);
    messages.wait();
    if (at.beside.above == processes_.rank()) std::swap(at.came, at.leaving);
  }

  void finish() const {}
  void clear(LargeArray<double>& values) const { std::ranges::fill(values, 0.0); }
  void copy_in(std::span<const double> from, LargeArray<double>& to) const { std::ranges::copy(from, to.begin()); }
  std::vector<double> copy_out(const LargeArray<double>& from) const { return {from.begin(), from.end()}; }
  std::string description() const { return fmt::format("cpu, {} thread{}", threads_, threads_ == 1 ? "" : "s"); }

 private:
  /// The messages of an axis, by the way that they travel: 0 downwards, 1 upwards.
  struct Face {
    Neighbours beside;
    std::array<std::vector<double>, 2> leaving;
    std::array<std::vector<double>, 2> came;
  };
  static Face make_face(const Neighbours& beside, std::int64_t values) {
    const std::vector<double> message(static_cast<std::size_t>(values));
    return {beside, {message, message}, {message, message}};
  }
  Face& face(FaceAxis axis) { return faces_[axis == FaceAxis::x ? 0 : 1]; }
  static int tag(FaceAxis axis, std::size_t way) { return static_cast<int>(way) + (axis == FaceAxis::x ? 1 : 3); }

  int threads_;
  Communicator processes_;
  std::array<Face, 2> faces_{};
};

}  // namespace

std::unique_ptr<GasLattice> make_gas_cpu(const GasBox& box, const GasChoice& choice) {
  return make_stepped_gas(CpuMachine(choice.threads > 0 ? choice.threads : omp_get_max_threads(), choice.processes),
                          box, choice);
}

}  // namespace perm::thermal
