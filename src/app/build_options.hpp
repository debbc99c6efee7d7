#pragma once

#include "app/options.hpp"

namespace warpscope::app {

/// Fails if options are given but nothing is compiled.
[[nodiscard]] Result<void> check_build_options(const Options& options);

/// Returns options relative to the program's folder. Fails if that is impossible.
[[nodiscard]] Result<std::string> build_words(const Options& options);

} // namespace warpscope::app
