// SPDX-License-Identifier: Apache-2.0
#include "solver/cuda/part_sums_cuda.hpp"

namespace perm {
namespace {

constexpr int threads = 128;
unsigned blocks_for(std::int64_t items) { return static_cast<unsigned>((items + threads - 1) / threads); }

struct CopiesView {
  const unsigned long long* limbs;
  std::int64_t parts;
  std::int64_t copies;

  /// Gives the sum of a part over all copies. A low limb has room for those of all copies: each value has added 32
  /// bits.
  __device__ __int128 sum(std::int64_t part) const {
    unsigned long long low = 0;
    unsigned long long high = 0;
    for (std::int64_t copy = 0; copy < copies; ++copy) {
      low += limbs[2 * (copy * parts + part)];
      high += limbs[2 * (copy * parts + part) + 1];
    }
    return static_cast<__int128>(static_cast<long long>(high)) * (__int128{1} << 32) + low;
  }
};

__device__ std::int64_t thread_number() { return std::int64_t{blockIdx.x} * blockDim.x + threadIdx.x; }

__global__ void count_filled_parts(const __grid_constant__ CopiesView sums, unsigned long long* count) {
  const std::int64_t part = thread_number();
  const int filled = __syncthreads_count(part < sums.parts && sums.sum(part) != 0 ? 1 : 0);
  if (threadIdx.x == 0 && filled > 0) atomicAdd(count, static_cast<unsigned long long>(filled));
}

/// Counts the filled parts outside of `own`, and writes them to a list where there is one.
__global__ void list_parts_beyond(const __grid_constant__ CopiesView sums, std::int64_t own_first,
                                  std::int64_t own_last, PartSum* list, unsigned long long* count) {
  const std::int64_t part = thread_number();
  if (part >= sums.parts || (part >= own_first && part < own_last)) return;
  const __int128 sum = sums.sum(part);
  if (sum == 0) return;
  const unsigned long long at = atomicAdd(count, 1ULL);
  if (list != nullptr) list[at] = {part, sum};
}

/// A part may be on the list several times.
__global__ void add_to_parts(const PartSum* list, std::int64_t count, unsigned long long* limbs) {
  const std::int64_t i = thread_number();
  if (i >= count) return;
  atomicAdd(limbs + 2 * list[i].part, static_cast<unsigned long long>(list[i].quanta) & 0xffffffffULL);
  atomicAdd(limbs + 2 * list[i].part + 1, static_cast<unsigned long long>(list[i].quanta >> 32));
}

__global__ void find_sums(const __grid_constant__ CopiesView sums, std::int64_t first, std::int64_t count, double scale,
                          double* in_units) {
  const std::int64_t i = thread_number();
  if (i < count) in_units[i] = static_cast<double>(sums.sum(first + i)) / scale;
}

}  // namespace

PartSumsCuda::PartSumsCuda(std::int64_t parts, std::int64_t copies)
    : parts_(parts), copies_(copies), values_(static_cast<std::size_t>(copies * parts * 2)), not_finite_(1) {}

void PartSumsCuda::clear(double scale) {
  scale_ = scale;
  values_.clear();
  not_finite_.clear();
}

bool PartSumsCuda::is_finite() const {
  unsigned not_finite = 0;
  not_finite_.read(&not_finite, 0, 1);
  return not_finite == 0;
}

std::int64_t PartSumsCuda::count_filled() const {
  cuda::Array<unsigned long long> count(1);
  count.clear();
  if (parts_ > 0) count_filled_parts<<<blocks_for(parts_), threads>>>({values_.data(), parts_, copies_}, count.data());
  unsigned long long filled = 0;
  count.read(&filled, 0, 1);
  return static_cast<std::int64_t>(filled);
}

std::vector<PartSum> PartSumsCuda::list_beyond(const Range& own) const {
  if (parts_ == 0) return {};
  cuda::Array<unsigned long long> count(1);
  const auto list_to = [&](PartSum* list) {
    count.clear();
    list_parts_beyond<<<blocks_for(parts_), threads>>>({values_.data(), parts_, copies_}, own.first, own.last, list,
                                                       count.data());
    unsigned long long found = 0;
    count.read(&found, 0, 1);
    return static_cast<std::size_t>(found);
  };
  cuda::Array<PartSum> list(list_to(nullptr));
  std::vector<PartSum> beyond(list.size() > 0 ? list_to(list.data()) : 0);
  list.read(beyond.data(), 0, beyond.size());
  return beyond;
}

void PartSumsCuda::add(std::span<const PartSum> more) {
  if (more.empty()) return;
  cuda::Array<PartSum> list(more.size());
  list.write(more.data(), 0, more.size());
  const auto count = static_cast<std::int64_t>(more.size());
  add_to_parts<<<blocks_for(count), threads>>>(list.data(), count, values_.data());
  cuda::finish("adding the sums of another process");
}

void PartSumsCuda::read_sums(std::int64_t first, std::span<double> in_units) const {
  if (in_units.empty()) return;
  cuda::Array<double> on_device(in_units.size());
  const auto count = static_cast<std::int64_t>(in_units.size());
  find_sums<<<blocks_for(count), threads>>>({values_.data(), parts_, copies_}, first, count, scale_, on_device.data());
  cuda::check(cudaGetLastError(), "summing speeds");
  on_device.read(in_units.data(), 0, in_units.size());
}

}  // namespace perm
