// Plans for several devices: ownership of memory, and order of execution.
//
// Every device has two streams, one for launches and one for incoming copies. Only Step::after orders different
// streams.
#pragma once

#include <string>

#include "base/launch.hpp"

namespace warpscope {

struct ByteRange {
    uint64_t begin = 0, end = 0;

    [[nodiscard]] uint64_t bytes() const { return end - begin; }
    friend bool operator==(const ByteRange&, const ByteRange&) = default;
};

/// Returns the part of `buffer` that `device` owns; may be empty.
[[nodiscard]] ByteRange part_of(const PlannedBuffer& buffer, uint32_t device);

struct Step {
    enum class Kind : uint8_t { launch, copy } kind = Kind::launch;
    uint32_t index = 0;  // index into the plan's launches or copies
    uint32_t device = 0; // a launch's device, or a copy's target device
    /// Indices of earlier steps to wait for, including the previous one in the same stream.
    std::vector<uint32_t> after;
};

/// Streams of copies: their own, or the launches' stream.
enum class Streams : uint8_t { two, one };

/// Returns all steps of `plan` in a valid sequential order.
[[nodiscard]] std::vector<Step> steps_of(const ExecutionPlan& plan, Streams streams = Streams::two);

/// Returns why copies or parts of `plan` are invalid, as a sentence.
[[nodiscard]] std::optional<std::string> why_not_divided(const ExecutionPlan& plan);

} // namespace warpscope
