// Advice on failed builds.
#pragma once

#include <string>
#include <string_view>

namespace warpscope::program {

/// Returns advice, or "" if `log`, the output of compilers and linker, suffices.
[[nodiscard]] std::string hint_for_build(std::string_view log);

} // namespace warpscope::program
