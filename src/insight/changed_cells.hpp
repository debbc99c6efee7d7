#pragma once

#include <memory>
#include <optional>

#include "insight/cell_set.hpp"
#include "insight/contents.hpp"

namespace warpscope::insight {

struct ChangedCells {
    std::shared_ptr<const CellSet> cells; // null if none changed
    uint64_t count = 0;
    /// Number of threads that own changed cells; nullopt if the cells have no owners.
    std::optional<uint64_t> threads;
};

/// Returns nullopt if `before` has another layout. Slow for large buffers.
[[nodiscard]] std::optional<ChangedCells> changed_cells(const session::RunResult& run, const Content& content,
                                                        const HostBuffer& before);

} // namespace warpscope::insight
