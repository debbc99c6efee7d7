#pragma once

#include "base/memo.hpp"
#include "insight/contents.hpp"

namespace warpscope::insight {

struct ValueDifference {
    Content content; // location of `values` in the run
    HostBuffer values, reference;
    bool is_of_baseline = false; // the reference is from the pinned run
    uint64_t cells = 0, different = 0;
    uint64_t not_finite = 0; // differing cells with NaN or infinity
    double largest = 0;      // largest finite absolute difference
    Memo derived;

    /// Returns value minus reference in the channel that differs most. NaN equals NaN; NaN minus a number is NaN.
    [[nodiscard]] double at(uint64_t cell) const;
    [[nodiscard]] bool is_of(const session::RunResult& run, const Content& shown) const;
};

/// Returns whether both layouts have the same shape, padding and channels.
[[nodiscard]] bool can_subtract(const BufferLayout& values, const BufferLayout& reference);
/// Requires contents and can_subtract(). Slow for large buffers.
[[nodiscard]] ValueDifference subtract(const Content& content, HostBuffer values, HostBuffer reference);

} // namespace warpscope::insight
