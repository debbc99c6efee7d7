// What to do about a compiler's error.
#pragma once

#include <string>
#include <string_view>

namespace warpscope::compile {

/// What to do about an error with the message `error`, of NVRTC or clang; empty where its own words say it.
[[nodiscard]] std::string hint_for_error(std::string_view error);

} // namespace warpscope::compile
