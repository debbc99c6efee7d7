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
#include "ui/workbench.hpp"
#include "workbench/export/picture.hpp"

namespace warpscope::ui {

class ImguiHost {
public:
    /// Needs a current OpenGL context. Only one host may exist.
    [[nodiscard]] static Result<std::unique_ptr<ImguiHost>> create();
    ~ImguiHost();
    ImguiHost(const ImguiHost&) = delete;
    ImguiHost& operator=(const ImguiHost&) = delete;

    [[nodiscard]] const Fonts& fonts() const { return fonts_; }
    /// Draws only changed tiles, because software OpenGL is slow.
    void draw_changes_only(bool on) { changes_only_ = on; }

    /// Begins a frame with `density` pixels per unit. Windows use begin_window_frame() instead, because the ImGui
    /// backend sets these values.
    void begin_frame(uint32_t width, uint32_t height, float density, double seconds);
    void begin_window_frame();
    void end_frame(const Ground& ground);
    void drop_frame();
    /// Changes when a new glyph needs a larger atlas.
    [[nodiscard]] int atlas_number() const;
    /// Waits for the GPU. A smaller `part`, in pixels, saves time with software OpenGL.
    [[nodiscard]] Result<Picture> end_frame_as_picture(const Ground& ground,
                                                       const std::optional<PixelRect>& part = std::nullopt);
    /// Requires plain edges (frame_drawing.hpp).
    [[nodiscard]] drawing::Picture last_frame_as_drawing(const TextureDrawing& of_texture) const;

private:
    ImguiHost() = default;
    void draw_whole(const Ground& ground, ImDrawData& data);
    void draw_changes(const Ground& ground, ImDrawData& data);

    Fonts fonts_;
    KeyFocus key_focus_;
    bool changes_only_ = false;
    FrameDamage damage_;
    gl::Framebuffer kept_; // last frame, if changes_only_
};

[[nodiscard]] Picture cropped(const Picture& picture, uint32_t x, uint32_t y, uint32_t width, uint32_t height);

} // namespace warpscope::ui
