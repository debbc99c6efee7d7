// Checks whether the program uses a call's result, by decoding the machine code after the call.
#pragma once

#include "runtime/record/call_place.hpp"

namespace warpscope::runtime {

enum class ResultUse : uint8_t {
    unknown,
    ignored, // overwritten on all followed paths
    used,    // compared, stored or passed on
};

/// Analyzes this thread's current call. `frames`: from frames_here(). Knows x86-64 only.
[[nodiscard]] ResultUse use_of_result(const Frames& frames);

/// Analyzes a call that ends at `after`. `callers`: offsets where callers continue, innermost first.
[[nodiscard]] ResultUse use_in_code(std::span<const uint8_t> code, size_t after, std::span<const size_t> callers);

} // namespace warpscope::runtime
