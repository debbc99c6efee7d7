#include "ui/panels/block/moment_veil.hpp"

#include <algorithm>

#include "language/tr.hpp"
#include "ui/imgui/test_hooks.hpp"
#include "ui/widgets/glyphs.hpp"
#include "ui/widgets/widgets.hpp"

namespace warpscope::ui {

std::optional<uint32_t> interval_now(const Model& model, const insight::BlockView& view) {
    if (!model.moment || !model.scene || !in_block(model.scene->moment)) return std::nullopt;
    const insight::MomentView& moment = *model.moment;
    if (moment.block->run != view.result || moment.moment.block != view.trace->block ||
        moment.moment.launch != view.trace->launch)
        return std::nullopt;
    const auto& steps = moment.block->recording->steps();
    if (steps.empty() || steps.back().interval != view.timeline.barriers.size() || view.timeline.truncated)
        return std::nullopt;
    if (moment.step && *moment.step + 1 == steps.size()) return std::nullopt;
    return moment.step ? steps[*moment.step].interval : 0;
}

std::vector<std::optional<double>> warps_now(const Model& model, const insight::BlockView& view) {
    if (!interval_now(model, view)) return {};
    const insight::MomentView& moment = *model.moment;
    const replay::History& history = *moment.block->history;
    const auto& steps = moment.block->recording->steps();
    const metrics::Timeline& timeline = view.timeline;
    std::vector<std::optional<double>> places(timeline.warps.size());
    for (uint32_t warp = 0; warp < places.size() && warp < moment.block->recording->warps(); ++warp) {
        const auto own = history.steps_of(warp);
        const uint64_t done = history.done_by(warp, moment.block->steps_at(moment.moment));
        if (done == 0 || done == own.size()) continue;
        const uint32_t interval = steps[own[done - 1]].interval;
        const auto of_step = [&](uint32_t step) { return steps[step].interval; };
        const auto lines = std::ranges::equal_range(own, interval, {}, of_step);
        const double share = static_cast<double>(&own[done - 1] + 1 - lines.data()) / static_cast<double>(lines.size());
        const uint32_t begin = interval == 0 ? 0 : timeline.barriers[interval - 1];
        const uint32_t end = interval < timeline.barriers.size() ? timeline.barriers[interval] : timeline.length;
        uint32_t first = end, last = begin;
        const auto& drawn = timeline.warps[warp].steps;
        auto step = std::ranges::lower_bound(drawn, begin, {}, &metrics::TimelineStep::begin);
        for (; step != drawn.end() && step->begin < end; ++step) {
            first = std::min(first, step->begin);
            last = std::max(last, step->end);
        }
        if (first < last) places[warp] = first + share * (last - first);
    }
    return places;
}

void draw_veil(const Look& look, ImDrawList& list, ImVec2 min, ImVec2 max) {
    if (max.x - min.x < 1 || max.y - min.y < 1) return;
    const Palette& c = *look.colors;
    constexpr ImU32 strength = 0xb8;
    list.AddRectFilled(min, max, (c.bar & ~IM_COL32_A_MASK) | strength << IM_COL32_A_SHIFT);
    record_area("comes later", min, max);
    const std::string_view words = tr("comes later");
    const ImVec2 size = look.measure(Face::strong, size_small, words);
    if (size.x + look.px(12) >= max.x - min.x || size.y >= max.y - min.y) return;
    const ImVec2 at{max.x - size.x - look.px(6), min.y + look.px(2)};
    list.AddRectFilled({at.x - look.px(4), at.y}, {at.x + size.x + look.px(4), at.y + size.y}, c.bar);
    words_at(look, list, Face::strong, size_small, at, c.muted, words);
}

} // namespace warpscope::ui
