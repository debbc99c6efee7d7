// Gives advice on compiler errors.
#pragma once

#include <string_view>

#include "base/message.hpp"

namespace warpscope::compile {

/// Returns "" if the message suffices.
[[nodiscard]] Message hint_for_error(std::string_view error);

} // namespace warpscope::compile
