// SPDX-License-Identifier: Apache-2.0
// What every option of every command of permeability changes, or why it is refused.
// Longer than 300 lines: each row of an option table needs a row here.
#include <gmock/gmock.h>

#include <algorithm>
#include <cmath>
#include <optional>

#include "app/commands/command_list.hpp"
#include "cli/options/option_walk.hpp"
#include "cli/small_image.hpp"

namespace perm::cli {
namespace {

const std::string solved = " --voxel-size 2um --pore 0 --tolerance 1e-2 --device cpu --threads 1 --output out";

const std::vector<Start> starts{
    {"solve", "solve", "--input rock.mha" + solved, "out/result.json:/flow/0/permeability_voxel2",
     "out/result.json:/flow/0/permeability_m2", "out/result.json:/flow/0/steps", "out/result.json:/flow/0/device"},
    {"conduct", "conduct", "--input rock.mha --voxel-size 2um --pore 0 --device cpu --threads 1 --output out",
     "out/conduction.json:/directions/0/relative_conductivity/value", "",
     "out/conduction.json:/directions/0/iterations"},
    {"look", "look", "--input rock.mha --voxel-size 2um --pore 0 --device cpu --threads 1 --json", "stdout:/balls",
     "stdout:/image/size_m", "stdout:/flows/0/steps", "stdout:/seconds_are_for"},
    {"batch", "batch", "--input rock.mha" + solved, "out/batch.csv:permeability_voxel2",
     "out/batch.csv:permeability_m2", "out/batch.csv:steps", "out/batch-times.csv:threads"},
    {"grow", "sweep", "--kind rock.mha --grow 0" + solved, "out/sweep.csv:permeability_voxel2",
     "out/sweep.csv:permeability_m2", "out/sweep.csv:steps", "out/solved-0.jsonl:/device"},
    {"kinds", "sweep",
     "--kind packing --porosity 0.7 --size 12 --radius 3 --tolerance 1e-2 --device cpu --threads 1 --output out",
     "out/sweep.csv:permeability_voxel2", "out/sweep.csv:permeability_m2", "out/sweep.csv:steps",
     "out/solved-0.jsonl:/device"},
    {"segment", "segment", "--input rock.mha --pore 0 --output image.mha", "image.mha"},
    {"generate", "generate", "--kind overlap --size 12 --porosity 0.7 --radius 2 --output image.mha", "image.mha"},
    {"bench", "bench", "--size 8 --porosity 0.8 --radius 2 --seconds 0.01 --device cpu --threads 1 --json",
     "stdout:/fluid_cells", "", "stdout:/steps", "stdout:/description"},
    {"validate", "validate", "--quick --cases plates-5 --device cpu --threads 1 --output out",
     "out/validation.csv:permeability", "", "out/validation.csv:iteration_error", "out/solved-0.jsonl:/device"}};

const std::vector<Expectation> of_images{
    {"solve batch conduct segment", "input", "--input other.mha", changes("k")},
    {"grow", "kind", "--kind other.mha", changes("k")},
    {"solve batch grow kinds", "voxel-size", "--voxel-size 4um", changes("k_m2")},
    {"conduct", "voxel-size", "--voxel-size 4um", allows("No voxel size is given"), "no:voxel-size"},
    {"solve batch grow conduct segment", "pore", "--pore 1", changes("k")},
    {"solve batch grow conduct segment", "solid", "no:pore --solid 0", changes("k")},
    {"solve batch grow conduct segment", "solid", "--solid 0", refused("--pore and --solid are both given")},
    {"solve batch grow conduct segment", "labels", "no:pore --labels porespy", changes("k")},
    {"solve batch grow conduct segment", "labels", "--labels porespy", refused("--labels is given beside --pore")},
    {"solve batch conduct", "threshold", "no:pore --threshold 0 --pore bright", changes("k")},
    {"solve batch conduct segment", "threshold", "--threshold otsu", refused("--threshold is given beside --pore 0")},
    {"segment", "threshold", "--threshold 60", changes("k"), "@grey.mha --pore dark --threshold otsu"},
    {"solve batch grow conduct segment", "threshold-from", "--threshold-from whole",
     refused("--threshold-from is given without a threshold")},
    {"segment", "threshold-from", "--threshold-from whole", changes("k"),
     "@uneven.mha --pore dark --threshold otsu --crop :,:,0:4"},
    {"solve batch grow conduct segment", "denoise", "--denoise median", changes("k")},
    {"solve batch grow conduct segment", "despeckle", "--despeckle 50", changes("k"), "@specks.mha"},
    {"segment", "fill", "--fill 50", changes("k"), "@specks.mha"},
    {"solve", "fill", "--fill 50", changes("out/result.json:/image/porosity"), "@specks.mha"},
    {"batch", "fill", "--fill 50", changes("out/batch.csv:porosity"), "@specks.mha"},
    {"solve grow conduct", "fill", "--fill 961", refused("all solid"), "@specks.mha"},
    {"solve batch grow conduct segment", "axes", "--axes zyx", changes("k")},
    {"solve batch grow conduct segment", "crop", "--crop 0:8,:,:", changes("k")},
    {"solve batch conduct segment", "mask", "--mask outside=1", changes("k")},
    {"grow", "mask", "--mask outside=1", refused("--grow is given beside --mask")},
    {"solve batch grow conduct", "resample", "--resample cubic", allows("Add --resample cubic"),
     "--voxel-size 2um,2um,4um"},
    {"solve batch grow conduct", "refine", "--refine 2", changes("k")},
    {"solve batch grow conduct", "refine", "--refine 2 --coarsen 2", refused("--refine and --coarsen are both given")},
    {"solve batch grow conduct", "coarsen", "--coarsen 2", changes("k")},
    {"solve batch grow conduct segment", "dims", "--dims 12x10x8", allows("Give --dims"), "@rock.raw"},
    {"solve batch grow conduct segment", "dtype", "--dtype uint16", allows("type is another"),
     "@wide.raw --dims 12x10x8"},
    {"solve batch grow conduct segment", "dtype", "--dtype uint16", refused("without --dims")},
    {"solve batch grow conduct segment", "endian", "--endian big", changes("k"),
     "@wide.raw --dims 12x10x8 --dtype uint16 --pore :1"},
    {"solve batch grow conduct segment", "endian", "--endian big", refused("without --dims")},
    {"solve batch grow conduct segment", "offset", "--offset 16", allows("--offset"), "@long.raw --dims 12x10x8"},
    {"solve batch grow conduct segment", "offset", "--offset 16", refused("without --dims")},
    {"solve batch grow conduct segment", "allow-outside", "--allow-outside", allows("--allow-outside"),
     "@deep/rock.mhd"}};

const std::string of_grey = "@grey.mha --threshold 100 --pore dark";
const std::vector<Expectation> of_looks{
    {"look", "input", "--input other.mha", changes("k")},
    {"look", "voxel-size", "--voxel-size 4um", changes("k_m2")},
    {"look", "pore", "--pore 1", changes("k")},
    {"look", "solid", "no:pore --solid 0", changes("k")},
    {"look", "labels", "no:pore --labels porespy", changes("k")},
    {"look", "threshold", "--threshold 150", changes("k"), of_grey},
    {"look", "threshold", "--threshold 150", refused("--threshold is given beside --pore 0")},
    {"look", "threshold-from", "--threshold-from whole", changes("stdout:/segmentation"),
     "@grey.mha --threshold otsu --pore dark --crop 0:6,:,:"},
    {"look", "denoise", "--denoise median", changes("k"), of_grey},
    {"look", "despeckle", "--despeckle 9", changes("stdout:/segmentation")},
    {"look", "fill", "--fill 9", changes("stdout:/segmentation")},
    {"look", "mask", "--mask outside=1", changes("k")},
    {"look", "axes", "--axes zyx", changes("stdout:/image/dims")},
    {"look", "crop", "--crop 0:8,:,:", changes("k")},
    {"look", "resample", "--resample cubic", allows("Add --resample cubic"), "--voxel-size 2um,2um,4um"},
    {"look", "refine", "--refine 2", changes("k")},
    {"look", "coarsen", "--coarsen 2", changes("k")},
    {"look", "dims", "--dims 12x10x8", allows("Give --dims"), "@rock.raw"},
    {"look", "dtype", "--dtype uint16", allows("type is another"), "@wide.raw --dims 12x10x8"},
    {"look", "endian", "--endian big", changes("k"), "@wide.raw --dims 12x10x8 --dtype uint16 --pore :1"},
    {"look", "offset", "--offset 16", allows("--offset"), "@long.raw --dims 12x10x8"},
    {"look", "allow-outside", "--allow-outside", allows("--allow-outside"), "@deep/rock.mhd"},
    {"look", "device", "--device cuda", computes("CUDA")},
    {"look", "threads", "--threads 2", changes("machine"), "@large.ini no:pore"},
    {"look", "json", "--json", says("\"kind\": \"look\""), "no:json"},
    {"look", "config", "--config look.ini", changes("k")},
    {"look", "help", "--help", says("Usage: ")}};

const std::vector<Expectation> of_flows{
    {"solve batch grow kinds", "direction", "--direction y", changes("k")},
    {"solve batch grow kinds", "tolerance", "--tolerance 1e-5", changes("steps")},
    {"solve batch grow kinds", "method", "--method plain", changes("steps")},
    {"solve batch grow kinds", "max-steps", "--max-steps 2", changes("steps")},
    {"solve batch grow kinds", "tau", "--tau 0.55", changes("steps"), "--method plain"},
    {"solve batch grow kinds", "collision", "--collision bgk", changes("k"), "--tau 1.5"},
    {"solve batch grow kinds", "magic", "--magic 0.5", changes("k")},
    {"solve batch grow kinds", "magic", "--magic 0.5 --collision bgk", refused("BGK has no magic parameter")},
    {"solve batch", "walls", "--walls voxels", changes("k"), "@packing.ini no:pore"},
    {"kinds", "walls", "--walls voxels", changes("k")},
    {"solve batch grow", "slip", "--slip 0.2vox", changes("k")},
    {"solve batch grow", "slip", "--slip 0.2um", changes("k")},
    {"kinds", "slip", "--slip 0.2vox", refused("fluid that sticks")},
    {"kinds", "walls", "--walls both", changes("out/sweep.csv")},
    {"solve", "walls", "--walls sub-voxel", refused("only an image of signed distances")},
    {"grow", "walls", "--walls sub-voxel", refused("no surface is known")},
    {"solve batch grow kinds", "equilibrium", "--equilibrium quadratic", changes("k"), "--force 1e-3"},
    {"solve batch grow kinds", "force", "--force 1e-3", changes("k"), "--equilibrium quadratic"},
    {"solve batch grow kinds", "boundary", "--boundary sealed", changes("k")},
    {"solve batch grow kinds", "sides", "--sides mirror", changes("k"), "--boundary pressure"},
    {"solve batch grow kinds", "sides", "--sides mirror", refused("or use --boundary pressure")},
    {"solve", "reynolds", "--reynolds 0.1", changes("out/reynolds.csv")},
    {"solve", "reynolds-length", "--reynolds-length 12", changes("out/reynolds.csv:force"), "--reynolds 0.1"},
    {"solve", "reynolds-length", "--reynolds-length 12", refused("without --reynolds")},
    {"solve", "reynolds-mach", "--reynolds-mach 0.1", changes("out/reynolds.csv:tau"), "--reynolds 0.1"},
    {"solve", "reynolds-mach", "--reynolds-mach 0.1", refused("without --reynolds")},
    {"validate", "tolerance", "--tolerance 1e-2", changes("steps")},
    {"validate", "method", "--method plain", changes("steps")},
    {"validate", "max-steps", "--max-steps 2", silences("1 of 1 cases passed")},
    {"validate", "tau", "--tau 0.8", changes("steps")},
    {"validate", "collision", "--collision bgk", changes("k")},
    {"validate", "slip", "--slip 0.2vox", refused("fluid that sticks")},
    {"validate", "magic", "--magic 0.5", changes("k")}};

const std::vector<Expectation> of_machines{
    {"solve batch grow kinds bench validate conduct", "device", "--device cuda", computes("CUDA")},
    {"solve batch grow kinds validate", "precision", "--precision float64", changes("k")},
    {"bench", "precision", "--precision float64", changes("stdout:/bytes_per_fluid_cell")},
    {"solve grow", "threads", "--threads 2", changes("machine"), "@large.ini no:pore"},
    {"bench", "threads", "--threads 2", changes("machine"), "--size 32"},
    // A small image has one thread, whatever else runs.
    {"batch", "threads", "--threads 2", changes("machine"), "@long.ini no:pore"},
    {"validate", "threads", "--threads 5000", refused("lies between 0 and 4096")},
    {"solve grow kinds bench validate", "instructions", "--instructions plain", changes("machine")},
    {"batch", "instructions", "--instructions sse", refused("avx2")},  // it names them nowhere
    {"solve batch grow kinds bench validate", "transport", "--transport host", refused("no GPU computes")},
    {"solve batch grow kinds bench validate", "share-gpus", "--share-gpus", refused("no GPU computes")}};

const std::vector<Expectation> of_files{
    {"solve", "output", "--output far", changes("far/result.json")},
    {"conduct", "output", "--output far", changes("far/conduction.json")},
    {"batch", "output", "--output far", changes("far/batch.csv")},
    {"grow kinds", "output", "--output far", changes("far/sweep.csv")},
    {"validate", "output", "--output far", changes("far/validation.csv")},
    {"generate segment", "output", "--output far.tif", changes("far.tif")},
    {"solve conduct batch grow kinds validate", "overwrite", "--overwrite", allows("--overwrite"), "--output theirs"},
    {"generate", "distance", "--distance", changes("k")},
    {"generate segment", "overwrite", "--overwrite", allows("--overwrite"), "--output theirs.tif"},
    {"solve", "quiet", "--quiet", silences("prediction for x")},
    {"grow", "quiet", "--quiet", silences("grow 0")},
    {"batch", "quiet", "--quiet", silences("are known from an earlier run"), "--output known_batch"},
    {"kinds", "quiet", "--quiet", silences("are known from an earlier run"), "--output known_kinds"},
    {"validate", "quiet", "--quiet", silences("are known from an earlier run"), "--output known_validate"},
    {"solve batch grow kinds", "config", "--config flow.ini", changes("k")},
    {"segment", "config", "no:pore --config labels.ini", changes("k")},
    {"validate", "config", "--config flow.ini", changes("k")},
    {"conduct", "config", "--config current.ini", changes("k")},
    {"generate bench", "config", "no:size --config small.ini", changes("k")},
    {"solve conduct batch grow kinds validate generate segment bench", "help", "--help", says("Usage: ")}};

// Each page takes seconds.
const std::vector<Expectation> of_pages{
    {"look", "output", "--output page.html", page("page.html")},
    {"look", "overwrite", "--output theirs.html --overwrite", page("theirs.html")},
    {"solve conduct batch grow kinds validate", "report", "--report page.html", page("page.html")},
    {"solve conduct batch grow kinds validate", "figures", "--figures figures", page("figures/"), "--report page.html"},
    {"solve conduct batch grow kinds validate", "figures", "--figures figures", refused("without --report")}};

const std::vector<Expectation> of_solve{
    {"solve", "fields", "--fields", changes("out/fields_x.vti")},
    {"solve", "fields", "--fields npy,tif", changes("out/speed_x.tif")},
    {"solve", "fields", "--fields npy,sensitivity", changes("out/sensitivity_x.npy")},
    {"solve", "gradient", "--gradient 1e4Pa/m", changes("out/velocity_x.npy"), "--fields npy --voxel-size 2um"},
    {"solve", "gradient", "--gradient 1e4Pa/m", refused("without --fields")},
    {"solve", "gradient", "--gradient 1e4Pa/m --fields", refused("without a voxel size"),
     "@packing.ini no:pore no:voxel-size"},
    {"solve", "network", "--network pores.csv", changes("pores.csv")},
    {"solve batch", "error-budget", "--error-budget --refine 2", refused("--refine and --error-budget")},
    {"solve", "error-budget", "--error-budget", changes("out/result.json:/flow/0/error_budget")},
    {"solve", "grains", "--grains recipe", changes("out/grain_forces.csv"), "@packing.ini no:pore"},
    {"solve", "grains", "--grains recipe", refused("is no recipe")},
    {"solve", "grains", "--grains recipe --boundary sealed", refused("Use --boundary periodic"),
     "@packing.ini no:pore"},
    {"solve", "units", "--units frazier", says("ft^3/min")},
    {"solve batch", "units", "--units frazier", refused("without a voxel size"), "@packing.ini no:pore no:voxel-size"},
    {"solve", "thickness", "--thickness 1mm", changes("out/result.json:/flow/0/permeability_in_unit/value"),
     "--units frazier"},
    {"solve batch", "thickness", "--thickness 1mm", refused("without --units frazier or gurley")},
    {"solve", "conduct", "--conduct", changes("out/result.json:/flow/0/conduction/formation_factor/value")},
    {"solve", "gas", "--gas air --pressure 2bar", changes("out/result.json:/flow/0/gas/factor/value")},
    {"batch", "gas", "--gas air --pressure 2bar", changes("out/batch.csv:klinkenberg_b_pa")},
    {"grow", "gas", "--gas air --pressure 2bar", changes("out/sweep.csv:klinkenberg_b_pa")},
    {"kinds", "gas", "--gas air --pressure 2bar --voxel-size 2um", changes("out/sweep.csv:klinkenberg_b_pa")},
    {"kinds", "gas", "--gas air --pressure 2bar", refused("without a voxel size")},
    {"solve batch grow kinds", "pressure", "--pressure 2bar", refused("without --gas")},
    {"solve batch grow kinds", "temperature", "--temperature 25C", refused("without --gas")},
    {"solve batch grow kinds", "accommodation", "--accommodation 0.9", refused("without --gas")},
    {"solve", "pressure", "--pressure 3bar", changes("out/result.json:/flow/0/gas/factor/value"),
     "--gas air --pressure 2bar"},
    {"solve", "temperature", "--temperature 400", changes("out/result.json:/flow/0/gas/factor/value"),
     "--gas air --pressure 2bar"},
    {"solve", "accommodation", "--accommodation 0.8", changes("out/result.json:/flow/0/gas/factor/value"),
     "--gas air --pressure 2bar"},
    {"solve batch grow kinds", "max-time", "--max-time 1e-6s", refused("the time of --max-time is over")},
    {"solve batch grow kinds", "every", "--every 1min", refused("--every is given without --checkpoint")},
    {"solve batch grow kinds", "checkpoint", "--checkpoint saved --every 1", refused("--every cannot be '1'")},
    {"solve", "timings", "--timings", says("looks ")},
    {"solve", "json", "--json", says("\"schema_version\": 1")},
    {"solve", "json", "--json --brief", refused("--json and --brief are both given")},
    {"solve", "brief", "--brief", silences("Done after")}};

const std::vector<Expectation> of_conduct{
    {"conduct", "direction", "--direction y", changes("k")},
    {"conduct", "boundary", "--boundary sealed", changes("k")},
    {"conduct", "of", "--of current", says(": effective conductivity"), "--bulk 2S/m"},
    {"conduct", "bulk", "--bulk 2S/m", changes("out/conduction.json:/directions/0/effective/value")},
    {"conduct", "conductivity", "no:pore --conductivity 0=1,1=0.1", changes("k")},
    {"conduct", "conductivity", "--conductivity 0=1", refused("given beside --pore")},
    {"conduct", "walls", "--walls voxels", changes("k"), "@packing.ini no:pore"},
    {"conduct", "walls", "--walls sub-voxel", refused("--coarsen"), "--coarsen 2"},
    {"conduct", "tolerance", "--tolerance 1e-5", changes("steps")},
    {"conduct", "json", "--json", says("\"kind\": \"conduction\"")},
    {"conduct", "json", "--json --brief", refused("--json and --brief are both given")},
    {"conduct", "brief", "--brief", says("\tformation_factor\tconverged\n")},
    {"conduct", "threads", "--threads 5000", refused("lies between 0 and 4096")}};  // it names them nowhere else

const std::vector<Expectation> of_batch{
    {"batch", "error-budget", "--error-budget", changes("out/batch.csv:budget_voxel_part_voxel2")},
    {"batch", "units", "--units frazier", changes("out/batch.csv:permeability_in_unit")},
    {"batch", "thickness", "--thickness 1mm", changes("out/batch.csv:permeability_in_unit"), "--units frazier"},
    {"batch", "conduct", "--conduct", changes("out/batch.csv:formation_factor")},
    {"batch", "tiles", "--tiles 6", changes("out/tiles.csv")},
    {"batch", "step", "--step 2", changes("out/tiles.csv:tiles"), "--tiles 6"},
    {"batch", "step", "--step 2", refused("without --tiles")},
    {"batch", "shard", "--shard 1/2", changes("out/batch-1-of-2.csv")},
    {"batch", "merge", "--merge", refused("1 of 1 rows are not solved yet")},
    {"batch", "merge", "--merge --shard 1/2", refused("--merge and --shard are both given")}};

const std::string fibres = "--kind fibres --radius 1.5";
const std::vector<Expectation> of_sweep{
    {"kinds", "kind", "--kind overlap", changes("k")},
    {"kinds", "porosity", "--porosity 0.6", changes("k")},
    {"kinds", "radius", "--radius 2", changes("k")},
    {"kinds", "size", "--size 14", changes("k")},
    {"kinds", "realisations", "--realisations 2", changes("k")},
    {"kinds", "seed", "--seed 2", changes("k")},
    {"kinds", "seed", "--kind sc no:radius --seed 2", refused("--seed has no meaning for sc")},
    {"kinds", "overlay", "--overlay points.csv", changes("out/sweep.json:/overlay/0/name")},
    {"grow", "grow", "--grow 1", changes("k")},
    {"grow", "grow", "--grow 1 --threshold 120", refused("--threshold is given beside --pore 0")},
    {"kinds grow", "conduct", "--conduct", changes("out/sweep.csv:formation_factor")},
    {"grow", "threshold", "--threshold 150", changes("k"), "@grey.mha no:grow no:pore --threshold 100"},
    {"kinds", "threshold", "--threshold 150", refused("--threshold")},
    {"kinds", "grow", "--grow 1", refused("--grow")},
    {"grow", "size", "--size 12", refused("an image has its own size")},
    {"grow", "seed", "--seed 2", refused("nothing is drawn at random")}};

const std::vector<Expectation> of_recipes{
    {"generate", "kind", "no:radius --kind noise", changes("k")},
    {"generate", "size", "--size 10", changes("k")},
    {"generate", "porosity", "--porosity 0.6", changes("k")},
    {"generate", "radius", "--radius 3", changes("k")},
    {"generate", "inner-radius", "--inner-radius 2", changes("k"),
     "--kind annulus no:porosity --radius 5 --inner-radius 1"},
    {"kinds generate", "radius-spread", "--radius-spread 0.2", changes("k"), "--kind packing --radius 2"},
    {"generate", "gap", "--gap 6", changes("k"), "--kind plates no:porosity no:radius --gap 4"},
    {"generate", "width", "--width 6", changes("k"), "--kind duct no:porosity no:radius --gap 4"},
    {"generate", "axis", "--axis z", changes("k"), "--kind duct no:porosity no:radius --gap 4"},
    {"generate", "shift", "--shift 1", changes("k"), "--kind packing"},
    {"generate", "seed", "--seed 2", changes("k")},
    {"generate", "seed", "--seed 2 --kind sc no:radius", refused("--seed has no meaning for sc")},
    {"kinds generate", "moves", "--moves 20", changes("k"), "--kind packing --radius 2"},
    {"generate", "centres", "--centres far.txt", changes("k"),
     "--kind spheres no:porosity no:radius --centres near.txt"},
    {"generate", "diameters", "--diameters", changes("k"), "--kind spheres no:porosity no:radius --centres near.txt"},
    {"generate", "box", "--box 2", changes("k"), "--kind spheres no:porosity no:radius --centres near.txt"},
    {"generate", "box", "--box 2", refused("--box has no meaning for overlap")},
    {"kinds generate", "orientation", "--orientation planar", changes("k"), fibres},
    {"kinds generate", "length", "--length 6", changes("k"), fibres},
    {"kinds generate", "persistence-length", "--persistence-length 12", changes("k"), fibres},
    {"kinds generate", "second-radius", "--second-radius 1 --second-share 0.4", changes("k"), fibres},
    {"kinds generate", "second-radius", "--second-radius 1", refused("--second-share is missing"), fibres},
    {"kinds generate", "second-share", "--second-share 0.8", changes("k"),
     fibres + " --second-radius 1 --second-share 0.4"},
    {"kinds generate", "second-share", "--second-share 0.8", refused("--second-radius is missing"), fibres},
    {"kinds generate", "overlap", "--overlap no", changes("k"), fibres},
    {"grow", "length", "--length 6", refused("nothing is drawn at random")},
    {"generate segment", "voxel-size", "--voxel-size 2um", changes("k")}};

const std::vector<Expectation> of_bench_and_validate{
    {"bench", "porosity", "--porosity 0.6", changes("k")},
    {"bench", "size", "--size 10", changes("k")},
    {"bench", "radius", "--radius 3", changes("k")},
    {"bench", "radius", "--radius 3 --porosity 1", refused("an empty box holds no spheres")},
    {"bench", "seconds", "--seconds 0.1", changes("stdout:/steps")},
    {"bench", "json", "--json", says("\"mflups\""), "no:json"},
    {"validate", "quick", "--quick", allows("without --quick"), "no:quick"},
    {"validate", "cases", "--cases duct", changes("out/validation.csv:case")},
    {"validate", "compare", "--compare known_validate/validation.json", says("Against known_validate")}};

/// Gives what the parts of the table expect.
std::vector<Expectation> all_expectations() {
  std::vector<Expectation> all;
  for (const auto* part : {&of_images, &of_looks, &of_flows, &of_machines, &of_files, &of_pages, &of_solve, &of_conduct,
                           &of_batch, &of_sweep, &of_recipes, &of_bench_and_validate})
    all.insert(all.end(), part->begin(), part->end());
  return all;
}

class OptionEffects : public OptionWalk {
 protected:
  void SetUp() override {
    CliTest::SetUp();
    for (const char* image : {"rock.mha", "other.mha --seed 2", "rock.raw"})
      ASSERT_EQ(run(std::string("generate overlap --size 12x10x8 --radius 2 --porosity 0.7 -o ") + image).exit_code, 0);
    for (const char* file : {"rock.mha", "other.mha", "rock.raw"}) keep(file, read_text(path(file)));
    const std::string voxels = read_text(path("rock.raw"));
    std::string wide;
    std::vector<std::uint8_t> grey;
    for (std::size_t i = 0; i < voxels.size(); ++i) {
      const std::size_t high = voxels[i] == 0 ? 0 : i % 2;  // a solid voxel is 256 or 1
      wide += static_cast<char>(voxels[i] == 0 ? 0 : 1 - high);
      wide += static_cast<char>(high);
      grey.push_back(static_cast<std::uint8_t>(voxels[i] == 0 ? 50 + i % 90 : 200));
    }
    std::vector<std::uint8_t> specks(960, 0);  // solid at two sides of a channel, with a speck in it and a hole in them
    for (std::size_t i = 0; i < specks.size(); ++i)
      specks[i] = i / 12 % 10 < 3 || i / 12 % 10 > 7 || i == 4 * 120 + 5 * 12 + 6 ? 1 : 0;
    for (const std::size_t x : {0, 11}) specks[4 * 120 + 1 * 12 + x] = 0;
    std::vector<std::uint8_t> uneven(960);  // the lower half has other grey values than the upper one
    for (std::size_t i = 0; i < uneven.size(); ++i) uneven[i] = static_cast<std::uint8_t>((i < 480 ? 20 : 60) + i % 90);
    write_mha(path("uneven.mha"), {12, 10, 8}, uneven);
    keep("uneven.mha", read_text(path("uneven.mha")));
    write_mha(path("specks.mha"), {12, 10, 8}, specks);
    keep("specks.mha", read_text(path("specks.mha")));
    keep("wide.raw", wide);
    keep("long.raw", std::string(16, '\0') + voxels);
    write_mha(path("grey.mha"), {12, 10, 8}, grey);
    keep("grey.mha", read_text(path("grey.mha")));
    keep("deep/rock.mhd",
         "ObjectType = Image\nNDims = 3\nDimSize = 12 10 8\nElementType = MET_UCHAR\nElementDataFile = ../rock.raw\n");
    keep("labels.ini", "labels = porespy\n");
    keep("packing.ini", "kind = packing\nsize = 12\nradius = 3\nporosity = 0.7\n");
    keep("large.ini", "kind = packing\nsize = 32\nradius = 5\nporosity = 0.8\n");
    keep("long.ini", "kind = tube\nsize = 128\nradius = 2.5\n");
    keep("flow.ini", "magic = 0.5\n");
    keep("current.ini", "boundary = sealed\n");
    keep("small.ini", "size = 10\n");
    keep("look.ini", "refine = 2\n");
    keep("near.txt", "0.5 0.5 0.5 0.2\n");
    keep("far.txt", "0.5 0.5 0.5 0.3\n");
    keep("points.csv", "porosity,permeability_over_d2\n0.7,0.02\n");
    for (const char* file : {"theirs/result.json", "theirs/conduction.json", "theirs/batch.csv", "theirs/sweep.csv",
                             "theirs/validation.csv", "theirs.tif", "theirs.html"})
      keep(file, "notes\n");
  }

