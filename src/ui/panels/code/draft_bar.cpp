#include <ctime>

#include "language/tr.hpp"
#include "ui/panels/panels.hpp"
#include "ui/widgets/widgets.hpp"

namespace warpscope::ui {

namespace {

std::string draft_words(const Model& model, const DraftNotice& draft) {
    const std::string when =
        draft.edited_at == 0 ? std::string() : time_of_day(draft.edited_at, static_cast<int64_t>(std::time(nullptr)));
    if (draft.kind == DraftNotice::Kind::file_changed) {
        const std::string file = model.variant == nullptr ? "" : model.variant->source.filename().string();
        return tr_format("{} changed on disk since you edited it.", file);
    }
    return when.empty() ? std::string(tr("You have unsaved changes."))
                        : tr_format("You have unsaved changes from {}.", when);
}

} // namespace

void draft_bar(const Model& model, Commands& commands) {
    if (!model.draft || model.still) return;
    const Look& look = model.look;
    begin_box(look, "draft", BoxKind::note);
    const ImVec2 at = ImGui::GetCursorScreenPos();
    ImGui::SetCursorScreenPos({at.x, at.y + look.px(3)});
    text(look, draft_words(model, *model.draft), {Face::strong, size_body, look.colors->note_text});
    ImGui::SameLine(0, look.px(16));
    const auto button = [&](const Label& label, DraftAnswer answer, std::string_view tip) {
        ImGui::SetCursorScreenPos({ImGui::GetCursorScreenPos().x, at.y});
        if (pill(look, label, false, tip)) commands.push_back(AnswerDraft{answer});
        ImGui::SameLine(0, look.px(8));
    };
    if (model.draft->kind == DraftNotice::Kind::offered) {
        button(tr_label("Continue with them", "##draft"), DraftAnswer::take, {});
        button(tr_label("Discard", "##draft"), DraftAnswer::discard, {});
    } else {
        button(tr_label("Use the file", "##draft"), DraftAnswer::use_file, tr("Undo (Ctrl+Z) brings your text back"));
        button(tr_label("Keep my text", "##draft"), DraftAnswer::keep, {});
        ImGui::SetCursorScreenPos({ImGui::GetCursorScreenPos().x, at.y});
        const bool shown = model.preferences->beside == CodeBeside::changes;
        if (pill(look, tr_label("Compare", "##draft"), shown, {})) {
            commands.push_back(SetBeside{shown ? CodeBeside::nothing : CodeBeside::changes});
            if (model.edited != nullptr && model.edited->open) commands.push_back(OpenEditor{true});
        }
    }
    end_box();
}

} // namespace warpscope::ui
