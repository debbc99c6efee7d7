// PTX: what the compiler made of the kernel and what both executors run.
#include "ui/panels.hpp"

#include <cmath>

#include "ui/code_view.hpp"
#include "ui/test_hooks.hpp"
#include "ui/widgets.hpp"

namespace warpscope::ui {

void ptx_panel(const Model& model) {
    const Look& look = model.look;
    if (!model.result) {
        text(look, "The kernel's PTX appears here.", {Face::text, size_body, look.colours->muted});
        return;
    }
    // Thousands of lines are split once per result, not once per frame.
    static std::weak_ptr<const session::RunResult> split_of;
    static std::vector<std::string_view> lines;
    if (split_of.lock() != model.result) {
        lines = split_lines(model.result->compiled.ptx);
        split_of = model.result;
    }
    ImGui::BeginChild("PTX text", {0, 0}, ImGuiChildFlags_None, ImGuiWindowFlags_HorizontalScrollbar);
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const float row = look.px(code_row_height), left = look.px(58);
    ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, {0, 0});
    ImGuiListClipper clipper;
    clipper.Begin(static_cast<int>(lines.size()), row);
    while (clipper.Step())
        for (int i = clipper.DisplayStart; i < clipper.DisplayEnd; ++i) {
            const ImVec2 at = ImGui::GetCursorScreenPos();
            const float y = at.y + std::round((row - look.px(size_code)) / 2) - look.px(1);
            draw_line_number(look, list, {at.x + look.px(44), y}, static_cast<size_t>(i) + 1);
            const std::string_view line = lines[static_cast<size_t>(i)];
            record_text(line);
            const float width = draw_tokens(look, list, {at.x + left, y}, ptx_tokens(line));
            ImGui::Dummy({left + width, row});
        }
    ImGui::PopStyleVar();
    ImGui::EndChild();
}

} // namespace warpscope::ui
