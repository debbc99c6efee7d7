// Textures with mipmaps that are uploaded row by row over several frames.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "gl/texture.hpp"
#include "render/upload_budget.hpp"

namespace warpscope::render {

/// Combination of four texels in the next smaller level.
enum class Reduction : uint8_t {
    none,    // no smaller levels
    average, // of each byte
    any,     // bitwise or, so that marks stay visible at any size
    highest, // the texel with the highest last byte, for marks that cannot be combined
};

/// A texture with allocated mipmaps; r8 is shown as gray.
struct GridTexture {
    gl::Texture texture;
    int levels = 1;

    [[nodiscard]] static GridTexture create(gl::PixelFormat format, uint32_t width, uint32_t height,
                                            Reduction reduction);
    void bind(uint32_t unit) const { texture.bind(unit); }
};

/// Returns whether a texture's memory matters more than the time to recreate it.
[[nodiscard]] constexpr bool is_large(uint64_t texels) { return texels > uint64_t{8} << 20; }

/// Textures of the previous run, for reuse at the same size. Large ones are freed, because a third run's set would take
/// too much memory.
class TexturePool {
public:
    [[nodiscard]] GridTexture take(gl::PixelFormat format, uint32_t width, uint32_t height, Reduction reduction);
    void give(GridTexture texture);
    /// Frees unused textures.
    void clear() { free_.clear(); }

private:
    std::vector<GridTexture> free_;
};

/// Uploads a texture's rows in order and makes its mipmaps. Texel: uint32_t for rgba8 and r32ui, uint16_t for rg8,
/// uint8_t for r8 and r8ui.
template<class Texel>
class MipmapUpload {
public:
    MipmapUpload(GridTexture& target, Reduction reduction);

    void push(std::span<const Texel> rows);
    /// Continues with the mipmaps after the last row, within `budget`. Returns true when finished.
    bool finish(UploadBudget& budget);

private:
    /// Returns whether odd last columns and rows must be kept.
    [[nodiscard]] bool keeps_all() const { return reduction_ == Reduction::any || reduction_ == Reduction::highest; }
    [[nodiscard]] Texel joined(Texel one, Texel other) const;
    void reduce_into(std::vector<Texel>& smaller, std::span<const Texel> larger, size_t larger_width) const;
    void upload(int level, uint32_t row, uint32_t width, std::span<const Texel> rows) const;

    GridTexture& target_;
    Reduction reduction_;
    uint32_t rows_ = 0;               // pushed so far
    std::vector<Texel> odd_row_;      // waits for its partner
    std::vector<Texel> level_, next_; // current level, and the smaller one being made
    int level_number_ = 1;
    uint32_t level_rows_done_ = 0;
};

} // namespace warpscope::render
