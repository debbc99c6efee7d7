// Where the cells of each block lie in a volume: a box for each block.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <vector>

#include "base/dim3.hpp"
#include "render/view.hpp"

namespace warpscope::render {

/// Cells from `low` to `high`, both included. Without a cell low lies above high.
struct IndexBox {
    std::array<uint32_t, 3> low{~0u, ~0u, ~0u}, high{};

    [[nodiscard]] bool any() const { return low[0] <= high[0]; }
    void include(const Dim3& at);
};

struct BlockBoxes {
    std::vector<IndexBox> boxes; // by linear block index
};

/// Looks at every cell of the buffer once, 0.1 s for a volume of 256x256x256: not for the UI thread. Kept with the run.
[[nodiscard]] std::shared_ptr<const BlockBoxes> make_block_boxes(const session::RunResult& run, const Content& content);
/// The same where it has been made; null otherwise.
[[nodiscard]] std::shared_ptr<const BlockBoxes> block_boxes(const session::RunResult& run, const Content& content);

} // namespace warpscope::render
