// SPDX-License-Identifier: Apache-2.0
// Longer than 300 lines: one table of cases.
// Two processes of one job that were started unlike, see other files, or fail: the job gives the K of one process, or
// it ends with one line that names what differs. It never hangs, crashes or gives another K. Each process has a folder
// of its own, `node0` and `node1`, in which it starts, as on nodes that share no disk.
#include <gmock/gmock.h>

#include <functional>

#include "cli/program.hpp"
#include "cli/small_image.hpp"

namespace perm::cli {
namespace {

constexpr const char* studies = "'" PERMEABILITY_PROGRAM "-studies'";

namespace fs = std::filesystem;
using nlohmann::json;

constexpr Extent extent{10, 9, 8};

/// About half of the voxels are pore (0), by three waves.
std::vector<std::uint8_t> rock() {
  std::vector<std::uint8_t> grey;
  for (std::int64_t z = 0; z < extent.nz; ++z)
    for (std::int64_t y = 0; y < extent.ny; ++y)
      for (std::int64_t x = 0; x < extent.nx; ++x)
        grey.push_back(x * x % 7 + 2 * y % 11 + z * y % 5 + x * z % 3 > 12 ? 255 : 0);
  return grey;
}

/// What one process does: a command of the shell, in which `P` stands for the program.
struct Case {
  std::string name;
  std::string commands;             ///< of both processes
  std::string last;                 ///< of the last one; empty: as the other
  std::vector<std::string> expect;  ///< parts of the one line; empty: the K of one process
  int exit_code{3};                 ///< of the job; -1: whatever the launcher gives
};

class RanksTest : public CliTest {
 protected:
  void SetUp() override {
    CliTest::SetUp();
    if (std::string(PERM_MPIEXEC).empty()) GTEST_SKIP() << "this build has no MPI";
    write_mha(path("rock.mha"), extent, rock());
  }

  /// Makes both folders anew: copies that kept their times, as cp -p makes them.
  void prepare() const {
    for (const std::string node : {"node0/", "node1/"}) prepare(node);
    for (const fs::path& file : files_of("node0"))
      fs::last_write_time(path("node1") / file, fs::last_write_time(path("node0") / file));
  }

  std::vector<fs::path> files_of(const std::string& node) const {
    std::vector<fs::path> files;
    for (const auto& entry : fs::recursive_directory_iterator(path(node)))
      if (entry.is_regular_file()) files.push_back(fs::relative(entry.path(), path(node)));
    return files;
  }

  void prepare(const std::string& node) const {
    fs::remove_all(path(node));
    write_text(path(node + "set.ini"), "pore = 0\ntolerance = 1e-2\n");
    write_text(path(node + "sc.ini"), "kind = sc\nsize = 12\nporosity = 0.7\n");
    write_text(path(node + "wide.ini"), "kind = overlap\nsize = 32\nradius = 5\nporosity = 0.5\n");
    write_text(path(node + "spheres.ini"), "kind = spheres\nsize = 12\ncentres = list.txt\nbox = 12\n");
    write_text(path(node + "list.txt"), "3 3 3 2.5\n8 8 8 3\n");
    write_text(path(node + "rows.csv"), "input,direction\n../rock.mha,x\n../rock.mha,y\n../rock.mha,z\n");
    write_mha(path(node + "rock.mha"), extent, rock());
    write_raw(path(node + "rock.raw"), rock());
    fs::create_directory(path(node + "slices"));
    for (int z = 0; z < 4; ++z) {
      std::vector<std::uint16_t> grey;
      for (int voxel = 0; voxel < 90; ++voxel) grey.push_back(rock()[static_cast<std::size_t>(z * 90 + voxel)]);
      write_tiff_slice(path(node + "slices/s" + std::to_string(z) + ".tif"), {10, 9, 1}, Depth::bits8, grey);
    }
  }

