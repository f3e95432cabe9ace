// SPDX-License-Identifier: Apache-2.0
// A batch that was stopped goes on, and its table is equal to the byte to that of a batch that was not, whatever was
// killed, changed or shared out before.
#include <gmock/gmock.h>
#include <signal.h>

#include <algorithm>
#include <cstdlib>
#include <random>
#include <sstream>

#include "cli/batch_table.hpp"
#include "cli/program.hpp"
#include "waiting.hpp"

namespace perm::cli {
namespace {

namespace fs = std::filesystem;
using testing::HasSubstr;

class BatchRestart : public CliTest {
 protected:
  void SetUp() override {
    CliTest::SetUp();
    for (int seed = 1; seed <= 6; ++seed)
      ASSERT_EQ(run("generate overlap --size 20 --radius 4 --porosity 0.7 --seed " + std::to_string(seed) +
                    " -o scans/rock" + std::to_string(seed) + ".mha")
                    .exit_code,
                0);
    write_text(path("scans/junk.tif"), "junk");
  }
  static std::string words(const std::string& output) {
    return "batch scans --voxel-size 2um --device cpu --direction xyz --output " + output;
  }
  std::string table(const std::string& folder) const { return read_text(path(folder) / "batch.csv"); }

  /// Kills a batch after a random part of its work and runs it again, so often.
  void expect_same_after_kills(int kills) {
    ASSERT_EQ(run(words("whole")).exit_code, 3);
    std::mt19937 random(20261123);
    const double whole = run(words("timed")).processor_seconds;
    int killed = 0;
    for (int i = 0; i < kills; ++i) {
      if (random() % 4 == 0) fs::remove_all(path("out"));
      const pid_t process = start_process();
      wait_for_work(process, whole * static_cast<double>(random() % 1000) / 1000);
      ::kill(process, SIGKILL);
      killed += finish(process).exit_code == -SIGKILL ? 1 : 0;
      if (random() % 3 != 0) continue;  // killed again before it is done
      ASSERT_EQ(run(words("out")).exit_code, 3);
      ASSERT_EQ(table("out"), table("whole")) << "after kill " << i;
      fs::remove_all(path("out"));
    }
    EXPECT_GT(killed, 0) << "none was killed while it ran";
    ASSERT_EQ(run(words("out")).exit_code, 3);
    EXPECT_EQ(table("out"), table("whole"));
    for (const auto& entry : fs::directory_iterator(path("out")))
      EXPECT_FALSE(entry.path().filename().string().starts_with(".partial")) << entry.path();
  }
  pid_t start_process() const { return start(words("out")); }
};

TEST_F(BatchRestart, solves_nothing_twice) {
  ASSERT_EQ(run(words("out")).exit_code, 3);
  const std::string before = table("out");
  const std::string times = read_text(path("out/batch-times.csv"));
  const Outcome again = run(words("out"));
  EXPECT_EQ(again.exit_code, 3);
  EXPECT_THAT(again.out, HasSubstr("6 rows are known from an earlier run in 'out'; 1 are left."));
  EXPECT_EQ(table("out"), before);
  const BatchTable first(times);
  const BatchTable second(read_text(path("out/batch-times.csv")));
  for (std::size_t row = 1; row < 7; ++row)
    EXPECT_EQ(second.cell(row, "finished_utc"), first.cell(row, "finished_utc"));
}

TEST_F(BatchRestart, solves_anew_what_has_changed) {
  ASSERT_EQ(run(words("out")).exit_code, 3);
  ASSERT_EQ(
      run("generate overlap --size 20 --radius 4 --porosity 0.6 --seed 9 -o scans/rock2.mha --overwrite").exit_code, 0);
  ASSERT_EQ(run("generate overlap --size 20 --radius 4 --porosity 0.7 --seed 7 -o scans/junk.mha").exit_code, 0);
  fs::rename(path("scans/junk.mha"), path("scans/junk.tif"));
  const Outcome again = run(words("out"));
  EXPECT_THAT(again.out, HasSubstr("5 rows are known"));
  const double porosity = BatchTable(table("out")).number(2, "porosity");
  EXPECT_NEAR(porosity, 0.6, 0.02);
  const Outcome other = run(words("out") + " --tolerance 1e-2");
  EXPECT_THAT(other.out, testing::Not(HasSubstr("are known"))) << "the tolerance changes K";
  const Outcome same = run(words("out") + " --threads 1 --instructions plain");
  EXPECT_THAT(same.out, HasSubstr("are known")) << "threads and instructions change nothing";
}

TEST_F(BatchRestart, solves_nothing_anew_where_no_number_of_the_flow_changes) {
  ASSERT_EQ(run(words("out")).exit_code, 3);
  for (const char* more : {" --units frazier", " --units gurley --thickness 1mm", " --tolerance 1e-3 --boundary auto",
                           " --tolerance 0.001 --refine 1 --max-steps 1000000"}) {
    const Outcome again = run(words("out") + more);
    EXPECT_THAT(again.out, HasSubstr("6 rows are known")) << more;
    ASSERT_EQ(run(words("fresh") + more + " --overwrite").exit_code, 3) << more;
    EXPECT_EQ(table("out"), table("fresh")) << more;
    fs::remove_all(path("fresh"));
  }
  EXPECT_THAT(run(words("out") + " --refine 2").out, testing::Not(HasSubstr("are known")));
  write_text(path("scans/bare.ini"), "kind = sc\nsize = 8\nporosity = 0.6\n");
  ASSERT_EQ(run("batch scans/bare.ini --device cpu --output bare").exit_code, 0);
  EXPECT_THAT(run("batch scans/bare.ini --device cpu --units D --output bare").err, HasSubstr("without a voxel size"));
  EXPECT_EQ(run("batch scans/bare.ini --device cpu --output bare").exit_code, 0);
}

TEST_F(BatchRestart, sees_every_file_of_an_image) {
  const std::string sizes = "NRRD0004\ntype: uint8\ndimension: 3\nsizes: 8 8 8\nencoding: raw\n";
  const std::string meta = "ObjectType = Image\nNDims = 3\nDimSize = 8 8 8\nElementType = MET_UCHAR\n";
  write_text(path("a/numbered.nhdr"), sizes + "data file: slice%03d.raw 0 7 1\n");
  write_text(path("b/listed.nhdr"), sizes + "data file: LIST\ns0\ns1\ns2\ns3\ns4\ns5\ns6\ns7\n");
  write_text(path("c/CAPITALS.MHD"), meta + "ElementDataFile = Voxels.RAW\n");
  write_text(path("d/long.mhd"), meta + "Comment = " + std::string(9000, 'x') + "\nElementDataFile = far.bin\n");
  write_text(path("list.csv"), "input\na/numbered.nhdr\nb/listed.nhdr\nc/CAPITALS.MHD\nd/long.mhd\n");
  const std::string batch = "batch list.csv --voxel-size 2um --pore 0 --boundary sealed --device cpu";
  for (const std::size_t width : {3, 5}) {  // of a slit
    const std::string plane = std::string(8 * width, '\0') + std::string(8 * (8 - width), '\1');
    std::string whole;
    for (int z = 0; z < 8; ++z) {
      write_text(path("a/slice00" + std::to_string(z) + ".raw"), plane);
      write_text(path("b/s" + std::to_string(z)), plane);
      whole += plane;
    }
    write_text(path("c/Voxels.RAW"), whole);
    write_text(path("d/far.bin"), whole);
    ASSERT_EQ(run(batch + " --output out").exit_code, 0);
    for (std::size_t row = 0; row < 4; ++row)
      EXPECT_EQ(BatchTable(table("out")).number(row, "porosity"), static_cast<double>(width) / 8) << row;
    EXPECT_THAT(run(batch + " --output out").out, HasSubstr("4 rows are known"));
  }
}

TEST_F(BatchRestart, knows_an_image_again_by_its_pores) {
  ASSERT_EQ(run(words("out")).exit_code, 3);
  const BatchTable before(read_text(path("out/batch-times.csv")));
  for (const auto& entry : fs::directory_iterator(path("scans"))) {  // copies: other files, of another time
    fs::create_directory(path("moved"));
    write_text(path("moved") / entry.path().filename(), read_text(entry.path()));
  }
  ASSERT_EQ(
      run("generate overlap --size 20 --radius 4 --porosity 0.7 --seed 9 -o moved/rock2.mha --overwrite").exit_code, 0);
  const std::string moved = "batch moved --overwrite --voxel-size 2um --device cpu --direction xyz --output ";
  ASSERT_EQ(run(moved + "out").exit_code, 3);
  const BatchTable after(read_text(path("out/batch-times.csv")));
  for (std::size_t row = 1; row < 7; ++row) {
    if (after.cell(row, "input") == "moved/rock2.mha") continue;  // may take as long as the other image by chance
    EXPECT_EQ(after.cell(row, "seconds"), before.cell(row, "seconds")) << after.cell(row, "input");
  }
  ASSERT_EQ(run(moved + "fresh").exit_code, 3);
  EXPECT_EQ(table("out"), table("fresh")) << "another image is another flow";
  ASSERT_EQ(run(moved + "out --boundary mirror").exit_code, 3);
  ASSERT_EQ(run(moved + "mirror --boundary mirror").exit_code, 3);
  EXPECT_EQ(table("out"), table("mirror")) << "another option is another flow";
}

TEST_F(BatchRestart, does_not_depend_on_threads_or_on_half_a_line) {
  ASSERT_EQ(run(words("one") + " --threads 1").exit_code, 3);
  ASSERT_EQ(run(words("out") + " --threads 4").exit_code, 3);
  EXPECT_EQ(table("out"), table("one"));
  const std::string rows = read_text(path("out/rows.jsonl"));
  write_text(path("out/rows.jsonl"), rows.substr(0, rows.size() / 2));
  fs::remove(path("out/batch.csv"));
  ASSERT_EQ(run(words("out")).exit_code, 3);
  EXPECT_EQ(table("out"), table("one"));
}

TEST_F(BatchRestart, is_joined_from_shards) {
  ASSERT_EQ(run(words("whole")).exit_code, 3);
  for (int part = 1; part <= 4; ++part) {
    if (part == 4) {
      const Outcome early = run(words("out") + " --merge");
      EXPECT_EQ(early.exit_code, 3);
      EXPECT_THAT(early.err, HasSubstr("1 of 7 rows are not solved yet (the first is row 4, 'scans/rock3.mha')"));
    }
    run(words("out") + " --shard " + std::to_string(part) + "/4");
  }
  EXPECT_EQ(run(words("out") + " --merge").exit_code, 3);
  EXPECT_EQ(table("out"), table("whole"));
  std::vector<std::string> lines;
  std::string head;
  for (int part = 1; part <= 4; ++part) {
    std::istringstream text(read_text(path("out/batch-" + std::to_string(part) + "-of-4.csv")));
    std::getline(text, head);
    for (std::string line; std::getline(text, line);) lines.push_back(line);
  }
  std::sort(lines.begin(), lines.end());  // by the number of the row, which has one digit
  std::string joined = head + "\n";
  for (const std::string& line : lines) joined += line + "\n";
  EXPECT_EQ(joined, table("whole")) << "the same after sorting";
  for (const char* shard : {"0/4", "5/4", "1", "1/0", "a/b", "1/4x"})
    expect_error(words("none") + " --shard " + shard, 3, "--shard cannot be");
  expect_error(words("none") + " --shard 1/4 --merge", 2, "--merge and --shard are both given");
}

TEST_F(BatchRestart, a_signal_keeps_the_rows_that_are_done) {
  write_text(path("list.csv"), "input,max-steps\nscans/rock1.mha,\nscans/rock2.mha,100000000\n");
  const std::string slow =
      "batch list.csv --voxel-size 2um --device cpu --threads 1 --method plain --tau 0.5001 "
      "--tolerance 1e-5 --output out";
  write_text(path("list.csv"), "input,tau,tolerance\nscans/rock1.mha,1,1e-2\nscans/rock2.mha,,\n");
  const pid_t process = start(slow);
  EXPECT_TRUE(wait_until([&] { return read_text(path("out/rows.jsonl")).size() >= 10; }));
  ::kill(process, SIGTERM);
  const Outcome outcome = finish(process);
  EXPECT_EQ(outcome.exit_code, 143);
  EXPECT_THAT(outcome.out, HasSubstr("1 more rows are kept in 'out'"));
  EXPECT_FALSE(fs::exists(path("out/batch.csv")));
}

TEST_F(BatchRestart, tries_again_what_had_no_memory) {
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
  GTEST_SKIP() << "sanitizers need their own address space";
#endif
  write_text(path("large.ini"), "kind = overlap\nsize = 300\nradius = 20\nporosity = 0.7\n");
  write_text(path("list.csv"), "input\nlarge.ini\nscans/rock2.mha\n");
  const std::string words = "batch list.csv --voxel-size 2um --device cpu --threads 2 --output out";
  for (const char* known : {"", "1 rows are known from an earlier run in 'out'; 1 are left."}) {
    const Outcome outcome = finish(start_in_shell("ulimit -v 600000;", words));
    ASSERT_EQ(outcome.exit_code, 5) << outcome.err;
    EXPECT_THAT(outcome.out, HasSubstr(known));
    EXPECT_EQ(BatchTable(table("out")).cell(1, "stop"), "converged");
    EXPECT_THAT(BatchTable(table("out")).cell(0, "error"), HasSubstr("Raise ulimit -v"));
  }
}

TEST_F(BatchRestart, after_kills_at_random_moments_is_equal_to_the_byte) {
  const char* const kills = std::getenv("PERMEABILITY_TEST_KILLS");
  expect_same_after_kills(kills != nullptr ? std::atoi(kills) : 6);
}

}  // namespace
}  // namespace perm::cli
