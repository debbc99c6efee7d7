#pragma once

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
};
[[nodiscard]] const std::vector<LessonEntry>& lesson_entries();

/// Returns "done", "in progress" or "" for tr(). `progress` may be null.
[[nodiscard]] std::string_view progress_label(const LessonEntry& entry, const lesson::Progress* progress);

} // namespace warpscope::workbench
