#include "ui/model/launch_order.hpp"

#include <algorithm>
#include <numeric>

#include <fmt/format.h>

#include "language/tr.hpp"

namespace warpscope::ui {
namespace {

uint32_t busy_at(const std::vector<analysis::BusyStep>& steps, uint64_t time) {
    const auto after = std::ranges::upper_bound(steps, time, {}, &analysis::BusyStep::time);
    return after == steps.begin() ? 0 : std::prev(after)->busy;
}

/// By linear block index, from 1 on; of blocks that begin together the one of the lower number is first.
std::vector<uint32_t> order_of_begin(const analysis::Dispatch& dispatch) {
    std::vector<uint32_t> blocks(dispatch.blocks.size()), places(dispatch.blocks.size());
    std::iota(blocks.begin(), blocks.end(), 0u);
    std::ranges::stable_sort(blocks, {}, [&](uint32_t block) { return dispatch.blocks[block].begin; });
    for (uint32_t place = 0; place < blocks.size(); ++place) places[blocks[place]] = place + 1;
    return places;
}

} // namespace

std::shared_ptr<const LaunchOrder> launch_order(std::shared_ptr<const session::RunResult> run,
                                                analysis::Dispatch dispatch) {
    auto made = std::make_shared<LaunchOrder>();
    auto order = std::make_shared<render::BlocksSoFar::Order>();
    order->blocks.reserve(dispatch.blocks.size());
    for (size_t block = 0; block < dispatch.blocks.size(); ++block)
        order->blocks.push_back({dispatch.ended_as[block], dispatch.ended_by(dispatch.blocks[block].begin)});
    order->begins_as = order_of_begin(dispatch);
    made->all = {std::move(order), static_cast<uint32_t>(dispatch.blocks.size()), !dispatch.measured, false};
    made->why_not = analysis::why_not_by_blocks(*run);
    made->run = std::move(run);
    made->dispatch = std::move(dispatch);
    return made;
}

render::BlocksSoFar LaunchOrder::after(uint64_t ended) const {
    if (why_not) return {};
    render::BlocksSoFar some = all;
    some.numbered = true;
    // With all others that end at the same time.
    some.ended = dispatch.ended_by(dispatch.time_of(static_cast<uint32_t>(std::min<uint64_t>(ended, all.ended))));
    return some;
}

std::string dispatch_words(const analysis::Dispatch& dispatch, uint64_t time) {
    const std::vector<analysis::BusyStep> steps = analysis::busy_multiprocessors(dispatch);
    std::string words = tr_format("{} of {} blocks have ended · {} of {} multiprocessors busy", dispatch.ended_by(time),
                                  dispatch.blocks.size(), busy_at(steps, time), dispatch.multiprocessors);
    const bool at_once = std::ranges::all_of(
        dispatch.blocks, [&](const analysis::BlockSpan& block) { return block.begin == dispatch.blocks[0].begin; });
    if (at_once && dispatch.blocks.size() > 1)
        words += tr_format(" · all {} begin at once: there is room for them", dispatch.blocks.size());
    if (const uint32_t waves = dispatch.waves(); waves > 1) {
        uint64_t begun = 0;
        for (const analysis::BlockSpan& block : dispatch.blocks) begun += block.begin <= time;
        const uint64_t places = uint64_t{dispatch.multiprocessors} * dispatch.resident;
        words += tr_format(" · wave {} of {}", std::clamp<uint64_t>((begun + places - 1) / places, 1, waves), waves);
    }
    if (time >= dispatch.tail_begins() && time < dispatch.length && dispatch.blocks.size() > dispatch.multiprocessors)
        words += tr(" · the tail: not all have work any more");
    return words;
}

} // namespace warpscope::ui
