#include "workbench/lesson/lesson_list.hpp"

#include "language/tr.hpp"
#include "lesson/lesson.hpp"

namespace warpscope::workbench {

const std::vector<LessonEntry>& lesson_entries() {
    static const std::vector<LessonEntry> entries = [] {
        std::vector<LessonEntry> all;
        for (const lesson::Lesson& lesson : lesson::load_lessons(lesson::lessons_folder()))
            all.push_back({lesson.name, lesson.title, lesson.summary, static_cast<int>(all.size() + 1), lesson.minutes,
                           lesson.file});
        return all;
    }();
    return entries;
}

std::string_view progress_label(const LessonEntry& entry, const lesson::Progress* progress) {
    if (progress == nullptr) return {};
    const auto found = progress->find(entry.name);
    if (found == progress->end()) return {};
    return found->second.finished ? N_("done") : N_("in progress");
}

} // namespace warpscope::workbench
