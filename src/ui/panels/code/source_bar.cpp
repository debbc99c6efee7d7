#include "ui/panels/code/source_bar.hpp"

#include <fmt/format.h>
#include <misc/cpp/imgui_stdlib.h>

#include "language/tr.hpp"
#include "ui/panels/panels.hpp"
#include "ui/panels/time/time_panels.hpp"
#include "ui/widgets/widgets.hpp"

namespace warpscope::ui {

namespace {

class Row {
public:
    Row(const Look& look, float left, float right, float top)
        : look_(look)
        , at_{left, top}
        , right_(right) {}

    [[nodiscard]] bool button(const Label& label, bool on, const std::string& tip) {
        const float width = pill_size(look_, label).x;
        if (at_.x + width > right_) return false;
        ImGui::SetCursorScreenPos(at_);
        at_.x += width + look_.px(5);
        return pill(look_, label, on, tip);
    }
    void words(const std::string& what, ImU32 colour) {
        const TextStyle style{Face::strong, size_small, colour};
        const float width = look_.measure(style.face, style.size, what).x;
        if (at_.x + width > right_) return;
        ImGui::SetCursorScreenPos({at_.x, at_.y + look_.px(3)});
        text(look_, what, style);
        at_.x += width + look_.px(8);
    }

private:
    const Look& look_;
    ImVec2 at_;
    float right_;
};

} // namespace

void source_buttons(const Model& model, float left, float right, float top, Commands& commands) {
    if (model.still || model.edited == nullptr || !model.edited->known) return;
    const Look& look = model.look;
    const EditedSource& edited = *model.edited;
    Row row(look, left, right, top);
    const bool ptx = shows_ptx(model.preferences->beside), machine = shows_machine_code(model.preferences->beside);
    const auto text_buttons = [&](bool shown) {
        if (ptx == shown && row.button(tr_label("PTX", "##source"), ptx, tr("Show what the compiler made of it")))
            commands.push_back(SetBeside{beside_with(!ptx, machine)});
        if (machine == shown && row.button(tr_label("SASS", "##source"), machine, tr("Show the GPU's machine code")))
            commands.push_back(SetBeside{beside_with(ptx, !machine)});
    };
    const bool editing = edited.open && !shows_moment(model);
    text_buttons(true); // active buttons first: they must stay reachable in a narrow panel
    if (row.button(
            tr_label("edit", "##source"), editing,
            tr_format("Edit the source; it compiles and runs when you stop typing ({})", key_text(Action::edit))))
        commands.push_back(OpenEditor{!editing});
    if (!edited.errors.empty() && edited.open)
        row.words(tr_count(edited.errors.size(), "{} error", "{} errors", edited.errors.size()),
                  look.colours->error_text);
    else if (edited.changed())
        row.words(tr("edited"), look.colours->accent);
    if (edited.changed() || edited.open) {
        const bool shown = model.preferences->beside == CodeBeside::changes;
        if (row.button(tr_label("changes", "##source"), shown,
                       edited.of_catalogue ? tr("Show the changes to the course's version")
                                           : tr("Show the changes to the file")))
            commands.push_back(SetBeside{shown ? CodeBeside::nothing : CodeBeside::changes});
    }
    if (edited.changed()) {
        if (row.button(tr_label("revert", "##source"), false,
                       edited.of_catalogue ? tr("Restore the course's version; undo brings yours back")
                                           : tr("Restore the file's version; undo brings yours back")))
            commands.push_back(PerformEdit{EditAction::revert});
        if (row.button(tr_label("save", "##source"), false,
                       edited.of_catalogue ? tr_format("Save as a file of your own ({})", key_text(Action::save_text))
                                           : tr_format("Save to the file ({}), or as a new file ({})",
                                                       key_text(Action::save_text), key_text(Action::save_text_as))))
            commands.push_back(PerformEdit{EditAction::save});
    }
    if (edited.open && edited.text != edited.before_text)
        if (row.button(tr_label("compare from here", "##source"), false,
                       edited.of_catalogue
                           ? tr("Compare costs with the source as it is now, not with the course's version")
                           : tr("Compare costs with the source as it is now, not with the file's version")))
            commands.push_back(PerformEdit{EditAction::from_here});
    text_buttons(false);
    if (row.button(tr_label("find", "##source"), model.search.open,
                   tr_format("Find text in the source ({})", key_text(Action::find)))) {
        CodeSearch search = model.search;
        search.open = search.focus = !search.open;
        commands.push_back(SearchCode{search});
    }
    const bool only = model.preferences->only_surviving_branches;
    if (row.button(tr_label("surviving branches", "##source"), only,
                   tr("Count only splits of branches that survive in machine code")))
        commands.push_back(SetOnlySurviving{!only});
}

void search_row(const Model& model, size_t hits, Commands& commands) {
    if (!model.search.open || model.still) return;
    const Look& look = model.look;
    CodeSearch search = model.search;
    const ImVec2 at = ImGui::GetCursorScreenPos();
    ImGui::SetCursorScreenPos({at.x + look.px(8), at.y + look.px(1)});
    ImGui::SetNextItemWidth(look.px(240));
    ImGui::PushFont(look.fonts.mono, size_code);
    ImGui::PushStyleVar(ImGuiStyleVar_FramePadding, {look.px(6), look.px(2)});
    if (search.focus) ImGui::SetKeyboardFocusHere();
    const bool typed = ImGui::InputTextWithHint("##find in source", tr("find"), &search.words);
    ImGui::PopStyleVar();
    ImGui::PopFont();
    const bool left = ImGui::IsItemDeactivated();
    const bool entered = left && (ImGui::IsKeyPressed(ImGuiKey_Enter) || ImGui::IsKeyPressed(ImGuiKey_KeypadEnter));
    const bool escaped = left && ImGui::IsKeyPressed(ImGuiKey_Escape);
    bool changed = typed;
    if (typed) search.hit = 0;
    ImGui::SameLine(0, look.px(8));
    const auto count = static_cast<uint32_t>(hits);
    const std::string where = search.words.empty() ? ""
                              : hits == 0          ? tr("not found")
                                                   : tr_format("{} of {}", search.hit % count + 1, count);
    ImGui::SetCursorScreenPos({ImGui::GetCursorScreenPos().x, at.y + look.px(3)});
    text(look, where, {Face::text, size_small, hits == 0 ? look.colours->error_text : look.colours->muted});
    const float width = look.measure(Face::text, size_small, where).x;
    ImGui::SetCursorScreenPos(
        {at.x + look.px(8 + 240 + 8) + std::max(width, look.px(64)) + look.px(8), at.y - look.px(2)});
    const auto step = [&](bool back) {
        if (count > 0) search.hit = (search.hit % count + (back ? count - 1 : 1)) % count;
        changed = true;
    };
    if (quiet_button(look, "##find before", Icon::up, tr("Previous match (Shift+Enter)"))) step(true);
    ImGui::SameLine(0, 0);
    if (quiet_button(look, "##find next", Icon::caret_down, tr("Next match (Enter)"))) step(false);
    ImGui::SameLine(0, 0);
    if (quiet_button(look, "##stop finding", Icon::close, tr("Close (Esc)")) || escaped) {
        search.open = false;
        changed = true;
    }
    if (entered) step(ImGui::GetIO().KeyShift);
    if (changed) {
        search.focus = entered;
        search.to_hit = search.open;
        commands.push_back(SearchCode{search});
    }
    ImGui::SetCursorScreenPos({at.x, at.y + look.px(26)});
    ImGui::Dummy({0, 0});
}

} // namespace warpscope::ui
