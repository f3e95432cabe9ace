// SPDX-License-Identifier: Apache-2.0
#include "report/earlier_results.hpp"

#include <fmt/format.h>

#include <optional>
#include <system_error>

#include "core/errors.hpp"
#include "core/hashes.hpp"
#include "core/run_inputs.hpp"
#include "report/json_values.hpp"
#include "report/record_file.hpp"
#include "report/run_files.hpp"

namespace perm {
namespace fs = std::filesystem;
namespace {

constexpr const char* remedy = "Name another folder with --output, or add --overwrite";

const char* record_of(OutputClaim::Kind kind) {
  switch (kind) {
    case OutputClaim::Kind::conduction:
      return conduction_file;
    case OutputClaim::Kind::sweep:
      return sweep_file;
    case OutputClaim::Kind::validation:
      return validation_file;
    case OutputClaim::Kind::streaming:
      return streaming_file;
    case OutputClaim::Kind::batch:
      return batch_record_file;
    case OutputClaim::Kind::look:
      return look_file;
    case OutputClaim::Kind::run:
      break;
  }
  return result_file;
}

const char* words_for_subject(OutputClaim::Kind kind) {
  return kind == OutputClaim::Kind::sweep ? "geometry" : kind == OutputClaim::Kind::batch ? "list" : "input";
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
  if (kind == OutputClaim::Kind::batch)
    return text(record, "kind") == "batch" ? text(record, "list_path") : std::nullopt;
  if (kind == OutputClaim::Kind::conduction)
    return text(record, "kind") == "conduction" ? text(record, "input_path") : std::nullopt;
  if (kind == OutputClaim::Kind::sweep) {
    if (text(record, "kind") != "sweep") return {};
    return text(record, "geometry") == "image" ? text(record, "input_path") : text(record, "geometry");
  }
  if (!text(record, "definition") || !record.contains("image")) return {};
  if (auto path = text(record, "input_path")) return path;
  const std::optional<std::string> source = text(record["image"], "source");
  return source ? std::optional(path_of_input(*source)) : std::nullopt;
}

/// Gives text as a JSON file of this program holds it: what is no UTF-8 is replaced there.
std::string as_kept(const std::string& text) {
  return Json::parse(Json(text).dump(-1, ' ', false, Json::error_handler_t::replace)).get<std::string>();
}

}  // namespace

std::optional<std::string> subject_in(const OutputClaim& claim) {
  const fs::path record = claim.folder / record_of(claim.kind);
  std::error_code none;
  if (!fs::exists(record, none)) return {};
  try {
    return subject_of(Json::parse(read_own_file(record)), claim.kind);
  } catch (const std::bad_alloc&) {
    throw;
  } catch (const std::exception&) {  // what cannot be read is not known to be ours
    return {};
  }
}

void require_own_results(const OutputClaim& claim) {
  FileReplacement::settle(claim.folder);
  for (const std::string& name : claim.files) claim_output(claim.folder / name);
  if (claim.overwrite == Overwrite::all_files) return;
  const std::optional<std::string> subject = subject_in(claim);
  if (subject && *subject != as_kept(claim.subject))
    throw InputError(
        fmt::format("'{}' holds the results of another {}", claim.folder.string(), words_for_subject(claim.kind)),
        fmt::format("'{}'", *subject), remedy);
  std::error_code none;
  for (const std::string& name : claim.files) {
    const fs::path file = claim.folder / name;
    const fs::file_status status = fs::symlink_status(file, none);
    if (!fs::exists(status) || (subject && fs::is_regular_file(status))) continue;
    throw InputError(fmt::format("Cannot write '{}'", file.string()),
                     subject ? "it is no regular file, and this program did not make it"
                     : FileReplacement::is_unsettled(claim.folder)
                         ? "another run is moving its results there, or was killed while it did"
                         : "it is there already, and nothing says that this program wrote it",
                     remedy);
  }
}

std::string origin_of_page(OutputClaim::Kind kind, const std::string& subject) {
  FnvHash hash;
  for (const char c : as_kept(subject)) hash.add_byte(static_cast<unsigned char>(c));
  return fmt::format("{} {:016x}", record_of(kind), hash.value());
}

std::string path_of_input(const fs::path& input) {
  std::error_code error;
  fs::path path = fs::canonical(input, error);
  return (error ? input : path).string();
}

}  // namespace perm
