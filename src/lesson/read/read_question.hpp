#pragma once

#include "lesson/read/read_parts.hpp"

namespace warpscope::lesson {

/// `step`: name for messages.
[[nodiscard]] Question read_question(PartReader& parts, const toml::table& table, const std::string& step);

} // namespace warpscope::lesson
