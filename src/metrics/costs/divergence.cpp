#include "metrics/costs/divergence.hpp"

#include <algorithm>
#include <bit>

namespace warpscope::metrics {
namespace {

bool any_owner(const std::vector<uint64_t>& bits, uint64_t first, uint64_t count) {
    for (uint64_t i = first; i < first + count; ++i)
        if ((bits[i / 64] >> i % 64 & 1u) != 0) return true;
    return false;
}

} // namespace

uint64_t count_helpers(const LaunchConfig& config, const Ownership& ownership, const std::vector<WarpRecord>& warps) {
    const uint64_t warps_per_block = config.warps_per_block(), threads = config.threads_per_block();
    uint64_t helpers = 0;
    for (uint64_t i = 0; i < warps.size() && !ownership.owner_bits.empty(); ++i) {
        const uint64_t first = i / warps_per_block * threads + i % warps_per_block * warp_size;
        for (simt::LaneMask rest = warps[i].shared_stores; rest != 0; rest &= rest - 1) {
            const uint64_t thread = first + static_cast<uint64_t>(std::countr_zero(rest));
            if ((ownership.owner_bits[thread / 64] >> thread % 64 & 1u) == 0) ++helpers;
        }
    }
    return helpers;
}

DivergenceCounter::DivergenceCounter(const LaunchConfig& config)
    : warps_per_block_(config.warps_per_block())
    , warps_(std::make_shared<std::vector<WarpRecord>>(config.warps(), WarpRecord{0, 0, 0, WarpClass::converged, 0})) {}

Divergence DivergenceCounter::take(const LaunchConfig& config, const Ownership& ownership) {
    Divergence out;
    out.warps = std::move(*warps_);
    const uint64_t threads_per_block = config.threads_per_block();
    for (uint64_t i = 0; i < out.warps.size(); ++i) {
        WarpRecord& warp = out.warps[i];
        out.divergent_branches += warp.divergent_branches;
        if (warp.divergent_branches != 0) {
            ++out.divergent_warps;
            warp.kind = WarpClass::diverged;
            continue;
        }
        if (ownership.owner_bits.empty()) continue;
        const uint64_t in_block = i % warps_per_block_ * warp_size;
        const uint64_t first = i / warps_per_block_ * threads_per_block + in_block;
        const uint64_t lanes = std::min<uint64_t>(warp_size, threads_per_block - in_block);
        if (!any_owner(ownership.owner_bits, first, lanes)) warp.kind = WarpClass::idle;
    }
    return out;
}

} // namespace warpscope::metrics
