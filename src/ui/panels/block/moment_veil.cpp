#include "ui/panels/block/moment_veil.hpp"

#include "language/tr.hpp"
#include "ui/imgui/test_hooks.hpp"
#include "ui/widgets/widgets.hpp"

namespace warpscope::ui {

std::optional<uint32_t> interval_now(const Model& model, const BlockView& view) {
    if (!model.moment || !model.scene || !in_block(model.scene->moment)) return std::nullopt;
    const MomentView& moment = *model.moment;
    if (moment.block->run != view.result || moment.moment.block != view.trace->block ||
        moment.moment.launch != view.trace->launch)
        return std::nullopt;
    const auto& steps = moment.block->recording->steps();
    if (steps.empty() || steps.back().epoch != view.timeline.barriers.size() || view.timeline.truncated)
        return std::nullopt;
    if (moment.step && *moment.step + 1 == steps.size()) return std::nullopt;
    return moment.step ? steps[*moment.step].epoch : 0;
}

void draw_veil(const Look& look, ImDrawList& list, ImVec2 min, ImVec2 max) {
    if (max.x - min.x < 1 || max.y - min.y < 1) return;
    const Palette& c = *look.colours;
    constexpr ImU32 strength = 0xb8; // enough is left to see what will come
    list.AddRectFilled(min, max, (c.bar & ~IM_COL32_A_MASK) | strength << IM_COL32_A_SHIFT);
    record_area("comes later", min, max);
    const std::string_view words = tr("comes later");
    const ImVec2 size = look.measure(Face::strong, size_small, words);
    if (size.x + look.px(12) >= max.x - min.x || size.y >= max.y - min.y) return;
    const ImVec2 at{max.x - size.x - look.px(6), min.y + look.px(2)};
    // What lies below, numbers too, would be read with them.
    list.AddRectFilled({at.x - look.px(4), at.y}, {at.x + size.x + look.px(4), at.y + size.y}, c.bar);
    words_at(look, list, Face::strong, size_small, at, c.muted, words);
}

} // namespace warpscope::ui
