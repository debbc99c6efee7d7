// Build options of the command line: -I, -D and --with.
#pragma once

#include "app/options.hpp"

namespace warpscope::app {

/// Fails if they are given but nothing is compiled.
[[nodiscard]] Result<void> check_build_options(const Options& options);

/// Returns the options as text for the window, with names relative to the program's folder. Fails if they cannot be
/// written so.
[[nodiscard]] Result<std::string> build_words(const Options& options);

} // namespace warpscope::app
