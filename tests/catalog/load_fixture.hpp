// A complete experiment file and folders for changed copies, for the tests of reading experiments.
#pragma once

#include <fstream>
#include <gtest/gtest.h>
#include <iterator>

#include "catalog/experiment.hpp"
#include "input/scratch_folder.hpp"

namespace warpscope::catalog {

inline constexpr const char* sample_file = R"toml(title = "Sample"
topic = "Tests"
summary = "All there is."
order = 7
input = "gradient:8x8"
captions = ["{width} wide, {{braces}}"]
budget = 5000

[block]
x = 8
y = 4

[[parameter]]
name = "radius"
title = "Radius"
help = "How far."
range = [0, 16]
initial = 3

[[parameter]]
name = "TILE"
range = [2, 32]
step = 2
initial = 16
definition = true

[[buffer]]
name = "in"
role = "input"
main = true
channels = 3

[[buffer]]
name = "out"
role = "output"
type = "f32"
shape = ["width", "height + radius"]
contents = -1.5
owners = "many"

[[symbol]]
name = "weights"
values = [1, 2.5, -3]

[[launch]]
kernel = "k"
grid = ["ceil_div(width, block.x)", 2]
shared = "4 * TILE"
arguments = ["in", "out", "s32:width", "f32:0.25", "radius"]
repeat = "radius"

[window]
buffer = "in"
reach = "radius"
up = 0

[arrangement]
left = "in"
center = "out"

[[variant]]
name = "one"
summary = "The first."

[[variant]]
name = "two"
title = "Second"
source = "one.cu"
captions = ["own"]
races = true
findings = ["race_global"]

[[variant.parameter]]
name = "radius"
range = [1, 4]

[[variant.launch]]
kernel = "other"
grid = "1"
block = [32, 2]
arguments = ["in|out"]
)toml";

class ExperimentFile : public ::testing::Test {
protected:
    ExperimentFile() { folder.write("one.cu", ""); }
    Result<Experiment> load(const std::string& text) { return load_experiment(folder.write("experiment.toml", text)); }
    /// Returns the message for sample_file after replacing `from` with `to`.
    std::string problem(const std::string& from, const std::string& to) {
        std::string text = sample_file;
        const size_t at = text.find(from);
        EXPECT_NE(at, std::string::npos) << from;
        text.replace(at, from.size(), to);
        const auto loaded = load(text);
        EXPECT_FALSE(loaded) << to;
        return loaded ? "" : loaded.error().text();
    }
    ScratchFolder folder;
};

} // namespace warpscope::catalog
