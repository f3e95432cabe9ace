// SPDX-License-Identifier: Apache-2.0
// What `conduct` reads: images, parts of them, recipes and options from a file; and that the number of threads, and the
// form in which an image is kept, change no number.
#include <gmock/gmock.h>

#include <map>

#include "cli/conduct/conduction_run.hpp"

namespace perm::cli {
namespace {

using nlohmann::json;
using testing::HasSubstr;

class ConductInput : public ConductionRun {
 protected:
  /// Writes a rock of 12 x 10 x 8 voxels, of which the sum of three waves leaves two thirds, and gives its voxels.
  std::string write_waves() const {
    const auto is_solid = [](auto x, auto y, auto z) { return x * x % 7 + 2 * y % 11 + z * y % 5 > 11; };
    write_image("waves.mha", {12, 10, 8}, is_solid);
    const std::string file = read_text(path("waves.mha"));
    return file.substr(file.size() - 960);
  }
  /// Gives what two runs on the same pores have in common.
  static json numbers_of(const json& result) {
    return {{"directions", without_cost_of_run(result)["directions"]},
            {"hash", result["image"]["pore_space_hash"]},
            {"tensor", result["relative_conductivity_tensor"]}};
  }
};

TEST_F(ConductInput, on_any_number_of_threads_gives_the_same_numbers) {
  write_text(path("large.ini"), "kind = overlap\nsize = 48x40x37\nradius = 5\nporosity = 0.5\n");
  const json one = conduct("large.ini --direction xyz --threads 1");
  const json three = conduct("large.ini --direction xyz --threads 3");
  EXPECT_EQ(one["threads"], 1);
  EXPECT_EQ(three["threads"], 3);
  EXPECT_EQ(without_cost_of_run(one), without_cost_of_run(three));
}

TEST_F(ConductInput, that_is_a_recipe_conducts_as_the_image_that_generate_makes_of_it) {
  ASSERT_EQ(run("generate --config rock.ini -o rock.mha").exit_code, 0);
  ASSERT_EQ(run("generate --config rock.ini -o slices").exit_code, 0);
  const json recipe = conduct("rock.ini --direction xyz --walls voxels");
  EXPECT_EQ(recipe["image"]["source"], "rock.ini");
  EXPECT_TRUE(recipe["image"]["voxel_size_m"].is_null());
  const json sized = conduct("rock.ini --direction xyz --voxel-size 2um --walls voxels");
  for (const char* image : {"rock.mha", "slices"}) {
    const json result = conduct(std::string(image) + " --direction xyz --boundary periodic --voxel-size 2um");
    EXPECT_EQ(numbers_of(result), numbers_of(sized)) << image;
    EXPECT_DOUBLE_EQ(result["image"]["voxel_size_m"], 2e-6);
  }
}

TEST_F(ConductInput, of_the_recipes_of_the_repository_has_the_formation_factors_that_are_known) {
  for (const auto& [name, factor] : {std::pair{"plates", 1.25}, {"duct", 1 / 0.64}}) {
    const json result = conduct(std::string(PERMEABILITY_GEOMETRIES) + "/" + name + ".ini --walls voxels");
    const json& known = result["directions"][0]["formation_factor"];
    EXPECT_DOUBLE_EQ(known["lower"], factor) << name;
    EXPECT_DOUBLE_EQ(known["upper"], factor) << name;
  }
  for (const char* name : {"bcc", "fcc"}) {
    const json result = conduct(std::string(PERMEABILITY_GEOMETRIES) + "/" + name + ".ini --walls voxels");
    const double porosity = result["image"]["porosity"];
    EXPECT_GT(result["directions"][0]["formation_factor"]["lower"], (3 - porosity) / (2 * porosity))
        << name << ": the bound of Hashin and Shtrikman (1962) for cubic symmetry";
  }
}

TEST_F(ConductInput, may_be_a_part_of_an_image) {
  const std::string voxels = write_waves();
  std::vector<std::uint8_t> part;
  for (std::size_t z = 1; z < 8; ++z)
    for (std::size_t y = 0; y < 9; ++y)
      for (std::size_t x = 2; x < 12; ++x) part.push_back(static_cast<std::uint8_t>(voxels[(z * 10 + y) * 12 + x]));
  write_mha(path("part.mha"), {10, 9, 7}, part);
  const json whole = conduct("waves.mha --direction xyz" + of_pores);
  const json cropped = conduct("waves.mha --direction xyz --crop 2:,:9,1:8" + of_pores);
  EXPECT_EQ(cropped["image"]["dims"], json({10, 9, 7}));
  EXPECT_EQ(numbers_of(cropped), numbers_of(conduct("part.mha --direction xyz" + of_pores)));
  EXPECT_NE(numbers_of(cropped), numbers_of(whole));
}

TEST_F(ConductInput, may_come_from_other_programs) {
  const std::string voxels = write_waves();
  const json expected = numbers_of(conduct("waves.mha" + of_pores));
  write_text(path("waves.raw"), "1234" + voxels);
  EXPECT_EQ(numbers_of(conduct("waves.raw --dims 12x10x8 --offset 4" + of_pores)), expected);
  std::string header = "{'descr': '|u1', 'fortran_order': False, 'shape': (8, 10, 12), }";
  header.resize(117, ' ');
  write_text(path("waves.npy"), std::string("\x93NUMPY\x01\x00\x76\x00", 10) + header + "\n" + voxels);
  EXPECT_EQ(numbers_of(conduct("waves.npy" + of_pores)), expected);
}

TEST_F(ConductInput, whose_faces_do_not_match_is_sealed_and_says_why) {
  write_text(path("large.ini"), "kind = overlap\nsize = 40\nradius = 5\nporosity = 0.5\n");
  ASSERT_EQ(run("generate --config large.ini -o rock.mha").exit_code, 0);
  const json result = conduct("rock.mha --crop 0:20,0:20,0:20" + of_pores);
  EXPECT_EQ(result["boundary"], "sealed");
  EXPECT_THAT(std::string(result["why_sealed"]), HasSubstr("opposite faces do not match"));
  EXPECT_THAT(std::string(result["warnings"][0]), HasSubstr("sealed"));
  const json chosen = conduct("rock.mha --crop 0:20,0:20,0:20 --boundary sealed" + of_pores);
  EXPECT_EQ(chosen["directions"][0]["relative_conductivity"], result["directions"][0]["relative_conductivity"]);
  EXPECT_EQ(chosen["warnings"], json::array());
  for (const char* same : {"mirror", "pressure"})
    EXPECT_EQ(conduct(std::string("rock.mha --crop 0:20,0:20,0:20 --boundary ") + same +
                      of_pores)["directions"][0]["relative_conductivity"],
              chosen["directions"][0]["relative_conductivity"])
        << same;
}

TEST_F(ConductInput, may_be_named_with_its_options_in_a_file_and_the_command_line_wins) {
  write_text(path("run.ini"), "input = rock.ini\ndirection = y\nbulk = 2S/m\nof = heat\n");
  const json result = conduct("--config run.ini --of current");
  EXPECT_EQ(result["of"], "current");
  EXPECT_EQ(result["directions"][0]["direction"], "y");
  EXPECT_EQ(result["bulk"]["unit"], "S/m");
}

TEST_F(ConductInput, makes_no_lines_of_its_own_by_its_name_or_unit) {
  std::filesystem::copy(path("rock.ini"), path("a\033[31m\nDone.ini"));
  const Outcome outcome = run_in_shell("", "conduct a*Done.ini --bulk \"$(printf '1 \\033c\\nS/m')\"");
  EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
  EXPECT_THAT(outcome.out, testing::Not(HasSubstr("\033")));
  EXPECT_THAT(outcome.out, HasSubstr(" \\x1bc\\x0aS/m: effective"));
  EXPECT_THAT(outcome.out, HasSubstr("\nWritten to a\\x1b[31m\\x0aDone-conduction/conduction.json\n"));
  EXPECT_TRUE(std::filesystem::exists(path("a\033[31m\nDone-conduction/conduction.json")));
}

}  // namespace
}  // namespace perm::cli
