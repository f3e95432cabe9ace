// SPDX-License-Identifier: Apache-2.0
// The command `look`: image -> look (input/look) -> a screen, JSON and a page. It writes nothing but that page.
#include <fmt/format.h>
#include <stdlib.h>  // NOLINT(modernize-deprecated-headers): mkdtemp

#include <filesystem>
#include <optional>
#include <string>
#include <system_error>
#include <utility>

#include "app/commands/command_list.hpp"
#include "app/commands/html_report.hpp"
#include "app/options/look_options.hpp"
#include "app/terminal/print.hpp"
#include "app/terminal/signals.hpp"
#include "core/errors.hpp"
#include "core/file_replacement.hpp"
#include "report/earlier_results.hpp"
#include "report/look/look_json.hpp"
#include "report/look/look_screen.hpp"

namespace perm {
namespace {

namespace fs = std::filesystem;

/// A folder for what the page is made from, which is removed with all that is in it.
class ScratchFolder {
 public:
  ScratchFolder() {
    std::string name = (fs::temp_directory_path() / "permeability-look-XXXXXX").string();
    if (::mkdtemp(name.data()) == nullptr)
      throw InputError("--output cannot be made", fmt::format("no folder can be made like '{}'", name),
                       "Name a folder that can be written to in TMPDIR, or leave out --output");
    path_ = name;
  }
  ~ScratchFolder() {
    std::error_code ignored;
    fs::remove_all(path_, ignored);
  }
  ScratchFolder(const ScratchFolder&) = delete;
  ScratchFolder& operator=(const ScratchFolder&) = delete;

  const fs::path& path() const { return path_; }

 private:
  fs::path path_;
};

ExitCode run_look(const OptionValues& values) {
  const LookOptions options = read_look_options(values);
  note_signals();
  const std::string input_path = path_of_input(options.request.input.path);
  std::optional<HtmlReport> page;
  if (options.page)
    page.emplace(ReportFiles{*options.page, {}},
                 OutputClaim{OutputClaim::Kind::look, {}, input_path, {look_file}, options.overwrite}, "--output");
  const ImageLook look = look_at_input(options.request);
  const std::vector<std::string> solve = solve_words(values, look);
  const std::string json = format_look_json(look, solve, input_path, options.command_line);
  print(stdout, options.form == LookForm::json ? json : format_look(look, solve));
  if (!page) return ExitCode::ok;
  const ScratchFolder folder;
  FileReplacement files(folder.path());
  write_text_file(files, look_file, json);
  write_text_file(files, look_slices_file, format_look_slices(look.pictures));
  files.commit();
  page->make(folder.path(), options.form == LookForm::json ? Answer::object : Answer::summary);
  return ExitCode::ok;
}

}  // namespace

Command look_command() {
  return {"look",
          "what an image is, before anybody says what is pore: histogram, thresholds, faults, and the line to solve it",
          "INPUT [options]",
          "input",
          "Reads INPUT as solve does and shows on one screen its size, its grey values with the thresholds of Otsu and "
          "others and the porosity of each, the share of the pores that is connected along each axis, the sizes of "
          "pores and throats, whether opposite faces match, slices that are blank or out of order, what is around a "
          "plug, and what solve would take here. The last lines are the command to type.\n"
          "Without --pore, --solid or --labels the darker voxels are taken as pore, or those of the least value, which "
          "is a guess.",
          look_option_groups(),
          {"permeability look rock.tif", "permeability look rock.tif --voxel-size 5.345um --pore 0",
           "permeability look rock.tif --output look.html"},
          run_look};
}

}  // namespace perm
