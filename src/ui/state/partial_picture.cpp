#include "ui/state/partial_picture.hpp"

#include "render/upload_budget.hpp"

namespace warpscope::ui {

template<class Texel>
void PartialPicture::upload(const render::Plane& plane, const render::ValueRange& range, gl::PixelFormat format) {
    const auto width = static_cast<uint32_t>(plane.width()), height = static_cast<uint32_t>(plane.height());
    const gl::Texture& texture = grid_.texture;
    if (!texture || texture.format() != format || texture.width() != width || texture.height() != height)
        grid_ = render::GridTexture::create(format, width, height, render::Reduction::average);
    std::vector<Texel> pixels(size_t{width} * height);
    render::picture_rows(output_->output, plane, range, 0, height, std::span<Texel>(pixels));
    render::MipmapUpload<Texel> upload(grid_, render::Reduction::average);
    upload.push(pixels);
    render::UploadBudget all = render::UploadBudget::unlimited();
    while (!upload.finish(all)) {
    }
}

void PartialPicture::show(std::shared_ptr<const session::PartialOutput> output) {
    if (output == offered_) return;
    offered_ = output_ = std::move(output);
    GLint most = 0;
    glGetIntegerv(GL_MAX_TEXTURE_SIZE, &most);
    render::Plane plane;
    if (output_) plane = render::plane_of(*output_->before, render::Space::output);
    // Views draw such a picture only where cells lie as they are stored.
    if (!output_ || !plane.flat() || plane.width() > most || plane.height() > most) {
        output_.reset();
        grid_ = {};
        return;
    }
    render::RangeFinder finder(output_->output);
    finder.look(output_->output.layout.elements());
    if (render::is_grey(output_->output, plane) && finder.not_finite() == 0)
        upload<uint8_t>(plane, finder.range(), gl::PixelFormat::r8);
    else
        upload<uint32_t>(plane, finder.range(), gl::PixelFormat::rgba8);
    ++pictures_;
}

} // namespace warpscope::ui
