// SPDX-License-Identifier: Apache-2.0
// NumPy's .npy (format 1 to 3): a magic word, the length of a header, the header as a Python dictionary, and the
// voxels. An array that Python shows as [z, y, x] is an image of nx x ny x nz voxels; in Fortran order it is [x, y, z].
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <map>
#include <string_view>
#include <utility>

#include "core/errors.hpp"
#include "image/headers/formats.hpp"
#include "image/headers/voxel_layout.hpp"
#include "image/source/numpy_types.hpp"
#include "image/source/readable_file.hpp"
#include "image/voxels/raw_planes.hpp"

namespace perm {
namespace {

constexpr std::string_view magic = "\x93NUMPY";
constexpr std::int64_t most_of_axis = std::int64_t{1} << 40;

/// Reads the dictionary {'descr': '<u2', 'fortran_order': False, 'shape': (3, 4, 5), }.
class Dictionary {
 public:
  explicit Dictionary(const TextHeader& text, std::string_view left) : text_(text), left_(left) {
    take('{');
    while (peek() != '}') {
      const std::string key = take_string();
      take(':');
      const bool is_descr = key == "descr";
      if (!is_descr && key != "fortran_order" && key != "shape") refuse();
      std::string value = is_descr ? take_string() : key == "shape" ? take_tuple() : take_word();
      if (!values_.emplace(key, std::move(value)).second) refuse();
      if (peek() == ',') take(',');
    }
    take('}');
    if (!without_blanks_around(left_).empty() && without_blanks_around(left_) != "\n") refuse();
  }

  const std::string& need(const std::string& key) const {
    const auto found = values_.find(key);
    if (found == values_.end()) text_.refuse(fmt::format("its header names no {}", key));
    return found->second;
  }

 private:
  [[noreturn]] void refuse() const {
    text_.refuse("its header is not the dictionary that NumPy writes", "Save it again with numpy.save");
  }
  void skip_blanks() {
    while (!left_.empty() && left_.front() == ' ') left_.remove_prefix(1);
  }
  char peek() {
    skip_blanks();
    if (left_.empty()) refuse();
    return left_.front();
  }
  void take(char c) {
    if (peek() != c) refuse();
    left_.remove_prefix(1);
  }
  std::string take_until(std::string_view ends) {
    const auto end = left_.find_first_of(ends);
    if (end == std::string_view::npos) refuse();
    std::string taken(left_.substr(0, end));
    left_.remove_prefix(end);
    return taken;
  }
  std::string take_string() {
    take('\'');
    std::string taken = take_until("'");
    take('\'');
    return taken;
  }
  /// Gives the numbers of a tuple with blanks between them.
  std::string take_tuple() {
    take('(');
    std::string taken = take_until(")");
    take(')');
    std::string numbers;
    for (std::string_view left = without_blanks_around(taken); !left.empty();) {
      const auto end = std::min(left.find(','), left.size());
      std::string_view number = without_blanks_around(left.substr(0, end));
      if (number.ends_with('L')) number.remove_suffix(1);  // Python 2 wrote 6L
      if (words_of(number).size() != 1 || (number.size() > 1 && number.front() == '0')) refuse();
      numbers += std::string(number) + ' ';
      left = without_blanks_around(left.substr(std::min(end + 1, left.size())));
    }
    return numbers;
  }
  std::string take_word() { return std::string(without_blanks_around(take_until(",}"))); }

  const TextHeader& text_;
  std::string_view left_;
  std::map<std::string, std::string> values_;
};

VoxelType type_of_code(const TextHeader& text, const std::string& descr) {
  constexpr std::string_view byte_orders = "<>|=";
  if (!descr.empty() && byte_orders.find(descr.front()) != std::string_view::npos)
    if (const auto type = find_voxel_type(numpy_type_codes, std::string_view(descr).substr(1))) return *type;
  text.refuse(fmt::format("its dtype is {}, which is none of numbers", in_quotes(descr)),
              "Save it with a dtype such as uint8, bool or float32");
}

}  // namespace

std::unique_ptr<PlaneSource> open_npy(const std::filesystem::path& path) {
  const ReadableFile file(path);
  std::string bytes(static_cast<std::size_t>(std::min<std::int64_t>(file.bytes(), TextHeader::most_bytes)), '\0');
  file.read_at(0, std::as_writable_bytes(std::span(bytes)));
  const TextHeader text({}, path.string());
  const auto number_at = [&](std::size_t at, std::size_t count) {
    std::size_t number = 0;
    for (std::size_t i = count; i-- > 0;) number = number << 8U | static_cast<unsigned char>(bytes[at + i]);
    return number;
  };
  constexpr std::size_t shortest = 12;
  if (bytes.size() < shortest || !bytes.starts_with(magic))
    text.refuse("it does not begin with \\x93NUMPY", "Save it with numpy.save");
  const std::size_t version = number_at(6, 1);
  const std::size_t minor = number_at(7, 1);
  if (version < 1 || version > 3 || minor != 0)
    text.refuse(fmt::format("its format is {}.{}, and 1.0 to 3.0 are read", version, minor));
  const std::size_t start = version == 1 ? 10 : 12;
  const std::size_t length = number_at(8, version == 1 ? 2 : 4);
  if (length > bytes.size() - start) text.refuse(fmt::format("its header has {} bytes, which are not there", length));

  const Dictionary dictionary(text, std::string_view(bytes).substr(start, length));
  const std::string& descr = dictionary.need("descr");
  const std::string& order = dictionary.need("fortran_order");
  if (order != "True" && order != "False") text.refuse(fmt::format("its fortran_order is {}", in_quotes(order)));
  std::vector<std::int64_t> shape = text.integers("shape", dictionary.need("shape"), 1, most_of_axis);
  while (shape.size() > 3 && shape.back() == 1) shape.pop_back();  // one channel
  while (shape.size() > 3 && shape.front() == 1) shape.erase(shape.begin());
  if (shape.size() != 2 && shape.size() != 3)
    text.refuse(fmt::format("its array has {} axes", shape.size()), "An image has two or three: [z, y, x]");
  if (order == "False") std::reverse(shape.begin(), shape.end());
  ImageHeader header = make_header(text, shape, type_of_code(text, descr));
  const bool is_of_truth = descr.ends_with("b1");
  if (is_of_truth) header.notes.pore_values = "1";  // as in Python
  if (order == "True" && shape.size() == 3)
    header.notes.warnings.emplace_back(
        "the array is stored in Fortran order, so its axes are taken as [x, y, z]; stored in C order, the same array "
        "would be [z, y, x]: see which is meant, and turn it with --axes zyx");
  const auto offset = static_cast<std::int64_t>(start + length);
  if (file.bytes() - offset != header.bytes())
    text.refuse(fmt::format("{} of {} need {} bytes, it holds {}", to_string(header.extent), name_of(header.type),
                            header.bytes(), file.bytes() - offset),
                "The file is cut short or damaged; save it again with numpy.save");
  return open_raw_planes({{{path, offset}}, descr[0] == '>'}, header,
                         fmt::format("{} (NumPy, {}{})", path.string(), is_of_truth ? "bool" : name_of(header.type),
                                     order == "True" ? ", Fortran order" : ""));
}

}  // namespace perm
