// Dear ImGui on an OpenGL context: makes frames for a window, for a picture, or for a test. Knows no window system.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "base/drawing.hpp"
#include "gl/context.hpp"
#include "gl/framebuffer.hpp"
#include "ui/imgui/frame_damage.hpp"
#include "ui/imgui/frame_drawing.hpp"
#include "ui/imgui/key_focus.hpp"
#include "ui/style/style.hpp"

namespace warpscope::ui {

/// RGBA, 4 bytes per pixel, top row first.
struct Picture {
    uint32_t width = 0, height = 0;
    std::vector<uint8_t> rgba;
    std::shared_ptr<const drawing::Picture> shapes; // the same for files that scale, where that was asked for
};

class ImguiHost {
public:
    /// Needs a current OpenGL context whose functions are loaded. There may be one host at a time.
    [[nodiscard]] static Result<std::unique_ptr<ImguiHost>> create();
    ~ImguiHost();
    ImguiHost(const ImguiHost&) = delete;
    ImguiHost& operator=(const ImguiHost&) = delete;

    [[nodiscard]] const Fonts& fonts() const { return fonts_; }
    /// Frames are drawn where they differ from the one before only: for software OpenGL.
    void draw_changes_only(bool on) { changes_only_ = on; }

    /// Starts a frame of width x height units with `density` pixels per unit, `seconds` after the last one. For frames
    /// without a window; a window's backend sets these itself and then calls begin_window_frame().
    void begin_frame(uint32_t width, uint32_t height, float density, double seconds);
    void begin_window_frame();
    /// Ends the frame and draws it into the framebuffer that is bound.
    void end_frame(const Ground& ground);
    /// Ends the frame without drawing it.
    void drop_frame();
    /// Ends the frame, draws it into a picture of its own, and reads that back. Waits for the GPU. `part`, in pixels:
    /// of that alone, which in software takes as much less time as it is smaller.
    [[nodiscard]] Result<Picture> end_frame_as_picture(const Ground& ground,
                                                       const std::optional<PixelRect>& part = std::nullopt);
    /// The frame that was ended last, if it was drawn with plain edges (frame_drawing.hpp).
    [[nodiscard]] drawing::Picture last_frame_as_drawing(const TextureDrawing& of_texture) const;

private:
    ImguiHost() = default;
    void draw_whole(const Ground& ground, ImDrawData& data);
    void draw_changes(const Ground& ground, ImDrawData& data);

    Fonts fonts_;
    KeyFocus key_focus_;
    bool changes_only_ = false;
    FrameDamage damage_;
    gl::Framebuffer kept_; // the last frame, where only changes are drawn
};

/// The part of `picture` within the rectangle, cut at the picture's edges.
[[nodiscard]] Picture cropped(const Picture& picture, uint32_t x, uint32_t y, uint32_t width, uint32_t height);

} // namespace warpscope::ui
