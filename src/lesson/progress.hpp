// How far somebody has come: which questions were answered, and which of them rightly at the first try.
#pragma once

#include <filesystem>
#include <map>
#include <string>

#include "base/diagnostic.hpp"

namespace warpscope::lesson {

struct LessonProgress {
    int64_t step = 0;                     // where to go on
    std::map<std::string, bool> answered; // by the step's name: the first prediction was right
    bool finished = false;

    friend bool operator==(const LessonProgress&, const LessonProgress&) = default;
};

/// By the lesson's name.
using Progress = std::map<std::string, LessonProgress>;

/// A file that is not there is no progress.
[[nodiscard]] Result<Progress> read_progress(const std::filesystem::path& file);
[[nodiscard]] std::string to_text(const Progress& progress);

} // namespace warpscope::lesson
