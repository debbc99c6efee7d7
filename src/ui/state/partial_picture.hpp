// The picture of a run that is under way: the output of the blocks that have run, over that of the run before.
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
    /// Brings the texture up to date; null lets go of it. What is of the run before is paled with `veil`. On the thread
    /// of the OpenGL context.
    void show(std::shared_ptr<const session::PartialOutput> output, ImU32 veil);
    /// RGBA with smaller levels, as of a GPU's picture; 0: none.
    [[nodiscard]] uint32_t texture() const { return grid_.texture.id(); }
    /// Given to show() last, whether it could be shown or not.
    [[nodiscard]] const std::shared_ptr<const session::PartialOutput>& offered() const { return offered_; }
    /// Grows with every picture.
    [[nodiscard]] uint64_t pictures() const { return pictures_; }
    /// Of the last launch's blocks that have run.
    [[nodiscard]] float share() const { return output_ ? output_->share : 0; }
    /// What the followed block does in the run under way; null where that is not known.
    [[nodiscard]] std::shared_ptr<const metrics::BlockTrace> trace() const {
        return output_ ? output_->trace : nullptr;
    }
    /// The run over whose output it lies; null: none.
    [[nodiscard]] std::shared_ptr<const session::RunResult> before() const {
        return output_ ? output_->before : nullptr;
    }

private:
    template<class Texel>
    void upload(const render::Plane& plane, const render::ValueRange& range, gl::PixelFormat format, ImU32 veil);

    std::shared_ptr<const session::PartialOutput> offered_, output_; // output_: null where it could not be shown
    render::GridTexture grid_;
    uint64_t pictures_ = 0;
};

} // namespace warpscope::ui
