#pragma once

#include <string>

#include "gpu/runtime.hpp"

namespace warpscope::gpu {

struct Occupancy {
    int blocks = 0, warps = 0, max_warps = 0; // per multiprocessor
    std::string limit; // limiting resources: "registers", "shared memory", "threads", "blocks", joined by " and "

    [[nodiscard]] double share() const { return max_warps == 0 ? 0 : static_cast<double>(warps) / max_warps; }
};

/// `blocks`: resident blocks that CUDA reports. Rounds as CUDA's occupancy calculator does: registers
/// per warp to 256, warps to 4, shared memory to 128 bytes.
[[nodiscard]] Occupancy occupancy(const Multiprocessor& multiprocessor, const KernelAttributes& kernel,
                                  const LaunchConfig& config, int blocks);

/// Works like occupancy(), but computes the number of resident blocks, which may be 0.
[[nodiscard]] Occupancy occupancy_by_rules(const Multiprocessor& multiprocessor, const KernelAttributes& kernel,
                                           const LaunchConfig& config);

} // namespace warpscope::gpu
