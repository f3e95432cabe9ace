// SPDX-License-Identifier: Apache-2.0
// SIGTERM ends a run soon, whatever it is at: what is known is kept, and no unfinished file stays behind.
#include <gmock/gmock.h>
#include <signal.h>
#include <sys/stat.h>

#include <chrono>

#include "cli/program.hpp"
#include "waiting.hpp"

namespace perm::cli {
namespace {

namespace fs = std::filesystem;
using testing::HasSubstr;

class StopInPhases : public CliTest {
 protected:
  std::vector<std::string> files() const {
    std::vector<std::string> names;
    for (const fs::directory_entry& entry : fs::recursive_directory_iterator(folder()))
      if (entry.is_regular_file()) names.push_back(fs::relative(entry.path(), folder()));
    std::ranges::sort(names);
    return names;
  }
  /// Says whether the run has begun to write a file of this name, which is not in its place yet.
  bool is_written(const std::string& name) const {
    std::error_code none;
    for (const fs::directory_entry& entry : fs::recursive_directory_iterator(folder(), none))
      if (entry.path().filename() == name && entry.path().string().find(".partial-") != std::string::npos) return true;
    return false;
  }
  /// Ends the run, which must not take longer than some seconds, on a machine that has other work too.
  Outcome terminate(pid_t process) const {
    const auto start = std::chrono::steady_clock::now();
    EXPECT_EQ(::kill(process, SIGTERM), 0);
    Outcome outcome = finish(process);
    EXPECT_LT(std::chrono::steady_clock::now() - start, std::chrono::seconds(20));
    EXPECT_EQ(outcome.exit_code, 143) << outcome.err;
    expect_one_error_line(outcome.err);
    return outcome;
  }
};

TEST_F(StopInPhases, while_a_large_image_is_read) {
  write_text(path("large.raw"), "");
  fs::resize_file(path("large.raw"), std::uintmax_t{3'000'000'000});  // with a hole for all of it
  const pid_t process =
      start("solve large.raw --dims 1500x1000x2000 --voxel-size 1um --pore 0 --output out --threads 1");
  EXPECT_TRUE(wait_for_work(process, 0.3));
  EXPECT_THAT(terminate(process).err, HasSubstr("No result was written"));
  EXPECT_EQ(files(), std::vector<std::string>{"large.raw"});
}

TEST_F(StopInPhases, while_fields_are_written_keeps_k_and_no_part_of_a_field) {
  write_text(path("slit.ini"), "kind = plates\nsize = 320\ngap = 4\n");
  const pid_t process =
      start("solve slit.ini --walls voxels --output out --fields vti,npy --threads 2 --max-steps 24 --device cpu");
  EXPECT_TRUE(wait_until([&] { return is_written("fields_x.vti") || !is_alive(process); }));
  EXPECT_THAT(terminate(process).err, HasSubstr("K and its bound of that moment are in 'out/result.json'"));
  EXPECT_EQ(files(), (std::vector<std::string>{"out/convergence.csv", "out/plane_flux.csv", "out/result.csv",
                                               "out/result.json", "slit.ini"}));
  const nlohmann::json flow = nlohmann::json::parse(read_text(path("out/result.json")))["flow"][0];
  EXPECT_TRUE(flow["permeability_voxel2"].is_number());
  EXPECT_NE(flow["stop"], "interrupted") << "the flow had ended by itself";
}

TEST_F(StopInPhases, while_the_second_direction_is_solved_keeps_the_first) {
  write_text(path("rock.ini"), "kind = overlap\nsize = 96\nradius = 6\nporosity = 0.4\n");
  const pid_t process = start("solve rock.ini --output out --direction xyz --fields vti --threads 1");
  EXPECT_TRUE(wait_until([&] { return is_written("fields_x.vti") || !is_alive(process); }));
  EXPECT_TRUE(wait_for_work(process, 0.3));
  terminate(process);
  const nlohmann::json flows = nlohmann::json::parse(read_text(path("out/result.json")))["flow"];
  EXPECT_EQ(flows[0]["stop"], "converged");
  EXPECT_EQ(flows[2]["stop"], "interrupted");
  EXPECT_TRUE(flows[2]["permeability_voxel2"].is_null());
}

TEST_F(StopInPhases, while_the_network_is_found_leaves_no_file) {
  write_text(path("rock.ini"), "kind = overlap\nsize = 300\nradius = 8\nporosity = 0.4\n");
  const pid_t process = start("solve rock.ini --output out --network pores.csv --threads 1");
  EXPECT_TRUE(wait_for_output("surface"));
  EXPECT_TRUE(wait_for_work(process, 0.2));
  EXPECT_THAT(terminate(process).err, HasSubstr("No result was written"));
  EXPECT_EQ(files(), std::vector<std::string>{"rock.ini"});
}

}  // namespace
}  // namespace perm::cli
