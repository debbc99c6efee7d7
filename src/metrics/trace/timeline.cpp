#include "metrics/trace/timeline.hpp"

#include <algorithm>

namespace warpscope::metrics {
namespace {

std::vector<uint32_t> interval_begins(const BlockTrace& trace) {
    uint32_t intervals = 0;
    for (const TraceStep& step : trace.steps) intervals = std::max(intervals, step.interval + 1);
    std::vector<uint32_t> longest(intervals), length(size_t{intervals} * trace.warps);
    for (const TraceStep& step : trace.steps) {
        uint32_t& sum = length[size_t{step.interval} * trace.warps + step.warp];
        sum += step.end_pc - step.first_pc;
        longest[step.interval] = std::max(longest[step.interval], sum);
    }
    std::vector<uint32_t> begins(1, 0);
    for (const uint32_t one : longest) begins.push_back(begins.back() + one);
    return begins;
}

void mark_divergence(TimelineWarp& warp) {
    for (size_t k = warp.steps.size(); k-- > 0;) {
        TimelineStep& step = warp.steps[k];
        step.waiting = warp.lanes & ~step.active;
        warp.lanes |= step.active;
        if (k == 0) continue;
        const simt::LaneMask before = warp.steps[k - 1].active;
        step.meets = before != step.active && (before & ~step.active) == 0;
    }
}

} // namespace

const TimelineStep* Timeline::at(uint32_t warp, double place) const {
    if (warp >= warps.size() || place < 0) return nullptr;
    const std::vector<TimelineStep>& steps = warps[warp].steps;
    auto after = std::upper_bound(steps.begin(), steps.end(), place,
                                  [](double p, const TimelineStep& s) { return p < s.begin; });
    if (after == steps.begin()) return nullptr;
    --after;
    return place < after->end ? &*after : nullptr;
}

Timeline timeline_of(const BlockTrace& trace) {
    Timeline out;
    out.truncated = trace.steps_truncated;
    out.warps.resize(trace.warps);
    const std::vector<uint32_t> begins = interval_begins(trace);
    out.length = begins.back();
    for (size_t interval = 1; interval + 1 < begins.size(); ++interval) out.barriers.push_back(begins[interval]);
    std::vector<uint32_t> now(trace.warps);
    for (size_t k = 0; k < trace.steps.size(); ++k) {
        const TraceStep& step = trace.steps[k];
        TimelineWarp& warp = out.warps[step.warp];
        uint32_t& place = now[step.warp];
        place = std::max(place, begins[step.interval]);
        const uint32_t end = place + (step.end_pc - step.first_pc);
        warp.steps.push_back({static_cast<uint32_t>(k), place, end, step.active, 0, step.divergent(), false});
        place = end;
    }
    for (TimelineWarp& warp : out.warps) mark_divergence(warp);
    return out;
}

} // namespace warpscope::metrics
