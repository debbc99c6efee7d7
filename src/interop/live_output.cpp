#include "interop/live_output.hpp"

#include <chrono>
#include <cstdlib>
#include <mutex>
#include <optional>
#include <string_view>
#include <thread>
#include <utility>

#include "gpu/child/guard.hpp"
#include "gpu/device.hpp"
#include "interop/presenter.hpp"
#include "interop/uploaded_run.hpp"
#include "session/device.hpp"

namespace warpscope::interop {
namespace {

Message refusal_from_environment() {
    const char* setting = std::getenv("WARPSCOPE_INTEROP");
    return setting && std::string_view(setting) == "off" ? Message::verbatim("WARPSCOPE_INTEROP=off") : Message();
}

} // namespace

struct LiveOutput::Impl {
    Impl(gpu::Runtime& runtime, GlBridge& bridge, double timeout, gpu::Guard* guard)
        : runtime(runtime)
        , bridge(bridge)
        , timeout(timeout)
        , guard(guard) {
        status.why = msg("nothing has been run on the GPU yet");
    }

    gpu::Runtime& runtime;
    GlBridge& bridge;
    double timeout;
    gpu::Guard* guard;

    std::mutex maker_mutex;
    std::unique_ptr<RunUploader> maker; // guarded by maker_mutex

    std::unique_ptr<Presenter> presenter;
    bool held = false;

    mutable std::mutex mutex; // guards the members below
    std::shared_ptr<const gpu::Devices> devices;
    std::shared_ptr<const UploadedRun> next, shown, retired; // prepare() frees `retired`, because that waits
    LiveStatus status;
    bool wanted = false; // the GPU draws the newest run
    bool gpu_lost = false;

    void deactivate(const Message& why) {
        std::shared_ptr<const UploadedRun> dropped; // destroyed after unlocking
        const std::lock_guard lock(mutex);
        dropped = std::exchange(next, nullptr);
        wanted = false;
        status.active = status.kept_off = status.stopped = false;
        status.path.clear();
        status.why = why;
    }

    void keep_off(const Message& why) {
        deactivate(why);
        const std::lock_guard lock(mutex);
        status.kept_off = true;
    }

    void offer(std::shared_ptr<const UploadedRun> uploaded) {
        const std::lock_guard lock(mutex);
        if (uploaded->device != status.number) return;
        std::swap(next, uploaded);
        wanted = true;
        status.kept_off = status.stopped = false;
    }

    void stop(const Diagnostic& diagnostic) {
        deactivate(diagnostic.message);
        const std::lock_guard lock(mutex);
        status.stopped = true;
    }

    void fail(const Diagnostic& diagnostic, bool for_good) {
        deactivate(diagnostic.whole());
        const std::lock_guard lock(mutex);
        gpu_lost = gpu_lost || for_good;
        status.lost = gpu_lost;
    }

    void publish() {
        const std::lock_guard lock(mutex);
        if (!wanted || presenter->device() != status.number) return;
        status.active = presenter->texture() != 0;
        status.path = !status.active ? "" : presenter->shares_texture() ? "shared texture" : "host copy";
        status.why = presenter->copy_reason();
        status.note = shown ? shown->module->note() : Message();
        status.kernel_ms = presenter->kernel_ms();
        status.picture_ms = presenter->picture_ms();
        status.pictures = presenter->pictures();
    }

    void report_problem() {
        const std::lock_guard lock(mutex);
        if (!wanted) return;
        status.active = false;
        status.why =
            msg("the GPU has not delivered the picture for some seconds: the kernel is slow, another program uses the "
                "GPU, or OpenGL and CUDA wait for each other, which happens with some drivers after a kernel's fault "
                "(restart the computer, or set WARPSCOPE_INTEROP=off to copy pictures through the host)");
    }

    /// Requires the lock. The caller must destroy the returned run after unlocking.
    [[nodiscard]] std::shared_ptr<const UploadedRun> choose(gpu::Devices changed) {
        const gpu::DeviceStatus now = changed.chosen();
        const bool other = now.device != status.number || !status.known;
        devices = std::make_shared<const gpu::Devices>(std::move(changed));
        status.device = now.name;
        status.compute = now.compute;
        status.number = now.device;
        status.known = true;
        if (!other || gpu_lost) return nullptr;
        wanted = status.active = false;
        status.path.clear();
        status.why = now.usable ? msg("nothing has been run on the GPU yet") : now.why;
        return std::exchange(next, nullptr);
    }

    Result<std::shared_ptr<const UploadedRun>>
    make_in_child_process(const session::RunResult& run, const PictureLayout& layout, const gpu::DeviceStatus& device) {
        gpu::RunOptions options;
        options.time_limit = gpu::limit_of_faulty_kernels();
        const uint32_t output = run.prepared.output_buffer;
        for (uint32_t i = 0; i < run.prepared.plan.buffers.size(); ++i)
            if (i != output) options.unread.push_back(i);
        const auto ran = guard->run(device.device, run.compiled.ptx, run.prepared.plan, options);
        if (!ran) {
            stop(ran.error());
            return tl::unexpected(ran.error());
        }
        return maker->make(run_of_output(run, ran->buffers[output].bytes), layout, ran->kernel_ms);
    }

