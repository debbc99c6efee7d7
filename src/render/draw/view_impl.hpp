#pragma once

#include "gl/framebuffer.hpp"
#include "render/draw/part_uniforms.hpp"
#include "render/maps/finding_marks.hpp"

namespace warpscope::render {

inline constexpr float unpainted_strength = 0.6f;
[[nodiscard]] inline float plain_strength(const ViewState& state) {
    return state.paint ? unpainted_strength : state.difference ? 0.0f : 1.0f;
}

struct DrawnState {
    ViewState state;
    uint32_t width = 0, height = 0;
    uint64_t textures = 0, revision = 0;

    friend bool operator==(const DrawnState&, const DrawnState&) = default;
};

struct DrawnPart {
    Part part;
    std::shared_ptr<const LayerMap> layer;
    std::shared_ptr<const PictureMap> picture;
    std::shared_ptr<const HeatMap> heat;
    std::vector<FindingPlace> findings;
    std::shared_ptr<const FocusMask> focus;
    bool dimmed = false;
    float ring = 0;
};

struct PartClip {
    Point low, high;
};
[[nodiscard]] PartClip clip_of(const std::vector<Part>& parts, size_t part, const Camera& camera, Point size);

struct WaitingPart {
    ViewState state;
    Part part;
    PartSources sources;
    Marker marker;
    PartClip clip;
};

struct WaitingPicture {
    DrawnState state;
    bool keeps = false; // draws only `parts` over the old picture
    std::vector<WaitingPart> parts;
};

struct View::Impl {
    gl::Framebuffer framebuffer;
    std::optional<DrawnState> drawn;
    std::optional<DrawnState> in_window;
    std::optional<WaitingPicture> waiting;
    uint64_t drawings = 0;
    std::vector<DrawnPart> parts;
    std::vector<NameArea> names;
};

} // namespace warpscope::render
