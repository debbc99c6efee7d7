#include "metrics/rerun/block_rerun.hpp"

#include <algorithm>
#include <cstring>
#include <utility>

#include "metrics/findings/finding_list.hpp"
#include "metrics/trace/one_block_filter.hpp"

namespace warpscope::metrics {

Result<BlockRerun::End> BlockRerun::run(simt::InactiveLaneValues* values, simt::Observer* observer) {
    auto device = launch_.device_before();
    if (!device) return tl::unexpected(std::move(device.error()));
    End end{std::move(*device), {}};
    simt::LaunchOptions options = launch_.options();
    options.budget_per_warp = std::min(budget_, options.budget_per_warp);
    if (alone_) options.only_blocks = {block_};
    if (values != nullptr) values->block = block_;
    options.inactive_lane_values = values;
    options.print = [&](std::string_view text) { end.printed += text; };
    std::optional<OneBlockFilter> of_block;
    if (observer != nullptr) of_block.emplace(*observer, block_);
    simt::Observer* const filter = of_block ? &*of_block : nullptr;
    const auto outcome = launch_.run(end.device, std::span(&filter, observer == nullptr ? 0u : 1u), options);
    if (!outcome) return tl::unexpected(outcome.error());
    launch_.spend(outcome->warp_instructions);
    end.instructions = outcome->warp_instructions;
    end.finding_count = outcome->finding_count;
    end.deadlocked = deadlocked(*outcome);
    return end;
}

bool BlockRerun::include_others(const End& first) {
    const bool others = launch_.context().config.blocks() > 1;
    return first.deadlocked && others && std::exchange(alone_, false);
}

void BlockRerun::expect(End end) {
    budget_ = 4 * end.instructions + 1000;
    expected_ = std::move(end);
}

bool BlockRerun::is_as_expected(const End& end, const std::set<uint64_t>& may_differ) const {
    if (end.finding_count != expected_->finding_count || end.printed != expected_->printed) return false;
    const std::vector<uint8_t> unchanged = launch_.only_loaded();
    const simt::GlobalMemory& memory = end.device.memory();
    const auto& allocations = memory.allocations();
    for (size_t k = 0; k < allocations.size(); ++k) {
        const uint64_t begin = allocations[k].begin, bytes = allocations[k].bytes;
        if (unchanged[k] != 0) continue;
        const auto *const now = memory.host(begin), *const expected = expected_->device.memory().host(begin);
        if (std::memcmp(now, expected, bytes) == 0) continue;
        for (uint64_t b = 0; b < bytes; ++b)
            if (now[b] != expected[b] && !may_differ.contains(begin + b)) return false;
    }
    return true;
}

} // namespace warpscope::metrics
