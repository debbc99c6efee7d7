#pragma once

#include <condition_variable>
#include <functional>
#include <memory>
#include <mutex>

#include "gl/framebuffer.hpp"
#include "gl/headless.hpp"
#include "gl/objects.hpp"
#include "ui/app/app.hpp"
#include "ui/imgui/imgui_host.hpp"

namespace warpscope::ui {

class Offscreen {
public:
    /// Fails with ErrorKind::environment if EGL gives no OpenGL context.
    [[nodiscard]] static Result<std::unique_ptr<Offscreen>> create(uint32_t width, uint32_t height, bool prefer_gpu);

    [[nodiscard]] Result<void> start(Start start, std::function<void()> wake = {});
    [[nodiscard]] App& app() { return *app_; }
    [[nodiscard]] const gl::ContextInfo& info() const { return context_.info(); }

    /// Renders no pixels unless paint_frames() was called.
    void frame(double seconds = 1.0 / 60);
    void paint_frames(bool on = true) { paints_frames_ = on; }
    /// Draws frames until the picture no longer changes. Returns false after `limit` seconds, or if OpenGL hangs.
    [[nodiscard]] bool settle(double limit);
    /// Returns false if a frame hangs, as after a kernel fault. OpenGL cleanup may hang as well: exit without
    /// destructors.
    [[nodiscard]] bool answers() const { return answers_; }
    [[nodiscard]] Result<Picture> picture();
    /// Returns the last rendered frame: RGBA, top row first.
    [[nodiscard]] std::vector<uint8_t> screen() const;
    void resize(uint32_t width, uint32_t height);

private:
    /// Signal that wakes the thread which makes frames. Thread-safe.
    struct Bell {
        std::mutex mutex;
        std::condition_variable rings;
        bool rung = false;
        void ring();
        void wait(double seconds);
    };

    Offscreen(gl::HeadlessContext context, uint32_t width, uint32_t height);

    gl::HeadlessContext context_; // destroyed last
    std::unique_ptr<ImguiHost> host_;
    gl::Framebuffer target_;
    gl::Fence last_frame_;
    std::shared_ptr<Bell> bell_ = std::make_shared<Bell>();
    std::unique_ptr<App> app_;
    uint32_t width_, height_;
    bool answers_ = true, paints_frames_ = false;
};

} // namespace warpscope::ui
