// Textures that grow row by row, with their mipmaps, so that a large map can be handed to OpenGL over several frames.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "gl/texture.hpp"
#include "render/upload_budget.hpp"

namespace warpscope::render {

/// What four texels become on the next smaller level.
enum class Reduction : uint8_t {
    none,    // no smaller levels
    average, // of each byte
    any,     // bitwise or: a mark stays visible however small it gets
    highest, // the one with the highest last byte: the same for marks of which only one can be shown
};

/// A texture whose smaller levels are allocated too. One of r8 is a grey.
struct GridTexture {
    gl::Texture texture;
    int levels = 1;

    [[nodiscard]] static GridTexture create(gl::PixelFormat format, uint32_t width, uint32_t height,
                                            Reduction reduction);
    void bind(uint32_t unit) const { texture.bind(unit); }
};

/// From here on a texture's memory matters more than the time that it takes to make it anew, or to wait for it.
[[nodiscard]] constexpr bool is_large(uint64_t texels) { return texels > uint64_t{8} << 20; }

/// Textures of the run before, to be used again by the next when the size is the same. Large ones are freed instead:
/// beside those of two runs a third's would take more memory than making them anew takes time.
class TexturePool {
public:
    [[nodiscard]] GridTexture take(gl::PixelFormat format, uint32_t width, uint32_t height, Reduction reduction);
    void give(GridTexture texture);
    /// Frees what has not been taken again.
    void clear() { free_.clear(); }

private:
    std::vector<GridTexture> free_;
};

/// Takes the rows of a texture's largest level in order, makes and uploads the smaller levels. Texel is uint32_t for
/// rgba8 and r32ui, uint16_t for rg8, uint8_t for r8 and r8ui.
template<class Texel>
class MipmapUpload {
public:
    MipmapUpload(GridTexture& target, Reduction reduction);

    void push(std::span<const Texel> rows);
    /// Goes on with the smaller levels, taking what it uploads from `budget`. True when nothing is left to do. Only
    /// after the last row was pushed.
    bool finish(UploadBudget& budget);

private:
    /// Returns whether an odd last column or row counts, too.
    [[nodiscard]] bool keeps_all() const { return reduction_ == Reduction::any || reduction_ == Reduction::highest; }
    [[nodiscard]] Texel joined(Texel one, Texel other) const;
    void reduce_into(std::vector<Texel>& smaller, std::span<const Texel> larger, size_t larger_width) const;
    void upload(int level, uint32_t row, uint32_t width, std::span<const Texel> rows) const;

    GridTexture& target_;
    Reduction reduction_;
    uint32_t rows_ = 0;               // of the largest level, so far
    std::vector<Texel> odd_row_;      // waits for its partner
    std::vector<Texel> level_, next_; // the level made last, and the one below it being made
    int level_number_ = 1;
    uint32_t level_rows_done_ = 0;
};

} // namespace warpscope::render
