// Advice on failed builds.
#pragma once

#include <string_view>

#include "base/message.hpp"

namespace warpscope::program {

/// Returns advice, or "" if `log`, the output of compilers and linker, suffices.
[[nodiscard]] Message hint_for_build(std::string_view log);

} // namespace warpscope::program
