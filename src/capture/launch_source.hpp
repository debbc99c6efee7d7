#pragma once

#include <filesystem>
#include <string>

#include "capture/launch_experiment.hpp"
#include "capture/sampled_launch.hpp"

namespace warpscope::capture {

struct LaunchSource {
    std::filesystem::path file;
    std::string kernel, arch;
    Message why; // why PTX is shown, or ""
};

/// Chooses the program's text, which users can edit, if its device code compiles; otherwise PTX. `folder`: the record's
/// folder; `text`: contents of `program.file`.
[[nodiscard]] LaunchSource choose_source(const std::filesystem::path& folder, const KeptLaunch& launch,
                                         const ProgramSource& program, const SampledLaunch& sampled,
                                         const std::string& text);

} // namespace warpscope::capture
