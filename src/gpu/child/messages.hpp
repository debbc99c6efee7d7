#pragma once

#include <cstdint>
#include <string>

#include "gpu/child/bytes.hpp"
#include "gpu/executor.hpp"

namespace warpscope::gpu {

enum class MessageKind : uint32_t {
    run,
    ready,   // child has a context
    started, // launches begin
    ended,
    done,
    failed,
};

struct RunMessage {
    std::string ptx;
    ExecutionPlan plan;
    uint32_t repeats = 1;
    std::vector<uint32_t> unread;
};

struct FailureMessage {
    Diagnostic diagnostic;
    bool lost = false;
};

[[nodiscard]] Bytes encode(const RunMessage& message);
[[nodiscard]] RunMessage decode_run(const Bytes& bytes);

[[nodiscard]] Bytes encode(const GpuRun& run);
[[nodiscard]] GpuRun decode_result(const Bytes& bytes, const ExecutionPlan& plan);

[[nodiscard]] Bytes encode(const FailureMessage& failure);
[[nodiscard]] FailureMessage decode_failure(const Bytes& bytes);

} // namespace warpscope::gpu
