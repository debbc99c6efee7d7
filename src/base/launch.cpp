#include "base/launch.hpp"

#include <fmt/format.h>

#include "base/symbol_name.hpp"

namespace warpscope {
namespace {

std::string dim_text(const Dim3& d) { return fmt::format("{} x {} x {}", d.x, d.y, d.z); }

bool exceeds(const Dim3& d, const Dim3& limit) { return d.x > limit.x || d.y > limit.y || d.z > limit.z; }

bool has_zero(const Dim3& d) { return d.x == 0 || d.y == 0 || d.z == 0; }

} // namespace

std::string_view PlannedLaunch::identifier() const { return identifier_in(kernel); }

std::optional<Message> config_error(const LaunchConfig& config, const DeviceLimits& limits,
                                    uint32_t static_shared_bytes) {
    if (has_zero(config.block)) return msg("A block needs at least one thread in every direction.");
    if (has_zero(config.grid)) return msg("A grid needs at least one block in every direction.");
    // Keeps count() from overflowing; the next check refuses larger extents.
    constexpr Dim3 countable{1u << 16, 1u << 16, 1u << 16};
    if (!exceeds(config.block, countable) && config.block.count() > limits.max_threads_per_block)
        return msg("A block of {} has {} threads; the device allows at most {} per block.", dim_text(config.block),
                   config.block.count(), limits.max_threads_per_block);
    if (exceeds(config.block, limits.max_block))
        return msg("A block of {} is larger than the device's limit of {}.", dim_text(config.block),
                   dim_text(limits.max_block));
    if (exceeds(config.grid, limits.max_grid))
        return msg("A grid of {} blocks is larger than the device's limit of {}.", dim_text(config.grid),
                   dim_text(limits.max_grid));
    const uint64_t shared = uint64_t{static_shared_bytes} + config.dynamic_shared_bytes;
    if (shared > limits.max_shared_bytes)
        return msg("A block needs {} bytes of shared memory; the device allows at most {}.", shared,
                   limits.max_shared_bytes);
    return std::nullopt;
}

} // namespace warpscope
