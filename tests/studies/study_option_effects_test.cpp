// SPDX-License-Identifier: Apache-2.0
// What every option of permeability-studies changes, or why it is refused, as tests/cli/option_effects_test.cpp has it
// for permeability.
#include <algorithm>

#include "cli/options/option_walk.hpp"
#include "cli/small_image.hpp"
#include "studies/study_list.hpp"

namespace perm::cli {
namespace {

const std::string box = " --size 8 --porosity 0.8 --radius 2 --seconds 0.01 --device cpu --threads 1";

const std::vector<Start> starts{
    {"streaming", "bench", "--streaming --schemes pull --output out" + box, "out/streaming.csv:porosity", "",
     "out/streaming.csv:bytes_per_voxel"},
    {"tilings", "bench", "--tilings --json" + box, "stdout:/porosity"},
    {"predict", "bench", "--predict 4 --size 16 --rank-mflups 100 --device cpu --json", "stdout:/strong/2/mflups", "",
     "stdout:/weak/2/mflups"},
    {"time-to-k", "bench", "--time-to-k --scale 0.125 --tolerance 1e-2 --device cpu --threads 1 --json",
     "stdout:/cases/0/fluid_cells", "", "stdout:/cases/0/plain/limit_voxel2"},
    {"validate", "validate", "--quick --cases plates-5 --device cpu --threads 1 --output out",
     "out/validation.csv:permeability", "", "out/validation.csv:iteration_error", "out/solved-0.jsonl:/device"},
    {"inertia", "validate", "--quick --cases inertia-plates --device cpu --threads 1 --output out"},
    {"flow", "thermal",
     "--size 32x64 --gravity 1e-3 --waves 4 --layer 2 --steps 40 --every 40 --device cpu --threads 1 --output out",
     "out/growth.csv:mixing_length", "", "out/growth.csv:step"},
    {"parts", "thermal",
     "--measure --size 32x32 --waves 4 --layer 2 --seconds 0.01 --device cpu --threads 1 --output out",
     "out/thermal.csv:nx", "", "out/thermal.csv:block"}};

const std::vector<Expectation> expectations{
    {"streaming", "streaming", "--streaming", allows("without what to measure"), "no:streaming"},
    {"tilings", "tilings", "--tilings", allows("without what to measure"), "no:tilings"},
    {"predict", "predict", "--predict 4", allows("without what to measure"), "no:predict"},
    {"time-to-k", "time-to-k", "--time-to-k", allows("without what to measure"), "no:time-to-k"},

    {"streaming tilings", "geometry", "--geometry noise no:radius", changes("k")},
    {"predict", "geometry", "--geometry noise", refused("--geometry and --rank-mflups are both given")},
    {"streaming tilings predict", "porosity", "--porosity 0.5", changes("k")},
    {"streaming tilings predict", "size", "--size 12", changes("k")},
    {"streaming tilings", "radius", "--radius 1.5", changes("k")},
    {"predict", "radius", "--radius 2", changes("k")},
    {"streaming tilings", "radius", "--geometry duct", refused("it is that of spheres")},
    {"streaming tilings", "seed", "--seed 2", changes("k")},
    {"streaming tilings", "seed", "--seed 2 --geometry duct no:radius", refused("nothing is drawn")},
    {"predict", "seed", "--seed 2", refused("--seed and --rank-mflups are both given")},
    {"time-to-k", "geometry", "--geometry noise", refused("without --streaming or --tilings or --predict")},
    {"time-to-k", "porosity", "--porosity 0.3", refused("without --streaming or --tilings or --predict")},
    {"time-to-k", "size", "--size 8", refused("without --streaming or --tilings or --predict")},
    {"time-to-k", "radius", "--radius 2", refused("without --streaming or --tilings or --predict")},
    {"time-to-k", "seed", "--seed 2", refused("without --streaming or --tilings or --predict")},
    {"streaming", "seconds", "--seconds 0.2", changes("out/streaming.csv:steps")},
    {"predict", "seconds", "--seconds 0.2", refused("--seconds and --rank-mflups are both given")},
    {"time-to-k", "seconds", "--seconds 0.2", refused("without --streaming or --tilings or --predict")},
    {"predict", "rank-mflups", "--rank-mflups 1000", changes("k")},
    {"predict", "rank-model", "--rank-model h200", changes("k")},
    {"streaming tilings time-to-k", "rank-mflups", "--rank-mflups 1000", refused("without --predict")},
    {"streaming tilings time-to-k", "rank-model", "--rank-model h200", refused("without --predict")},

    {"streaming", "images", "--images slit.mha:0 no:size no:porosity no:radius", changes("k")},
    {"streaming", "images", "--images slit.mha:0", refused("the images are measured, and no box is made")},
    {"time-to-k", "images", "--images slit.mha:0", changes("stdout:/cases/4/name")},
    {"tilings predict", "images", "--images slit.mha:0", refused("without --time-to-k or --streaming")},
    {"time-to-k", "tolerance", "--tolerance 1e-3", changes("stdout:/cases/0/program/steps_to_tolerance")},
    {"streaming tilings predict", "tolerance", "--tolerance 1e-3", refused("without --time-to-k")},
    {"time-to-k", "scale", "--scale 0.15", changes("k")},
    {"streaming tilings predict", "scale", "--scale 0.15", refused("without --time-to-k")},

    {"streaming", "schemes", "--schemes compact", changes("steps")},
    {"streaming", "sizes", "no:size --sizes 8,10", changes("k")},
    {"streaming", "sizes", "--sizes 8,10", refused("--size and --sizes are both given")},
    {"streaming", "block", "--block 32", refused("no GPU computes")},
    {"streaming", "collision", "--collision bgk", allows("Add --collision bgk"), "--schemes ntemp1"},
    {"streaming", "device-memory", "--device-memory 1MB", changes("out/streaming.csv:largest_cube")},
    {"streaming", "try-largest", "--try-largest", refused("without --device cuda")},
    {"streaming", "output", "--output far", changes("far/streaming.csv")},
    {"streaming", "overwrite", "--overwrite", allows("--overwrite"), "--output theirs"},
    {"streaming", "figures", "--figures figures", refused("without --report")},
    {"tilings predict time-to-k", "schemes", "--schemes push", refused("without --streaming")},
    {"tilings predict time-to-k", "sizes", "--sizes 8,10", refused("without --streaming")},
    {"tilings predict time-to-k", "block", "--block 32", refused("without --streaming")},
    {"tilings predict time-to-k", "collision", "--collision bgk", refused("without --streaming")},
    {"tilings predict time-to-k", "device-memory", "--device-memory 1MB", refused("without --streaming")},
    {"tilings predict time-to-k", "try-largest", "--try-largest", refused("without --streaming")},
    {"tilings predict time-to-k", "output", "--output far", refused("without --streaming")},
    {"tilings predict time-to-k", "overwrite", "--overwrite", refused("without --streaming")},
    {"tilings predict time-to-k", "report", "--report page.html", refused("without --streaming")},
    {"tilings predict time-to-k", "figures", "--figures figures", refused("without --streaming")},
    {"streaming", "json", "--json", says("\"rows\"")},
    {"tilings", "json", "--json", says("\"tilings\""), "no:json"},
    {"predict", "json", "--json", says("\"weak\""), "no:json"},
    {"time-to-k", "json", "--json", says("\"cases\""), "no:json"},
    {"streaming tilings predict", "config", "no:size --config small.ini", changes("k")},
    {"time-to-k", "config", "no:scale --config scale.ini", changes("k"), "--scale 0.15"},

    {"validate", "quick", "--quick", changes("out/validation.csv:resolution"), "no:quick --cases tube"},
    {"validate", "full", "no:quick --full", changes("out/validation.csv:resolution"), "--cases tube"},
    {"validate", "full", "--full", refused("--quick and --full are both given")},
    {"validate", "cases", "--cases duct", changes("out/validation.csv:case")},
    {"validate", "packs", "--packs grid.dat", allows("No case is called 'pack-grid'"), "--cases pack-grid"},
    {"validate", "packs", "--packs grid.dat", refused("no such case is one of a file")},
    {"validate", "slip", "--slip 0.2vox", refused("fluid that sticks")},
    {"validate", "images", "--images far", refused("is no folder"), "--cases fiberform"},
    {"validate", "images", "--images theirs", refused("no such case is one of an image")},
    {"validate", "tolerance", "--tolerance 1e-2", changes("steps")},
    {"validate", "method", "--method plain", changes("steps")},
    {"validate", "tau", "--tau 0.8", changes("steps")},
    {"inertia", "tolerance", "--tolerance 1e-2", refused("each flow with inertia sets its own")},
    {"inertia", "method", "--method plain", refused("each flow with inertia sets its own")},
    {"inertia", "tau", "--tau 0.8", refused("each flow with inertia sets its own")},
    {"validate", "max-steps", "--max-steps 2", silences("1 of 1 cases passed")},
    {"validate", "collision", "--collision bgk", changes("k")},
    {"validate", "magic", "--magic 0.5", changes("k")},
    {"validate", "output", "--output far", changes("far/validation.csv")},
    {"validate", "overwrite", "--overwrite", allows("--overwrite"), "--output theirs"},
    {"validate", "compare", "--compare known/validation.json", says("Against known")},
    {"validate", "quiet", "--quiet", silences("are known from an earlier run"), "--output known"},
    {"validate", "config", "--config flow.ini", changes("k")},

    {"flow", "size", "--size 48x64", changes("k")},
    {"parts", "size", "--size 36x40", changes("k")},
    {"flow", "tau", "--tau 0.6", changes("k")},
    {"flow", "gravity", "--gravity 2e-3", changes("k")},
    {"flow", "temperatures", "--temperatures 0.9,0.6", changes("k")},
    {"flow", "layer", "--layer 3", changes("k")},
    {"flow", "amplitude", "--amplitude 3", changes("k")},
    {"flow", "waves", "--waves 5", changes("k")},
    {"flow", "seed", "--seed 2", changes("k")},
    {"flow", "steps", "--steps 30", changes("steps")},
    {"flow", "every", "--every 10", changes("out/")},
    {"parts", "steps", "--steps 30", refused("--steps is given with --measure")},
    {"parts", "every", "--every 10", refused("--every is given with --measure")},
    {"parts", "tiles", "--tiles 1x1", refused("--tiles is given with --measure")},
    {"flow", "tiles", "--tiles 2x1", refused("2 x 1 tiles are given to 1 process")},
    {"flow", "layouts", "--layouts rows", refused("soa, aos, blocked")},
    {"flow", "layouts", "--layouts soa,aos", refused("--layouts has 2 values")},
    {"parts", "layouts", "--layouts soa,aos", changes("k")},
    {"flow", "passes", "--passes half", refused("fused, apart, push")},
    {"flow", "passes", "--passes fused,push", refused("--passes has 2 values")},
    {"parts", "passes", "--passes apart", changes("out/thermal.csv:propagate_s")},
    {"flow", "blocks", "--blocks 64", refused("no GPU computes")},
    {"parts", "blocks", "--blocks 64,96", changes("k")},
    {"flow", "measure", "--measure no:steps no:every", changes("out/thermal.csv")},
    {"flow", "seconds", "--seconds 1", refused("--seconds is given without --measure")},
    {"parts", "seconds", "--seconds 600.5", refused("at most 600")},
    {"flow", "output", "--output far", changes("far/growth.csv")},
    {"parts", "output", "--output far", changes("far/thermal.csv")},
    {"flow parts", "overwrite", "--overwrite", allows("--overwrite"), "--output theirs"},
    {"flow parts", "config", "no:size --config plane.ini", changes("k")},

    {"streaming tilings predict time-to-k validate flow parts", "device", "--device cuda", computes("CUDA")},
    {"streaming predict time-to-k", "precision", "--precision float64", changes("steps")},
    {"validate", "precision", "--precision float64", changes("k")},
    {"streaming tilings predict time-to-k validate flow parts", "threads", "--threads 5000",
     refused("between 0 and 4096")},
    {"streaming tilings time-to-k validate", "instructions", "--instructions sse", refused("avx2")},
    {"predict", "instructions", "--instructions plain", refused("--instructions and --rank-mflups are both given")},
    {"streaming tilings predict time-to-k validate flow parts", "transport", "--transport host",
     refused("no GPU computes")},
    {"streaming tilings predict time-to-k validate flow parts", "share-gpus", "--share-gpus",
     refused("no GPU computes")},
    {"streaming tilings predict time-to-k validate flow parts", "help", "--help", says("Usage: ")}};

// Each page takes seconds.
const std::vector<Expectation> of_pages{
    {"streaming validate", "report", "--report page.html", page("page.html")},
    {"streaming validate", "figures", "--figures figures", page("figures/"), "--report page.html"}};

class StudyOptionEffects : public OptionWalk {
 protected:
  void SetUp() override {
    CliTest::SetUp();
    write_mha(path("slit.mha"), {8, 8, 8}, slit({8, 8, 8}));
    keep("slit.mha", read_text(path("slit.mha")));
    std::string pack;  // 27 spheres on a grid
    for (int i = 0; i < 27; ++i)
      pack += std::to_string((i % 3 + 0.5) / 3) + " " + std::to_string((i / 3 % 3 + 0.5) / 3) + " " +
              std::to_string((i / 9 + 0.5) / 3) + " 0.15\n";
    keep("grid.dat", pack);
    keep("small.ini", "size = 12\n");
    keep("scale.ini", "scale = 0.125\n");
    keep("flow.ini", "magic = 0.5\n");
    keep("plane.ini", "size = 40x48\n");
    keep("theirs/streaming.csv", "notes\n");
    keep("theirs/validation.csv", "notes\n");
    keep_files_of(*std::ranges::find(starts, "validate", &Start::name), "--output known");
  }

  void expect_all(const std::string& command, const std::vector<Expectation>& all) {
    for (const Expectation& one : all)
      for (const Start& start : starts)
        if (start.command == command && is_named(one.starts, start.name)) expect(start, one);
  }
};
using StudyOptionPages = StudyOptionEffects;

TEST_F(StudyOptionEffects, are_named_for_every_option_of_every_command) {
  std::vector<Expectation> all = expectations;
  all.insert(all.end(), of_pages.begin(), of_pages.end());
  expect_all_named(all_studies(), starts, all);
}

TEST_F(StudyOptionEffects, of_bench) { expect_all("bench", expectations); }
TEST_F(StudyOptionEffects, of_validate) { expect_all("validate", expectations); }
TEST_F(StudyOptionEffects, of_thermal) { expect_all("thermal", expectations); }
TEST_F(StudyOptionPages, are_made) {
  for (const char* command : {"bench", "validate"}) expect_all(command, of_pages);
}

}  // namespace
}  // namespace perm::cli
