// The lessons that come with the program, as lists show them.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace warpscope::ui {

struct LessonEntry {
    std::string name, title, summary;
    int number = 0, minutes = 0; // number: from 1
    std::filesystem::path file;
};
/// Read once.
[[nodiscard]] const std::vector<LessonEntry>& lesson_entries();

} // namespace warpscope::ui
