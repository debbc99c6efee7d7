// Golden files are compared by default and rewritten on request.
#pragma once

#include <cstdlib>
#include <string_view>

namespace warpscope {

inline bool rebasing() {
    const char* const asked = std::getenv("WARPSCOPE_REBASE");
    return asked != nullptr && std::string_view(asked) == "1";
}

} // namespace warpscope
