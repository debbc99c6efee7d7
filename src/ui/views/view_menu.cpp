#include "ui/views/view_grid.hpp"
#include "ui/views/view_parts.hpp"

#include <fmt/format.h>

#include "language/tr.hpp"
#include "ui/panels/time/time_panels.hpp"
#include "ui/views/paint.hpp"
#include "ui/widgets/widgets.hpp"
#include "ui/wording/inspector_text.hpp"
#include "ui/workbench.hpp"
#include "workbench/notes/note_place.hpp"
#include "workbench/views/view_content.hpp"

namespace warpscope::ui {

void ViewGrid::cell_menu(const Model& model, size_t view, Commands& commands) {
    const Look& look = model.look;
    ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {look.px(6), look.px(6)});
    if (ImGui::BeginPopup("cell menu")) {
        update_menu();
        const auto item = [&](const char* label, std::string_view detail, Command command) {
            if (menu_item(look, tr_label(label, "##cell menu"), detail, false)) commands.push_back(std::move(command));
        };
        if (model.result && model.selection.pinned) {
            const metrics::ThreadId thread = model.selection.thread;
            if (const auto cell = cell_facts(*model.result, model.selection)) {
                text(look, cell->name, {Face::mono_strong, size_body, 0});
                item(N_("Copy its value"), cell->value, CopyText{cell->value});
            }
            if (thread != 0 && content(model, view).space != render::Space::launch)
                item(N_("Show its thread in launch space"), "", SetSpace{view, render::Space::launch, ""});
            if (thread != 0) item(N_("Zoom to its block"), key_text(Action::zoom_scope), Perform{Action::zoom_scope});
            if (thread != 0 && model.selection.pointed) cell_questions(model, *model.selection.pointed, commands);
            const auto on_cell = note_on_cell(*model.result, model.selection),
                       on_thread = note_on_thread(*model.result, model.selection);
            if (on_cell) item(N_("Add a note…"), "", EditNote{std::nullopt, *on_cell});
            if (on_thread)
                item(on_cell ? N_("Add a note on its thread…") : N_("Add a note…"), "",
                     EditNote{std::nullopt, *on_thread});
            item(N_("Unpin"), key_text(Action::unpin), Perform{Action::unpin});
            ImGui::Separator();
        }
        if (shows_input(model, content(model, view)) && !of_baseline(model, view))
            item(N_("Paint input"), key_text(Action::paint_input), SetPainting{true});
        const bool only = lone_view(model).has_value();
        if (!model.baseline.side_by_side)
            item(only ? all_words(model) : N_("This view alone"), key_text(Action::one_view),
                 SetAlone{only ? std::nullopt : std::optional(view)});
        const bool four = view_count(model) > scene::first_lower_view && !only;
        if (model.lesson == nullptr)
            item(four ? N_("Two views") : N_("Four views"), key_text(Action::four_views), SetFour{!four});
        if (has_histogram(model, view)) item(N_("Histogram of values"), "", ShowHistogram{view});
        if (model.lesson == nullptr) item(N_("Default overlays"), "", ResetOverlays{});
        item(N_("Copy this view as an image"), key_text(Action::copy_picture), CopyPicture{view});
        item(N_("Export figure…"), key_text(Action::save_picture), ShowSaveDialog{});
        ImGui::EndPopup();
    }
    ImGui::PopStyleVar();
}

} // namespace warpscope::ui
