#include "metrics/rerun/block_rerun.hpp"

#include <algorithm>
#include <cstring>
#include <utility>

#include "metrics/trace/one_block_filter.hpp"

namespace warpscope::metrics {
namespace {

/// In warp instructions; the copy and comparison of so many bytes of memory counts as one.
constexpr uint64_t least_allowance = 300'000'000;
constexpr uint64_t bytes_per_unit = 16;

} // namespace

Result<MeasuredPlan::BlockRuns::End> MeasuredPlan::BlockRuns::run(simt::InactiveLaneValues* values,
                                                                  simt::Observer* observer) {
    auto device = plan_.device_before(launch_);
    if (!device) return tl::unexpected(std::move(device.error()));
    End end{std::move(*device), {}};
    simt::LaunchOptions options = plan_.options_.launch;
    options.launch_index = launch_;
    options.workers = 1;
    options.blocks_done = nullptr; // the measured run has counted it
    options.budget_per_warp = std::min(budget_, options.budget_per_warp);
    if (alone_) options.only_blocks = {block_};
    if (values != nullptr) values->block = block_;
    options.inactive_lane_values = values;
    options.print = [&](std::string_view text) { end.printed += text; };
    std::optional<OneBlock> of_block;
    if (observer != nullptr) of_block.emplace(*observer, block_);
    simt::Observer* const told = of_block ? &*of_block : nullptr;
    const Prepared& prepared = plan_.prepared_[launch_];
    const auto outcome = simt::launch(end.device, prepared.kernel, plan_.launches_[launch_].config, prepared.parameters,
                                      std::span(&told, observer == nullptr ? 0u : 1u), options);
    if (!outcome) return tl::unexpected(outcome.error());
    plan_.cancelled_ = plan_.cancelled_ || outcome->cancelled;
    plan_.cost_of_block_runs_ += outcome->warp_instructions + plan_.device_bytes_ / bytes_per_unit;
    end.instructions = outcome->warp_instructions;
    end.finding_count = outcome->finding_count;
    end.deadlocked = deadlocked(*outcome);
    return end;
}

bool MeasuredPlan::BlockRuns::take_others_along(const End& first) {
    const bool others = plan_.launches_[launch_].config.blocks() > 1;
    return first.deadlocked && others && std::exchange(alone_, false);
}

void MeasuredPlan::BlockRuns::expect(End end) {
    budget_ = 4 * end.instructions + 1000;
    expected_ = std::move(end);
}

bool MeasuredPlan::BlockRuns::is_as_expected(const End& end, const std::set<uint64_t>& may_differ) const {
    if (end.finding_count != expected_->finding_count || end.printed != expected_->printed) return false;
    const std::vector<uint8_t> unchanged = plan_.only_loaded(plan_.launches_[launch_]);
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

bool MeasuredPlan::BlockRuns::exhausted() const {
    uint64_t measured = 0;
    for (const LaunchMeasurement& launch : plan_.launches_) measured += launch.warp_instructions;
    return plan_.cost_of_block_runs_ > std::max(least_allowance, 2 * measured);
}

} // namespace warpscope::metrics
