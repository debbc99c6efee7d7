// Runs a few blocks of a kept launch to measure its accesses.
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
    std::shared_ptr<const simt::Program> program; // kernel and called functions
    uint32_t kernel = 0;
    std::vector<AccessPattern> patterns; // by KeptLaunch::memory
    bool strays = false;                 // a thread accessed memory out of bounds
};

/// Runs only a few blocks with a limited budget.
[[nodiscard]] Result<SampledLaunch> sample(const KeptLaunch& launch, const std::atomic<bool>* cancel = nullptr);

/// Returns the file in the kernel's line information, if it exists.
[[nodiscard]] std::filesystem::path text_of(const SampledLaunch& sampled, const std::string& symbol);

} // namespace warpscope::capture
