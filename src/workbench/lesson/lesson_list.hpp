#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "lesson/progress.hpp"

namespace warpscope::workbench {

struct LessonEntry {
    std::string name, title, summary;
    int number = 0, minutes = 0; // `number` starts at 1
    std::filesystem::path file;
    std::vector<std::string> questions; // names of their steps
    std::filesystem::path picture;      // shows the first step
};
[[nodiscard]] const std::vector<LessonEntry>& lesson_entries();

struct LessonStatus {
    enum class Phase : uint8_t { not_started, in_progress, done };
    Phase phase{};
    size_t questions = 0, answered = 0, correct = 0; // `correct` counts correct first tries
};
[[nodiscard]] LessonStatus lesson_status(const LessonEntry& entry, const lesson::Progress* progress);

/// Returns nullptr if no lesson is in progress. `progress` may be null.
[[nodiscard]] const LessonEntry* find_lesson_to_resume(const std::vector<LessonEntry>& entries,
                                                       const lesson::Progress* progress);
/// Returns "done", "in progress" or "" for tr().
[[nodiscard]] std::string_view progress_label(const LessonEntry& entry, const lesson::Progress* progress);

} // namespace warpscope::workbench
