#include "ui/dialogs/lessons_page.hpp"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "language/course.hpp"
#include "language/tr.hpp"
#include "ui/imgui/key_focus.hpp"
#include "ui/imgui/test_hooks.hpp"
#include "ui/widgets/widgets.hpp"
#include "ui/workbench.hpp"
#include "workbench/lesson/commands.hpp"

namespace warpscope::ui {

namespace {

constexpr float page_width = 860, lesson_height = 82, picture_width = 112, picture_height = 70;

void draw_picture(const Look& look, const Thumbnails::Thumbnail* picture, ImVec2 at) {
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const ImVec2 room{look.px(picture_width), look.px(picture_height)};
    list.AddRectFilled(at, {at.x + room.x, at.y + room.y}, look.colors->track, look.px(5));
    if (picture == nullptr || !picture->texture) return;
    const auto width = static_cast<float>(picture->texture.width()),
               height = static_cast<float>(picture->texture.height());
    const float scale = std::min(room.x / width, room.y / height);
    const ImVec2 size{std::round(scale * width), std::round(scale * height)};
    const ImVec2 min{std::round(at.x + (room.x - size.x) / 2), std::round(at.y + (room.y - size.y) / 2)};
    list.AddImageRounded(static_cast<ImTextureID>(picture->texture.id()), min, {min.x + size.x, min.y + size.y}, {0, 0},
                         {1, 1}, IM_COL32_WHITE, look.px(5));
}

} // namespace

std::string status_words(const LessonStatus& status) {
    using Phase = LessonStatus::Phase;
    if (status.phase == Phase::not_started) return tr("not started");
    if (status.questions == 0) return status.phase == Phase::done ? tr("done") : tr("in progress");
    if (status.phase == Phase::done) return tr_format("done: {} of {} correct", status.correct, status.questions);
    return tr_format("{} of {} answered", status.answered, status.questions);
}

bool LessonsPage::row(const Model& model, const LessonEntry& lesson, Worker& worker) {
    const Look& look = model.look;
    const float width = ImGui::GetContentRegionAvail().x, height = look.px(lesson_height), pad = look.px(6);
    const ImVec2 at = ImGui::GetCursorScreenPos();
    const bool clicked = key_button(fmt::format("##lesson {}", lesson.name).c_str(), {width, height});
    if (!ImGui::IsItemVisible()) return clicked;
    ImDrawList& list = *ImGui::GetWindowDrawList();
    if (ImGui::IsItemHovered() || ImGui::IsItemFocused())
        list.AddRectFilled(at, {at.x + width, at.y + height}, look.colors->row_hovered, look.px(6));
    draw_picture(look, thumbnails_.of(lesson.picture, worker), {at.x + pad, at.y + pad});
    const float left = at.x + 2 * pad + look.px(picture_width) + look.px(8), right = at.x + width - look.px(12);
    const LessonStatus status = lesson_status(lesson, model.lessons_taken);
    const bool started = status.phase != LessonStatus::Phase::not_started;
    const TextStyle detail{Face::text, size_small, look.colors->muted},
        state{started ? Face::strong : Face::text, size_small, started ? look.colors->accent : look.colors->muted};
    const std::string words = status_words(status),
                      minutes = lesson.minutes > 0 ? tr_format("{} min", lesson.minutes) : std::string();
    record_text(words);
    const float side =
        std::max(look.measure(state.face, state.size, words).x, look.measure(detail.face, detail.size, minutes).x);
    text_at(look, list, {right - look.measure(state.face, state.size, words).x, at.y + look.px(14)}, words, state);
    text_at(look, list, {right - look.measure(detail.face, detail.size, minutes).x, at.y + look.px(36)}, minutes,
            detail);
    const float room = right - side - left - look.px(16);
    const std::string title = fmt::format("{}. {}", lesson.number, tr_course(lesson.title));
    record_text(title);
    const TextStyle strong{Face::strong, size_title, 0};
    text_at(look, list, {left, at.y + look.px(10)}, shortened(look, title, strong, room), strong);
    const std::string summary{tr_course(lesson.summary)};
    list.PushClipRect({left, at.y}, {left + room, at.y + height - pad}, true);
    list.AddText(look.fonts.text, look.px(size_body), {left, at.y + look.px(36)}, look.colors->muted, summary.data(),
                 summary.data() + summary.size(), room);
    list.PopClipRect();
    return clicked;
}

Commands LessonsPage::draw(const Model& model, Worker& worker) {
    if (!open_) return {};
    const Look& look = model.look;
    const ImVec2 screen = ImGui::GetIO().DisplaySize;
    const std::vector<LessonEntry>& lessons = lesson_entries();
    const float rows =
        std::max(look.px(lesson_height), look.px(lesson_height + 4) * static_cast<float>(lessons.size()));
    ImGui::OpenPopup("Lessons");
    ImGui::SetNextWindowPos({screen.x / 2, screen.y / 2}, ImGuiCond_Always, {0.5f, 0.5f});
    ImGui::SetNextWindowSize(
        {std::min(look.px(page_width), screen.x - look.px(24)), std::min(rows + look.px(110), screen.y - look.px(48))});
    if (!ImGui::BeginPopupModal("Lessons", nullptr,
                                ImGuiWindowFlags_NoTitleBar | ImGuiWindowFlags_NoResize | ImGuiWindowFlags_NoMove |
                                    ImGuiWindowFlags_NoSavedSettings))
        return {};
    Commands chosen;
    text(look, tr("Lessons"), {Face::strong, size_large, 0});
    ImGui::SameLine();
    ImGui::SetCursorPosX(ImGui::GetWindowWidth() - look.px(46));
    if (quiet_button(look, "##close lessons", Icon::close)) open_ = false;
    const auto done = std::ranges::count_if(lessons, [&](const LessonEntry& lesson) {
        return lesson_status(lesson, model.lessons_taken).phase == LessonStatus::Phase::done;
    });
    text(look,
         lessons.empty() ? tr("No lessons are installed.") : tr_format("{} of {} lessons done", done, lessons.size()),
         {Face::text, size_body, look.colors->muted});
    ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, {look.px(4), look.px(4)});
    ImGui::BeginChild("lessons");
    for (const LessonEntry& lesson : lessons)
        if (row(model, lesson, worker)) chosen.push_back(OpenLesson{lesson.file});
    ImGui::EndChild();
    ImGui::PopStyleVar();
    if (!chosen.empty() || clicked_beside()) open_ = false;
    if (!open_) ImGui::CloseCurrentPopup();
    ImGui::EndPopup();
    return chosen;
}

} // namespace warpscope::ui