    std::shared_ptr<const UploadedRun> take_next() {
        const std::lock_guard lock(mutex);
        if (!next) return nullptr;
        retired = std::exchange(shown, std::exchange(next, nullptr));
        return shown;
    }
};

LiveOutput::LiveOutput()
    : LiveOutput(gpu::system_runtime(), system_gl_bridge(), 5, gpu::system_guard()) {}
LiveOutput::LiveOutput(gpu::Runtime& runtime, GlBridge& bridge, double timeout, gpu::Guard* guard)
    : impl_(std::make_unique<Impl>(runtime, bridge, timeout, guard)) {}

LiveOutput::~LiveOutput() {
    hold(false);
    // Waits for the picture. Leaks the state if the GPU does not respond, because freeing may wait forever.
    while (under_way() && !overdue()) {
        if (!impl_->presenter->poll()) break;
        std::this_thread::sleep_for(std::chrono::milliseconds(1));
    }
    if (overdue()) (void)impl_.release();
}

void LiveOutput::find() {
    Impl& live = *impl_;
    if (devices()) return;
    gpu::Devices found = gpu::find_devices(live.runtime);
    std::shared_ptr<const UploadedRun> dropped;
    const std::lock_guard lock(live.mutex);
    dropped = live.choose(std::move(found));
}

void LiveOutput::use_display() {
    Impl& live = *impl_;
    std::vector<int> display;
    if (live.bridge.gl_devices(display) != gpu::code::success) display.clear();
    std::shared_ptr<const UploadedRun> dropped;
    const std::lock_guard lock(live.mutex);
    if (!live.devices) return;
    gpu::Devices changed = *live.devices;
    changed.display = std::move(display);
    dropped = live.choose(std::move(changed));
}

void LiveOutput::use(std::optional<int> device) {
    Impl& live = *impl_;
    std::shared_ptr<const UploadedRun> dropped;
    const std::lock_guard lock(live.mutex);
    if (!live.devices) return;
    gpu::Devices changed = *live.devices;
    changed.user = device;
    dropped = live.choose(std::move(changed));
}

std::shared_ptr<const gpu::Devices> LiveOutput::devices() const {
    const std::lock_guard lock(impl_->mutex);
    return impl_->devices;
}

Result<void> LiveOutput::prepare(const session::RunResult& run, bool insists,
                                 const std::optional<PictureLayout>& requested) {
    const PictureLayout layout = requested.value_or(rows_of_output(run));
    Impl& live = *impl_;
    find();
    const gpu::DeviceStatus device = devices()->chosen();
    const std::lock_guard maker_lock(live.maker_mutex);
    std::shared_ptr<const UploadedRun> retired;
    {
        const std::lock_guard lock(live.mutex);
        retired = std::exchange(live.retired, nullptr);
        if (live.gpu_lost) return {};
    }
    if (!device.usable) {
        live.deactivate(device.why);
        return {};
    }
    if (const auto why = display_error(run, layout)) {
        live.deactivate(*why);
        return {};
    }
    const auto danger = session::gpu_safety_error(run, false);
    if (danger && live.guard != nullptr) live.guard->prepare(device.device); // the user may consent soon
    if (danger && !insists) {
        live.keep_off(*danger);
        return {};
    }
    if (!live.maker || live.maker->device() != device.device)
        live.maker = std::make_unique<RunUploader>(live.runtime, device);
    auto uploaded = danger && live.guard != nullptr ? live.make_in_child_process(run, layout, device)
                                                    : live.maker->make(run, layout);
    if (!uploaded && status().stopped) return tl::unexpected(uploaded.error());
    if (!uploaded) {
        live.fail(uploaded.error(), live.maker->gpu_lost());
        return tl::unexpected(uploaded.error());
    }
    if (!danger) live.maker->reserve_for(run);
    live.offer(std::move(*uploaded));
    return {};
}

bool LiveOutput::prepare_now(const session::RunResult& run, const std::optional<PictureLayout>& requested) {
    const PictureLayout layout = requested.value_or(rows_of_output(run));
    Impl& live = *impl_;
    const std::unique_lock lock(live.maker_mutex, std::try_to_lock);
    if (!lock || !live.maker || live.maker->device() != status().number || status().lost) return false;
    if (display_error(run, layout) || session::gpu_safety_error(run, false) || !live.maker->is_ready_for(run))
        return false;
    auto uploaded = live.maker->make(run, layout);
    if (uploaded) live.offer(std::move(*uploaded));
    return uploaded.has_value();
}

bool LiveOutput::show() {
    Impl& live = *impl_;
    if (under_way()) return false;
    const std::shared_ptr<const UploadedRun> uploaded = live.take_next();
    if (!uploaded) return false;
    if (!live.presenter || live.presenter->device() != uploaded->device)
        live.presenter =
            std::make_unique<Presenter>(live.runtime, live.bridge, uploaded->device, refusal_from_environment());
    live.presenter->hold(live.held);
    if (auto started = live.presenter->start(uploaded); !started) {
        live.fail(started.error(), live.presenter->gpu_lost());
        return false;
    }
    live.publish();
    return true;
}

void LiveOutput::hold(bool on) {
    impl_->held = on;
    if (impl_->presenter) impl_->presenter->hold(on);
}

bool LiveOutput::under_way() const { return impl_->presenter && impl_->presenter->busy(); }

bool LiveOutput::overdue() const {
    const std::chrono::duration<double> timeout(impl_->timeout);
    return under_way() && std::chrono::steady_clock::now() - impl_->presenter->busy_since() > timeout;
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
    if (overdue()) live.report_problem();
    if (was_busy && !live.presenter->busy()) show();
}

uint32_t LiveOutput::texture() const {
    {
        const std::lock_guard lock(impl_->mutex);
        if (!impl_->status.active) return 0;
    }
    return impl_->presenter->texture();
}

SharedBytes LiveOutput::values() const { return texture() != 0 ? impl_->presenter->values() : nullptr; }

PictureLayout LiveOutput::layout() const { return impl_->presenter ? impl_->presenter->layout() : PictureLayout(); }

LiveStatus LiveOutput::status() const {
    const std::lock_guard lock(impl_->mutex);
    return impl_->status;
}

} // namespace warpscope::interop
