#pragma once

#include <filesystem>

#include "base/diagnostic.hpp"
#include "serve/class_lesson.hpp"

namespace warpscope::cli {

/// Runs a lesson's launches, and returns its questions with their measured answers in all languages.
[[nodiscard]] Result<serve::ClassLesson> measure_class(const std::filesystem::path& lesson);

} // namespace warpscope::cli
