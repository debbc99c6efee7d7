#pragma once

#include <filesystem>

#include "base/diagnostic.hpp"
#include "serve/class_lesson.hpp"

namespace warpscope::cli {

[[nodiscard]] Result<serve::ClassLesson> measure_class(const std::filesystem::path& lesson);

} // namespace warpscope::cli
