#pragma once

#include <filesystem>
#include <map>
#include <string>

#include "base/diagnostic.hpp"

namespace warpscope::lesson {

struct LessonProgress {
    int64_t step = 0;                     // to resume at
    std::map<std::string, bool> answered; // key: step; value: the first try was right
    bool finished = false;
    int64_t visit = 0; // the latest visit has the highest number

    friend bool operator==(const LessonProgress&, const LessonProgress&) = default;
};

using Progress = std::map<std::string, LessonProgress>;

/// Returns empty progress if `file` is missing.
[[nodiscard]] Result<Progress> read_progress(const std::filesystem::path& file);
[[nodiscard]] std::string to_text(const Progress& progress);

} // namespace warpscope::lesson
