// Chooses between a program's text and the recorded PTX.
#pragma once

#include <filesystem>
#include <string>

#include "capture/launch_experiment.hpp"
#include "capture/sampled_launch.hpp"

namespace warpscope::capture {

struct LaunchSource {
    std::filesystem::path file;
    std::string kernel, arch;
    Message why; // why it is the PTX; empty if it is the text
};

/// Prefers the text, which can be edited, if it compiles for the GPU alone. `folder`: of the record. `text`: of
/// program.file.
[[nodiscard]] LaunchSource choose_source(const std::filesystem::path& folder, const KeptLaunch& launch,
                                         const ProgramSource& program, const SampledLaunch& sampled,
                                         const std::string& text);

} // namespace warpscope::capture
