#pragma once

#include <filesystem>

#include "base/diagnostic.hpp"
#include "serve/class_lesson.hpp"

namespace warpscope::cli {

/// Returns a lesson's questions with their measured answers in all languages.
[[nodiscard]] Result<serve::ClassLesson> measure_class(const std::filesystem::path& lesson);

} // namespace warpscope::cli
