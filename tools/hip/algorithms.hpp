// SPDX-License-Identifier: Apache-2.0
// What the sources use of CUB and Thrust, by rocPRIM, which Debian has in place of hipCUB and rocThrust. The headers
// beside it have the names that the sources include. tools/campaign hip compiles by it, and nothing has run with it.
#pragma once

#include <hip/hip_runtime.h>

#include <rocprim/rocprim.hpp>

namespace thrust {

template <class Value>
auto make_counting_iterator(Value first) {
  return rocprim::make_counting_iterator(first);
}
template <class Value>
auto counting_iterator(Value first) {
  return rocprim::make_counting_iterator(first);
}
template <class Iterator, class Function>
auto make_transform_iterator(Iterator iterator, Function function) {
  return rocprim::make_transform_iterator(iterator, function);
}
template <class T>
using plus = rocprim::plus<T>;

}  // namespace thrust

namespace cub {

template <class T>
struct DoubleBuffer : rocprim::double_buffer<T> {
  DoubleBuffer(T* current, T* alternate) : rocprim::double_buffer<T>(current, alternate) {}
  T* Current() const { return this->current(); }
  T* Alternate() const { return this->alternate(); }
};

struct DeviceScan {
  template <class In, class Out>
  static hipError_t InclusiveSum(void* scratch, std::size_t& bytes, In in, Out out, std::size_t count,
                                 hipStream_t stream = 0) {
    using T = typename std::iterator_traits<In>::value_type;
    return rocprim::inclusive_scan(scratch, bytes, in, out, count, rocprim::plus<T>(), stream);
  }
  template <class In, class Out>
  static hipError_t ExclusiveSum(void* scratch, std::size_t& bytes, In in, Out out, std::size_t count,
                                 hipStream_t stream = 0) {
    using T = typename std::iterator_traits<In>::value_type;
    return rocprim::exclusive_scan(scratch, bytes, in, out, T{0}, count, rocprim::plus<T>(), stream);
  }
};

struct DeviceSelect {
  template <class In, class Out, class Found, class Choice>
  static hipError_t If(void* scratch, std::size_t& bytes, In in, Out out, Found found, std::size_t count, Choice choice,
                       hipStream_t stream = 0) {
    return rocprim::select(scratch, bytes, in, out, found, count, choice, stream);
  }
};

struct DeviceReduce {
  template <class Keys, class Unique, class Values, class Sums, class Found, class Operation>
  static hipError_t ReduceByKey(void* scratch, std::size_t& bytes, Keys keys, Unique unique, Values values, Sums sums,
                                Found found, Operation operation, std::size_t count, hipStream_t stream = 0) {
    using Key = typename std::iterator_traits<Keys>::value_type;
    return rocprim::reduce_by_key(scratch, bytes, keys, values, count, unique, sums, found, operation,
                                  rocprim::equal_to<Key>(), stream);
  }
};

struct DeviceRadixSort {
  template <class Key, class Value>
  static hipError_t SortPairs(void* scratch, std::size_t& bytes, const Key* keys, Key* sorted_keys, const Value* values,
                              Value* sorted_values, std::size_t count, int first_bit = 0, int end_bit = 8 * sizeof(Key),
                              hipStream_t stream = 0) {
    return rocprim::radix_sort_pairs(scratch, bytes, keys, sorted_keys, values, sorted_values, count, first_bit,
                                     end_bit, stream);
  }
  template <class Key, class Value>
  static hipError_t SortPairs(void* scratch, std::size_t& bytes, DoubleBuffer<Key>& keys, DoubleBuffer<Value>& values,
                              std::size_t count, int first_bit = 0, int end_bit = 8 * sizeof(Key),
                              hipStream_t stream = 0) {
    return rocprim::radix_sort_pairs(scratch, bytes, keys, values, count, first_bit, end_bit, stream);
  }
  template <class Key>
  static hipError_t SortKeys(void* scratch, std::size_t& bytes, DoubleBuffer<Key>& keys, std::size_t count,
                             int first_bit = 0, int end_bit = 8 * sizeof(Key), hipStream_t stream = 0) {
    return rocprim::radix_sort_keys(scratch, bytes, keys, count, first_bit, end_bit, stream);
  }
};

template <class T, int threads>
class BlockScan {
  using Scan = rocprim::block_scan<T, threads>;

 public:
  using TempStorage = typename Scan::storage_type;
  __device__ explicit BlockScan(TempStorage& storage) : storage_(storage) {}
  __device__ void ExclusiveSum(T value, T& sum, T& all) { Scan().exclusive_scan(value, sum, T{0}, all, storage_); }
  __device__ void ExclusiveSum(T value, T& sum) { Scan().exclusive_scan(value, sum, T{0}, storage_); }

 private:
  TempStorage& storage_;
};

}  // namespace cub
