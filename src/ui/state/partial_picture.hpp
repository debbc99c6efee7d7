// Output of a running launch's finished blocks, drawn over the previous run's output.
#pragma once

#include <imgui.h>
#include <memory>

#include "render/gl/streamed_texture.hpp"
#include "render/layout/cell_plane.hpp"
#include "render/maps/buffer_picture.hpp"
#include "session/session.hpp"

namespace warpscope::ui {

class PartialPicture {
public:
    /// Shows `output`; null frees the texture. `veil`: color over cells of the previous run. Needs the OpenGL context.
    void show(std::shared_ptr<const session::PartialOutput> output, ImU32 veil);
    /// Returns an RGBA texture with mipmaps; 0: none.
    [[nodiscard]] uint32_t texture() const { return grid_.texture.id(); }
    [[nodiscard]] const std::shared_ptr<const session::PartialOutput>& offered() const { return offered_; }
    [[nodiscard]] uint64_t pictures() const { return pictures_; }
    [[nodiscard]] float share() const { return output_ ? output_->share : 0; }
    [[nodiscard]] std::shared_ptr<const metrics::BlockTrace> trace() const {
        return output_ ? output_->trace : nullptr;
    }
    [[nodiscard]] std::shared_ptr<const session::RunResult> before() const {
        return output_ ? output_->before : nullptr;
    }

private:
    template<class Texel>
    void upload(const render::Plane& plane, const render::ValueRange& range, gl::PixelFormat format, ImU32 veil);

    std::shared_ptr<const session::PartialOutput> offered_,
        output_; // output_: shown output; null if `offered_` cannot be shown
    render::GridTexture grid_;
    uint64_t pictures_ = 0;
};

} // namespace warpscope::ui
