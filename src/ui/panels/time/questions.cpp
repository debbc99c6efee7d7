#include "ui/panels/time/time_panels.hpp"

#include <array>
#include <cmath>

#include "insight/cells.hpp"
#include "language/tr.hpp"
#include "render/layout/cell_plane.hpp"
#include "ui/widgets/widgets.hpp"

namespace warpscope::ui {

namespace {

struct QuestionText {
    Question question{};
    const char *words, *tip;
};
constexpr std::array questions{
    QuestionText{Question::last_write, N_("last write"), N_("Go to the last write in this block before now")},
    QuestionText{Question::first_read, N_("next read"), N_("Go to the next read in this block")},
    QuestionText{Question::next_write, N_("next change"), N_("Go to the next write in this block")},
};

Label label_of(const QuestionText& question, const std::string& name) {
    return tr_label_of(
        [&] {
            switch (question.question) {
            case Question::last_write: return tr_format("Last write of {}", name);
            case Question::first_read: return tr_format("Next read of {}", name);
            case Question::next_write:
            case Question::origin: break;
            }
            return tr_format("Next change of {}", name);
        },
        "##question");
}

std::string name_of(const Model& model, const render::PointedCell& cell, uint32_t buffer) {
    return cell_name(model.result->prepared.plan.buffers[buffer].layout, cell.index);
}

std::optional<AskTime> question_about(const Model& model, const render::PointedCell& cell, Question question) {
    if (!model.result || cell.content.space == render::Space::launch) return std::nullopt;
    const uint32_t buffer = render::buffer_of(*model.result, cell.content);
    return AskTime{question, buffer, cell.index, 0, name_of(model, cell, buffer)};
}

bool is_odd(const Model& model, const AskTime& ask) {
    const HostBuffer buffer = model.result->measured->buffer(*ask.buffer);
    const uint32_t channels = buffer.layout.channels;
    if (!is_floating(buffer.layout.type) || !buffer.bytes) return false;
    for (uint64_t k = ask.cell * channels; k < (ask.cell + 1) * channels && k < buffer.layout.elements(); ++k)
        if (!std::isfinite(element_as_double(buffer.bytes->data(), buffer.layout.type, k))) return true;
    return false;
}

} // namespace

void cell_questions(const Model& model, const render::PointedCell& cell, Commands& commands) {
    for (const QuestionText& one : questions)
        if (const auto ask = question_about(model, cell, one.question))
            if (menu_item(model.look, label_of(one, ask->name), "", false)) commands.push_back(*ask);
    if (const auto ask = question_about(model, cell, Question::origin); ask && is_odd(model, *ask))
        if (menu_item(model.look,
                      tr_label_of([&] { return tr_format("Where does {} come from?", ask->name); }, "##question"), "",
                      false))
            commands.push_back(*ask);
    if (menu_item(model.look, tr_label("Step through its block", "##question"), "", false))
        commands.push_back(SetScope{scene::Scope::block});
    if (menu_item(model.look, tr_label("Step through its warp", "##question"), "", false))
        commands.push_back(SetScope{scene::Scope::warp});
}

void shared_questions(const Model& model, uint64_t offset, uint32_t bytes, const std::string& name,
                      Commands& commands) {
    for (const QuestionText& one : questions)
        if (menu_item(model.look, label_of(one, name), "", false))
            commands.push_back(AskTime{one.question, std::nullopt, offset, bytes, name});
}

void question_buttons(const Model& model, Commands& commands) {
    if (!in_block(model.scene->moment) || !model.selection.pointed) return;
    const auto first = question_about(model, *model.selection.pointed, Question::last_write);
    if (!first) return;
    section(model.look, tr("WHEN"));
    text(model.look, first->name, {Face::mono, size_small, 0}, ImGui::GetContentRegionAvail().x);
    const float right = ImGui::GetCursorScreenPos().x + ImGui::GetContentRegionAvail().x;
    for (size_t k = 0; k < questions.size(); ++k) {
        const QuestionText& one = questions[k];
        const Label words = tr_label(one.words, "##ask");
        const float gap = model.look.px(6);
        const bool fits = ImGui::GetItemRectMax().x + gap + pill_size(model.look, words).x <= right;
        if (k > 0 && fits) ImGui::SameLine(0, gap);
        if (pill(model.look, words, false, tr(one.tip)))
            commands.push_back(*question_about(model, *model.selection.pointed, one.question));
    }
}

} // namespace warpscope::ui
