// The options that say how what is opened is compiled: -I, -D and --with.
#pragma once

#include "app/options.hpp"

namespace warpscope::app {

/// Fails where they are given and nothing is compiled.
[[nodiscard]] Result<void> check_build_options(const Options& options);

/// How the program is built, as it is typed in the window, where names are relative to the program's folder. Fails
/// where that cannot be typed.
[[nodiscard]] Result<std::string> build_words(const Options& options);

} // namespace warpscope::app
