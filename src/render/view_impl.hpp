// What a view keeps between drawing its picture and drawing its text.
#pragma once

#include "gl/framebuffer.hpp"
#include "render/findings.hpp"
#include "render/textures.hpp"

namespace warpscope::render {

/// What the pixels of a view depend on, apart from a live texture's contents.
struct DrawnState {
    ViewState state;
    uint32_t width = 0, height = 0;
    uint64_t revision = 0;

    friend bool operator==(const DrawnState&, const DrawnState&) = default;
};

struct View::Impl {
    gl::Framebuffer framebuffer;
    std::optional<DrawnState> drawn;
    // Of the run that was drawn last; what draw_text needs beyond the run itself.
    std::shared_ptr<const LayerMap> layer;
    std::shared_ptr<const PictureMap> picture;
    std::shared_ptr<const HeatMap> heat;
    std::vector<FindingPlace> findings;
    // A live texture has no smaller levels, so a copy with them is drawn when cells are smaller than pixels.
    GridTexture live_copy;
    gl::Handle<gl::DeleteFramebuffer> live_source, live_target;
};

} // namespace warpscope::render
