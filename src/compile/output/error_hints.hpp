#pragma once

#include <string_view>

#include "base/message.hpp"

namespace warpscope::compile {

[[nodiscard]] Message hint_for_error(std::string_view error);

} // namespace warpscope::compile
