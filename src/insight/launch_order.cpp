#include "insight/launch_order.hpp"

#include <algorithm>
#include <numeric>

namespace warpscope::insight {
namespace {

uint32_t busy_at(const std::vector<analysis::BusyStep>& steps, uint64_t time) {
    const auto after = std::ranges::upper_bound(steps, time, {}, &analysis::BusyStep::time);
    return after == steps.begin() ? 0 : std::prev(after)->busy;
}

/// Returns each block's rank by begin time, from 1.
std::vector<uint32_t> order_of_begin(const analysis::Dispatch& dispatch) {
    std::vector<uint32_t> blocks(dispatch.blocks.size()), places(dispatch.blocks.size());
    std::iota(blocks.begin(), blocks.end(), 0u);
    std::ranges::stable_sort(blocks, {}, [&](uint32_t block) { return dispatch.blocks[block].begin; });
    for (uint32_t place = 0; place < blocks.size(); ++place) places[blocks[place]] = place + 1;
    return places;
}

} // namespace

std::shared_ptr<const LaunchOrder> make_launch_order(std::shared_ptr<const session::RunResult> run,
                                                     analysis::Dispatch dispatch) {
    auto made = std::make_shared<LaunchOrder>();
    auto order = std::make_shared<BlocksSoFar::Order>();
    order->blocks.reserve(dispatch.blocks.size());
    for (size_t block = 0; block < dispatch.blocks.size(); ++block)
        order->blocks.push_back({dispatch.ended_as[block], dispatch.ended_by(dispatch.blocks[block].begin)});
    order->begins_as = order_of_begin(dispatch);
    made->all = {std::move(order), static_cast<uint32_t>(dispatch.blocks.size()), !dispatch.measured, false};
    made->block_order_error = analysis::block_order_error(*run);
    made->run = std::move(run);
    made->dispatch = std::move(dispatch);
    return made;
}

BlocksSoFar LaunchOrder::after(uint64_t ended) const {
    if (block_order_error) return {};
    BlocksSoFar some = all;
    some.numbered = true;
    some.ended = dispatch.ended_by(dispatch.time_of(static_cast<uint32_t>(std::min<uint64_t>(ended, all.ended))));
    return some;
}

DispatchFacts dispatch_facts(const analysis::Dispatch& dispatch, uint64_t time) {
    DispatchFacts facts;
    facts.ended = dispatch.ended_by(time);
    facts.blocks = dispatch.blocks.size();
    facts.busy = busy_at(analysis::busy_multiprocessors(dispatch), time);
    facts.multiprocessors = dispatch.multiprocessors;
    facts.begin_together = facts.blocks > 1 && std::ranges::all_of(dispatch.blocks, [&](const auto& block) {
                               return block.begin == dispatch.blocks[0].begin;
                           });
    facts.waves = dispatch.waves();
    const auto begun = static_cast<uint64_t>(
        std::ranges::count_if(dispatch.blocks, [&](const analysis::BlockSpan& block) { return block.begin <= time; }));
    const uint64_t places = std::max<uint64_t>(1, uint64_t{dispatch.multiprocessors} * dispatch.resident);
    facts.wave = std::clamp<uint64_t>((begun + places - 1) / places, 1, std::max<uint64_t>(1, facts.waves));
    facts.is_tail = time >= dispatch.tail_begins() && time < dispatch.length && facts.blocks > dispatch.multiprocessors;
    return facts;
}

} // namespace warpscope::insight