  /// Starts both processes, each in its folder, and ends them where they take too long.
  Outcome start_both(const Case& one) const {
    const auto in_folder = [](const std::string& node, std::string command) {
      for (const auto& [word, program] : {std::pair("P ", "'" PERMEABILITY_PROGRAM "'"), std::pair("S ", studies)})
        for (std::size_t at = 0; (at = command.find(word, at)) != std::string::npos; ++at)
          if (at == 0 || command[at - 1] == ' ') command.replace(at, 1, program);
      return "cd " + node + " && " + command;
    };
    fs::remove_all(path("out"));
    const std::string last = one.last.empty() ? one.commands : one.last;
    return finish(start_words({"/usr/bin/timeout", "-k", "5", "60", PERM_MPIEXEC, PERM_MPIEXEC_NUMPROC_FLAG, "1",
                               "/bin/sh", "-c", in_folder("node0", one.commands), ":", PERM_MPIEXEC_NUMPROC_FLAG, "1",
                               "/bin/sh", "-c", in_folder("node1", last)}));
  }

  json k_in(const std::string& folder) const {
    json k = json::array();
    const json result = json::parse(read_text(path(folder) / "result.json"));
    for (const json& flow : result.at("flow")) k.push_back(flow.at("permeability_voxel2"));
    return k;
  }

  void expect_same_k(const Case& one, const Outcome& outcome) const {
    ASSERT_EQ(outcome.exit_code, 0) << outcome.err;
    if (!fs::exists(path("out/result.json"))) return;
    std::string alone = one.commands.substr(one.commands.find("P ") + 2);
    for (std::size_t at = 0; (at = alone.find("../", at)) != std::string::npos;) alone.erase(at, 3);
    alone.replace(alone.find("output out"), 10, "output ../alone --overwrite");
    ASSERT_EQ(run_aside("cd node0 && '" PERMEABILITY_PROGRAM "' " + alone), 0) << alone;
    EXPECT_EQ(k_in("out"), k_in("alone"));
    EXPECT_GT(k_in("out").at(0).get<double>(), 0);
  }

  void expect_one_line(const Case& one, const Outcome& outcome) const {
    if (one.exit_code >= 0) {
      EXPECT_EQ(outcome.exit_code, one.exit_code) << outcome.err;
    } else {
      EXPECT_NE(outcome.exit_code, 0);
    }
    EXPECT_NE(outcome.exit_code, 124) << "it hung\n" << outcome.err;
    EXPECT_FALSE(fs::exists(path("out/result.json"))) << "a result was written";
    for (const char* crash : {"Segmentation", "Aborted", "terminate called", "MPI_ERR", "A fault of this program"})
      EXPECT_THAT(outcome.err, testing::Not(testing::HasSubstr(crash)));
    const std::vector<std::string> lines = lines_of_program(outcome.err);
    if (one.expect == std::vector<std::string>{"nothing"}) {
      EXPECT_THAT(lines, testing::IsEmpty());
      return;
    }
    ASSERT_EQ(lines.size(), 1U) << outcome.err << outcome.out;
    for (const std::string& part : one.expect) EXPECT_THAT(lines.front(), testing::HasSubstr(part));
  }

  /// Starts from equal folders, and then changes what `change` says.
  void expect(
      const Case& one, const std::function<void()>& change = [] {}) const {
    SCOPED_TRACE(one.name);
    prepare();
    change();
    const Outcome outcome = start_both(one);
    if (one.expect.empty())
      expect_same_k(one, outcome);
    else
      expect_one_line(one, outcome);
  }

