// SPDX-License-Identifier: Apache-2.0
// JPEG through libjpeg itself, before ITK does the same: ITK crashes where libjpeg finds an error, and does not hear
// its warnings, by which libjpeg says that it makes up voxels that the file lacks.
#include <fmt/format.h>
#include <itk_jpeg.h>

#include <algorithm>
#include <array>
#include <csetjmp>
#include <cstdio>
#include <memory>
#include <string>
#include <string_view>

#include "image/foreign/program/file_bytes.hpp"
#include "image/foreign/program/image_file.hpp"
#include "image/foreign/program/itk_checks.hpp"

namespace perm::foreign {
namespace {

enum class Part { header, voxels };

/// libjpeg's errors, kept instead of printed. It must begin with what libjpeg knows of it.
struct Errors {
  jpeg_error_mgr manager{};
  std::jmp_buf place{};
  std::array<char, JMSG_LENGTH_MAX> words{};  ///< of the last error, or the first warning of missing voxels
  bool is_damaged{false};
};

Errors& errors_of(j_common_ptr info) { return *reinterpret_cast<Errors*>(info->err); }

void note(j_common_ptr info) {
  Errors& errors = errors_of(info);
  errors.is_damaged = true;
  errors.manager.format_message(info, errors.words.data());
}

[[noreturn]] void end_with_error(j_common_ptr info) {
  note(info);
  std::longjmp(errors_of(info).place, 1);
}

void take_message(j_common_ptr info, int level) {
  constexpr std::array<int, 7> of_missing_voxels{JWRN_HIT_MARKER,     JWRN_HUFF_BAD_CODE,  JWRN_JPEG_EOF,
                                                 JWRN_MUST_RESYNC,    JWRN_NOT_SEQUENTIAL, JWRN_BOGUS_PROGRESSION,
                                                 JWRN_EXTRANEOUS_DATA};
  const bool counts = std::ranges::find(of_missing_voxels, info->err->msg_code) != of_missing_voxels.end();
  if (level < 0 && counts && !errors_of(info).is_damaged) note(info);
}

void print_nothing(j_common_ptr /*info*/) {}

/// Decodes the file as far as `part`. What libjpeg allocates belongs to `info`, so that nothing is lost on a jump.
void decode(std::FILE* file, Part part, jpeg_decompress_struct& info, Errors& errors) {
  info.err = jpeg_std_error(&errors.manager);
  errors.manager.error_exit = end_with_error;
  errors.manager.emit_message = take_message;
  errors.manager.output_message = print_nothing;
  if (setjmp(errors.place) == 0) {  // NOLINT(cert-err52-cpp): libjpeg has no other way out
    jpeg_create_decompress(&info);
    jpeg_stdio_src(&info, file);
    jpeg_read_header(&info, TRUE);
    if (part == Part::voxels) {
      jpeg_start_decompress(&info);
      const auto width = info.output_width * static_cast<JDIMENSION>(info.output_components);
      const JSAMPARRAY row = (*info.mem->alloc_sarray)(reinterpret_cast<j_common_ptr>(&info), JPOOL_IMAGE, width, 1);
      while (info.output_scanline < info.output_height) jpeg_read_scanlines(&info, row, 1);
      jpeg_finish_decompress(&info);
    }
  }
  jpeg_destroy_decompress(&info);
}

void require_sound(const std::string& path, Part part) {
  const std::unique_ptr<std::FILE, int (*)(std::FILE*)> file(std::fopen(path.c_str(), "rb"), &std::fclose);
  if (!file) throw Refusal("it cannot be opened");
  jpeg_decompress_struct info{};
  Errors errors;
  decode(file.get(), part, info, errors);
  if (errors.is_damaged) throw Refusal(fmt::format("it is damaged: {}", errors.words.data()));
}

}  // namespace

void check_jpeg(const std::string& path) {
  constexpr std::int64_t most_behind_end = 64;  // some writers add zeros
  const ReadableFile file(path);
  const auto count = std::min(file.bytes(), most_behind_end);
  const Bytes end(file, file.bytes() - count, static_cast<std::size_t>(count));
  if (end.text(0, static_cast<std::size_t>(count)).find("\xff\xd9") == std::string_view::npos)
    throw Refusal("it is cut short, as its end is missing");
  require_sound(path, Part::header);
}

void check_jpeg_voxels(const std::string& path) { require_sound(path, Part::voxels); }

}  // namespace perm::foreign
