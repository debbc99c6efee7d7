#include "ui/panels/code/source_bar.hpp"

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <misc/cpp/imgui_stdlib.h>

#include "language/tr.hpp"
#include "ui/panels/panels.hpp"
#include "ui/panels/time/time_panels.hpp"
#include "ui/widgets/widgets.hpp"

namespace warpscope::ui {

namespace {

struct Entry {
    const char* title = nullptr;
    bool on = false;
    std::string text;
    ImU32 color = 0;
    std::optional<Command> command;
    bool returns_to_text = false;
};

constexpr TextStyle words_style{Face::strong, size_small, 0};

float width_of(const Look& look, const Entry& entry) {
    return entry.title != nullptr ? pill_size(look, tr_label(entry.title, "##source")).x + look.px(5)
                                  : look.measure(words_style.face, words_style.size, entry.text).x + look.px(8);
}

void press(const Entry& entry, Commands& commands) {
    commands.push_back(*entry.command);
    if (entry.returns_to_text) commands.push_back(OpenEditor{true});
}

void draw_entry(const Look& look, const Entry& entry, ImVec2 at, Commands& commands) {
    if (entry.title == nullptr) {
        ImGui::SetCursorScreenPos({at.x, at.y + look.px(3)});
        text(look, entry.text, {words_style.face, words_style.size, entry.color});
        return;
    }
    ImGui::SetCursorScreenPos(at);
    if (pill(look, tr_label(entry.title, "##source"), entry.on, entry.text)) press(entry, commands);
}

void draw_row(const Look& look, const std::vector<Entry>& entries, float left, float right, float top,
              Commands& commands) {
    const Label more = tr_label("more", "##source");
    const auto fits = [&](float room) {
        size_t count = 0;
        for (; count < entries.size(); ++count)
            if ((room -= width_of(look, entries[count])) < -look.px(5)) break;
        return count;
    };
    size_t count = fits(right - left);
    if (count < entries.size()) count = fits(right - left - pill_size(look, more).x - look.px(5));
    ImVec2 at{left, top};
    for (size_t i = 0; i < count; ++i) {
        draw_entry(look, entries[i], at, commands);
        at.x += width_of(look, entries[i]);
    }
    if (count == entries.size()) return;
    ImGui::SetCursorScreenPos(at);
    if (pill(look, more, false, "")) ImGui::OpenPopup("more source buttons");
    ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {look.px(6), look.px(6)});
    if (ImGui::BeginPopup("more source buttons")) {
        update_menu();
        for (size_t i = count; i < entries.size(); ++i)
            if (entries[i].title != nullptr &&
                menu_item(look, tr_label(entries[i].title, "##source"), "", entries[i].on))
                press(entries[i], commands);
        ImGui::EndPopup();
    }
    ImGui::PopStyleVar();
}

} // namespace

void source_buttons(const Model& model, float left, float right, float top, Commands& commands) {
    if (model.still || model.edited == nullptr || !model.edited->known) return;
    const Look& look = model.look;
    const EditedSource& edited = *model.edited;
    const bool ptx = shows_ptx(model.preferences->beside), machine = shows_machine_code(model.preferences->beside);
    const bool editing = edited.open && !shows_moment(model);
    std::vector<Entry> row;
    const auto button = [&](const char* title, bool on, std::string tip, Command command) {
        row.push_back({title, on, std::move(tip), 0, std::move(command), false});
    };
    const auto returning_button = [&](const char* title, bool on, std::string tip, Command command) {
        row.push_back({title, on, std::move(tip), 0, std::move(command), editing});
    };
    const auto words = [&](std::string text, ImU32 color) {
        row.push_back({nullptr, false, std::move(text), color, {}, false});
    };
    returning_button(N_("PTX"), ptx, tr("Show what the compiler made of it"), SetBeside{beside_with(!ptx, machine)});
    returning_button(N_("SASS"), machine, tr("Show the GPU's machine code"), SetBeside{beside_with(ptx, !machine)});
    button(N_("edit"), editing,
           tr_format("Edit the source; it compiles and runs when you stop typing ({})", key_text(Action::edit)),
           OpenEditor{!editing});
    if (!edited.errors.empty() && edited.open)
        words(tr_count(edited.errors.size(), "{} error", "{} errors", edited.errors.size()), look.colors->error_text);
    else if (edited.changed())
        words(tr("edited"), look.colors->accent);
    if (edited.changed() || edited.open) {
        const bool shown = model.preferences->beside == CodeBeside::changes;
        returning_button(N_("changes"), shown,
                         edited.of_catalog ? tr("Show the changes to the course's version")
                                           : tr("Show the changes to the file"),
                         SetBeside{shown ? CodeBeside::nothing : CodeBeside::changes});
    }
    if (edited.changed()) {
        returning_button(N_("revert"), false,
                         edited.of_catalog ? tr("Restore the course's version; undo brings yours back")
                                           : tr("Restore the file's version; undo brings yours back"),
                         PerformEdit{EditAction::revert});
        button(N_("save"), false,
               edited.of_catalog ? tr_format("Save as a file of your own ({})", key_text(Action::save_text))
                                 : tr_format("Save to the file ({}), or as a new file ({})",
                                             key_text(Action::save_text), key_text(Action::save_text_as)),
               PerformEdit{EditAction::save});
    }
    if (edited.open && edited.text != edited.before_text)
        returning_button(N_("compare from here"), false,
                         edited.of_catalog
                             ? tr("Compare costs with the source as it is now, not with the course's version")
                             : tr("Compare costs with the source as it is now, not with the file's version"),
                         PerformEdit{EditAction::from_here});
    CodeSearch search = model.search;
    search.open = search.focus = !search.open;
    button(N_("find"), model.search.open, tr_format("Find text in the source ({})", key_text(Action::find)),
           SearchCode{search});
    const bool only = model.preferences->only_surviving_branches;
    button(N_("surviving branches"), only, tr("Count only splits of branches that survive in machine code"),
           SetOnlySurviving{!only});
    draw_row(look, row, left, right, top, commands);
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
    text(look, where, {Face::text, size_small, hits == 0 ? look.colors->error_text : look.colors->muted});
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
