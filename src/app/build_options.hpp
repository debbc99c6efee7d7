#pragma once

#include "app/options.hpp"

namespace warpscope::app {

/// Fails if -I, -D or --with is given but nothing is compiled.
[[nodiscard]] Result<void> check_build_options(const Options& options);

/// Joins these options to one command line, with absolute paths. Fails if a word cannot be quoted.
[[nodiscard]] Result<std::string> build_words(const Options& options);

} // namespace warpscope::app
