#include "ui/state/partial_picture.hpp"

#include <algorithm>

#include "render/layout/cell_plane.hpp"
#include "render/upload_budget.hpp"

namespace warpscope::ui {

namespace {

uint32_t mixed(uint32_t below, ImU32 above) {
    const uint32_t alpha = above >> IM_COL32_A_SHIFT;
    uint32_t out = below & 0xff000000u;
    for (const uint32_t shift : {0u, 8u, 16u}) {
        const uint32_t under = below >> shift & 0xffu, over = above >> shift & 0xffu;
        out |= (under * (255 - alpha) + over * alpha) / 255 << shift;
    }
    return out;
}

void pale(const session::PartialOutput& output, size_t first, std::span<uint32_t> pixels, ImU32 veil) {
    const BufferLayout& layout = output.output.layout;
    const size_t end = std::min<size_t>(first + pixels.size(), layout.shape.cells());
    if (end <= first || output.written->size() < end) return;
    const size_t bytes = output.output.bytes->size() / layout.shape.cells();
    for (size_t cell = first; cell < end; ++cell)
        if ((*output.written)[cell * bytes] == std::byte{0}) pixels[cell - first] = mixed(pixels[cell - first], veil);
}

} // namespace

template<class Texel>
void PartialPicture::upload(const render::Plane& plane, const render::ValueRange& range, gl::PixelFormat format,
                            ImU32 veil) {
    const auto width = static_cast<uint32_t>(plane.width()), height = static_cast<uint32_t>(plane.height());
    const gl::Texture& texture = grid_.texture;
    if (!texture || texture.format() != format || texture.width() != width || texture.height() != height)
        grid_ = render::GridTexture::create(format, width, height, render::Reduction::average);
    // Works in strips that fit the CPU's cache.
    const uint32_t strip = std::clamp<uint32_t>((128u << 10) / (std::max(width, 1u) * sizeof(Texel)), 1, height);
    std::vector<Texel> pixels(size_t{width} * strip);
    render::MipmapUpload<Texel> upload(grid_, render::Reduction::average);
    for (uint32_t row = 0; row < height; row += strip) {
        const std::span<Texel> rows = std::span(pixels).first(size_t{width} * std::min(strip, height - row));
        render::picture_rows(output_->output, plane, range, row, static_cast<int64_t>(rows.size() / width), rows);
        if constexpr (sizeof(Texel) == sizeof(uint32_t))
            if (output_->written) pale(*output_, size_t{width} * row, rows, veil);
        upload.push(rows);
    }
    render::UploadBudget all = render::UploadBudget::unlimited();
    while (!upload.finish(all)) {
    }
}

void PartialPicture::show(std::shared_ptr<const session::PartialOutput> output, ImU32 veil) {
    if (output == offered_) return;
    offered_ = output_ = std::move(output);
    GLint max = 0;
    glGetIntegerv(GL_MAX_TEXTURE_SIZE, &max);
    render::Plane plane;
    if (output_) plane = render::plane_of(*output_->before, render::Space::output);
    if (!output_ || !plane.gapless() || plane.width() > max || plane.height() > max) {
        output_.reset();
        grid_ = {};
        return;
    }
    render::RangeFinder finder(output_->output);
    finder.look(output_->output.layout.elements());
    if (render::is_gray(output_->output, plane) && finder.not_finite() == 0 && !output_->written)
        upload<uint8_t>(plane, finder.range(), gl::PixelFormat::r8, veil);
    else
        upload<uint32_t>(plane, finder.range(), gl::PixelFormat::rgba8, veil);
    ++pictures_;
}

} // namespace warpscope::ui
