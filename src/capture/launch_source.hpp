// What a program's launch is compiled from when it is opened. Private to src/capture.
#pragma once

#include <filesystem>
#include <string>

#include "capture/launch_experiment.hpp"
#include "capture/sampled_launch.hpp"

namespace warpscope::capture {

struct LaunchSource {
    std::filesystem::path file; // a copy of the program's text, or the PTX that ran
    std::string kernel, arch;
    std::string why; // it is the PTX; empty: it is the text
};

/// The program's own text where it compiles for the GPU alone, so that it can be edited; else the PTX that ran.
/// `folder`: of the record. `text`: of program.file.
[[nodiscard]] LaunchSource choose_source(const std::filesystem::path& folder, const KeptLaunch& launch,
                                         const ProgramSource& program, const SampledLaunch& sampled,
                                         const std::string& text);

} // namespace warpscope::capture
