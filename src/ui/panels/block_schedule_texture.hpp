// Block schedule of a GPU recording: one row per multiprocessor, blocks as bars over time. Uses a texture, because
// there may be thousands of bars. If these are too narrow, colors show the number of resident blocks.
#pragma once

#include <memory>
#include <optional>

#include "gl/texture.hpp"
#include "ui/workbench.hpp"
#include "workbench/gpu/gpu_results.hpp"

namespace warpscope::ui {

class BlockPicture {
public:
    /// Draws `recording` unless it is already drawn at this size: `columns` pixels wide, `row` pixels per
    /// multiprocessor, at least 1. Needs the OpenGL context.
    void show(std::shared_ptr<const session::Recording> recording, uint32_t columns, uint32_t row);

    [[nodiscard]] uint32_t texture() const { return texture_.id(); }
    [[nodiscard]] const BlockLanes& lanes() const { return lanes_; }
    [[nodiscard]] bool crowded() const { return max_held_ > 0; }
    /// Returns the average number of resident blocks. Requires crowded().
    [[nodiscard]] float held_at(size_t lane, uint32_t column) const;
    [[nodiscard]] float max_held() const { return max_held_; }
    [[nodiscard]] std::optional<uint32_t> block_at(size_t lane, uint32_t column) const;

private:
    std::shared_ptr<const session::Recording> recording_;
    BlockLanes lanes_;
    uint32_t columns_ = 0, row_ = 0;
    std::vector<uint32_t> blocks_; // by lane, then column: linear block index plus 1; 0: no block
    std::vector<float> held_;
    float max_held_ = 0;
    gl::Texture texture_;

    void count_held(const std::vector<instrument::BlockTime>& times);
    void draw_bars(const std::vector<instrument::BlockTime>& times);
};

} // namespace warpscope::ui
