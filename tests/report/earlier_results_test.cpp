// SPDX-License-Identifier: Apache-2.0
#include "report/earlier_results.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>

#include "core/errors.hpp"
#include "report/example_run.hpp"
#include "report/result_json.hpp"
#include "report/sweep/sweep_report.hpp"
#include "report/validation/validation_report.hpp"

namespace perm {
namespace {

namespace fs = std::filesystem;
using testing::AllOf;
using testing::HasSubstr;

class EarlierResults : public testing::Test {
 protected:
  void SetUp() override { fs::create_directories(folder_); }
  void TearDown() override { fs::remove_all(folder_); }
  void write(const std::string& name, const std::string& text) const { std::ofstream(folder_ / name) << text; }
  void write_results_of(const std::string& input) const {
    RunOutput output;
    output.input_path = input;
    write(result_file, format_result_json(testing_report::example_run(), output));
  }
  OutputClaim claim(const std::string& input) const {
    return {OutputClaim::Kind::run, folder_, input, {result_file, convergence_file, "fields_x.vti"}};
  }
  static void expect_refusal(const OutputClaim& claim, const std::string& part) {
    EXPECT_THAT([&] { require_own_results(claim); },
                testing::ThrowsMessage<InputError>(AllOf(HasSubstr(part), HasSubstr("--overwrite"))));
  }
  fs::path folder_{fs::path(testing::TempDir()) / ("earlier_results_" + std::to_string(::getpid()))};
};

TEST_F(EarlierResults, of_the_same_input_are_replaced) {
  write_results_of("/data/rock.tif");
  write("fields_x.vti", "of a run before");
  require_own_results(claim("/data/rock.tif"));
}

TEST_F(EarlierResults, of_another_input_are_kept_and_named) {
  write_results_of("/data/rock.tif");
  expect_refusal(claim("/data/rock.mha"), "holds the results of another input ('/data/rock.tif')");
}

TEST_F(EarlierResults, of_a_version_that_did_not_tell_the_whole_path_are_known_by_their_source) {
  const fs::path input = folder_ / "berea.tif";
  write("berea.tif", "");
  RunReport report = testing_report::example_run();
  report.image.source = input.string();
  write(result_file, format_result_json(report));
  require_own_results(claim(path_of_input(input)));
  expect_refusal(claim("/data/rock.mha"), "berea.tif");
}

TEST_F(EarlierResults, that_are_no_results_of_this_program_are_kept) {
  require_own_results(claim("/data/rock.tif"));
  write("notes.txt", "of the user");
  require_own_results(claim("/data/rock.tif"));
  write("fields_x.vti", "of the user");
  expect_refusal(claim("/data/rock.tif"), "fields_x.vti' (it is there already");
  for (const char* text : {"", "{}", "[1]", "null", "{\"schema_version\": 1}", "{\"schema_version\": 1, \"image\": 3}",
                           "{\"schema_version\": 1, \"definition\": \"k\", \"image\": 3}", "half a {"}) {
    write(result_file, text);
    expect_refusal(claim("/data/rock.tif"), "result.json' (it is there already");
  }
}

TEST_F(EarlierResults, that_cannot_be_read_are_kept) {
  fs::create_directory(folder_ / result_file);
  expect_refusal(claim("/data/rock.tif"), "result.json");
}

TEST_F(EarlierResults, of_a_sweep_are_those_of_a_geometry) {
  SweepReport report;
  report.geometry = "bcc";
  write(sweep_file, format_sweep_json(report));
  OutputClaim claim{OutputClaim::Kind::sweep, folder_, "bcc", {sweep_file, "sweep.csv"}};
  require_own_results(claim);
  claim.subject = "sc";
  expect_refusal(claim, "holds the results of another geometry ('bcc')");
  write(sweep_file, format_validation_json({}));
  expect_refusal(claim, "sweep.json' (it is there already");
}

TEST_F(EarlierResults, of_a_validation_are_replaced_by_another) {
  const OutputClaim claim{OutputClaim::Kind::validation, folder_, "", {validation_file, "validation.csv"}};
  write(validation_file, format_validation_json({}));
  require_own_results(claim);
  fs::remove(folder_ / validation_file);
  write("validation.csv", "of the user");
  expect_refusal(claim, "validation.csv' (it is there already");
}

}  // namespace
}  // namespace perm
