#include "gpu/occupancy.hpp"

#include <algorithm>
#include <array>
#include <limits>
#include <utility>

namespace warpscope::gpu {
namespace {

uint64_t rounded_up(uint64_t value, uint64_t unit) { return (value + unit - 1) / unit * unit; }

uint64_t by_registers(const Multiprocessor& sm, const KernelAttributes& kernel, uint64_t warps_per_block) {
    constexpr uint64_t register_unit = 256, warp_unit = 4;
    const uint64_t per_warp = rounded_up(static_cast<uint64_t>(kernel.registers) * warp_size, register_unit);
    if (per_warp == 0) return std::numeric_limits<uint64_t>::max();
    const uint64_t warps = static_cast<uint64_t>(sm.registers) / per_warp / warp_unit * warp_unit;
    return warps / warps_per_block;
}

uint64_t by_shared_memory(const Multiprocessor& sm, const KernelAttributes& kernel, const LaunchConfig& config) {
    constexpr uint64_t unit = 128;
    const uint64_t per_block =
        rounded_up(kernel.shared_bytes + config.dynamic_shared_bytes + sm.reserved_shared_bytes, unit);
    return per_block == 0 ? std::numeric_limits<uint64_t>::max() : sm.shared_bytes / per_block;
}

/// Blocks per multiprocessor that each resource permits
using Limits = std::array<std::pair<const char*, uint64_t>, 4>;

Limits limits_of(const Multiprocessor& sm, const KernelAttributes& kernel, const LaunchConfig& config) {
    const uint64_t warps_per_block = config.warps_per_block();
    return {{{"registers", by_registers(sm, kernel, warps_per_block)},
             {"shared memory", by_shared_memory(sm, kernel, config)},
             {"threads", static_cast<uint64_t>(sm.threads / static_cast<int>(warp_size)) / warps_per_block},
             {"blocks", static_cast<uint64_t>(sm.blocks)}}};
}

uint64_t smallest_limit(const Limits& limits) {
    return std::ranges::min(limits, {}, &Limits::value_type::second).second;
}

} // namespace

Occupancy occupancy(const Multiprocessor& sm, const KernelAttributes& kernel, const LaunchConfig& config, int blocks) {
    Occupancy out;
    out.blocks = blocks;
    out.warps = static_cast<int>(static_cast<uint64_t>(blocks) * config.warps_per_block());
    out.max_warps = sm.threads / static_cast<int>(warp_size);
    const Limits limits = limits_of(sm, kernel, config);
    for (const auto& [name, max] : limits)
        if (max == smallest_limit(limits)) out.limit += (out.limit.empty() ? "" : " and ") + std::string(name);
    return out;
}

Occupancy occupancy_by_rules(const Multiprocessor& sm, const KernelAttributes& kernel, const LaunchConfig& config) {
    return occupancy(sm, kernel, config, static_cast<int>(smallest_limit(limits_of(sm, kernel, config))));
}

} // namespace warpscope::gpu
