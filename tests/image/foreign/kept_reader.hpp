// SPDX-License-Identifier: Apache-2.0
// One child that reads many files: starting a child for each would take most of the time.
#pragma once

#include <algorithm>
#include <memory>
#include <string>
#include <vector>

#include "image/foreign/foreign_fixture.hpp"
#include "image/source/image_header.hpp"

namespace perm {

class KeptReader {
 public:
  /// Reads a file, all planes up to `most_planes` of it. Throws as ForeignImage does; another child then goes on where
  /// this one has ended.
  std::unique_ptr<PlaneSource> read(foreign::FileKind kind, const std::filesystem::path& path,
                                    std::int64_t most_planes = 64) {
    try {
      if (!process_) start();
      return read_planes(encode(foreign::OpenRequest{kind, path.string(), {""}}), most_planes);
    } catch (const Error& error) {
      if (std::string(error.what()).find("its reader") != std::string::npos) {
        process_.reset();
        ++ends_;
      }
      throw;
    }
  }
  /// Counts the children that crashed or were ended.
  int ends() const { return ends_; }

 private:
  void start() {
    constexpr std::int64_t most_memory = std::int64_t{2} << 30U;
    process_ = std::make_unique<foreign::ReaderProcess>(foreign::Reader{PERM_READER, 10, 20},
                                                        foreign::ReaderTask{"Cannot read", 0, most_memory});
  }

  std::unique_ptr<PlaneSource> read_planes(const std::string& request, std::int64_t most_planes) {
    foreign::Frame frame = process_->ask(foreign::MessageKind::open, request);
    std::string header(static_cast<std::size_t>(frame.bytes), '\0');
    process_->receive(std::as_writable_bytes(std::span(header)));
    foreign::HeaderNumbers numbers;
    if (frame.kind != foreign::MessageKind::header || header.size() < sizeof(numbers))
      process_->refuse_answer("no header");
    std::memcpy(&numbers, header.data(), sizeof(numbers));
    ImageHeader image{{numbers.extent[0], numbers.extent[1], std::min(numbers.extent[2], most_planes)},
                      static_cast<VoxelType>(numbers.type)};
    const auto plane = static_cast<std::size_t>(image.extent.plane_voxels() * size_of(image.type));
    std::vector<std::byte> voxels;
    for (std::int64_t z = 0; z < image.extent.nz; ++z) {
      frame = process_->ask(foreign::MessageKind::read_plane, {reinterpret_cast<const char*>(&z), sizeof(z)});
      if (frame.kind != foreign::MessageKind::plane || frame.bytes != plane) process_->refuse_answer("no plane");
      voxels.resize(voxels.size() + plane);
      process_->receive(std::span(voxels).last(plane));
    }
    return std::make_unique<WholeImage>(image, std::move(voxels), "");
  }

  std::unique_ptr<foreign::ReaderProcess> process_;
  int ends_{0};
};

}  // namespace perm
