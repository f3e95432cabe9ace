// SPDX-License-Identifier: Apache-2.0
// Says what is known of the CPU of this machine.
#include <algorithm>

#include "core/memory_limits.hpp"
#include "solver/cpu/make_cpu.hpp"

namespace perm {
namespace {

class CpuFacts final : public DeviceFacts {
 public:
  std::string why_absent() const override { return {}; }
  bool uses_host_memory() const override { return true; }
  void require() const override {}
  std::string name() const override { return "cpu"; }
  std::string name_in_text() const override { return "the CPU"; }
  std::int64_t most_bytes() const override { return free_bytes(); }
  std::int64_t free_bytes() const override {
    const auto limit = find_tightest_memory_limit();
    return limit ? std::max<std::int64_t>(1, limit->free) : 0;
  }
  std::int64_t used_bytes() const override { return 0; }
  std::string where_memory_is() const override { return {}; }
  std::string memory_remedy() const override {
    return "Solve a part of the image, use float32, or use a machine with more memory";
  }
};

}  // namespace

const DeviceFacts& cpu_facts() {
  static const CpuFacts facts;
  return facts;
}

}  // namespace perm
