// Messages for crashes of host code. The signal handler of runtime/record/crash.cpp records the cause only, because it
// must not allocate.
#pragma once

#include <string_view>

#include "base/message.hpp"

namespace warpscope::program {

/// `address` is the accessed address in hexadecimal digits.
[[nodiscard]] Message crash_message(std::string_view cause, std::string_view address);

} // namespace warpscope::program
