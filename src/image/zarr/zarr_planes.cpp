// SPDX-License-Identifier: Apache-2.0
// Planes of an image whose voxels lie in chunks. Sources of several threads share the two rows of chunks that were
// asked for last; who asks for a plane of a row takes part in decompressing it until no chunk is left.
#include <fmt/format.h>

#include <algorithm>
#include <condition_variable>
#include <cstring>
#include <deque>
#include <exception>
#include <mutex>
#include <system_error>
#include <utility>

#include "core/errors.hpp"
#include "image/source/readable_file.hpp"
#include "image/zarr/chunk_codec.hpp"
#include "image/zarr/formats.hpp"
#include "image/zarr/zarr_array.hpp"

namespace perm {
namespace {

/// The planes that one row of chunks has, x fastest.
struct ChunkRow {
  std::int64_t number{0};
  std::vector<std::byte> voxels;
  std::int64_t next{0};  ///< the next chunk that nobody has begun; this and the following are guarded
  std::int64_t done{0};
  std::exception_ptr failure;
};

class ZarrChunks {
 public:
  explicit ZarrChunks(ZarrArray array) : array_(std::move(array)) {
    const std::size_t axes = array_.shape.size();
    for (std::size_t i = 0; i < 3 && i < axes; ++i) {
      voxels_[i] = array_.shape[axes - 1 - i];
      chunk_[i] = array_.chunk[axes - 1 - i];
      chunks_[i] = (voxels_[i] + chunk_[i] - 1) / chunk_[i];
    }
    // How far apart neighbours along x, y, z lie in a chunk, in voxels.
    std::int64_t step = 1;
    for (std::size_t k = 0; k < axes; ++k) {
      const std::size_t axis = array_.is_fortran ? k : axes - 1 - k;
      if (axes - 1 - axis < 3) step_[axes - 1 - axis] = step;
      step *= array_.chunk[axis];
    }
  }

  const ZarrArray& array() const { return array_; }

  void read_plane(std::int64_t z, std::span<std::byte> voxels) {
    const std::shared_ptr<ChunkRow> row = row_of(z / chunk_[2]);
    decompress(*row);
    const auto first = static_cast<std::size_t>(z % chunk_[2]) * voxels.size();
    std::ranges::copy(std::span(row->voxels).subspan(first, voxels.size()), voxels.begin());
  }

 private:
  std::shared_ptr<ChunkRow> row_of(std::int64_t number) {
    constexpr std::size_t most_rows = 2;
    const std::lock_guard lock(changes_);
    for (const auto& row : rows_)
      if (row->number == number) return row;
    auto row = std::make_shared<ChunkRow>();
    row->number = number;
    const std::int64_t planes = std::min(chunk_[2], voxels_[2] - number * chunk_[2]);
    row->voxels.resize(static_cast<std::size_t>(planes * voxels_[1] * voxels_[0] * voxel_bytes()));
    rows_.push_front(row);
    if (rows_.size() > most_rows) rows_.pop_back();
    return row;
  }

  void decompress(ChunkRow& row) {
    const std::int64_t all = chunks_[0] * chunks_[1];
    std::vector<std::byte> chunk;
    std::unique_lock lock(changes_);
    while (row.next < all) {
      const std::int64_t number = row.next++;
      lock.unlock();
      std::exception_ptr failure;
      try {
        take_chunk(row, {number % chunks_[0], number / chunks_[0], row.number}, chunk);
      } catch (...) {
        failure = std::current_exception();
      }
      lock.lock();
      if (failure && !row.failure) row.failure = failure;
      ++row.done;
      is_done_.notify_all();
    }
    is_done_.wait(lock, [&] { return row.done == all; });
    if (row.failure) std::rethrow_exception(row.failure);
  }

  void take_chunk(ChunkRow& row, const std::array<std::int64_t, 3>& place, std::vector<std::byte>& chunk) const {
    const std::size_t axes = array_.shape.size();
    std::string name;
    for (std::size_t axis = 0; axis < axes; ++axis) {
      const std::size_t of_image = axes - 1 - axis;
      name += fmt::format("{}{}", name.empty() ? "" : array_.separator, of_image < 3 ? place[of_image] : 0);
    }
    const std::filesystem::path file = array_.folder / name;
    std::error_code none;
    if (std::filesystem::exists(file, none)) {
      read_chunk(file, chunk);
      return place_chunk(row, place, chunk);
    }
    if (!array_.fill)
      throw InputError(fmt::format("Cannot read '{}'", file.string()),
                       "it is not there, and .zarray has no fill_value for it",
                       "The image is not whole; copy it again");
    chunk.resize(static_cast<std::size_t>(array_.chunk_bytes()));
    for (auto next = chunk.begin(); next != chunk.end(); next += voxel_bytes()) std::ranges::copy(*array_.fill, next);
    place_chunk(row, place, chunk);
  }

