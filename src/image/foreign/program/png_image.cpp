// SPDX-License-Identifier: Apache-2.0
// PNG (ISO 15948) with one grey value a pixel, decoded by libpng, which also finds what is damaged. Pixels of 1, 2 and
// 4 bits become 8 bits, of which the largest is white, or keep their numbers where the file says how many bits count.
// Parts of the file that are for display (gamma, profiles, texts) are passed over. Where libpng cannot go on it jumps
// back, so that no function between has anything to tidy up.
#include <fmt/format.h>
#include <png.h>

#include <array>
#include <bit>
#include <csetjmp>
#include <cstdint>
#include <cstdio>
#include <memory>
#include <new>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "image/foreign/program/file_bytes.hpp"
#include "image/foreign/program/image_file.hpp"

namespace perm::foreign {
namespace {

constexpr const char* as_tiff = "Save it as TIFF";
constexpr const char* damaged_header = "The header must be damaged";
constexpr std::size_t head_bytes = 26;  // up to the type of colours

class Decoder {
 public:
  explicit Decoder(const std::string& path)
      : head_(ReadableFile(path), 0, head_bytes), file_(std::fopen(path.c_str(), "rb"), &std::fclose) {
    if (!file_) throw Refusal("it cannot be opened");
    if (head_.text(0, 8) != "\x89PNG\r\n\x1a\n") throw Refusal("it does not begin as a PNG file does");
    png_ = png_create_read_struct(PNG_LIBPNG_VER_STRING, this, end_with_error, ignore_warning);
    if (png_ == nullptr) refuse();
  }
  Decoder(const Decoder&) = delete;
  Decoder& operator=(const Decoder&) = delete;
  ~Decoder() { png_destroy_read_struct(&png_, &info_, nullptr); }

  /// Reads all that stands before the pixels.
  FileFacts read_facts() {
    read_header();
    require_header_first();
    take_bits_that_count();
    const bool has_palette = png_get_color_type(png_, info_) == PNG_COLOR_TYPE_PALETTE;
    const bool has_transparency = png_get_valid(png_, info_, PNG_INFO_tRNS) != 0;
    require_one_number((has_palette ? 3 : png_get_channels(png_, info_)) + (has_transparency ? 1 : 0));
    FileFacts facts;
    facts.extent = {png_get_image_width(png_, info_), png_get_image_height(png_, info_), 1};
    facts.type = png_get_bit_depth(png_, info_) == 16 ? VoxelType::uint16 : VoxelType::uint8;
    facts.format = fmt::format("PNG, {}", name_of(facts.type));
    return facts;
  }

  /// Then fills `voxels`, which have the bytes of an image with these facts, and reads on to the end of the file.
  void read_voxels(std::span<std::byte> voxels) {
    const std::size_t row_bytes = voxels.size() / png_get_image_height(png_, info_);
    std::vector<png_bytep> rows;
    for (std::size_t at = 0; at < voxels.size(); at += row_bytes)
      rows.push_back(reinterpret_cast<png_bytep>(voxels.data() + at));
    read_rows(rows.data());
  }

 private:
  static void end_with_error(png_structp png, png_const_charp words) {
    auto& problem = static_cast<Decoder*>(png_get_error_ptr(png))->problem_;
    std::snprintf(problem.data(), problem.size(), "%s", words);
    png_longjmp(png, 1);
  }

  static void ignore_warning(png_structp /*png*/, png_const_charp /*words*/) {}

  static void read_bytes(png_structp png, png_bytep bytes, std::size_t count) {
    auto* const file = static_cast<std::FILE*>(png_get_io_ptr(png));
    if (std::fread(bytes, 1, count, file) != count) png_error(png, "it is cut short");
  }

  void read_header() {
    if (setjmp(png_jmpbuf(png_)) != 0) refuse();  // NOLINT(cert-err52-cpp): libpng has no other way out
    info_ = png_create_info_struct(png_);
    if (info_ == nullptr) png_error(png_, "Out of memory");
    png_set_read_fn(png_, file_.get(), read_bytes);
    png_set_keep_unknown_chunks(png_, PNG_HANDLE_CHUNK_NEVER, nullptr, -1);
    png_set_keep_unknown_chunks(png_, PNG_HANDLE_CHUNK_ALWAYS, reinterpret_cast<png_const_bytep>("acTL\0sBIT"), 2);
    png_read_info(png_, info_);
  }

