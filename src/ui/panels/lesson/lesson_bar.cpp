#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "language/course.hpp"
#include "language/tr.hpp"
#include "ui/imgui/test_hooks.hpp"
#include "ui/panels/lesson/lesson_panels.hpp"
#include "ui/widgets/widgets.hpp"
#include "ui/workbench.hpp"
#include "workbench/lesson/lesson_list.hpp"

namespace warpscope::ui {

namespace {

void lessons_menu(const Model& model, Commands& commands, float room) {
    const Look& look = model.look;
    const lesson::Lesson& now = *model.lesson->lesson;
    const std::vector<LessonEntry>& all = lesson_entries();
    const auto own = std::ranges::find(all, now.name, &LessonEntry::name);
    const std::string lead = model.lesson->in_class ? tr("Class ·")
                             : own == all.end()     ? tr("Lesson ·")
                                                    : tr_format("Lesson {} of {} ·", own->number, all.size());
    (void)menu_button(look, "lessons", {lead, tr_course(now.title), ""}, room);
    menu_below(look);
    ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {look.px(6), look.px(6)});
    ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, {look.px(6), look.px(1)});
    if (ImGui::BeginPopup("lessons")) {
        update_menu();
        for (const LessonEntry& entry : all) {
            const Label label = Label::owning(fmt::format("{}. {}", entry.number, tr_course(entry.title)),
                                              fmt::format("{}. {}##lesson {}", entry.number, entry.title, entry.name));
            std::string about = entry.minutes > 0 ? tr_format("{} min", entry.minutes) : "";
            if (const std::string_view far = progress_label(entry, model.lessons_taken); !far.empty())
                about = fmt::format("{}{}{}", tr(far), about.empty() ? "" : " · ", about);
            if (menu_item(look, label, about, entry.name == now.name)) commands.push_back(OpenLesson{entry.file});
        }
        ImGui::EndPopup();
    }
    ImGui::PopStyleVar(2);
}

void dots(const Model& model, ImVec2 at) {
    const Look& look = model.look;
    const LessonView& view = *model.lesson;
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const float r = look.px(4), each = look.px(12);
    const bool shows_place = view.on_slide || model.presentation; // in class, is_passed() is false: votes are not saved
    for (size_t i = 0; i < view.lesson->steps.size(); ++i) {
        const ImVec2 center{at.x + r + static_cast<float>(i) * each, at.y};
        const bool is_passed = shows_place ? i < view.step : view.is_passed(i);
        if (i == view.step || is_passed)
            list.AddCircleFilled(center, r, i == view.step ? look.colors->accent : look.colors->muted);
        else
            list.AddCircle(center, r, look.colors->muted, 0, std::max(1.0f, look.px(1.2f)));
    }
}

} // namespace

