#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <vector>

#include "base/dim3.hpp"
#include "render/view_state.hpp"

namespace warpscope::render {

/// Range of cells, inclusive; empty if `low` exceeds `high`.
struct IndexBox {
    std::array<uint32_t, 3> low{~0u, ~0u, ~0u}, high{};

    [[nodiscard]] bool any() const { return low[0] <= high[0]; }
    void include(const Dim3& at);
};

struct BlockBoxes {
    std::vector<IndexBox> boxes;
};

/// Caches the boxes with the run. Takes 0.1 s for 256x256x256 cells.
[[nodiscard]] std::shared_ptr<const BlockBoxes> make_block_boxes(const session::RunResult& run, const Content& content);
/// Returns null if not cached.
[[nodiscard]] std::shared_ptr<const BlockBoxes> block_boxes(const session::RunResult& run, const Content& content);

} // namespace warpscope::render
