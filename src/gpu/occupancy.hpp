// Occupancy of a multiprocessor and its limiting resource.
#pragma once

#include <string>

#include "gpu/runtime.hpp"

namespace warpscope::gpu {

struct Occupancy {
    int blocks = 0, warps = 0, most_warps = 0; // per multiprocessor
    std::string limit; // "registers", "shared memory", "threads", "blocks"; several joined by " and "

    [[nodiscard]] double share() const { return most_warps == 0 ? 0 : static_cast<double>(warps) / most_warps; }
};

/// Returns the occupancy for the number of resident blocks reported by CUDA. The limit follows NVIDIA's allocation
/// rules (CUDA occupancy calculator): registers in units of 256 per warp, four warps at a time; shared memory in units
/// of 128 bytes.
[[nodiscard]] Occupancy occupancy(const Multiprocessor& multiprocessor, const KernelAttributes& kernel,
                                  const LaunchConfig& config, int blocks);

/// Computes the number of blocks by the same rules, without a GPU; may be 0.
[[nodiscard]] Occupancy occupancy_by_rules(const Multiprocessor& multiprocessor, const KernelAttributes& kernel,
                                           const LaunchConfig& config);

} // namespace warpscope::gpu
