// The lessons that come with the program, as lists show them.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "lesson/progress.hpp"

namespace warpscope::workbench {

struct LessonEntry {
    std::string name, title, summary;
    int number = 0, minutes = 0; // number: from 1
    std::filesystem::path file;
};
/// Read once.
[[nodiscard]] const std::vector<LessonEntry>& lesson_entries();

/// "taken", "begun", or nothing; in English, and known to tr(). `progress` may be null.
[[nodiscard]] std::string_view how_far(const LessonEntry& entry, const lesson::Progress* progress);

} // namespace warpscope::workbench