void lesson_bar(const Model& model, Commands& commands) {
    const Look& look = model.look;
    const LessonView& view = *model.lesson;
    const float width = ImGui::GetWindowWidth(), high = ImGui::GetWindowHeight();
    const size_t count = view.lesson->steps.size();
    const auto y = [&](float height) { return std::round((high - height) / 2); };
    const auto button_width = [&](std::string_view words) {
        return look.measure(Face::text, size_body, words).x + look.px(34);
    };
    const std::string place = tr_format("step {} of {}", view.step + 1, count);
    const float place_width = look.measure(Face::mono, size_small, place).x;
    const float dots_width = static_cast<float>(count) * look.px(12);
    const bool roomy = width > look.px(900);
    const Label leave = model.presentation ? tr_label("stop presenting", "##lesson present")
                                           : Label(tr_in("show to a class", "present"), "present##lesson present");
    const float next_width = look.measure(Face::strong, size_body, tr("next")).x + look.px(28);
    float right =
        place_width + look.px(12) + look.px(28) + look.px(6) + next_width + look.px(10) + look.px(28) * 2 + look.px(18);
    if (roomy) right += dots_width + look.px(10) + button_width(leave.words());

    if (view.on_slide) {
        ImGui::SetCursorPos({look.px(14), y(look.px(size_title + 2))});
        const float room = width - place_width - dots_width - look.px(60);
        text(look, tr_course(view.lesson->title), {Face::strong, size_title, 0}, room);
        ImGui::SetCursorPos({width - place_width - look.px(14), y(look.px(size_small + 2))});
        text(look, place, {Face::mono, size_small, look.colors->muted});
        const ImVec2 window = ImGui::GetWindowPos();
        dots(model, {window.x + width - place_width - dots_width - look.px(24), window.y + high / 2});
        return;
    }
    ImGui::SetCursorPos({look.px(14), y(look.px(30))});
    lessons_menu(model, commands, width - right - look.px(34));
    float x = width - right;
    ImGui::SetCursorPos({x, y(look.px(size_small + 2))});
    text(look, place, {Face::mono, size_small, look.colors->muted});
    x += place_width + look.px(12);
    if (roomy) {
        const ImVec2 window = ImGui::GetWindowPos();
        dots(model, {window.x + x, window.y + high / 2});
        x += dots_width + look.px(10);
    }
    ImGui::SetCursorPos({x, y(look.px(28))});
    if (!view.in_class && quiet_button(look, "##lesson back", Icon::back, tr("Previous step")) && view.step > 0)
        commands.push_back(GoToLessonStep{view.step - 1});
    x += look.px(28 + 6);
    ImGui::SetCursorPos({x, y(look.px(30))});
    const Label next = tr_label("next", "##lesson bar");
    const bool has_next = view.step + 1 < count;
    const bool pressed = view.in_class                       ? false
                         : view.phase == LessonPhase::asking ? quiet_button(look, next)
                                                             : main_button(look, next, has_next);
    if (pressed && has_next) commands.push_back(GoToLessonStep{view.step + 1});
    x += next_width + look.px(10);
    ImGui::SetCursorPos({x, y(look.px(28))});
    if (roomy) {
        if (quiet_button(look, leave, Icon::enlarge,
                         tr_format("One large question for a class ({})", key_text(Action::presentation))))
            commands.push_back(Perform{Action::presentation});
        ImGui::SameLine(0, 0);
    }
    if (quiet_button(look, "##lesson theme", Icon::half_disc, tr_format("Light or dark ({})", key_text(Action::theme))))
        commands.push_back(Perform{Action::theme});
    ImGui::SameLine(0, 0);
    if (quiet_button(look, "##lesson close", Icon::close, tr("Leave the lesson"))) commands.push_back(CloseLesson{});
}

void lesson_steps(const Model& model, Commands& commands) {
    const Look& look = model.look;
    const LessonView& view = *model.lesson;
    const float right = ImGui::GetWindowWidth() - look.px(12);
    ImGui::SetCursorPos({look.px(14), std::round((ImGui::GetWindowHeight() - look.px(23)) / 2)});
    for (size_t i = 0; i < view.lesson->steps.size(); ++i) {
        const lesson::Step& step = view.lesson->steps[i];
        const Label label(tr_course(step.name), fmt::format("{}##lesson step {}", step.name, i));
        if (i > 0) ImGui::SameLine(0, look.px(8));
        if (ImGui::GetCursorPosX() + pill_size(look, label).x > right) break;
        const auto answered = view.progress.answered.find(step.name);
        const bool counted = i == view.step && view.phase == LessonPhase::answered &&
                             std::ranges::any_of(view.votes, [](uint32_t votes) { return votes > 0; });
        const std::string tip = counted                                    ? tr("Ask the class again")
                                : answered == view.progress.answered.end() ? ""
                                : step.question && step.question->kind == lesson::Kind::settings ? tr("Done.")
                                : answered->second ? tr("Predicted correctly on the first try.")
                                                   : tr("Answered.");
        if (pill(look, label, i == view.step, tip)) commands.push_back(GoToLessonStep{i});
    }
}

} // namespace warpscope::ui
