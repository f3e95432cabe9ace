// SPDX-License-Identifier: Apache-2.0
#include "report/kept_records.hpp"

#include <fmt/format.h>

#include <new>
#include <stdexcept>

#include "core/text_file.hpp"
#include "core/version.hpp"
#include "report/record_file.hpp"

namespace perm {
namespace {

std::string this_program() { return fmt::format("{} {}", version(), commit()); }

}  // namespace

std::string format_kept(const std::string& key, const Json& outcome) {
  Json json = {{"key", key}, {"program", this_program()}};
  json.update(outcome);
  return seal_record(json.dump(-1, ' ', false, Json::error_handler_t::replace));
}

void read_kept(const std::string& text, const std::function<void(const std::string& key, const Json& outcome)>& take) {
  TextStream lines(text);
  for (std::string line; std::getline(lines, line);) {
    try {
      if (!is_sealed(line)) continue;
      const Json json = Json::parse(line);
      if (json.at("program") == this_program()) take(json.at("key").get<std::string>(), json);
    } catch (const std::bad_alloc&) {
      throw;
    } catch (const std::exception&) {
      continue;  // what it is of is solved again
    }
  }
}

std::string kept_text(const std::filesystem::path& folder, std::string_view begin, std::string_view end) {
  std::string text;
  for (const std::filesystem::path& path : own_files_in(folder, begin, end)) text += read_own_file(path) + "\n";
  return text;
}

}  // namespace perm
