// What a view keeps between drawing its picture and drawing its text.
#pragma once

#include "gl/framebuffer.hpp"
#include "render/draw/part_uniforms.hpp"
#include "render/maps/finding_marks.hpp"

namespace warpscope::render {

/// How much of the picture is left where nothing is painted, so that the painted threads stand out.
inline constexpr float unpainted_strength = 0.6f;

/// What the pixels of a view depend on.
struct DrawnState {
    ViewState state;
    uint32_t width = 0, height = 0;
    uint64_t textures = 0, revision = 0; // which, and of what contents

    friend bool operator==(const DrawnState&, const DrawnState&) = default;
};

/// A part of the view as it was drawn last: what draw_text needs beyond the run itself.
struct DrawnPart {
    Part part;
    std::shared_ptr<const LayerMap> layer;
    std::shared_ptr<const PictureMap> picture;
    std::shared_ptr<const HeatMap> heat;
    std::vector<FindingPlace> findings;
    std::shared_ptr<const FocusMask> focus;
    bool dimmed = false; // all but the cells of an interval
    float ring = 0;      // radius of Marker
};

/// Where a part is drawn, in pixels of a view of `size`: all of it where there is but one.
struct PartClip {
    Point low, high;
};
[[nodiscard]] PartClip clip_of(const std::vector<Part>& parts, size_t part, const Camera& camera, Point size);

/// A part that View::prepare() has found to need drawing.
struct WaitingPart {
    ViewState state;
    Part part;
    PartSources sources;
    Marker marker;
    PartClip clip;
};

struct WaitingPicture {
    DrawnState state;
    bool keeps = false; // what was drawn before, beside the parts
    std::vector<WaitingPart> parts;
};

struct View::Impl {
    gl::Framebuffer framebuffer;
    std::optional<DrawnState> drawn;
    std::optional<DrawnState> in_window;   // drawn past the framebuffer by the last paint()
    std::optional<WaitingPicture> waiting; // prepared and not drawn
    uint64_t drawings = 0;
    std::vector<DrawnPart> parts; // of the run that was drawn last
    std::vector<NameArea> names;
};

} // namespace warpscope::render
