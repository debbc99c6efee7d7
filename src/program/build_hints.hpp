// Advice on failed builds.
#pragma once

#include <string>
#include <string_view>

namespace warpscope::program {

/// `log`: output of compilers and linker. Returns "" if it suffices.
[[nodiscard]] std::string hint_for_build(std::string_view log);

} // namespace warpscope::program
