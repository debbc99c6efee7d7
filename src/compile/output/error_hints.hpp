#pragma once

#include <string_view>

#include "base/message.hpp"

namespace warpscope::compile {

/// Returns advice; "" if the error says enough.
[[nodiscard]] Message hint_for_error(std::string_view error);

} // namespace warpscope::compile
