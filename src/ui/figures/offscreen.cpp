#include "ui/figures/offscreen.hpp"

#include <algorithm>
#include <chrono>

namespace warpscope::ui {

void Offscreen::Bell::ring() {
    const std::lock_guard lock(mutex);
    rung = true;
    rings.notify_all();
}

void Offscreen::Bell::wait(double seconds) {
    std::unique_lock lock(mutex);
    rings.wait_for(lock, std::chrono::duration<double>(seconds), [this] { return rung; });
    rung = false;
}

Offscreen::Offscreen(gl::HeadlessContext context, uint32_t width, uint32_t height)
    : context_(std::move(context))
    , width_(width)
    , height_(height) {}

Result<std::unique_ptr<Offscreen>> Offscreen::create(uint32_t width, uint32_t height, bool prefer_gpu) {
    gl::HeadlessOptions options;
    options.prefer_gpu = prefer_gpu;
    auto context = gl::HeadlessContext::create(options);
    if (!context) return tl::unexpected(context.error());
    std::unique_ptr<Offscreen> offscreen(new Offscreen(std::move(*context), width, height));
    auto host = ImguiHost::create();
    if (!host) return tl::unexpected(host.error());
    offscreen->host_ = std::move(*host);
    offscreen->host_->draw_changes_only(offscreen->info().software);
    auto target = gl::Framebuffer::create(width, height);
    if (!target) return tl::unexpected(target.error());
    offscreen->target_ = std::move(*target);
    return offscreen;
}

Result<void> Offscreen::start(Start start, std::function<void()> wake) {
    app_.reset();
    start.software_gl = info().software;
    auto app = App::create(std::move(start), host_->fonts(), [bell = bell_, also = std::move(wake)] {
        bell->ring();
        if (also) also();
    });
    if (!app) return tl::unexpected(app.error());
    app_ = std::move(*app);
    return {};
}

void Offscreen::frame(double seconds) {
    if (!answers_) return;
    host_->begin_frame(width_, height_, 1, seconds);
    app_->frame(paints_frames_ && !info().software ? std::optional(target_.id()) : std::nullopt);
    if (paints_frames_ && !app_->should_present()) {
        host_->drop_frame();
        return;
    }
    target_.bind();
    if (!paints_frames_) glEnable(GL_RASTERIZER_DISCARD);
    host_->end_frame(app_->ground());
    if (!paints_frames_) glDisable(GL_RASTERIZER_DISCARD);
    // Waits for the previous frame: without a screen, software OpenGL queues over a gigabyte of frames.
    // After a kernel fault, some drivers would block for a minute.
    answers_ = last_frame_.wait(std::chrono::seconds(app_->model().live.lost ? 5 : 60));
    if (!answers_) return;
    last_frame_ = gl::Fence::insert();
    if (app_->pending_picture()) app_->save(*host_);
}

bool Offscreen::settle(double limit) {
    const auto end = std::chrono::steady_clock::now() + std::chrono::duration<double>(limit);
    do {
        frame();
        if (!answers_) return false;
        if (app_->settled()) return true;
        // Waits briefly between frames. Frames take cores from the awaited work, but ImGui's time advances only with
        // frames.
        bell_->wait(std::clamp(app_->idle_seconds(), 0.001, 0.05));
    } while (std::chrono::steady_clock::now() < end);
    return false;
}

Result<Picture> Offscreen::picture() {
    host_->begin_frame(width_, height_, 1, 1.0 / 60);
    app_->frame();
    return host_->end_frame_as_picture(app_->ground());
}

std::vector<uint8_t> Offscreen::screen() const { return target_.read_rgba(); }

void Offscreen::resize(uint32_t width, uint32_t height) {
    auto target = gl::Framebuffer::create(width, height);
    if (!target) return;
    target_ = std::move(*target);
    width_ = width;
    height_ = height;
}

} // namespace warpscope::ui
