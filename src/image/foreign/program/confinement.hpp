// SPDX-License-Identifier: Apache-2.0
// What permeability-read-image forbids itself before it looks at a file that may be hostile: memory that the voxels do
// not justify, files besides those of the image, other programs, the network. A fault of a parser then harms no more
// than the image that it came from.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace perm::foreign {

/// Leaves only the two descriptors that the parent gave, ends this process when the parent does, and forbids core
/// files, files that grow and other programs for good.
void confine_process();

/// From now on only these files can be opened, and only to be read. What is not there does not count. Where the
/// system does not know Landlock (Linux before 5.13), the call does nothing.
void allow_files_only(const std::vector<std::string>& paths);

/// The memory that this process may take: what it has at its start, a fixed amount for headers, and what is allowed.
class MemoryBound {
 public:
  /// `most_bytes` bounds all memory after the start for good; 0: nothing does.
  explicit MemoryBound(std::int64_t most_bytes);
  /// Allows `bytes` besides those for headers. An earlier allowance ends.
  void allow(std::int64_t bytes);

 private:
  std::int64_t at_start_{0};
  std::int64_t most_{0};
};

}  // namespace perm::foreign
