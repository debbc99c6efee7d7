// Questions as a lesson's file describes them. Private to src/lesson.
#pragma once

#include "lesson/read/read_parts.hpp"

namespace warpscope::lesson {

/// Returns the question of the table. `step`: the name of its step, for messages.
[[nodiscard]] Question read_question(PartReader& parts, const toml::table& table, const std::string& step);

} // namespace warpscope::lesson
