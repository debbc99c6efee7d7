#include <algorithm>
#include <cmath>

#include "render/style/named_group.hpp"
#include "ui/figures/figure_parts.hpp"
#include "ui/widgets/widgets.hpp"

namespace warpscope::ui {

FigureWords::FigureWords(const FigureOptions& options, const Look& look, float reading)
    : options_(options)
    , look_(look)
    , reading_(reading) {}

FigureWords::Room FigureWords::draw(ImVec2 size) {
    const float side = look_.px(20), pad = look_.px(10);
    Room room{0, size.y};
    if (!options_.caption.empty()) {
        room.bottom -= caption_;
        ImGui::SetCursorPos({side, room.bottom + pad});
        ImGui::BeginChild("caption", {size.x - 2 * side, std::max(1.0f, caption_ - pad)}, ImGuiChildFlags_None,
                          ImGuiWindowFlags_NoScrollbar);
        const render::NamedGroup group(*ImGui::GetWindowDrawList(), "figure-caption");
        paragraph(look_, options_.caption, {Face::text, std::max(size_title, reading_), 0});
        caption_ = std::min(ImGui::GetCursorPosY() + 2 * pad, size.y / 2);
        ImGui::EndChild();
    }
    if (!options_.title.empty()) {
        const render::NamedGroup group(*ImGui::GetWindowDrawList(), "figure-title");
        const float type = std::max(size_large * 1.4f, reading_);
        room.top = std::round(look_.px(type * 1.9f));
        ImGui::SetCursorPos({side, std::round((room.top - look_.px(type)) / 2)});
        text(look_, options_.title, {Face::strong, type, 0}, size.x - 2 * side);
    }
    return room;
}

} // namespace warpscope::ui