  void read_rows(png_bytepp rows) {
    if (setjmp(png_jmpbuf(png_)) != 0) refuse();  // NOLINT(cert-err52-cpp): as above
    png_set_expand_gray_1_2_4_to_8(png_);
    if (bits_that_count_.gray != 0) png_set_shift(png_, &bits_that_count_);
    if (std::endian::native == std::endian::little) png_set_swap(png_);
    png_read_image(png_, rows);
    png_read_end(png_, nullptr);
  }

  void require_header_first() const {
    if (head_.text(8, 8) != std::string_view("\0\0\0\x0dIHDR", 8))
      throw Refusal("its header does not stand where it begins");
  }

  /// Refuses what the chunks say that libpng has kept for this function.
  void take_bits_that_count() {
    const png_byte depth = png_get_bit_depth(png_, info_);
    png_unknown_chunkp kept = nullptr;
    const int count = png_get_unknown_chunks(png_, info_, &kept);
    for (const png_unknown_chunk& chunk : std::span(kept, static_cast<std::size_t>(count))) {
      if (std::string_view(reinterpret_cast<const char*>(chunk.name)) == "acTL")
        throw Refusal("it is an animation of several images", as_tiff);
      if (chunk.size > 0 && chunk.data[0] != depth)
        throw Refusal(fmt::format("it says that {} of {} bits count", chunk.data[0], depth), as_tiff);
      bits_that_count_.gray = depth;
    }
  }

  /// Says what libpng has said.
  [[noreturn]] void refuse() const {
    const std::string_view problem = problem_.data();
    if (problem.empty() || problem.find("memory") != std::string_view::npos) throw std::bad_alloc();
    if (problem.starts_with("it ")) throw Refusal(std::string(problem));
    require_header_first();
    if (problem == "Invalid IHDR data") refuse_header();
    if (problem.ends_with(": CRC error") || problem.ends_with(": incorrect data check"))
      throw Refusal(fmt::format("it is damaged: the checksum of its part '{}' is wrong", problem.substr(0, 4)));
    if (problem.find("Missing PLTE") != std::string_view::npos)
      throw Refusal("its numbers stand for colours, and its table of colours is missing", as_tiff);
    if (problem == "IEND: out of place") throw Refusal("no pixels are in it");
    throw Refusal(fmt::format("it is damaged: {}", problem));
  }

  [[noreturn]] void refuse_header() const {
    constexpr std::uint64_t longest = 1'000'000;  // libpng allows no more
    const std::uint64_t width = head_.big(16, 4);
    const std::uint64_t height = head_.big(20, 4);
    if (width < 1 || height < 1 || width > longest || height > longest)
      throw Refusal(fmt::format("its header says {} x {}", width, height), damaged_header);
    throw Refusal(
        fmt::format("its header says {} bits of colour type {}, which no PNG has", head_.big(24, 1), head_.big(25, 1)),
        damaged_header);
  }

  Bytes head_;
  std::unique_ptr<std::FILE, int (*)(std::FILE*)> file_;
  png_structp png_{nullptr};
  png_infop info_{nullptr};
  png_color_8 bits_that_count_{};
  std::array<char, 200> problem_{};  ///< what libpng has said at last
};

class PngFile final : public ImageFile {
 public:
  explicit PngFile(std::string path) : path_(std::move(path)) { facts_ = Decoder(path_).read_facts(); }

  void read_plane(std::int64_t /*z*/, std::span<std::byte> voxels) override {
    Decoder decoder(path_);
    const FileFacts now = decoder.read_facts();
    if (now.extent != facts_.extent || now.type != facts_.type) throw Refusal("it changed while it was read");
    decoder.read_voxels(voxels);
  }

 private:
  std::string path_;
};

}  // namespace

std::unique_ptr<ImageFile> open_png_file(const std::string& path) { return std::make_unique<PngFile>(path); }

}  // namespace perm::foreign