  static const Start& start_named(const std::string& name) { return *std::ranges::find(starts, name, &Start::name); }
  /// Says whether the program takes plain instructions by itself, on a processor whose vectors it does not know.
  bool is_best_here(const Start& start, const Expectation& one) {
    return one.option == "instructions" && one.effect.kind == Effect::Kind::changes &&
           value_at(start, "machine", seen(start, "")).find("plain") != std::string::npos;
  }
  void expect_all(const std::vector<Expectation>& expectations) {
    for (const Expectation& one : expectations)
      for (const Start& start : starts)
        if (is_named(one.starts, start.name) && !is_best_here(start, one)) expect(start, one);
  }
};

TEST_F(OptionEffects, are_named_for_every_option_of_every_command) {
  expect_all_named(all_commands(), starts, all_expectations());
}

using OptionPages = OptionEffects;
TEST_F(OptionPages, are_made) { expect_all(of_pages); }

TEST_F(OptionEffects, of_options_that_say_where_files_are) {
  for (const char* name : {"batch", "kinds", "validate"})
    keep_files_of(start_named(name), std::string("--output known_") + name);
  expect_all(of_files);
}

bool is_of_results(const Expectation& one) {
  return one.effect.kind == Effect::Kind::changes || one.effect.kind == Effect::Kind::allows;
}

TEST_F(OptionEffects, of_batch_and_sweep_are_those_of_solve) {
  const Start& solve = start_named("solve");
  for (const auto* part : {&of_images, &of_flows})
    for (const Expectation& one : *part) {
      if (!is_of_results(one) || !one.starts.starts_with("solve batch grow")) continue;
      SCOPED_TRACE(one.option + " " + one.value);
      const auto number = [&](const Start& start, const std::string& where) {
        const std::string text = value_at(start, where, seen(start, one.beside, one.value));
        return text.empty() ? std::nullopt : std::optional(std::stod(text));
      };
      for (const auto& [json, column] : {std::pair{"permeability_voxel2", "permeability_voxel2"},
                                         {"iteration_error", "iteration_error"},
                                         {"voxel_estimate/relative", "voxel_estimate"},
                                         {"voxel_estimate/two_sigma", "voxel_two_sigma"}}) {
        const auto whole = number(solve, std::string("out/result.json:/flow/0/") + json);
        const bool has_strong_inertia = one.option == "equilibrium" || one.option == "force";  // and no bound
        EXPECT_TRUE(whole || has_strong_inertia || one.option == "max-steps" || one.option == "refine" ||
                    column[0] == 'v')
            << json;
        EXPECT_EQ(number(start_named("batch"), std::string("out/batch.csv:") + column), whole) << json;
        const auto swept = number(start_named("grow"), std::string("out/sweep.csv:") + column);
        ASSERT_EQ(swept.has_value(), whole.has_value()) << json;
        if (whole) {
          EXPECT_NEAR(*swept, *whole, 1e-7 * std::abs(*whole)) << json << ", of which a sweep has 8 digits";
        }
      }
    }
}

TEST_F(OptionEffects, of_columns_of_a_list_are_those_of_options) {
  const Start& batch = start_named("batch");
  int lists = 0;
  for (const auto* part : {&of_images, &of_flows, &of_batch})
    for (const Expectation& one : *part) {
      if (!is_of_results(one) || !is_named(one.starts, "batch") || one.option == "tiles" || one.option == "step" ||
          one.option == "shard")
        continue;
      SCOPED_TRACE(one.option + " " + one.value);
      std::string head;
      std::string line;
      for (const auto& [name, value] : words_of(batch, one.beside, one.value)) {
        if (name == "--device" || name == "--threads" || name == "--output") continue;
        head += (head.empty() ? "" : ",") + name.substr(2);
        line += (line.empty() ? "\"" : ",\"") + (value.empty() ? "true" : value) + "\"";
      }
      const std::string list = "list" + std::to_string(++lists) + ".csv";
      keep(list, head + "\n" + line + "\n");
      const Start listed{"list", "batch", "--input " + list + " --device cpu --threads 1 --output out", batch.k};
      const bool by_steps = one.effect.what == "steps";  // as where a flow ends before it has a K
      const std::string k = value_at(listed, by_steps ? batch.steps : "k", seen(listed, ""));
      EXPECT_NE(k, "");
      EXPECT_EQ(k, value_at(batch, by_steps ? "steps" : "k", seen(batch, one.beside, one.value)));
    }
  EXPECT_GT(lists, 20);
}

TEST_F(OptionEffects, of_options_that_read_images) { expect_all(of_images); }
TEST_F(OptionEffects, of_options_of_looks) { expect_all(of_looks); }
TEST_F(OptionEffects, of_options_of_flows) { expect_all(of_flows); }
TEST_F(OptionEffects, of_options_of_machines) { expect_all(of_machines); }
TEST_F(OptionEffects, of_options_of_solve) { expect_all(of_solve); }
TEST_F(OptionEffects, of_options_of_conduct) { expect_all(of_conduct); }
TEST_F(OptionEffects, of_options_of_batch) { expect_all(of_batch); }
TEST_F(OptionEffects, of_options_of_sweep) { expect_all(of_sweep); }
TEST_F(OptionEffects, of_options_of_recipes) { expect_all(of_recipes); }
TEST_F(OptionEffects, of_options_of_bench_and_validate) {
  keep_files_of(start_named("validate"), "--output known_validate");
  expect_all(of_bench_and_validate);
}

}  // namespace
}  // namespace perm::cli