  void read_chunk(const std::filesystem::path& path, std::vector<std::byte>& chunk) const {
    const ReadableFile file(path);
    const auto fail = [&](const std::string& why) {
      throw InputError(fmt::format("Cannot read '{}'", path.string()), why, "The image is damaged; copy it again");
    };
    const std::int64_t bytes = array_.chunk_bytes();
    const std::int64_t most = bytes + bytes / 8 + (1 << 16);  // no compressor makes more of what cannot be compressed
    if (file.bytes() > most) fail(fmt::format("it has {} bytes, and a chunk has {}", file.bytes(), bytes));
    if (array_.compressor.empty() && file.bytes() != bytes)
      fail(fmt::format("it has {} bytes, and a chunk has {}", file.bytes(), bytes));
    std::vector<std::byte> compressed(static_cast<std::size_t>(file.bytes()));
    file.read_at(0, compressed);
    chunk.resize(static_cast<std::size_t>(bytes));
    if (!decompress_chunk(array_.compressor, compressed, chunk))
      fail(fmt::format("it is no whole chunk of {} bytes, compressed by {}", bytes, array_.compressor));
    if (array_.big_endian) swap_byte_order(array_.header.type, chunk);
  }

  void place_chunk(ChunkRow& row, const std::array<std::int64_t, 3>& place, std::span<const std::byte> chunk) const {
    std::array<std::int64_t, 3> end{};  // of the voxels of the chunk that the image has
    for (std::size_t i = 0; i < 3; ++i) end[i] = std::min(chunk_[i], voxels_[i] - place[i] * chunk_[i]);
    const auto bytes = static_cast<std::size_t>(voxel_bytes());
    for (std::int64_t z = 0; z < end[2]; ++z)
      for (std::int64_t y = 0; y < end[1]; ++y) {
        std::byte* to =
            row.voxels.data() +
            ((z * voxels_[1] + place[1] * chunk_[1] + y) * voxels_[0] + place[0] * chunk_[0]) * voxel_bytes();
        const std::byte* from = chunk.data() + (z * step_[2] + y * step_[1]) * voxel_bytes();
        if (step_[0] == 1) {
          std::memcpy(to, from, static_cast<std::size_t>(end[0]) * bytes);
          continue;
        }
        for (std::int64_t x = 0; x < end[0]; ++x, to += bytes, from += step_[0] * voxel_bytes())
          std::memcpy(to, from, bytes);
      }
  }

  std::int64_t voxel_bytes() const { return size_of(array_.header.type); }

  ZarrArray array_;
  std::array<std::int64_t, 3> voxels_{1, 1, 1};  ///< along x, y, z, as the following
  std::array<std::int64_t, 3> chunk_{1, 1, 1};
  std::array<std::int64_t, 3> chunks_{1, 1, 1};
  std::array<std::int64_t, 3> step_{1, 1, 1};
  std::mutex changes_;
  std::condition_variable is_done_;
  std::deque<std::shared_ptr<ChunkRow>> rows_;  ///< the latest first
};

class ZarrPlanes final : public DescribedPlanes {
 public:
  explicit ZarrPlanes(std::shared_ptr<ZarrChunks> chunks)
      : DescribedPlanes(chunks->array().header, chunks->array().description), chunks_(std::move(chunks)) {}
  void read_plane(std::int64_t z, std::span<std::byte> voxels) override { chunks_->read_plane(z, voxels); }
  std::unique_ptr<PlaneSource> for_another_thread() const override { return std::make_unique<ZarrPlanes>(chunks_); }

 private:
  std::shared_ptr<ZarrChunks> chunks_;
};

}  // namespace

std::unique_ptr<PlaneSource> open_zarr(const std::filesystem::path& folder) {
  ZarrArray array = read_zarr_array(folder);
  if (const std::string why = why_no_codec(array.compressor); !why.empty())
    throw InputError(fmt::format("Cannot open '{}'", folder.string()),
                     fmt::format("its chunks are compressed by {}, and {}", array.compressor, why),
                     "Build with -DPERMEABILITY_CODECS=ON, or save it with compressor zlib");
  ImageHeader row = array.header;
  row.extent.nz = std::min(row.extent.nz, array.chunk.size() > 2 ? array.chunk[array.chunk.size() - 3] : 1);
  require_memory(row, folder, "Save it in chunks of fewer planes");
  return std::make_unique<ZarrPlanes>(std::make_shared<ZarrChunks>(std::move(array)));
}

}  // namespace perm
