// SPDX-License-Identifier: Apache-2.0
#include "core/staging_name.hpp"

#include <fmt/format.h>
#include <signal.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <charconv>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <optional>
#include <string_view>
#include <system_error>

#include "core/hashes.hpp"
#include "core/time_and_place.hpp"

namespace perm {
namespace {

constexpr std::string_view prefix = ".partial-";

/// Gives a number that stands for this host, its boot and this PID namespace, or nothing where they cannot be read.
std::optional<std::uint64_t> find_place() {
  std::ifstream file("/proc/sys/kernel/random/boot_id");
  std::string boot;
  std::getline(file, boot);
  std::error_code error;
  const std::filesystem::path processes = std::filesystem::read_symlink("/proc/self/ns/pid", error);
  if (boot.empty() || error) return {};
  FnvHash hash;
  for (const char c : boot + '\n' + processes.string() + '\n' + host_name())
    hash.add_byte(static_cast<unsigned char>(c));
  return hash.value();
}

const std::optional<std::uint64_t>& this_place() {
  static const std::optional<std::uint64_t> place = find_place();
  return place;
}

std::uint64_t this_tag() {
  static const std::uint64_t tag = [] {
    std::uint64_t random = 0;
    if (::getentropy(&random, sizeof random) != 0)
      throw std::system_error(errno, std::generic_category(), "getentropy");
    return random;
  }();
  return tag;
}

std::string host_for_name() {
  std::string host = host_name().substr(0, 64);
  for (char& c : host)
    if (!(c >= '0' && c <= '9') && !(c >= 'A' && c <= 'Z') && !(c >= 'a' && c <= 'z') && c != '.' && c != '-') c = '_';
  return host;
}

/// Says whether a process of this place is proved to be dead. One that waits for its parent to take note of its end (a
/// zombie) does nothing any more, and some parents take long.
bool is_dead(pid_t process) {
  if (::kill(process, 0) != 0) return errno == ESRCH;
  std::ifstream file("/proc/" + std::to_string(process) + "/stat");
  std::string status;  // "17 (a name) Z ..."
  std::getline(file, status);
  const std::size_t name_end = status.rfind(')');
  return name_end != std::string::npos && status.substr(name_end, 3) == ") Z";
}

/// Takes "<number>-" off the front of `text`.
bool take(std::string_view& text, std::uint64_t& number, int base) {
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number, base);
  if (error != std::errc{} || end == text.data() + text.size() || *end != '-') return false;
  text.remove_prefix(static_cast<std::size_t>(end - text.data()) + 1);
  return true;
}

std::string name_of(std::uint64_t process, std::uint64_t place, std::uint64_t tag, std::uint64_t number,
                    std::string_view host) {
  return fmt::format("{}{}-{:016x}-{:016x}-{}-{}", prefix, process, place, tag, number, host);
}

}  // namespace

std::string new_staging_name() {
  static std::atomic<std::uint64_t> count{0};
  return name_of(static_cast<std::uint64_t>(::getpid()), this_place().value_or(0), this_tag(), ++count,
                 host_for_name());
}

bool is_staging(const std::string& name) { return name.starts_with(prefix); }

bool is_abandoned_staging(const std::string& name) {
  if (!name.starts_with(prefix) || !this_place()) return false;
  std::string_view rest = std::string_view(name).substr(prefix.size());
  std::uint64_t process = 0;
  std::uint64_t place = 0;
  std::uint64_t tag = 0;
  std::uint64_t number = 0;
  if (!take(rest, process, 10) || !take(rest, place, 16) || !take(rest, tag, 16) || !take(rest, number, 10))
    return false;
  if (name != name_of(process, place, tag, number, rest)) return false;
  if (place != *this_place() || process == 0 || process > INT32_MAX) return false;
  const auto id = static_cast<pid_t>(process);
  if (id == ::getpid()) return tag != this_tag();
  return is_dead(id);
}

}  // namespace perm
