#pragma once

#include <string>

#include "gpu/runtime.hpp"

namespace warpscope::gpu {

struct Occupancy {
    int blocks = 0, warps = 0, max_warps = 0; // per multiprocessor
    std::string limit; // limiting resources: "registers", "shared memory", "threads", "blocks", joined by " and "

    [[nodiscard]] double share() const { return max_warps == 0 ? 0 : static_cast<double>(warps) / max_warps; }
};

/// `blocks`: resident blocks that CUDA reports. As in CUDA's occupancy calculator, a warp's registers are allocated in
/// units of 256, warps in fours, shared memory in units of 128 bytes.
[[nodiscard]] Occupancy occupancy(const Multiprocessor& multiprocessor, const KernelAttributes& kernel,
                                  const LaunchConfig& config, int blocks);

/// Works like occupancy(), but computes the number of resident blocks, which may be 0.
[[nodiscard]] Occupancy occupancy_by_rules(const Multiprocessor& multiprocessor, const KernelAttributes& kernel,
                                           const LaunchConfig& config);

} // namespace warpscope::gpu
