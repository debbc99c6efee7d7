#pragma once

#include "lesson/read/read_parts.hpp"

namespace warpscope::lesson {

[[nodiscard]] Question read_question(PartReader& parts, const toml::table& table, const std::string& step);

} // namespace warpscope::lesson
