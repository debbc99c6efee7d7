// Frames without a window: for pictures of the whole window and for tests.
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
    /// Makes an OpenGL context through EGL; fails (ErrorKind::environment) where there is none. `prefer_gpu` as in
    /// gl::HeadlessOptions.
    [[nodiscard]] static Result<std::unique_ptr<Offscreen>> create(uint32_t width, uint32_t height, bool prefer_gpu);

    /// `wake` as in App::create().
    [[nodiscard]] Result<void> start(Start start, std::function<void()> wake = {});
    [[nodiscard]] App& app() { return *app_; }
    [[nodiscard]] const gl::ContextInfo& info() const { return context_.info(); }

    /// One frame, `seconds` after the last. It is not seen: unless paint_frames() was called, its pixels are not made.
    void frame(double seconds = 1.0 / 60);
    /// From now on frames are painted, for who measures how long that takes.
    void paint_frames(bool on = true) { paints_frames_ = on; }
    /// Frames until the app has settled; false when it has not after `limit` seconds of real time, or OpenGL no longer
    /// answers.
    [[nodiscard]] bool settle(double limit);
    /// False when a frame was not drawn within a minute, or within seconds after the GPU was lost to a kernel's fault.
    /// Then any call of OpenGL may wait for as long, also those that free what is here: the program should say so and
    /// leave without them.
    [[nodiscard]] bool answers() const { return answers_; }
    /// One more frame, as a picture.
    [[nodiscard]] Result<Picture> picture();
    /// What painted frames have left on the screen: RGBA, top row first.
    [[nodiscard]] std::vector<uint8_t> screen() const;
    void resize(uint32_t width, uint32_t height);

private:
    /// What other threads call the one that makes frames with.
    struct Bell {
        std::mutex mutex;
        std::condition_variable rings;
        bool rung = false;
        void ring();
        /// Until it rings or has rung since the last wait, at most for `seconds`.
        void wait(double seconds);
    };

    Offscreen(gl::HeadlessContext context, uint32_t width, uint32_t height);

    gl::HeadlessContext context_; // first, so that it goes last
    std::unique_ptr<ImguiHost> host_;
    gl::Framebuffer target_;
    gl::Fence last_frame_; // passed when it is drawn
    std::shared_ptr<Bell> bell_ = std::make_shared<Bell>();
    std::unique_ptr<App> app_;
    uint32_t width_, height_;
    bool answers_ = true, paints_frames_ = false;
};

} // namespace warpscope::ui
