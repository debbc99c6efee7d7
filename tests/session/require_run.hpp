// Ends tests that need a compiled kernel if there is none.
#pragma once

#include <algorithm>

#include <gtest/gtest.h>

#include "compile/compiler.hpp"

namespace warpscope {

[[nodiscard]] inline bool compiler_installed() {
    return std::ranges::any_of(compile::compilers(), &compile::CompilerStatus::usable);
}

} // namespace warpscope

/// Without `result`, skips the test if there is no compiler, else fails it.
#define REQUIRE_RUN(result)                                                                                            \
    do {                                                                                                               \
        if (!(result) && !::warpscope::compiler_installed()) GTEST_SKIP() << "there is neither NVRTC nor clang here";  \
        ASSERT_TRUE(result) << "a compiler is installed, and yet there is no result";                                  \
    } while (false)
