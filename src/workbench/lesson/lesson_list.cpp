#include "workbench/lesson/lesson_list.hpp"

#include <algorithm>

#include "language/tr.hpp"
#include "lesson/lesson.hpp"

namespace warpscope::workbench {

namespace {

std::vector<std::string> questions_of(const lesson::Lesson& lesson) {
    std::vector<std::string> questions;
    for (const lesson::Step& step : lesson.steps)
        if (step.question) questions.push_back(step.name);
    return questions;
}

} // namespace

const std::vector<LessonEntry>& lesson_entries() {
    static const std::vector<LessonEntry> entries = [] {
        const std::filesystem::path assets = lesson::lessons_folder().parent_path();
        std::vector<LessonEntry> all;
        for (const lesson::Lesson& lesson : lesson::load_lessons(lesson::lessons_folder())) {
            all.push_back({lesson.name, lesson.title, lesson.summary, static_cast<int>(all.size() + 1), lesson.minutes,
                           lesson.file, questions_of(lesson), assets / "thumbnails" / (lesson.name + ".png")});
        }
        return all;
    }();
    return entries;
}

LessonStatus lesson_status(const LessonEntry& entry, const lesson::Progress* progress) {
    LessonStatus status;
    status.questions = entry.questions.size();
    if (progress == nullptr) return status;
    const auto found = progress->find(entry.name);
    if (found == progress->end()) return status;
    const lesson::LessonProgress& own = found->second;
    for (const std::string& question : entry.questions)
        if (const auto answer = own.answered.find(question); answer != own.answered.end()) {
            ++status.answered;
            if (answer->second) ++status.correct;
        }
    const bool is_done = status.questions == 0 ? own.finished : status.answered == status.questions;
    status.phase = is_done ? LessonStatus::Phase::done : LessonStatus::Phase::in_progress;
    return status;
}

const LessonEntry* find_lesson_to_resume(const std::vector<LessonEntry>& entries, const lesson::Progress* progress) {
    const LessonEntry* latest = nullptr;
    int64_t visit = -1;
    for (const LessonEntry& entry : entries) {
        if (lesson_status(entry, progress).phase != LessonStatus::Phase::in_progress) continue;
        const int64_t own = progress->at(entry.name).visit;
        if (own <= visit) continue;
        visit = own;
        latest = &entry;
    }
    return latest;
}

std::string_view progress_label(const LessonEntry& entry, const lesson::Progress* progress) {
    switch (lesson_status(entry, progress).phase) {
    case LessonStatus::Phase::done: return N_("done");
    case LessonStatus::Phase::in_progress: return N_("in progress");
    default: return {};
    }
}

} // namespace warpscope::workbench
