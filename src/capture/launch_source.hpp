// Chooses the source for compiling a program's launch.
#pragma once

#include <filesystem>
#include <string>

#include "capture/launch_experiment.hpp"
#include "capture/sampled_launch.hpp"

namespace warpscope::capture {

struct LaunchSource {
    std::filesystem::path file; // copy of the program's text, or the recorded PTX
    std::string kernel, arch;
    std::string why; // reason for PTX; empty: text
};

/// Returns the program's text if it compiles for the GPU alone, so that it can be edited; else the recorded PTX.
/// `folder`: of the record. `text`: of program.file.
[[nodiscard]] LaunchSource choose_source(const std::filesystem::path& folder, const KeptLaunch& launch,
                                         const ProgramSource& program, const SampledLaunch& sampled,
                                         const std::string& text);

} // namespace warpscope::capture
