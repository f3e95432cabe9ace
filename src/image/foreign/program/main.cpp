// SPDX-License-Identifier: Apache-2.0
// permeability-read-image: reads one image with libpng, ITK or HDF5 for the program that starts it, which it answers
// over a socket (image/foreign/messages.hpp). It runs in a process of its own, under limits, so that a hostile file
// ends no more than it.
#include <sys/socket.h>
#include <sys/stat.h>

#include <algorithm>
#include <cerrno>
#include <charconv>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <filesystem>
#include <memory>
#include <new>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <system_error>
#include <vector>

#include "image/foreign/messages.hpp"
#include "image/foreign/program/confinement.hpp"
#include "image/foreign/program/image_file.hpp"

namespace perm::foreign {
namespace {

/// Fills `out` from the parent. Says no when the parent has nothing more to ask.
bool receive(std::span<std::byte> out) {
  while (!out.empty()) {
    const ssize_t got = ::recv(socket_of_child, out.data(), out.size(), 0);
    if (got < 0 && errno == EINTR) continue;
    if (got <= 0) return false;
    out = out.subspan(static_cast<std::size_t>(got));
  }
  return true;
}

bool send(std::span<const std::byte> bytes) {
  while (!bytes.empty()) {
    const ssize_t sent = ::send(socket_of_child, bytes.data(), bytes.size(), MSG_NOSIGNAL);
    if (sent < 0 && errno == EINTR) continue;
    if (sent <= 0) return false;
    bytes = bytes.subspan(static_cast<std::size_t>(sent));
  }
  return true;
}

bool answer(MessageKind kind, std::span<const std::byte> bytes) {
  const Frame frame{protocol, kind, bytes.size()};
  return send(std::as_bytes(std::span(&frame, 1))) && send(bytes);
}

bool answer(const Refusal& refusal) {
  std::string bytes;
  append_text(bytes, printable(refusal.what()));
  append_text(bytes, printable(refusal.remedy()));
  return answer(MessageKind::refusal, std::as_bytes(std::span(bytes)));
}

/// Gives what a file takes, and the plane that is sent.
std::int64_t memory_for(const FileFacts& facts) { return facts.memory_bytes + facts.plane_bytes(); }

std::string header_of(const FileFacts& facts) {
  HeaderNumbers numbers;
  numbers.extent = {facts.extent.nx, facts.extent.ny, facts.extent.nz};
  numbers.type = static_cast<std::int64_t>(facts.type);
  numbers.memory_bytes = memory_for(facts);
  numbers.spacing = facts.notes.spacing;
  numbers.spacing_unit_m = facts.notes.spacing_unit_m.value_or(0);
  std::string bytes(reinterpret_cast<const char*>(&numbers), sizeof(numbers));
  append_text(bytes, printable(facts.format));
  for (const std::string& warning : facts.notes.warnings) append_text(bytes, printable(warning));
  return bytes;
}

/// Gives the files of a request. Those of a series are not known yet, so all in its folder count.
std::vector<std::string> files_of(const OpenRequest& request) {
  std::vector<std::string> files{request.path};
  if (request.kind == FileKind::slices)
    for (const std::string& name : request.parts) files.push_back(request.path + "/" + name);
  if (request.kind == FileKind::dicom_series) {
    std::error_code error;
    for (std::filesystem::directory_iterator entry(request.path, error), end; !error && entry != end;
         entry.increment(error))
      if (entry->is_regular_file(error)) files.push_back(entry->path().string());
  }
  return files;
}

/// Gives what the longest of `files` justifies: GDCM keeps a file in memory, more than once, when it reads its header.
std::int64_t memory_for(const std::vector<std::string>& files) {
  constexpr std::uintmax_t most = std::uintmax_t{1} << 50U;
  constexpr std::int64_t copies = 3;
  std::uintmax_t longest = 0;
  for (const std::string& file : files) {
    std::error_code error;
    const std::uintmax_t bytes = std::filesystem::file_size(file, error);
    if (!error) longest = std::max(longest, std::min(bytes, most));
  }
  return copies * static_cast<std::int64_t>(longest);
}

class Server {
 public:
  explicit Server(std::int64_t most_memory_bytes) : memory_(most_memory_bytes) {}

