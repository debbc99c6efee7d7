#include "render/maps/block_boxes.hpp"

#include <algorithm>

#include "render/layout/cell_plane.hpp"

namespace warpscope::render {

void IndexBox::include(const Dim3& at) {
    const std::array<uint32_t, 3> place{at.x, at.y, at.z};
    for (size_t i = 0; i < 3; ++i) {
        low[i] = std::min(low[i], place[i]);
        high[i] = std::max(high[i], place[i]);
    }
}

std::shared_ptr<const BlockBoxes> make_block_boxes(const session::RunResult& run, const Content& content) {
    return run.derived.get<BlockBoxes>({buffer_of(run, content)}, [&] {
        BlockBoxes found;
        found.boxes.resize(run.shown().config.blocks());
        const auto* owners = threads_of(run, content);
        if (owners == nullptr) return found;
        const Shape& shape = layout_of(run, content).shape;
        const Dim3 extent{shape.width, shape.height, shape.depth};
        for (size_t cell = 0; cell < owners->size(); ++cell)
            if ((*owners)[cell] != 0)
                found.boxes[block_of(run.shown().config, (*owners)[cell])].include(index_of(cell, extent));
        return found;
    });
}

std::shared_ptr<const BlockBoxes> block_boxes(const session::RunResult& run, const Content& content) {
    return run.derived.made<BlockBoxes>({buffer_of(run, content)});
}

} // namespace warpscope::render
