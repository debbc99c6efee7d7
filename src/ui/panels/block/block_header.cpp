#include "ui/panels/block/block_panels.hpp"

#include <cmath>

#include <fmt/format.h>

#include "language/tr.hpp"
#include "ui/imgui/key_focus.hpp"
#include "ui/widgets/glyphs.hpp"
#include "ui/widgets/widgets.hpp"
#include "ui/wording/phrases.hpp"

namespace warpscope::ui {

namespace {

std::string_view block_choice_text(const Model& model) {
    const uint64_t blocks =
        model.block_view->result->measured->launches()[model.block_view->trace->launch].config.blocks();
    if (blocks == 1) return "";
    if (model.selection.thread == 0) {
        if (model.presentation || model.still) return blocks > 2 ? tr("one block") : "";
        return blocks > 2 ? tr("one block; hover a cell to see its block, click to pin")
                          : tr("hover a cell to see its block, click to pin");
    }
    return model.selection.pinned ? tr("pinned") : tr("under the cursor");
}

void launch_stepper(const Model& model, Commands& commands) {
    const auto& launches = model.result->measured->launches();
    if (launches.size() < 2) return;
    const auto count = static_cast<uint32_t>(launches.size());
    const uint32_t now = std::min(model.block_view_state.launch.value_or(count - 1), count - 1);
    ImGui::SameLine(0, model.look.px(16));
    const std::string name = tr_format("launch {}", launches[now].kernel);
    if (model.bare_tab) {
        text(model.look, name, {Face::text, size_small, model.look.colors->muted});
        return;
    }
    ImGui::SetCursorPosY(ImGui::GetCursorPosY() - model.look.px(4));
    const uint32_t next = stepper(model.look, "launch", name, now, count);
    if (next == now) return;
    BlockViewState view = model.block_view_state;
    view.launch = next;
    commands.push_back(SetBlockViewState{view});
}

} // namespace

const insight::BlockView* block_view_header(const Model& model, std::string_view about, Commands& commands) {
    const Look& look = model.look;
    const TextStyle muted{Face::text, size_small, look.colors->muted};
    if (!model.result) {
        text(look, tr("This appears once a kernel has run."), {Face::text, size_body, look.colors->muted});
        return nullptr;
    }
    const float top = ImGui::GetCursorPosY();
    if (model.block_view_problem) {
        paragraph(look, tr_format("This block cannot be shown: {}.", tr(model.block_view_problem->message)));
        launch_stepper(model, commands);
        return nullptr;
    }
    if (!model.block_view) {
        text(look, tr("Rerunning and recording the block…"), muted);
        return nullptr;
    }
    const insight::BlockView& block_view = *model.block_view;
    text(look, block_title(block_view), {Face::strong, size_small, 0});
    if (const std::string_view why = block_choice_text(model); !why.empty()) {
        ImGui::SameLine(0, look.px(7));
        text(look, why, muted);
    }
    launch_stepper(model, commands);
    ImGui::SameLine(0, look.px(18));
    ImGui::SetCursorPosY(top);
    std::string words(about);
    if (block_view.trace->truncated || block_view.trace->steps_truncated)
        words += tr_format(" · only the start of the block: its first {} accesses",
                           grouped(block_view.trace->accesses.size()));
    words_beside_or_below(look, words, top, look.px(24));
    return &block_view;
}

void words_beside_or_below(const Look& look, std::string_view words, float top, float row) {
    const TextStyle style{Face::text, size_small, look.colors->muted};
    if (look.measure(style.face, style.size, words).x <= ImGui::GetContentRegionAvail().x) {
        text(look, words, style);
        ImGui::SetCursorPosY(top + row);
        return;
    }
    ImGui::NewLine();
    ImGui::SetCursorPosY(top + row - look.px(3));
    paragraph(look, words, style);
    ImGui::SetCursorPosY(ImGui::GetCursorPosY() + look.px(3));
}

Strip handle_strip(const Look& look, Strip strip, double count, float widest, float left, float room, bool hovered) {
    const ImGuiIO& io = ImGui::GetIO();
    const float wide = room / look.scale;
    const KeyMoves keys = key_moves(ImGui::GetItemID(), ImGui::GetItemRectMin(), ImGui::GetItemRectMax());
    constexpr float key_step = 0.1f;
    if (keys.across != 0) return moved(strip, count, wide, widest, -key_step * wide * static_cast<float>(keys.across));
    if (keys.down != 0)
        return zoomed(strip, count, wide, widest, wide / 2, std::pow(1.2f, static_cast<float>(-keys.down)));
    if (hovered && io.MouseWheel != 0)
        return zoomed(strip, count, wide, widest, (io.MousePos.x - left) / look.scale, std::pow(1.2f, io.MouseWheel));
    if (hovered && ImGui::IsMouseDoubleClicked(ImGuiMouseButton_Left)) return {};
    if (!ImGui::IsItemActive() || !ImGui::IsMouseDragging(ImGuiMouseButton_Left)) return strip;
    ImGui::SetScrollY(ImGui::GetScrollY() - io.MouseDelta.y);
    return moved(strip, count, wide, widest, io.MouseDelta.x / look.scale);
}

} // namespace warpscope::ui
