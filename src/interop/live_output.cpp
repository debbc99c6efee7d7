#include "interop/live_output.hpp"

#include <cstdlib>
#include <mutex>
#include <optional>
#include <string_view>
#include <utility>

#include "gpu/device.hpp"
#include "interop/presenter.hpp"
#include "interop/scene.hpp"

namespace warpscope::interop {
namespace {

std::string refusal_from_environment() {
    const char* wish = std::getenv("WARPSCOPE_INTEROP");
    return wish && std::string_view(wish) == "off" ? "WARPSCOPE_INTEROP=off" : "";
}

} // namespace

struct LiveOutput::Impl {
    Impl(gpu::Runtime& runtime, GlBridge& bridge)
        : runtime(runtime)
        , bridge(bridge) {
        status.why = "nothing has been run on the GPU yet";
    }

    gpu::Runtime& runtime;
    GlBridge& bridge;

    // Worker. Old scenes are let go of here, because freeing GPU memory waits for the GPU.
    std::optional<gpu::DeviceStatus> device;
    std::unique_ptr<SceneMaker> maker;

    // GL thread.
    std::unique_ptr<Presenter> presenter;

    mutable std::mutex mutex; // all below
    std::shared_ptr<const Scene> next, shown, retired;
    LiveStatus status;
    bool wanted = false; // the newest run that was prepared shall be drawn by the GPU
    bool gpu_lost = false;

    void deactivate(const std::string& why) {
        std::shared_ptr<const Scene> dropped; // ends after the lock does
        const std::lock_guard lock(mutex);
        dropped = std::exchange(next, nullptr);
        wanted = false;
        status.active = false;
        status.path.clear();
        status.why = why;
    }

    void offer(std::shared_ptr<const Scene> scene) {
        const std::lock_guard lock(mutex);
        std::swap(next, scene); // an older one that was never shown ends after the lock does
        wanted = true;
    }

    void fail(const Diagnostic& diagnostic, bool for_good) {
        deactivate(diagnostic.text());
        const std::lock_guard lock(mutex);
        gpu_lost = gpu_lost || for_good;
    }

    void publish() {
        const std::lock_guard lock(mutex);
        if (!wanted) return;
        status.active = presenter->texture() != 0;
        status.path = !status.active ? "" : presenter->shares_texture() ? "shared texture" : "host copy";
        status.why = presenter->why_copied();
        status.kernel_ms = presenter->kernel_ms();
        status.picture_ms = presenter->picture_ms();
        status.pictures = presenter->pictures();
    }

    std::shared_ptr<const Scene> take_next() {
        const std::lock_guard lock(mutex);
        if (!next) return nullptr;
        retired = std::exchange(shown, std::exchange(next, nullptr));
        return shown;
    }
};

LiveOutput::LiveOutput()
    : LiveOutput(gpu::system_runtime(), system_gl_bridge()) {}
LiveOutput::LiveOutput(gpu::Runtime& runtime, GlBridge& bridge)
    : impl_(std::make_unique<Impl>(runtime, bridge)) {}
LiveOutput::~LiveOutput() = default;

Result<void> LiveOutput::prepare(const session::RunResult& run) {
    Impl& live = *impl_;
    if (!live.device) {
        live.device = gpu::find_device(live.runtime);
        const std::lock_guard lock(live.mutex);
        live.status.device = live.device->name;
        live.status.compute = live.device->compute;
    }
    std::shared_ptr<const Scene> retired;
    {
        const std::lock_guard lock(live.mutex);
        retired = std::exchange(live.retired, nullptr);
        if (live.gpu_lost) return {}; // the reason stays
    }
    if (!live.device->usable) {
        live.deactivate(live.device->why);
        return {};
    }
    if (const auto why = why_not_shown(run)) {
        live.deactivate(*why);
        return {};
    }
    if (!live.maker) live.maker = std::make_unique<SceneMaker>(live.runtime, *live.device);
    auto scene = live.maker->make(run);
    if (!scene) {
        live.fail(scene.error(), live.maker->gpu_lost());
        return tl::unexpected(scene.error());
    }
    live.offer(std::move(*scene));
    return {};
}

void LiveOutput::show() {
    Impl& live = *impl_;
    if (live.presenter && live.presenter->busy()) return;
    const std::shared_ptr<const Scene> scene = live.take_next();
    if (!scene) return;
    if (!live.presenter)
        live.presenter =
            std::make_unique<Presenter>(live.runtime, live.bridge, live.device->device, refusal_from_environment());
    if (auto started = live.presenter->start(scene); !started)
        live.fail(started.error(), live.presenter->gpu_lost());
    else
        live.publish();
}

void LiveOutput::poll() {
    Impl& live = *impl_;
    if (!live.presenter) return;
    const bool was_busy = live.presenter->busy();
    if (auto polled = live.presenter->poll(); !polled) {
        live.fail(polled.error(), live.presenter->gpu_lost());
        return;
    }
    live.publish();
    if (was_busy && !live.presenter->busy()) show();
}

uint32_t LiveOutput::texture() const {
    {
        const std::lock_guard lock(impl_->mutex);
        if (!impl_->status.active) return 0;
    }
    return impl_->presenter->texture();
}

LiveStatus LiveOutput::status() const {
    const std::lock_guard lock(impl_->mutex);
    return impl_->status;
}

} // namespace warpscope::interop
