// Runs a few blocks of a recorded launch to observe their accesses.
#pragma once

#include <atomic>
#include <filesystem>
#include <string>

#include "capture/access_pattern.hpp"
#include "capture/kept_launch.hpp"
#include "ptx/module.hpp"
#include "simt/program.hpp"

namespace warpscope::capture {

struct SampledLaunch {
    std::shared_ptr<const simt::Program> program;
    uint32_t kernel = 0;
    std::vector<AccessPattern> patterns; // one per element of KeptLaunch::memory
    bool crosses_bounds = false;         // whether an access is out of bounds
};

[[nodiscard]] Result<SampledLaunch> sample(const KeptLaunch& launch, const std::atomic<bool>* cancel = nullptr);

/// Returns the kernel's source file from its line information, or "".
[[nodiscard]] std::filesystem::path text_of(const SampledLaunch& sampled, const std::string& symbol);

} // namespace warpscope::capture
