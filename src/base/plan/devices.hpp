// Order of work on several devices. Each device has one stream for launches and one for incoming copies. Streams wait
// for each other only where Step::after says so.
#pragma once

#include <string>

#include "base/launch.hpp"

namespace warpscope {

struct ByteRange {
    uint64_t begin = 0, end = 0;

    [[nodiscard]] uint64_t bytes() const { return end - begin; }
    friend bool operator==(const ByteRange&, const ByteRange&) = default;
};

[[nodiscard]] ByteRange part_of(const PlannedBuffer& buffer, uint32_t device);

struct Step {
    enum class Kind : uint8_t { launch, copy } kind = Kind::launch;
    uint32_t index = 0;  // index in ExecutionPlan::launches or copies
    uint32_t device = 0; // device of the launch, or target of the copy
    /// Steps to wait for, including the previous step of the stream
    std::vector<uint32_t> after;
};

enum class Streams : uint8_t { two, one };

[[nodiscard]] std::vector<Step> steps_of(const ExecutionPlan& plan, Streams streams = Streams::two);

[[nodiscard]] std::optional<Message> division_error(const ExecutionPlan& plan);

} // namespace warpscope
