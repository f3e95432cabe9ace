// SPDX-License-Identifier: Apache-2.0
// Reads planes out of a zlib stream, so that a compressed MetaImage need not be held in memory. ITK is not asked for
// these voxels because MetaIO returns what it has, without an error, when the stream is cut short or damaged.
#include <fmt/format.h>
#include <itk_zlib.h>

#include <algorithm>
#include <array>
#include <fstream>

#include "core/errors.hpp"
#include "image/raw_planes.hpp"

namespace perm {
namespace {

/// Ends the stream also when the constructor of its owner throws.
struct Inflater {
  z_stream stream{};
  Inflater() = default;
  ~Inflater() { inflateEnd(&stream); }
  Inflater(const Inflater&) = delete;
  Inflater& operator=(const Inflater&) = delete;
};

class ZlibPlanes final : public PlaneSource {
 public:
  ZlibPlanes(const VoxelPlace& place, const ImageHeader& header, std::string description)
      : place_(place), header_(header), description_(std::move(description)), file_(place.file, std::ios::binary) {
    buffer_.resize(static_cast<std::size_t>(header_.extent.plane_voxels() * size_of(header_.type)));
    start();
    for (std::int64_t z = 0; z < header_.extent.nz; ++z) next_plane();
    std::byte beyond{};
    if (inflate_into({&beyond, 1}) != 0) fail("it holds more than its header says");
    if (!at_end_) fail("its compressed data end early");
    start();
  }

  Extent extent() const override { return header_.extent; }
  std::string description() const override { return description_; }

  void read_plane(std::int64_t z, std::span<double> grey) override {
    if (z < next_z_) start();
    while (next_z_ <= z) next_plane();
    if (place_.big_endian) swap_byte_order(header_.type, buffer_);
    convert_to_grey(header_.type, buffer_, grey);
  }

 private:
  [[noreturn]] void fail(const std::string& why) const {
    throw InputError(fmt::format("Cannot read '{}'", place_.file.string()), "damaged or incomplete: " + why,
                     "Copy or export the image again");
  }

  void start() {
    inflateEnd(&stream_);  // the first time there is nothing to end, which zlib allows
    stream_ = {};
    file_.clear();
    file_.seekg(place_.offset_bytes);
    at_end_ = false;
    next_z_ = 0;
    constexpr int largest_window_zlib_or_gzip = 15 + 32;
    if (inflateInit2(&stream_, largest_window_zlib_or_gzip) != Z_OK) fail("zlib does not start");
  }

  void next_plane() {
    if (inflate_into(buffer_) != buffer_.size())
      fail(fmt::format("its compressed data end in plane {} of {}", next_z_, header_.extent.nz));
    ++next_z_;
  }

  /// Decompresses up to out.size() bytes and says how many there were.
  std::size_t inflate_into(std::span<std::byte> out) {
    std::size_t done = 0;
    while (done < out.size() && !at_end_) {
      if (stream_.avail_in == 0) {
        file_.read(input_.data(), static_cast<std::streamsize>(input_.size()));
        stream_.next_in = reinterpret_cast<Bytef*>(input_.data());
        stream_.avail_in = static_cast<uInt>(file_.gcount());
        if (stream_.avail_in == 0) break;
      }
      const auto room = static_cast<uInt>(std::min<std::size_t>(out.size() - done, 1U << 30U));
      stream_.next_out = reinterpret_cast<Bytef*>(out.data() + done);
      stream_.avail_out = room;
      const int status = inflate(&stream_, Z_NO_FLUSH);
      done += room - stream_.avail_out;
      if (status == Z_STREAM_END)
        at_end_ = true;
      else if (status != Z_OK && status != Z_BUF_ERROR)
        fail(stream_.msg != nullptr ? stream_.msg : "zlib error");
    }
    return done;
  }

  VoxelPlace place_;
  ImageHeader header_;
  std::string description_;
  std::ifstream file_;
  Inflater inflater_;
  z_stream& stream_{inflater_.stream};
  std::array<char, 1U << 16U> input_{};
  std::vector<std::byte> buffer_;
  std::int64_t next_z_{0};
  bool at_end_{false};
};

}  // namespace

std::unique_ptr<PlaneSource> open_zlib_planes(const VoxelPlace& place, const ImageHeader& header,
                                              std::string description) {
  return std::make_unique<ZlibPlanes>(place, header, std::move(description));
}

}  // namespace perm
