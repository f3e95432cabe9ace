// SPDX-License-Identifier: Apache-2.0
#include "core/text_file.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <system_error>
#include <vector>

#include "core/errors.hpp"
#include "core/run_inputs.hpp"

namespace perm {
namespace {

class TextFile {
 public:
  TextFile(const std::filesystem::path& path, const std::string& what)
      : problem_(fmt::format("Cannot read {}{}'{}'", what, what.empty() ? "" : " ", path.string())),
        // What is no regular file is refused below, and opening it does not wait.
        descriptor_(::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY)) {
    if (descriptor_ < 0) refuse(std::generic_category().message(errno), "Check the path and its permissions");
  }
  ~TextFile() {
    if (descriptor_ >= 0) ::close(descriptor_);
  }
  TextFile(const TextFile&) = delete;
  TextFile& operator=(const TextFile&) = delete;

  std::string read() const {
    struct stat status {};
    if (::fstat(descriptor_, &status) != 0) refuse_to_fail();
    if (S_ISDIR(status.st_mode)) refuse("it is a folder", "Name a text file");
    if (!S_ISREG(status.st_mode)) refuse("it is a pipe or a device", "Name a text file on a disk");
    std::string text;
    std::vector<char> part(1U << 16U);
    for (;;) {
      const ssize_t got = ::read(descriptor_, part.data(), part.size());
      if (got < 0 && errno == EINTR) continue;
      if (got < 0) refuse_to_fail();
      if (got == 0) break;
      text.append(part.data(), static_cast<std::size_t>(got));
      if (static_cast<std::int64_t>(text.size()) > most_text_bytes)
        refuse(fmt::format("it has more than {} MiB", most_text_bytes >> 20), "Name a text file");
    }
    if (static_cast<std::int64_t>(text.size()) < status.st_size)
      refuse(fmt::format("it ended at byte {}, and had {} when it was opened", text.size(),
                         static_cast<std::int64_t>(status.st_size)),
             "See that nothing writes to it");
    if (text.find('\0') != std::string::npos) refuse("it holds bytes that are no text", "Save it as plain text, UTF-8");
    return text;
  }

 private:
  [[noreturn]] void refuse(const std::string& why, const std::string& remedy) const {
    throw InputError(problem_, why, remedy);
  }
  [[noreturn]] void refuse_to_fail() const {
    refuse(std::generic_category().message(errno), "See that it is a file on a disk that works");
  }

  std::string problem_;
  int descriptor_;
};

}  // namespace

std::string read_text_file(const std::filesystem::path& path, const std::string& what) {
  constexpr const char* mark = "\xEF\xBB\xBF";
  std::string text = TextFile(path, what).read();
  note_input(path);
  if (text.starts_with(mark)) text.erase(0, 3);
  return text;
}

}  // namespace perm
