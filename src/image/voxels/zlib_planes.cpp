// SPDX-License-Identifier: Apache-2.0
// Reads planes out of a stream that zlib or gzip has compressed, so that the image need not be held in memory.
#include <fmt/format.h>
#include <zlib.h>

#include <algorithm>
#include <array>
#include <utility>

#include "core/errors.hpp"
#include "image/source/readable_file.hpp"
#include "image/voxels/raw_planes.hpp"

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

class ZlibPlanes final : public DescribedPlanes {
 public:
  ZlibPlanes(const VoxelPlaces& places, std::int64_t skipped_bytes, const ImageHeader& header, std::string description)
      : DescribedPlanes(header, std::move(description)),
        file_(places.places.front().file),
        first_byte_(places.places.front().offset_bytes),
        big_endian_(places.big_endian),
        skipped_bytes_(skipped_bytes) {
    // A plane that the file cannot hold takes no memory: zlib compresses by a factor of 1032 at most.
    if (plane_bytes() / 1032 > file_.bytes())
      fail(fmt::format("it is too short for one plane of {}", to_string(header_.extent)));
    start();
  }

  void read_plane(std::int64_t z, std::span<std::byte> voxels) override {
    if (z < next_z_) start();
    while (next_z_ <= z) next_plane(voxels);
    if (next_z_ == header_.extent.nz) require_end();
    if (big_endian_) swap_byte_order(header_.type, voxels);
  }

 private:
  [[noreturn]] void fail(const std::string& why) const {
    throw InputError(fmt::format("Cannot read '{}'", file_.path().string()), "damaged or incomplete: " + why,
                     "Copy or export the image again");
  }

  void start() {
    inflateEnd(&stream_);  // the first time there is nothing to end, which zlib allows
    stream_ = {};
    next_byte_ = first_byte_;
    at_end_ = false;
    next_z_ = 0;
    constexpr int largest_window_zlib_or_gzip = 15 + 32;
    if (inflateInit2(&stream_, largest_window_zlib_or_gzip) != Z_OK) fail("zlib does not start");
    std::vector<std::byte> ignored;
    for (std::int64_t left = skipped_bytes_; left > 0; left -= std::ssize(ignored)) {
      ignored.resize(static_cast<std::size_t>(std::min<std::int64_t>(left, 1 << 20)));
      if (inflate_into(ignored) != ignored.size()) fail("its compressed data end before its voxels");
    }
  }

  void next_plane(std::span<std::byte> voxels) {
    if (inflate_into(voxels) != voxels.size())
      fail(fmt::format("its compressed data end in plane {} of {}", next_z_, header_.extent.nz));
    ++next_z_;
  }

  void require_end() {
    std::byte beyond{};
    if (inflate_into({&beyond, 1}) != 0) fail("it holds more than its header says");
    if (!at_end_) fail("its compressed data end early");
  }

  /// Decompresses up to out.size() bytes and says how many there were.
  std::size_t inflate_into(std::span<std::byte> out) {
    std::size_t done = 0;
    while (done < out.size() && !at_end_) {
      if (!has_input()) break;
      const auto room = static_cast<uInt>(std::min<std::size_t>(out.size() - done, 1U << 30U));
      stream_.next_out = reinterpret_cast<Bytef*>(out.data() + done);
      stream_.avail_out = room;
      const int status = inflate(&stream_, Z_NO_FLUSH);
      done += room - stream_.avail_out;
      if (status == Z_STREAM_END)
        end_stream();
      else if (status != Z_OK && status != Z_BUF_ERROR)
        fail(stream_.msg != nullptr ? stream_.msg : "zlib error");
    }
    return done;
  }

  /// Reads on where zlib has taken all it had; false at the end of the file.
  bool has_input() {
    if (stream_.avail_in > 0) return true;
    const std::size_t got = file_.read_some_at(next_byte_, std::as_writable_bytes(std::span(input_)));
    next_byte_ += static_cast<std::int64_t>(got);
    stream_.next_in = reinterpret_cast<Bytef*>(input_.data());
    stream_.avail_in = static_cast<uInt>(got);
    return got > 0;
  }

  /// A gzip file may have several streams, one behind the other. Nothing else may follow.
  void end_stream() {
    constexpr Bytef first_of_gzip = 0x1f;
    at_end_ = !has_input();
    if (at_end_) return;
    if (*stream_.next_in != first_of_gzip || inflateReset(&stream_) != Z_OK) fail("bytes follow its compressed data");
  }

  ReadableFile file_;
  std::int64_t first_byte_;
  bool big_endian_;
  std::int64_t skipped_bytes_;
  Inflater inflater_;
  z_stream& stream_{inflater_.stream};
  std::array<char, 1U << 18U> input_{};
  std::int64_t next_byte_{0};  ///< of the file
  std::int64_t next_z_{0};
  bool at_end_{false};
};

}  // namespace

std::unique_ptr<PlaneSource> open_zlib_planes(const VoxelPlaces& places, std::int64_t skipped_bytes,
                                              const ImageHeader& header, std::string description) {
  return std::make_unique<ZlibPlanes>(places, skipped_bytes, header, std::move(description));
}

}  // namespace perm
