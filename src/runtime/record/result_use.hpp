#pragma once

#include "runtime/record/call_scope.hpp"

namespace warpscope::runtime {

enum class ResultUse : uint8_t {
    unknown,
    ignored, // overwritten on all paths
    used,    // compared, stored or passed on
};

/// Decodes the program's x86-64 code. `frames`: from frames_here().
[[nodiscard]] ResultUse use_of_result(const Frames& frames);

/// `after`: end of the call. `callers`: offsets where callers continue, innermost first.
[[nodiscard]] ResultUse use_in_code(std::span<const uint8_t> code, size_t after, std::span<const size_t> callers);

} // namespace warpscope::runtime
