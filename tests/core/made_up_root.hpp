// SPDX-License-Identifier: Apache-2.0
// A folder that stands for "/" in tests of what the operating system tells: its files say what the test wants.
#pragma once

#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <string>

namespace perm {

class MadeUpRoot : public testing::Test {
 protected:
  MadeUpRoot() : root_(std::filesystem::temp_directory_path() / ("permeability-root-" + std::to_string(::getpid()))) {
    std::filesystem::remove_all(root_);
    std::filesystem::create_directories(root_);
  }
  ~MadeUpRoot() override { std::filesystem::remove_all(root_); }

  const std::filesystem::path& root() const { return root_; }
  /// Writes a file below the root, with its folders.
  void write(const std::string& path, const std::string& text) const {
    std::filesystem::create_directories((root_ / path).parent_path());
    std::ofstream(root_ / path) << text;
  }
  /// Writes that this process is in group `name` of version 2, which is mounted at /sys/fs/cgroup.
  void put_into_version_2(const std::string& name, const std::string& top = "/") const {
    write("proc/self/cgroup", "0::" + name + "\n");
    write("proc/self/mountinfo", "22 1 0:21 / /proc rw - proc proc rw\n30 23 0:26 " + top +
                                     " /sys/fs/cgroup rw,nosuid shared:4 - cgroup2 cgroup2 rw,nsdelegate\n");
  }

 private:
  std::filesystem::path root_;
};

}  // namespace perm
