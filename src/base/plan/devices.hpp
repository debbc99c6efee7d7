// Plans for several devices. A device has a stream for launches and one for incoming copies. Only Step::after orders
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

/// Returns a device's range, which may be empty.
[[nodiscard]] ByteRange part_of(const PlannedBuffer& buffer, uint32_t device);

struct Step {
    enum class Kind : uint8_t { launch, copy } kind = Kind::launch;
    uint32_t index = 0;  // in launches or copies
    uint32_t device = 0; // launch's device, or copy's target
    /// Steps to wait for, including the stream's previous one.
    std::vector<uint32_t> after;
};

enum class Streams : uint8_t { two, one };

[[nodiscard]] std::vector<Step> steps_of(const ExecutionPlan& plan, Streams streams = Streams::two);

/// Returns why copies or parts are invalid.
[[nodiscard]] std::optional<Message> division_error(const ExecutionPlan& plan);

} // namespace warpscope
