// The blocks of a GPU's recording, one row per multiprocessor, as bars over time. Made once as a texture: a launch may
// have tens of thousands of bars, too many to hand to OpenGL anew in every frame. Where they are narrower than pixels,
// a pixel shows how many blocks its multiprocessor held at a time.
#pragma once

#include <memory>
#include <optional>

#include "gl/texture.hpp"
#include "ui/workbench.hpp"
#include "workbench/gpu/gpu_results.hpp"

namespace warpscope::ui {

class BlockPicture {
public:
    /// Becomes the picture of `recording`, `columns` pixels wide and `row` pixels per multiprocessor, unless it is that
    /// already. Both are at least 1. Needs the OpenGL context.
    void show(std::shared_ptr<const session::Recording> recording, uint32_t columns, uint32_t row);

    [[nodiscard]] uint32_t texture() const { return texture_.id(); }
    [[nodiscard]] const BlockLanes& lanes() const { return lanes_; }
    /// Bars are narrower than pixels.
    [[nodiscard]] bool crowded() const { return most_held_ > 0; }
    /// Where it is crowded(): how many blocks a multiprocessor held during a pixel's time, on average, and the most.
    [[nodiscard]] float held_at(size_t lane, uint32_t column) const;
    [[nodiscard]] float most_held() const { return most_held_; }
    /// The block drawn at a pixel; none between bars, and where it is crowded().
    [[nodiscard]] std::optional<uint32_t> block_at(size_t lane, uint32_t column) const;

private:
    std::shared_ptr<const session::Recording> recording_;
    BlockLanes lanes_;
    uint32_t columns_ = 0, row_ = 0;
    std::vector<uint32_t> blocks_; // by lane, then column: linear block index plus 1; 0: none
    std::vector<float> held_;      // likewise
    float most_held_ = 0;
    gl::Texture texture_;

    void count_held(const std::vector<instrument::BlockTime>& times);
    void draw_bars(const std::vector<instrument::BlockTime>& times);
};

} // namespace warpscope::ui
