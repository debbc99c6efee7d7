#pragma once

#include <string_view>

#include "base/message.hpp"

namespace warpscope::program {

/// Returns the message for a `cause` from runtime/record/crash.cpp. `address`: hexadecimal.
[[nodiscard]] Message crash_message(std::string_view cause, std::string_view address);

} // namespace warpscope::program
