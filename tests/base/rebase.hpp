// Golden files are compared, unless the person who runs the tests asks for new ones.
#pragma once

#include <cstdlib>
#include <string_view>

namespace warpscope {

/// WARPSCOPE_REBASE=1; set to anything else, or to nothing, it compares.
inline bool rebasing() {
    const char* const asked = std::getenv("WARPSCOPE_REBASE");
    return asked != nullptr && std::string_view(asked) == "1";
}

} // namespace warpscope
