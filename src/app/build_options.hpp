#pragma once

#include "app/options.hpp"

namespace warpscope::app {

/// Fails if options are given but nothing is compiled.
[[nodiscard]] Result<void> check_build_options(const Options& options);

/// Returns one command line, with absolute paths. Fails if a word cannot be quoted.
[[nodiscard]] Result<std::string> build_words(const Options& options);

} // namespace warpscope::app
