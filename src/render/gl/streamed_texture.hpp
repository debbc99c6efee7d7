#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "gl/texture.hpp"
#include "render/upload_budget.hpp"

namespace warpscope::render {

/// Combination of four texels to one of the next mipmap level.
enum class Reduction : uint8_t {
    none,
    average,
    any,     // bitwise or; keeps marks visible
    highest, // texel with the highest last byte
};

/// Texture with mipmaps. Shows r8 as gray.
struct GridTexture {
    gl::Texture texture;
    int levels = 1;

    [[nodiscard]] static GridTexture create(gl::PixelFormat format, uint32_t width, uint32_t height,
                                            Reduction reduction);
    void bind(uint32_t unit) const { texture.bind(unit); }
};

[[nodiscard]] constexpr bool is_large(uint64_t texels) { return texels > uint64_t{8} << 20; }

/// Keeps unused textures unless they are large.
class TexturePool {
public:
    [[nodiscard]] GridTexture take(gl::PixelFormat format, uint32_t width, uint32_t height, Reduction reduction);
    void give(GridTexture texture);
    void clear() { free_.clear(); }

private:
    std::vector<GridTexture> free_;
};

/// Upload of rows in order. Texel: uint32_t for rgba8 and r32ui, uint16_t for rg8, uint8_t for r8 and r8ui.
template<class Texel>
class MipmapUpload {
public:
    MipmapUpload(GridTexture& target, Reduction reduction);

    void push(std::span<const Texel> rows);
    bool finish(UploadBudget& budget);

private:
    /// Returns whether a smaller level keeps the last column or row of an odd number.
    [[nodiscard]] bool keeps_all() const { return reduction_ == Reduction::any || reduction_ == Reduction::highest; }
    [[nodiscard]] Texel joined(Texel one, Texel other) const;
    void reduce_into(std::vector<Texel>& smaller, std::span<const Texel> larger, size_t larger_width) const;
    void upload(int level, uint32_t row, uint32_t width, std::span<const Texel> rows) const;

    GridTexture& target_;
    Reduction reduction_;
    uint32_t rows_ = 0;
    std::vector<Texel> odd_row_;
    std::vector<Texel> level_, next_;
    int level_number_ = 1;
    uint32_t level_rows_done_ = 0;
};

} // namespace warpscope::render
