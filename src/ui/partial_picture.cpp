#include "ui/partial_picture.hpp"

#include "render/picture.hpp"
#include "render/upload_budget.hpp"

namespace warpscope::ui {

void PartialPicture::show(std::shared_ptr<const session::PartialOutput> output) {
    if (output == output_) return;
    output_ = std::move(output);
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
    const auto width = static_cast<uint32_t>(plane.width()), height = static_cast<uint32_t>(plane.height());
    if (!grid_.texture || grid_.texture.width() != width || grid_.texture.height() != height)
        grid_ = render::GridTexture::create(gl::PixelFormat::rgba8, width, height, render::Reduction::average);
    std::vector<uint32_t> pixels(size_t{width} * height);
    render::picture_rows(output_->output, plane, render::value_range(output_->output), 0, height, pixels);
    render::MipmapUpload<uint32_t> upload(grid_, render::Reduction::average);
    upload.push(pixels);
    render::UploadBudget all = render::UploadBudget::unlimited();
    while (!upload.finish(all)) {
    }
    ++pictures_;
}

} // namespace warpscope::ui