  /// Keeps the time of the file.
  void change_byte(const std::string& file, std::int64_t from_end) const {
    std::string text = read_text(path(file));
    const auto time = fs::last_write_time(path(file));
    text[text.size() - static_cast<std::size_t>(from_end)] ^= '\xff';
    write_text(path(file), text);
    fs::last_write_time(path(file), time);
  }
};

class UnlikeRanks : public RanksTest {};
class UnlikeRanksLong : public RanksTest {};

const std::string rest = " --voxel-size 2um --device cpu --output ../out";
const std::string configured = "exec P solve rock.mha --config set.ini" + rest;
const std::string image = "exec P solve rock.mha --pore 0 --tolerance 1e-2" + rest;

/// A key that only the last process has in its configuration, and how the line names it.
Case other_key(const std::string& key, const std::string& value) {
  return {"the key " + key,
          configured,
          "printf 'pore = 0\\ntolerance = 1e-2\\n" + key + " = " + value + "\\n' >set.ini; " + configured,
          {"permeability: error: The processes of this job are not started alike (--" + key + " is " + value +
           " on rank 1 on "}};
}

TEST_F(UnlikeRanks, end_where_their_configuration_differs) {
  expect({"solid for pore",
          configured,
          "printf 'solid = 0\\ntolerance = 1e-2\\n' >set.ini; " + configured,
          {"(--solid is 0 on rank 1 on ", ", and absent on rank 0)"}});
  expect({"tolerance",
          configured,
          "printf 'pore = 0\\ntolerance = 1e-3\\n' >set.ini; " + configured,
          {"(--tolerance is 1e-3 on rank 1 on ", ", and 1e-2 on rank 0)"}});
  expect(other_key("direction", "y"));
  expect(other_key("precision", "float64"));
}

TEST_F(UnlikeRanks, end_where_one_has_another_command_or_other_rows) {
  expect({"another command",
          image,
          "exec P bench --device cpu --size 8 --seconds 0.1",
          {"(the command is bench on rank 1 on ", ", and solve on rank 0)"}});
  const std::string batch = "exec P batch rows.csv --pore 0 --tolerance 1e-2" + rest;
  expect({"another row",
          batch,
          "printf 'input,direction\\n../rock.mha,y\\n' >rows.csv; " + batch,
          {"The processes of this job do not have one list of images (", "row 1", "rank 1 on "}});
}

TEST_F(UnlikeRanks, end_where_one_byte_of_an_image_differs) {
  expect({"a voxel of the part of rank 1",
          image,
          "",
          {"Cannot use rock.mha", "is others from plane 7 on (counted from 0) on rank 1 on "}},
         [this] { change_byte("node1/rock.mha", 1); });
}

TEST_F(UnlikeRanks, end_with_the_line_of_the_one_that_fails) {
  expect({"an option that is none", image, image + " --tolerence 1e-3", {"rank 1 on ", "Did you mean --tolerance"}, 2});
  expect({"no configuration", configured, "rm set.ini; " + configured, {"rank 1 on ", "set.ini"}});
}

TEST_F(UnlikeRanks, give_the_k_of_one_where_only_what_may_differ_does) {
  expect(
      {"threads, instructions and configuration",
       configured + " --threads 1 --instructions plain",
       "mkdir far; mv set.ini far/mine.ini; OMP_NUM_THREADS=3 exec P solve rock.mha --config far/mine.ini" + rest + "2",
       {}});
}

TEST_F(UnlikeRanksLong, end_where_any_key_of_their_configuration_differs) {
  for (const auto& [key, value] : std::vector<std::pair<std::string, std::string>>{{"tau", "0.9"},
                                                                                   {"boundary", "mirror"},
                                                                                   {"report", "page.html"},
                                                                                   {"error-budget", "true"},
                                                                                   {"refine", "2"},
                                                                                   {"coarsen", "2"},
                                                                                   {"method", "plain"},
                                                                                   {"max-steps", "100"},
                                                                                   {"collision", "bgk"},
                                                                                   {"magic", "0.25"},
                                                                                   {"equilibrium", "quadratic"},
                                                                                   {"force", "1e-5"},
                                                                                   {"reynolds", "0.1"},
                                                                                   {"crop", "0:8,0:8,0:8"},
                                                                                   {"axes", "zyx"},
                                                                                   {"units", "darcy"},
                                                                                   {"fields", "true"},
                                                                                   {"transport", "host"},
                                                                                   {"quiet", "true"},
                                                                                   {"timings", "true"},
                                                                                   {"overwrite", "true"},
                                                                                   {"grains", "list.txt"},
                                                                                   {"sides", "mirror"},
                                                                                   {"allow-outside", "true"},
                                                                                   {"figures", "figures"}}) {
    Case one = other_key(key, value);
    if (key == "report" || key == "figures") one.expect = {"(--" + key + " is given on rank 1 on "};
    expect(one);
  }
  expect({"pore = 255",
          configured,
          "printf 'pore = 255\\ntolerance = 1e-2\\n' >set.ini; " + configured,
          {"(--pore is 255 on rank 1 on "}});
  expect({"a default that is given",
          image,
          image + " --magic 0.1875",
          {"(--magic is 0.1875 on rank 1 on ", ", and 0.1875 by default on rank 0)"}});
}

TEST_F(UnlikeRanksLong, end_where_one_has_another_command) {
  for (const std::string other : {"validate --quick --cases duct", "sweep sc --size 8", "batch rows.csv", "--version",
                                  "help solve", "--describe man", "generate sc --output sc.mha"})
    expect({other, image, "exec P " + other, {"(the command is ", " on rank 1 on "}});
  expect({"help of the command", image, "exec P solve rock.mha --help", {"are not started alike", "rank 1 on "}});
  expect({"the first asks for help", "exec P --help", image, {"(the command is solve on rank 1 on "}});
  expect({"a command that is none", image, "exec P slove", {"rank 1 on ", "Did you mean solve"}, 2});
  expect({"no command", image, "exec P ", {"rank 1 on ", "No command is given"}, 2});
}

TEST_F(UnlikeRanksLong, end_where_their_lists_differ) {
  const std::string batch = "exec P batch rows.csv --pore 0 --tolerance 1e-2" + rest;
  const std::string problem = "The processes of this job do not have one list of images (";
  expect({"one row less", batch, "sed -i '$d' rows.csv; " + batch, {problem, "row 3 is absent on rank 1 on "}});
  expect({"a row more on rank 0", "echo ../rock.mha,x >>rows.csv; " + batch, batch, {problem, "row 4 is absent"}});
  expect({"an option of a row", batch, "sed -i 's/,y/,z/' rows.csv; " + batch, {problem, "the options of row 2"}});
  expect({"an option that is wrong", batch, "sed -i 's/,y/,w/' rows.csv; " + batch, {problem, "row 2"}});
  expect({"no list", batch, "rm rows.csv; " + batch, {"rank 1 on ", "rows.csv"}});
  const std::string folder = "exec P batch pack --pore 0 --tolerance 1e-2" + rest;
  const std::string make = "mkdir pack; cp -p rock.mha pack; ";
  expect({"another folder", make + folder, make + "cp rock.mha pack/other.mha; " + folder, {problem, "row 1"}});
  const std::string pattern = "exec P batch '../rock.*a' --pore 0 --tiles 4 --tolerance 1e-2" + rest;
  expect({"other tiles",
          pattern,
          "exec P batch '../rock.*a' --pore 0 --tiles 5 --tolerance 1e-2" + rest,
          {"(--tiles is 5 on rank 1 on "}});
  EXPECT_FALSE(fs::exists(path("out/batch.csv")));
}

TEST_F(UnlikeRanksLong, end_where_they_read_other_images) {
  const std::string file = "Cannot use rock.mha";
  for (const int voxel : {0, 359, 360, 719}) {
    const std::string plane = "from plane " + std::to_string(voxel / 90) + " on";
    const std::string name = "voxel " + std::to_string(voxel);
    const auto change = [this, voxel](const std::string& node) {
      return [this, voxel, node] { change_byte(node + "/rock.mha", 720 - voxel); };
    };
    expect({name, image, "", {file, plane, "on rank 1 on "}}, change("node1"));
    expect({name + " of rank 0", image, "", {file, plane, "on rank 1 on "}}, change("node0"));
    expect({name + ", zyx", image + " --axes zyx", "", {file, plane}}, change("node1"));
  }
  expect({"another extent", image, "sed -i 's/10 9 8/10 8 9/' rock.mha; " + image, {file, "its extent is 10 x 8 x 9"}});
  expect({"another spacing",
          image,
          "sed -i 's/^ElementType/ElementSpacing = 2 1 1\\nElementType/' rock.mha; " + image,
          {file, "rank 1 on "}});
  expect({"no image", image, "rm rock.mha; " + image, {"rank 1 on ", "rock.mha"}});
  expect({"a folder in its place", image, "rm rock.mha; mkdir rock.mha; " + image, {"rank 1 on ", "rock.mha"}});
  expect({"an empty file", image, "rm rock.mha; touch rock.mha; " + image, {"rank 1 on ", "rock.mha"}});
  const std::string raw = "exec P solve rock.raw --dims 10x9x8 --pore 0 --tolerance 1e-2" + rest;
  expect({"a file that is cut short", raw, "truncate -s 700 rock.raw; " + raw, {"rank 1 on ", "rock.raw"}});
  expect({"a file that holds more", raw, "truncate -s 730 rock.raw; " + raw, {"rank 1 on ", "rock.raw"}});
}

TEST_F(UnlikeRanksLong, end_where_they_read_other_slices_recipes_or_spheres) {
  const std::string slices = "exec P solve slices --pore 0 --tolerance 1e-2" + rest;
  const std::string sc = "exec P solve sc.ini --tolerance 1e-2" + rest;
  const std::string spheres = "exec P solve spheres.ini --tolerance 1e-2" + rest;
  const std::string grains = "exec P solve spheres.ini --grains list.txt --tolerance 1e-2" + rest;
  expect({"a recipe and an image",
          sc,
          "exec P solve rock.mha --tolerance 1e-2" + rest,
          {"do not read one input (the input is an image on rank 1 on "}});
  expect({"another porosity",
          sc,
          "sed -i 's/0.7/0.8/' sc.ini; " + sc,
          {"Cannot use the recipe 'sc.ini' (--porosity is 0.8 on rank 1 on "}});
  expect({"another size", sc, "sed -i 's/= 12/= 14/' sc.ini; " + sc, {"(--size is 14 on rank 1 on "}});
  expect({"another voxel size", sc, "echo voxel-size = 3um >>sc.ini; " + sc, {"(--voxel-size is 3um on rank 1 on "}});
  expect({"no recipe", sc, "rm sc.ini; " + sc, {"rank 1 on ", "sc.ini"}});
  expect({"a sphere less", spheres, "sed -i '$d' list.txt; " + spheres, {"the number of its spheres is 1 on rank 1"}});
  expect({"another sphere",
          spheres,
          "sed -i 's/^8 8 8/8 8 7.5/' list.txt; " + spheres,
          {"sphere 2 is 8 8 7.5 3 on rank 1 on "}});
  expect({"other grains",
          grains,
          "sed -i 's/centres = list/centres = own/' spheres.ini; cp ../node0/list.txt own.txt; " + grains,
          {"rank 1 on "}});
  expect({"no slice", slices, "rm slices/s1.tif; " + slices, {"rank 1 on ", "slices"}});
  expect({"a slice of another", slices, "cp slices/s0.tif slices/s1.tif; " + slices, {"from plane 1 on"}});
  const std::string sweep = "exec P sweep rock.mha --pore 0 --grow 0:1 --tolerance 1e-2" + rest;
  const auto change = [this] { change_byte("node1/rock.mha", 300); };
  expect({"the image of a sweep", sweep, "", {"Cannot use rock.mha", "from plane 4 on"}}, change);
  if (!fs::exists(PERMEABILITY_PROGRAM "-studies")) return;  // a build without them
  const std::string bench = "exec S bench --streaming --images rock.mha:0 --device cpu --seconds 0.1 --output ../out";
  expect({"the image of a bench", bench, "", {"Cannot use rock.mha", "from plane 4 on"}}, change);
  const std::string packs = "exec S validate --packs pack.txt --cases packings --quick --device cpu --output ../out";
  expect({"a pack",
          "printf '.3 .3 .3 .2\\n' >pack.txt; touch -d 2020-01-01 pack.txt; " + packs,
          "printf '.3 .3 .3 .2\\n' >pack.txt; " + packs,
          {"do not solve the same flows"}});
}

TEST_F(UnlikeRanksLong, end_where_their_program_or_its_variables_differ) {
  expect({"a variable",
          image,
          "PERMEABILITY_FUTURE=1 " + image,
          {"the variable PERMEABILITY_FUTURE is '1' on rank 1 on "}});
  expect({"no part for MPI", image, "PERMEABILITY_MPI=/nowhere.so " + image, {"cannot work in several processes"}, -1});
}

TEST_F(UnlikeRanksLong, end_where_one_fails_or_is_gone) {
  expect({"a wrong value of what may differ",
          image,
          image + " --threads many",
          {"rank 1 on ", "--threads cannot be 'many'"}});
  expect({"a device that is not there",
          image,
          "exec P solve rock.mha --pore 0 --tolerance 1e-2 --voxel-size 2um --device gpu --output ../out",
          {"rank 1 on ", "--device cannot be 'gpu'"}});
  expect({"no place for its threads", image, image + " --threads -1", {"rank 1 on ", "--threads cannot be -1"}});
  const std::string wide = "exec P solve wide.ini --tau 0.5001 --method plain --tolerance 1e-5" + rest;
  const std::string without_exec = wide.substr(5);
  expect({"killed", wide, without_exec + " & sleep 4; kill -KILL $! ; wait $!", {"nothing"}, -1});
  expect({"stopped, then killed",
          wide,
          without_exec + " & sleep 4; kill -STOP $! ; sleep 2; kill -KILL $! ; wait $!",
          {"nothing"},
          -1});
  expect({"killed at its start", wide, without_exec + " & sleep 0.2; kill -KILL $! ; wait $!", {"nothing"}, -1});
  expect({"never started", wide, "sleep 1", {"nothing"}, -1});
  expect({"never started, and fails", wide, "exit 3", {"nothing"}, -1});
}

TEST_F(UnlikeRanksLong, give_the_k_of_one_where_only_what_may_differ_does) {
  expect({"more threads", image + " --threads 1", image + " --threads 2", {}});
  expect({"threads on one", image, image + " --threads 2", {}});
  expect({"threads on the first", image + " --threads 2", image, {}});
  expect({"a device",
          image,
          "exec P solve rock.mha --pore 0 --tolerance 1e-2 --voxel-size 2um --device auto --output ../out",
          {}});
  expect({"instructions", image, image + " --instructions plain", {}});
  expect({"threads of OpenMP", image, "OMP_NUM_THREADS=5 " + image, {}});
  expect({"language and time", image, "LC_ALL=de_DE.UTF-8 TZ=Asia/Tokyo HOME=/nowhere TMPDIR=/nowhere " + image, {}});
  expect({"variables that may", image, "PERMEABILITY_PYTHON=/nowhere SLURM_JOB_ID=7 " + image, {}});
  expect({"the first has a configuration", configured, image, {}});
  expect({"the input", image, "mv rock.mha mine.mha; exec P solve mine.mha --pore 0 --tolerance 1e-2" + rest, {}});
  expect({"a copy", "touch rock.mha; " + image, "touch -d 2020-01-01 rock.mha; " + image, {}});
  expect({"a variable of the launcher on rank 1", image, "OMPI_COMM_WORLD_SIZE=1 " + image, {}});
  expect({"a variable of the launcher on rank 0", "OMPI_COMM_WORLD_SIZE=1 " + image, image, {}});
  expect({"comments", configured, "echo '# mine' >>set.ini; " + configured, {}});
  const std::string spheres = "exec P solve spheres.ini --tolerance 1e-2" + rest;
  expect({"comments of spheres", spheres, "sed -i '1i# mine' list.txt; " + spheres, {}});
  const std::string cropped = "exec P solve rock.mha --crop 0:10,0:9,0:6 --pore 0 --tolerance 1e-2" + rest;
  expect({"a voxel that is not solved", cropped, "", {}}, [this] { change_byte("node1/rock.mha", 1); });
}

TEST_F(UnlikeRanksLong, end_where_one_has_little_memory) {
  for (const int megabytes : {150, 250, 400, 600}) {
    prepare();
    const Outcome outcome = start_both({"", image, "ulimit -v " + std::to_string(1024 * megabytes) + "; " + image, {}});
    EXPECT_NE(outcome.exit_code, 124) << outcome.err;
    if (outcome.exit_code == 0) continue;
    EXPECT_FALSE(fs::exists(path("out/result.json")));
    EXPECT_LE(lines_of_program(outcome.err).size(), 1U) << outcome.err;
  }
}

}  // namespace
}  // namespace perm::cli
