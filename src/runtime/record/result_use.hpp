// Whether the program looks at what a call has returned, read from the machine code behind the call. Private to
// src/runtime.
#pragma once

#include "runtime/record/call_place.hpp"

namespace warpscope::runtime {

enum class ResultUse : uint8_t {
    unknown,
    ignored, // the register that it is returned in is overwritten on every way that was followed
    used,    // compared, stored, or handed on
};

/// That of the call which this thread is in. `frames`: its frames_here(). Knows x86-64 only.
[[nodiscard]] ResultUse use_of_result(const Frames& frames);

/// The same of machine code in [begin, end), for a call that ends at `after`; `callers`: where further functions go on
/// when one returns, the nearest first.
[[nodiscard]] ResultUse use_in_code(std::span<const uint8_t> code, size_t after, std::span<const size_t> callers);

} // namespace warpscope::runtime
