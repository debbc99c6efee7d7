// How full a multiprocessor is with blocks of a kernel, and what keeps more from fitting.
#pragma once

#include <string>

#include "gpu/runtime.hpp"

namespace warpscope::gpu {

struct Occupancy {
    int blocks = 0, warps = 0, most_warps = 0; // on one multiprocessor at a time
    std::string limit; // "registers", "shared memory", "threads", "blocks"; several with " and "

    [[nodiscard]] double share() const { return most_warps == 0 ? 0 : static_cast<double>(warps) / most_warps; }
};

/// `blocks` is what CUDA says fits. The limit is found by NVIDIA's allocation rules (CUDA occupancy calculator):
/// registers go to warps in units of 256, four warps at a time; shared memory in units of 128 bytes.
[[nodiscard]] Occupancy occupancy(const Multiprocessor& multiprocessor, const KernelAttributes& kernel,
                                  const LaunchConfig& config, int blocks);

/// The same where there is no GPU to ask: as many blocks as those rules let fit, 0 where not even one does.
[[nodiscard]] Occupancy occupancy_by_rules(const Multiprocessor& multiprocessor, const KernelAttributes& kernel,
                                           const LaunchConfig& config);

} // namespace warpscope::gpu
