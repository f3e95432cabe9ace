// SPDX-License-Identifier: Apache-2.0
#include "report/earlier_results.hpp"

#include <fmt/format.h>

#include <optional>
#include <system_error>

#include "core/errors.hpp"
#include "core/text_file.hpp"
#include "report/json_values.hpp"
#include "report/run_files.hpp"

namespace perm {
namespace fs = std::filesystem;
namespace {

constexpr const char* remedy = "Name another folder with --output, or add --overwrite";

const char* record_of(OutputClaim::Kind kind) {
  switch (kind) {
    case OutputClaim::Kind::sweep:
      return sweep_file;
    case OutputClaim::Kind::validation:
      return validation_file;
    case OutputClaim::Kind::streaming:
      return streaming_file;
    case OutputClaim::Kind::run:
      break;
  }
  return result_file;
}

/// Gives the subject of the results whose record this is, or nothing where this program did not write it.
std::optional<std::string> subject_of(const Json& record, OutputClaim::Kind kind) {
  const auto text = [](const Json& json, const char* key) -> std::optional<std::string> {
    if (!json.is_object()) return {};
    const auto found = json.find(key);
    return found != json.end() && found->is_string() ? std::optional(found->get<std::string>()) : std::nullopt;
  };
  if (!record.is_object() || !record.contains("schema_version")) return {};
  if (kind == OutputClaim::Kind::validation || kind == OutputClaim::Kind::streaming) {
    const char* const own = kind == OutputClaim::Kind::validation ? "validation" : "streaming";
    return text(record, "kind") == own ? std::optional(std::string()) : std::nullopt;
  }
  if (kind == OutputClaim::Kind::sweep) {
    if (text(record, "kind") != "sweep") return {};
    return text(record, "geometry") == "image" ? text(record, "input_path") : text(record, "geometry");
  }
  if (!text(record, "definition") || !record.contains("image")) return {};
  if (auto path = text(record, "input_path")) return path;
  const std::optional<std::string> source = text(record["image"], "source");
  return source ? std::optional(path_of_input(*source)) : std::nullopt;
}

/// Gives the subject of the results that the folder holds, or nothing where it holds none.
std::optional<std::string> subject_in(const OutputClaim& claim) {
  const fs::path record = claim.folder / record_of(claim.kind);
  std::error_code none;
  if (!fs::exists(record, none)) return {};
  try {
    return subject_of(Json::parse(read_text_file(record)), claim.kind);
  } catch (const std::bad_alloc&) {
    throw;
  } catch (const std::exception&) {  // what cannot be read is not known to be ours
    return {};
  }
}

}  // namespace

void require_own_results(const OutputClaim& claim) {
  if (const std::optional<std::string> subject = subject_in(claim)) {
    if (*subject == claim.subject) return;
    throw InputError(fmt::format("'{}' holds the results of another {}", claim.folder.string(),
                                 claim.kind == OutputClaim::Kind::sweep ? "geometry" : "input"),
                     fmt::format("'{}'", *subject), remedy);
  }
  std::error_code none;
  for (const std::string& name : claim.files)
    if (const fs::path file = claim.folder / name; fs::exists(fs::symlink_status(file, none)))
      throw InputError(fmt::format("Cannot write '{}'", file.string()),
                       "it is there already, and nothing says that this program wrote it", remedy);
}

std::string path_of_input(const fs::path& input) {
  std::error_code error;
  fs::path path = fs::canonical(input, error);
  return (error ? input : path).string();
}

}  // namespace perm
