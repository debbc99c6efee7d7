// Presentation mode: the current interval in large type.
#include "ui/panels/time/time_panels.hpp"

#include <algorithm>
#include <cmath>

#include "language/tr.hpp"
#include "ui/widgets/widgets.hpp"

namespace warpscope::ui {

namespace {

constexpr float side = 14;
constexpr float row_of_type = 1.7f;

float type_of(const Model& model) { return std::max(size_title, model.reading); }

float width_of(const Look& look, std::string words, float type) {
    for (size_t at = words.find("**"); at != std::string::npos; at = words.find("**", at)) words.erase(at, 2);
    return look.measure(Face::strong, type, words).x;
}

} // namespace

Model with_presented_type(const Model& model, float share) {
    constexpr float max = 2;
    Model larger = model;
    // An upright window has no room for larger type.
    if (!model.upright) larger.look.scale *= std::clamp(share * model.reading / size_small, 1.0f, max);
    return larger;
}

float phase_row_height(const Model& model) {
    return phase_words(model).empty() ? 0 : std::round(model.look.px(row_of_type * type_of(model)));
}

void phase_row(const Model& model, std::optional<Tab> shown, Commands& commands) {
    const Look& look = model.look;
    const float height = ImGui::GetWindowHeight(), left = look.px(side);
    float room = ImGui::GetWindowWidth() - 2 * left;
    const Model with_type = with_presented_type(model, share_of_controls);
    const Look& larger = with_type.look;
    const auto tab_pill = [&](Tab tab, const Label& label, std::string_view tip) {
        const bool on = shown == tab;
        const ImVec2 size = pill_size(larger, label);
        ImGui::SetCursorPos({left + room - size.x, std::round((height - size.y) / 2)});
        if (pill(larger, label, on, on ? std::string_view(tr("Back to the data")) : tip)) {
            commands.push_back(SelectTab{on ? Tab::source : tab});
            commands.push_back(SetDrawer{!on});
        }
        room -= size.x + left;
    };
    if (model.time.block && !model.time.block->arrays.empty())
        tab_pill(Tab::shared, tr_label("Shared memory", "##phase"), tr("The value of each element at this moment"));
    if (model.time.block)
        tab_pill(Tab::source, tr_label("Source", "##phase"), tr("The lines that the warps run at this moment"));
    const float legend = mark_legend_width(with_type);
    if (constexpr float min_words = 0.4f; legend > 0 && room - legend > min_words * ImGui::GetWindowWidth()) {
        const ImVec2 at = ImGui::GetWindowPos();
        mark_legend(with_type, {at.x + left + room - legend, at.y + (height - larger.px(time_bar_height)) / 2});
        room -= legend + left;
    }
    float type = type_of(model);
    std::string words = phase_words(model);
    if (width_of(look, words, type) > room) words = phase_words(model, true);
    constexpr float min = 0.7f;
    type *= std::clamp(room / width_of(look, words, type), min, 1.0f);
    ImGui::SetCursorPos({left, std::round((height - look.measure(Face::text, type, "x").y) / 2)});
    ImGui::BeginChild("phase", {room, 0}, ImGuiChildFlags_None,
                      ImGuiWindowFlags_NoScrollbar | ImGuiWindowFlags_NoBackground | ImGuiWindowFlags_NoInputs);
    paragraph(look, words, {Face::text, type, 0});
    ImGui::EndChild();
}

} // namespace warpscope::ui
