#pragma once

#include "app/options.hpp"

namespace warpscope::app {

/// Fails if -I or -D is given but nothing is compiled, or if --with is given without a program's source file.
[[nodiscard]] Result<void> check_build_options(const Options& options);

/// Joins these options to one command line, with absolute paths. Fails if a value cannot be quoted.
[[nodiscard]] Result<std::string> build_words(const Options& options);

} // namespace warpscope::app
