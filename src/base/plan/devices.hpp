// A plan for several devices: which memory is whose, and what runs beside what.
//
// Every device has two streams, as a CUDA program would give it: launches follow each other in one, the copies that
// come to the device in the other. Between streams there is only what Step::after says.
#pragma once

#include <string>

#include "base/launch.hpp"

namespace warpscope {

/// Bytes of a buffer.
struct ByteRange {
    uint64_t begin = 0, end = 0;

    [[nodiscard]] uint64_t bytes() const { return end - begin; }
    friend bool operator==(const ByteRange&, const ByteRange&) = default;
};

/// What of `buffer` lies in the memory of `device`; empty where nothing does.
[[nodiscard]] ByteRange part_of(const PlannedBuffer& buffer, uint32_t device);

/// A launch or a copy of a plan.
struct Step {
    enum class Kind : uint8_t { launch, copy } kind = Kind::launch;
    uint32_t index = 0;  // in the plan's launches, or copies
    uint32_t device = 0; // in one of whose streams it is: a launch's own, and the one that a copy comes to
    /// Numbers of earlier steps that must have ended, the one before it in its stream among them.
    std::vector<uint32_t> after;
};

/// Whether copies have a stream of their own, or go in that of the launches and so run beside none of their device's.
enum class Streams : uint8_t { two, one };

/// Everything that `plan` does, in an order in which it can be done one after the other.
[[nodiscard]] std::vector<Step> steps_of(const ExecutionPlan& plan, Streams streams = Streams::two);

/// Why the copies or parts of `plan` make no sense, as a sentence for a person; nullopt when they do.
[[nodiscard]] std::optional<std::string> why_not_divided(const ExecutionPlan& plan);

} // namespace warpscope