  /// Answers requests until the parent has no more. Says no when the parent cannot be understood.
  bool run() {
    Frame frame;
    while (receive(std::as_writable_bytes(std::span(&frame, 1)))) {
      constexpr std::uint64_t most_bytes = std::uint64_t{1} << 30U;
      if (frame.protocol != protocol || frame.bytes > most_bytes) return false;
      std::string bytes(static_cast<std::size_t>(frame.bytes), '\0');
      if (!receive(std::as_writable_bytes(std::span(bytes)))) return false;
      if (!serve(frame.kind, bytes)) return false;
    }
    return true;
  }

 private:
  bool serve(MessageKind kind, const std::string& bytes) {
    try {
      return kind == MessageKind::open ? open(bytes) : read_plane(bytes);
    } catch (const Refusal& refusal) {
      return answer(refusal);
    } catch (const std::bad_alloc&) {
      return answer(Refusal("reading it needs more memory than its voxels justify"));
    } catch (const std::exception& problem) {
      return answer(Refusal("damaged or incomplete: " + reason_in(problem.what())));
    }
  }

  bool open(const std::string& bytes) {
    const std::optional<OpenRequest> request = decode_request(bytes);
    if (!request) return false;
    const std::vector<std::string> files = files_of(*request);
    for_files_ = memory_for(files);
    if (!is_restricted_) allow_files_only(files);  // once: tests open the same file again and again
    is_restricted_ = true;
    file_.reset();
    memory_.allow(for_files_);
    switch (request->kind) {
      case FileKind::one_file:
        file_ = open_file(request->path);
        break;
      case FileKind::slices:
        file_ = open_slices(request->path, request->parts);
        break;
      case FileKind::dicom_series:
        file_ = open_dicom_series(request->path);
        break;
      case FileKind::dataset:
        file_ = open_dataset(request->path, request->parts.empty() ? "" : request->parts.front());
        break;
    }
    memory_.allow(for_files_ + memory_for(file_->facts()));
    const std::string header = header_of(file_->facts());
    return answer(MessageKind::header, std::as_bytes(std::span(header)));
  }

  bool read_plane(const std::string& bytes) {
    std::int64_t z = 0;
    if (!file_ || bytes.size() != sizeof(z)) return false;
    bytes.copy(reinterpret_cast<char*>(&z), sizeof(z));
    if (z < 0 || z >= file_->facts().extent.nz) return false;
    plane_.resize(static_cast<std::size_t>(file_->facts().plane_bytes()));
    file_->read_plane(z, plane_);
    return answer(MessageKind::plane, plane_);
  }

  /// Gives the last line of what a library throws, without the name of the function: "ITK ERROR: JPEGImageIO(0x5..):
  /// why".
  static std::string reason_in(std::string text) {
    while (!text.empty() && std::string_view(" \t\r\n").find(text.back()) != std::string_view::npos) text.pop_back();
    if (const auto line = text.rfind('\n'); line != std::string::npos) text.erase(0, line + 1);
    if (const auto mark = text.find("): "); mark != std::string::npos) text.erase(0, mark + 3);
    return text;
  }

  MemoryBound memory_;
  std::int64_t for_files_{0};
  bool is_restricted_{false};
  std::unique_ptr<ImageFile> file_;
  std::vector<std::byte> plane_;
};

}  // namespace
}  // namespace perm::foreign

int main(int argc, char** argv) {
  using namespace perm::foreign;
  constexpr int usage = 2;
  struct stat socket {};
  if (argc != 2 || ::fstat(socket_of_child, &socket) != 0 || !S_ISSOCK(socket.st_mode)) {
    std::fputs("permeability-read-image is started by permeability, which reads some formats with it.\n", stderr);
    return usage;
  }
  confine_process();
  const std::string memory = argv[1];
  std::int64_t most_memory_bytes = 0;
  std::from_chars(memory.data(), memory.data() + memory.size(), most_memory_bytes);
  std::_Exit(Server(most_memory_bytes).run() ? 0 : 1);  // the libraries have nothing to tidy up
}
