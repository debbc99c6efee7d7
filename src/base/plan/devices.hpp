// Plans for several devices. Every device has a stream for launches and one for incoming copies; only Step::after
// orders different streams.
#pragma once

#include <string>

#include "base/launch.hpp"

namespace warpscope {

struct ByteRange {
    uint64_t begin = 0, end = 0;

    [[nodiscard]] uint64_t bytes() const { return end - begin; }
    friend bool operator==(const ByteRange&, const ByteRange&) = default;
};

/// Returns a range that may be empty.
[[nodiscard]] ByteRange part_of(const PlannedBuffer& buffer, uint32_t device);

struct Step {
    enum class Kind : uint8_t { launch, copy } kind = Kind::launch;
    uint32_t index = 0;  // index into launches or copies
    uint32_t device = 0; // device of the launch, or target of the copy
    /// Earlier steps to wait for, including the stream's previous one.
    std::vector<uint32_t> after;
};

enum class Streams : uint8_t { two, one };

[[nodiscard]] std::vector<Step> steps_of(const ExecutionPlan& plan, Streams streams = Streams::two);

/// Returns why copies or parts are invalid.
[[nodiscard]] std::optional<Message> division_error(const ExecutionPlan& plan);

} // namespace warpscope
