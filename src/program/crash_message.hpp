#pragma once

#include <string_view>

#include "base/message.hpp"

namespace warpscope::program {

/// Returns a message for runtime/record/crash.cpp. `address`: hexadecimal.
[[nodiscard]] Message crash_message(std::string_view cause, std::string_view address);

} // namespace warpscope::program
