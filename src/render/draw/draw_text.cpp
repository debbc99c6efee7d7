#include <algorithm>
#include <cmath>
#include <vector>

#include <fmt/format.h>

#include "render/draw/text_painter.hpp"
#include "render/maps/finding_marks.hpp"
#include "render/style/named_group.hpp"
#include "scene/names.hpp"

namespace warpscope::render {

namespace {

void draw_findings(Painter& painter, const TextContext& context, const PartClip& clip) {
    const float scale = context.state.theme.scale;
    const double ppc = context.state.camera.pixels_per_cell;
    const auto side = static_cast<float>(ppc);
    // In large cells, the mark is in the corner, so that the value stays visible.
    const bool corner = side > 30 * scale;
    const float radius = corner ? 8 * scale : 9 * scale;
    const ImVec2 low{static_cast<float>(context.origin.x + clip.low.x) + radius,
                     static_cast<float>(context.origin.y + clip.low.y) + radius};
    const ImVec2 high{std::max(low.x, static_cast<float>(context.origin.x + clip.high.x) - radius),
                      std::max(low.y, static_cast<float>(context.origin.y + clip.high.y) - radius)};
    std::vector<ImVec2> drawn;
    for (const FindingPlace& finding : context.view.findings) {
        const ImVec2 a = context.pixel(static_cast<double>(finding.place.x), static_cast<double>(finding.place.y));
        if (a.x + side < low.x - radius || a.y + side < low.y - radius || a.x > high.x + radius ||
            a.y > high.y + radius)
            continue;
        ImVec2 middle = corner ? ImVec2{a.x + side - radius - 2 * scale, a.y + radius + 2 * scale}
                               : ImVec2{a.x + side / 2, a.y + side / 2};
        middle = {std::clamp(middle.x, low.x, high.x), std::clamp(middle.y, low.y, high.y)};
        const bool overlaps = std::ranges::any_of(drawn, [&](const ImVec2& other) {
            return std::hypot(middle.x - other.x, middle.y - other.y) < 2 * radius;
        });
        if (overlaps) continue;
        drawn.push_back(middle);
        draw_finding_mark(painter.list(), middle, radius);
    }
}

} // namespace

void View::draw_text(ImDrawList& list, const session::RunResult& result, const ViewState& state, Point origin,
                     Point size) const {
    Painter painter(list, state.theme.scale);
    std::vector<Part> parts;
    for (const DrawnPart& drawn : impl_->parts) parts.push_back(drawn.part);
    for (size_t i = 0; i < parts.size(); ++i) {
        const DrawnPart& drawn = impl_->parts[i];
        if (!exists(result, drawn.part.content)) continue;
        const ViewState alone = state_of(state, drawn.part);
        const LayerMap* layer = drawn.layer.get();
        LevelOfDetail fade =
            level_of_detail(alone, layer != nullptr ? layer->block_size : BlockExtent{},
                            diverged_share(result, layer != nullptr ? layer->surviving.get() : nullptr));
        // Numbers of another launch would be wrong.
        if (layer != nullptr && !(layer->config == result.shown().config))
            fade[Overlay::labels] = fade[Overlay::warps] = 0;
        const MomentCells::Buffer* moment = nullptr;
        const bool holds_data = drawn.part.content.space != Space::launch && drawn.part.content.space != Space::input;
        if (state.moment && holds_data) {
            const uint32_t number = buffer_of(result, drawn.part.content);
            if (number < state.moment->buffers.size()) moment = &state.moment->buffers[number];
        }
        const TextContext context{result, alone, drawn, contents_of(result, drawn.part.content),
                                  origin, size,  fade,  plane_of(result, drawn.part.content),
                                  moment};
        const PartClip clip = clip_of(parts, i, state.camera, size);
        list.PushClipRect({static_cast<float>(origin.x + clip.low.x), static_cast<float>(origin.y + clip.low.y)},
                          {static_cast<float>(origin.x + clip.high.x), static_cast<float>(origin.y + clip.high.y)},
                          true);
        const auto named = [&](std::string_view what, const auto& draw) {
            const NamedGroup group(list, fmt::format("{}-{}", scene::name_of(state.space), what));
            draw();
        };
        named("devices", [&] { draw_devices(painter, context); });
        named("values", [&] {
            draw_other_values(painter, context);
            draw_cell_text(painter, context);
        });
        named("block-names", [&] { draw_block_labels(painter, context); });
        named("slice-names", [&] { draw_slice_names(painter, context); });
        if (!state.hides_findings) named("findings", [&] { draw_findings(painter, context, clip); });
        draw_row_numbers(painter, context, stacked(parts));
        list.PopClipRect();
    }
    list.PushClipRect({static_cast<float>(origin.x), static_cast<float>(origin.y)},
                      {static_cast<float>(origin.x + size.x), static_cast<float>(origin.y + size.y)}, true);
    draw_part_names(painter, result, parts, state, origin, size);
    list.PopClipRect();
    impl_->names = painter.take_names();
}

const std::vector<NameArea>& View::names() const { return impl_->names; }

} // namespace warpscope::render
