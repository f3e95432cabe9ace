// SPDX-License-Identifier: Apache-2.0
// Command lines and values that make no sense give one line that says what to do, and exit code 2 for the command line
// or 3 for a value.
#include <gmock/gmock.h>

#include "cli/program.hpp"
#include "cli/small_image.hpp"
#include "device/gpu.hpp"

namespace perm::cli {
namespace {

class BadOption : public CliTest {
 protected:
  void SetUp() override {
    CliTest::SetUp();
    write_mha(path("rock.mha"), {8, 8, 8}, slit({8, 8, 8}));
  }
};

TEST_F(BadOption, a_voxel_size_without_unit_is_an_error) {
  expect_error("solve rock.mha --voxel-size 5.345", 3, "unit");
}

TEST_F(BadOption, a_voxel_size_of_zero_or_below_is_an_error) {
  expect_error("solve rock.mha --voxel-size 0um", 3, "not positive");
  expect_error("solve rock.mha --voxel-size -3um", 3, "not positive");
  expect_error("solve rock.mha --voxel-size=-3um", 3, "not positive");
}

TEST_F(BadOption, a_voxel_size_is_needed_for_an_image) { expect_error("solve rock.mha --pore 0", 2, "--voxel-size"); }

TEST_F(BadOption, an_unknown_option_is_a_usage_error_with_a_suggestion) {
  expect_error("solve rock.mha --voxelsize 1um", 2, "Did you mean --voxel-size?");
  expect_error("solve rock.mha --voxel-size 1um --tolerence 1e-2", 2, "Did you mean --tolerance?");
  expect_error("solve rock.mha --voxel-size 1um --tol 1e-2", 2, "Did you mean --tolerance?");
  expect_error("solve rock.mha --zzzz 1", 2, "Unknown option '--zzzz'");
  expect_error("bench -q", 2, "Unknown option '-q'");
}

TEST_F(BadOption, an_unknown_command_is_a_usage_error_with_a_suggestion) {
  expect_error("slove rock.mha", 2, "Did you mean solve?");
  expect_error("frobnicate", 2, "solve, look, conduct, batch, sweep, continue, generate, segment, validate and bench");
  expect_error("help frobnicate", 2, "frobnicate");
  expect_error("", 2, "No command");
}

TEST_F(BadOption, a_malformed_command_line_is_a_usage_error) {
  expect_error("solve", 2, "INPUT");
  expect_error("look", 2, "Name one, for example: permeability look rock.tif");
  expect_error("look rock.mha --voxel-size 5", 3, "5");
  expect_error("look rock.mha --threads -1", 3, "--threads cannot be -1");
  expect_error("look rock.mha --output .", 3, "--output cannot be written to '.' (that is a folder)");
  expect_error("look rock.mha --direction x", 2, "Unknown option '--direction'");
  expect_error("solve rock.mha --voxel-size", 2, "voxel-size");
  expect_error("solve rock.mha other.mha --voxel-size 1um", 2, "More than one input");
  expect_error("solve rock.mha --voxel-size 1um --voxel-size 2um", 2, "twice");
  expect_error("bench rock.mha", 2, "options only");
  expect_error("generate sc --porosity 0.6", 2, "-o FILE");
  expect_error("generate -o sc.mha", 2, "kind");
}

TEST_F(BadOption, pore_and_solid_exclude_each_other) {
  expect_error("solve rock.mha --voxel-size 1um --pore 0 --solid 255", 2, "--pore and --solid");
}

TEST_F(BadOption, a_threshold_goes_with_one_side_and_nothing_else) {
  expect_error("solve rock.mha --voxel-size 1um --threshold mean --pore dark", 3, "otsu, multi-otsu, valley or a grey");
  expect_error("solve rock.mha --voxel-size 1um --threshold nan --pore dark", 3, "--threshold cannot be 'nan'");
  expect_error("solve rock.mha --voxel-size 1um --threshold 1:9 --pore dark", 3, "--threshold cannot be '1:9'");
  expect_error("solve rock.mha --voxel-size 1um --threshold otsu --pore 0:9", 2, "beside --pore 0:9");
  expect_error("solve rock.mha --voxel-size 1um --threshold otsu --solid 9", 2, "--threshold and --solid");
  expect_error("solve rock.mha --voxel-size 1um --threshold otsu --labels lbpm", 2, "--threshold and --labels");
  expect_error("solve rock.mha --voxel-size 1um --labels lbpm --pore dark", 2, "--labels is given beside --pore");
  expect_error("solve rock.mha --voxel-size 1um --threshold-from whole --pore 0", 2, "--threshold-from");
  expect_error("solve rock.mha --voxel-size 1um --pore 0 --threshold-from file", 2, "--threshold-from");
  expect_error("solve rock.mha --voxel-size 1um --pore 0 --denoise mean", 3, "--denoise");
  expect_error("solve rock.mha --voxel-size 1um --pore 0 --despeckle -1", 3, "--despeckle cannot be -1");
  expect_error("solve rock.mha --voxel-size 1um --pore 0 --fill 3000000000", 3, "--fill cannot be 3000000000");
  expect_error("sweep rock.mha --voxel-size 1um --threshold otsu", 2, "without --grow");
  expect_error("segment -o a.mha", 2, "INPUT");
  expect_error("segment rock.mha --pore 0", 2, "-o FILE");
}

TEST_F(BadOption, slip_is_a_length_that_the_voxels_have_too) {
  for (const std::string wrong : {"0vox", "-1vox", "0.2", "0um", "nanvox", "1furlong"})
    expect_error("solve rock.mha --voxel-size 1um --slip " + wrong, 3, "length '" + wrong + "'");
}

TEST_F(BadOption, slip_needs_creeping_flow_and_walls_that_push_nobody) {
  write_text(path("sc.ini"), "kind = sc\nsize = 8\nporosity = 0.6\n");
  expect_error("solve sc.ini --slip 1um", 2, "the size of a voxel is not known");
  for (const std::string other : {"--collision bgk", "--equilibrium quadratic", "--reynolds 0.1",
                                  "--gas air --pressure 1bar", "--fields sensitivity"})
    expect_error("solve rock.mha --pore 0 --voxel-size 1um --slip 1um " + other, 2, "--slip");
}

TEST_F(BadOption, magic_has_no_meaning_for_bgk) {
  expect_error("solve rock.mha --voxel-size 1um --collision bgk --magic 0.25", 2, "--magic");
}

TEST_F(BadOption, boundaries_that_do_not_go_with_other_options_are_refused) {
  for (const char* boundary : {"mirror", "sealed", "pressure", "pressure --sides mirror"})
    expect_error("solve rock.mha --voxel-size 1um --equilibrium quadratic --boundary " + std::string(boundary), 2,
                 "--equilibrium quadratic");
  for (const char* boundary : {"periodic", "mirror", "sealed"})
    for (const char* sides : {"sealed", "mirror"})
      expect_error(std::string("solve rock.mha --voxel-size 1um --boundary ") + boundary + " --sides " + sides, 2,
                   "--sides");
  expect_error("solve rock.mha --voxel-size 1um --sides mirror", 2, "--boundary pressure");
}

TEST_F(BadOption, a_value_out_of_range_is_an_error_that_names_the_option) {
  const std::vector<std::string> cases{"--tolerance 0",
                                       "--tolerance 0.5",
                                       "--tolerance -1",
                                       "--tolerance abc",
                                       "--tau 0.5",
                                       "--tau fast",
                                       "--magic 0",
                                       "--force 0",
                                       "--max-steps 1",
                                       "--max-steps 1.5",
                                       "--threads -1",
                                       "--precision float8",
                                       "--collision mrt",
                                       "--equilibrium odd",
                                       "--instructions sse",
                                       "--direction w",
                                       "--boundary open",
                                       "--sides periodic --boundary pressure",
                                       "--device gpu",
                                       "--fields=perhaps",
                                       "--fields=vti,,tif",
                                       "--fields=tif,sensitivity",
                                       "--network a.txt",
                                       "--gradient 1e4Pa --fields",
                                       "--gradient 0Pa/m --fields",
                                       "--gas neon --pressure 1bar",
                                       "--pressure 1 --gas air",
                                       "--temperature warm --gas air --pressure 1bar",
                                       "--accommodation two --gas air --pressure 1bar",
                                       "--offset -1 --dims 8"};
  for (const std::string& words : cases)
    expect_error("solve rock.mha --voxel-size 1um " + words, 3, split_words(words)[0].substr(0, words.find('=')));
}

TEST_F(BadOption, a_value_out_of_range_of_the_other_commands_is_an_error) {
  expect_error("bench --porosity 0", 3, "--porosity");
  expect_error("bench --porosity 1.2", 3, "--porosity");
  expect_error("bench --size 0", 3, "--size");
  expect_error("bench --seconds -1", 3, "--seconds");
  expect_error("generate torus -o a.mha", 3, "torus");
  expect_error("generate sc --porosity 1.5 -o a.mha", 3, "--porosity");
  expect_error("generate sc --radius 0 -o a.mha", 3, "--radius");
  expect_error("generate plates --gap 4 --axis w -o a.mha", 3, "--axis");
  expect_error("generate sc --porosity 0.5 --axis y -o a.mha", 3, "--axis");
  expect_error("generate plates --gap 4 --shift 0.5 -o a.mha", 3, "--shift has no meaning for plates");
  for (const char* shift : {"1,2", "1,2,3,4", "a", "1,,2", "0.5,", "nan,0,0", "1e9"})
    expect_error("generate sc --porosity 0.6 --shift " + std::string(shift) + " -o a.mha", 3, "shift");
  expect_error("generate annulus --radius 8 --inner-radius -1 -o a.mha", 3, "--inner-radius");
  expect_error("generate packing --radius-spread -1 -o a.mha", 3, "--radius-spread");
  expect_error("generate packing --moves -1 -o a.mha", 3, "--moves cannot be -1");
  expect_error("generate packing --moves 1.5 -o a.mha", 3, "--moves");
  expect_error("generate overlap --porosity 0.5 --moves 5 -o a.mha", 3, "--moves has no meaning for overlap");
  expect_error("generate fibres --porosity 0.8 --length -1 -o a.mha", 3, "--length");
  expect_error("generate fibres --porosity 0.8 --overlap maybe -o a.mha", 3, "--overlap");
  expect_error("generate sc --porosity 0.6 --size 8 --voxel-size 3 -o a.mha", 3, "unit");
}

TEST_F(BadOption, a_device_that_is_not_there_is_a_device_error) {
  if (why_no_cuda().empty()) GTEST_SKIP() << "there is a CUDA device";
  expect_error("solve rock.mha --voxel-size 1um --device cuda", 5, "--device cpu");
  expect_error("bench --device cuda", 5, "--device cpu");
}

TEST_F(BadOption, what_a_cpu_cannot_do_is_an_error_that_says_what_can) {
  expect_error("bench --device cpu --size 16 --precision float16", 5, "--precision float32");
}

TEST_F(BadOption, an_unwritable_output_is_found_before_solving) {
  write_text(path("file"), "a file");
  expect_error("solve rock.mha --voxel-size 1um --output file/out", 3, "file/out");
  expect_error("solve rock.mha --voxel-size 1um --output file", 3, "file");
  expect_error("generate sc --porosity 0.6 --size 8 -o file/sc.mha", 3, "file");
}

TEST_F(BadOption, options_for_images_are_an_error_with_a_recipe) {
  write_text(path("slit.ini"), "kind = plates\nsize = 8\ngap = 4\n");
  expect_error("solve slit.ini --pore 0", 2, "recipe");
  expect_error("solve slit.ini --dims 8x8x8", 2, "recipe");
}

TEST_F(BadOption, options_for_raw_files_are_an_error_with_another_image) {
  expect_error("solve rock.mha --voxel-size 1um --dims 8x8x8", 3, "rock.mha");
}

TEST_F(BadOption, options_of_a_raw_file_need_its_dims) {
  expect_error("solve rock.raw --voxel-size 1um --dtype uint16", 2, "--dims");
}

TEST_F(BadOption, a_time_has_a_unit_and_a_meaning) {
  expect_error("solve rock.mha --voxel-size 1um --pore 0 --max-time 90", 3,
               "--max-time cannot be '90' (it has no unit)");
  expect_error("solve rock.mha --voxel-size 1um --pore 0 --max-time 0h", 3, "a time must be above zero");
  expect_error("solve rock.mha --voxel-size 1um --pore 0 --max-time 1:30:00", 3, "its unit is unknown");
  expect_error("solve rock.mha --voxel-size 1um --pore 0 --every 10min", 2, "--every is given without --checkpoint");
  expect_error("sweep sc --size 8 --checkpoint saved --every often", 3, "--every cannot be 'often'");
  expect_error("batch rock.mha --voxel-size 1um --pore 0 --max-time 2weeks", 3, "its unit is unknown");
}

TEST_F(BadOption, more_memory_than_the_machine_has_is_refused_before_allocating) {
  expect_error("generate plates --gap 4 --size 100000 -o big.mha", 5, "memory");
  write_text(path("big.ini"), "kind = plates\nsize = 100000\ngap = 4\n");
  expect_error("solve big.ini", 5, "memory");
  expect_error("bench --size 100000", 5, "memory");
}

}  // namespace
}  // namespace perm::cli
