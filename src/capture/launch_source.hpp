#pragma once

#include <filesystem>
#include <string>

#include "capture/launch_experiment.hpp"
#include "capture/sampled_launch.hpp"

namespace warpscope::capture {

struct LaunchSource {
    std::filesystem::path file;
    std::string kernel, arch;
    Message why; // why it is PTX, or ""
};

/// Prefers the text, which is editable, to PTX if it compiles for the GPU alone. `folder`: the record's. `text`:
/// program.file's.
[[nodiscard]] LaunchSource choose_source(const std::filesystem::path& folder, const KeptLaunch& launch,
                                         const ProgramSource& program, const SampledLaunch& sampled,
                                         const std::string& text);

} // namespace warpscope::capture
