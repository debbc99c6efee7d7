// Accesses of a traced block to the plan's buffers, by thread and by barrier interval.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "session/session.hpp"

namespace warpscope::insight {

class ThreadAccesses {
public:
    ThreadAccesses() = default;
    ThreadAccesses(const session::RunResult& result, const metrics::BlockTrace& trace);

    /// Returns indices in the trace's `accesses`, in time order.
    [[nodiscard]] std::span<const uint32_t> of(uint32_t thread) const;
    [[nodiscard]] uint64_t elsewhere(uint32_t thread) const;
    /// Returns the distinct loaded cells of a buffer, ascending.
    [[nodiscard]] std::span<const uint64_t> loaded(uint32_t buffer) const;

private:
    std::vector<uint32_t> accesses_;
    std::vector<size_t> first_;
    std::vector<uint64_t> elsewhere_;
    std::vector<std::vector<uint64_t>> loaded_;
};

/// Caches the accesses, because panels ask every frame.
[[nodiscard]] const ThreadAccesses& accesses_of(const session::RunResult& result, const metrics::BlockTrace& trace);

struct IntervalCells {
    std::vector<uint64_t> cells;
    uint64_t read = 0, written = 0; // numbers of cells
};
/// Returns one entry per buffer of the plan; caches the latest interval.
[[nodiscard]] const std::vector<IntervalCells>& interval_cells(const session::RunResult& result,
                                                               const metrics::BlockTrace& trace, uint32_t interval);

struct BufferUse {
    uint32_t buffer = 0;
    uint64_t loads = 0, stores = 0, atomics = 0; // accesses
    uint64_t read = 0, written = 0;              // distinct cells; an atomic reads and writes
};
[[nodiscard]] std::vector<BufferUse> uses_of(const metrics::BlockTrace& trace, const ThreadAccesses& accesses,
                                             uint32_t thread);

} // namespace warpscope::insight
