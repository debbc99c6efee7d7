// Runs a few blocks of a kept launch to see how they reach its memory.
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
    std::shared_ptr<const simt::Program> program; // the kernel with what it calls
    uint32_t kernel = 0;
    std::vector<AccessPattern> patterns; // by KeptLaunch::memory
    bool strays = false;                 // a thread reached beyond what there is
};

/// Takes about as long as that few blocks do; an endless loop is given up soon.
[[nodiscard]] Result<SampledLaunch> sample(const KeptLaunch& launch, const std::atomic<bool>* cancel = nullptr);

/// The file that the kernel's line information names, if it is there.
[[nodiscard]] std::filesystem::path text_of(const SampledLaunch& sampled, const std::string& symbol);

} // namespace warpscope::capture
