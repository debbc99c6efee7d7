// What this program and a child of it that runs kernels say to each other.
#pragma once

#include <cstdint>
#include <string>

#include "gpu/child/bytes.hpp"
#include "gpu/executor.hpp"

namespace warpscope::gpu {

enum class MessageKind : uint32_t {
    run,     // to the child: RunMessage
    ready,   // from the child: it has a context on its GPU
    started, // kernels are about to be launched
    ended,   // they have ended
    done,    // GpuRun
    failed,  // FailureMessage; the child may not be used again if it says so
};

struct RunMessage {
    std::string ptx;
    ExecutionPlan plan;
    uint32_t repeats = 1;
    std::vector<uint32_t> unread;
};

struct FailureMessage {
    Diagnostic diagnostic;
    bool lost = false; // a fault ended the use of the GPU in the child
};

[[nodiscard]] Bytes encode(const RunMessage& message);
[[nodiscard]] RunMessage decode_run(const Bytes& bytes);

[[nodiscard]] Bytes encode(const GpuRun& run);
/// The layouts of the buffers are the plan's.
[[nodiscard]] GpuRun decode_result(const Bytes& bytes, const ExecutionPlan& plan);

[[nodiscard]] Bytes encode(const FailureMessage& failure);
[[nodiscard]] FailureMessage decode_failure(const Bytes& bytes);

} // namespace warpscope::gpu
