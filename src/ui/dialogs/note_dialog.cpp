#include "ui/dialogs/note_dialog.hpp"

#include <algorithm>
#include <array>

#include <fmt/format.h>
#include <misc/cpp/imgui_stdlib.h>

#include "language/tr.hpp"
#include "scene/names.hpp"
#include "ui/widgets/widgets.hpp"
#include "ui/workbench.hpp"
#include "workbench/notes/note_place.hpp"

namespace warpscope::ui {

void NoteDialog::show(std::optional<size_t> index, scene::Note note) {
    open_ = focus_ = true;
    index_ = index;
    note_ = std::move(note);
}

void NoteDialog::choose_kind(const Look& look) {
    struct Choice {
        scene::NoteKind kind{};
        const char *label, *help;
    };
    static constexpr std::array choices{
        Choice{scene::NoteKind::arrow, N_("arrow"), N_("An arrow from the text to the cells")},
        Choice{scene::NoteKind::box, N_("box"), N_("A frame around the cells")},
        Choice{scene::NoteKind::words, N_("text"), N_("Text only, with a dot at the cell")}};
    for (const Choice& choice : choices) {
        if (choice.kind != choices.front().kind) ImGui::SameLine(0, look.px(6));
        if (pill(look, tr_label(choice.label, "##note kind"), note_.kind == choice.kind, tr(choice.help)))
            note_.kind = choice.kind;
    }
}

void NoteDialog::choose_cells(const Look& look) {
    auto* cells = std::get_if<scene::NotedCells>(&note_.place);
    if (cells == nullptr || note_.kind != scene::NoteKind::box) return;
    section(look, tr("SIZE IN CELLS, X AND Y"));
    const auto extent = [&](const char* label, uint64_t first, uint64_t& last) {
        uint64_t count = last - first + 1;
        const uint64_t one = 1;
        ImGui::SetNextItemWidth(look.px(130));
        if (ImGui::InputScalar(label, ImGuiDataType_U64, &count, &one))
            last = first + std::clamp<uint64_t>(count, 1, 1u << 30) - 1;
    };
    extent("##note cells in x", cells->first.x, cells->last.x);
    ImGui::SameLine(0, look.px(10));
    extent("##note cells in y", cells->first.y, cells->last.y);
}

std::optional<Command> NoteDialog::draw(const Model& model) {
    if (!open_) return std::nullopt;
    const Look& look = model.look;
    const ImVec2 screen = ImGui::GetIO().DisplaySize;
    ImGui::OpenPopup("Note");
    ImGui::SetNextWindowPos({screen.x / 2, screen.y / 2}, ImGuiCond_Always, {0.5f, 0.5f});
    ImGui::SetNextWindowSize({std::min(look.px(440), screen.x - look.px(24)), 0});
    if (!ImGui::BeginPopupModal("Note", nullptr,
                                ImGuiWindowFlags_NoTitleBar | ImGuiWindowFlags_NoResize | ImGuiWindowFlags_NoMove |
                                    ImGuiWindowFlags_NoSavedSettings))
        return std::nullopt;
    text(look, tr_format("Note on {}", place_text(note_, model.result.get())), {Face::strong, size_title, 0},
         ImGui::GetContentRegionAvail().x);
    section(look, tr("TEXT"));
    if (focus_) ImGui::SetKeyboardFocusHere();
    focus_ = false;
    ImGui::InputTextMultiline("##note words", &note_.words, {-1, look.px(84)});
    if (!std::holds_alternative<scene::NotedLine>(note_.place)) {
        ImGui::Dummy({0, look.px(2)});
        choose_kind(look);
        choose_cells(look);
    }
    const bool box = note_.kind == scene::NoteKind::box;
    const bool sound = (box || !note_.words.empty()) && note_.words.size() <= scene::longest_note;
    if (note_.words.size() > scene::longest_note)
        paragraph(look,
                  tr_format("A note has at most {} bytes; this one has {}.", scene::longest_note, note_.words.size()),
                  {Face::text, size_body, look.colors->error_text});
    ImGui::Dummy({0, look.px(6)});
    std::optional<Command> command;
    if (index_ && quiet_button(look, tr_label("Delete", "##note"))) command = RemoveNotes{{*index_}};
    if (index_) ImGui::SameLine();
    place_buttons(look, tr_label("Cancel", "##note"), tr_label("Save", "##note"));
    const bool canceled = quiet_button(look, tr_label("Cancel", "##note"));
    ImGui::SameLine();
    const bool entered = ImGui::GetIO().KeyCtrl && ImGui::IsKeyPressed(ImGuiKey_Enter, false);
    if ((main_button(look, tr_label("Save", "##note"), sound) || entered) && sound) {
        if (auto* cells = std::get_if<scene::NotedCells>(&note_.place); cells != nullptr && !box)
            cells->last = cells->first;
        command = PutNote{index_, note_, ""};
    }
    if (command || canceled) open_ = false;
    if (!open_) ImGui::CloseCurrentPopup();
    ImGui::EndPopup();
    return command;
}

} // namespace warpscope::ui
