#include "gpu/executor.hpp"

#include <algorithm>
#include <chrono>
#include <fmt/format.h>
#include <mutex>

#include "gpu/child/guard.hpp"
#include "gpu/launch.hpp"
#include "gpu/module_cache.hpp"
#include "gpu/owners.hpp"
#include "gpu/textures.hpp"

namespace warpscope::gpu {
namespace {

using Clock = std::chrono::steady_clock;

double milliseconds_since(Clock::time_point start) {
    return std::chrono::duration<double, std::milli>(Clock::now() - start).count();
}

double median(std::vector<double> values) {
    const auto middle = values.begin() + static_cast<ptrdiff_t>(values.size() / 2);
    std::nth_element(values.begin(), middle, values.end());
    return *middle;
}

struct DeviceBuffers {
    std::vector<DeviceBuffer> buffers;
    std::vector<void*> addresses;

    static Result<DeviceBuffers> create(Runtime& runtime, const ExecutionPlan& plan) {
        DeviceBuffers made;
        for (const PlannedBuffer& planned : plan.buffers) {
            auto buffer = DeviceBuffer::create(runtime, planned.layout.bytes());
            if (!buffer) return tl::unexpected(buffer.error());
            made.addresses.push_back(buffer->address());
            made.buffers.push_back(std::move(*buffer));
        }
        return made;
    }

    Result<void> reset(Runtime& runtime, const ExecutionPlan& plan, StreamHandle stream) const {
        for (size_t i = 0; i < buffers.size(); ++i) {
            const PlannedBuffer& planned = plan.buffers[i];
            const uint64_t bytes = planned.layout.bytes();
            const Code error = planned.initial
                                   ? runtime.copy_to_device(addresses[i], planned.initial->data(), bytes, stream)
                                   : runtime.fill(addresses[i], static_cast<uint8_t>(undefined_byte), bytes, stream);
            if (auto done = check(runtime, error, msg("copying buffer '{}' to the GPU", planned.layout.name)); !done)
                return done;
        }
        return {};
    }

    Result<std::vector<HostBuffer>> read(Runtime& runtime, const ExecutionPlan& plan, StreamHandle stream,
                                         const std::vector<uint32_t>& unread) const {
        std::vector<HostBuffer> out;
        for (size_t i = 0; i < buffers.size(); ++i) {
            const BufferLayout& layout = plan.buffers[i].layout;
            if (std::ranges::find(unread, i) != unread.end()) {
                out.push_back({layout, nullptr});
                continue;
            }
            auto bytes = std::make_shared<Bytes>(layout.bytes());
            const Code error = runtime.copy_to_host(bytes->data(), addresses[i], bytes->size(), stream);
            if (auto done = check(runtime, error, msg("copying buffer '{}' from the GPU", layout.name)); !done)
                return tl::unexpected(done.error());
            out.push_back({layout, std::move(bytes)});
        }
        if (auto done = check(runtime, runtime.wait(stream), msg("copying results from the GPU")); !done)
            return tl::unexpected(done.error());
        return out;
    }
};

/// Checks the contents' sizes, because copies use the buffers' sizes.
Result<void> check_contents(const ExecutionPlan& plan) {
    for (const PlannedTexture& texture : plan.textures)
        if (texture.buffer >= plan.buffers.size())
            return fail(ErrorKind::failed, msg("The texture '{}' has no buffer.", texture.name));
    for (const PlannedBuffer& planned : plan.buffers)
        if (planned.initial && planned.initial->size() != planned.layout.bytes())
            return fail(ErrorKind::failed, msg("Buffer '{}' has {} bytes, but its initial contents have {}.",
                                               planned.layout.name, planned.layout.bytes(), planned.initial->size()));
    return {};
}

Diagnostic unusable(const DeviceStatus& status) {
    return {ErrorKind::environment, msg("The GPU cannot be used: {}.", status.why), {}, status.hint};
}

Result<void> describe_kernel(Runtime& runtime, const Module& module, const PlannedLaunch& launch, GpuRun& out) {
    const auto kernel = module.kernel(launch.kernel);
    if (!kernel) return tl::unexpected(kernel.error());
    out.kernel = (*kernel)->attributes;
    return check(runtime,
                 runtime.blocks_per_multiprocessor((*kernel)->handle, launch.config.threads_per_block(),
                                                   launch.config.dynamic_shared_bytes, out.blocks_per_multiprocessor),
                 msg("asking how many blocks a multiprocessor holds"));
}

} // namespace

struct Executor::Impl {
    Impl(Runtime& runtime, DeviceStatus status, Guard* guard)
        : runtime(runtime)
        , guard(guard)
        , status(std::move(status)) {}

    Runtime& runtime;
    Guard* guard;
    // Second mutex, so that status() never waits for a kernel
    mutable std::mutex status_mutex;
    DeviceStatus status;
    bool lost = false;
    std::mutex mutex; // guards the members below
    ModuleCache modules;
    Stream stream;
    Event start, end;

    DeviceStatus present_status() const {
        const std::lock_guard lock(status_mutex);
        return status;
    }

    Result<void> prepare_stream() {
        if (stream) return {};
        auto made_stream = Stream::create(runtime);
        if (!made_stream) return tl::unexpected(made_stream.error());
        auto made_start = Event::create(runtime);
        if (!made_start) return tl::unexpected(made_start.error());
        auto made_end = Event::create(runtime);
        if (!made_end) return tl::unexpected(made_end.error());
        stream = std::move(*made_stream);
        start = std::move(*made_start);
        end = std::move(*made_end);
        return {};
    }

    Result<double> run_once(const Module& module, const ExecutionPlan& plan, const DeviceBuffers& buffers,
                            const std::function<void(bool)>& running) {
        if (auto set = buffers.reset(runtime, plan, stream.handle()); !set) return tl::unexpected(set.error());
        if (auto written = write_symbols(runtime, module, plan, stream.handle()); !written)
            return tl::unexpected(written.error());
        const auto textures = DeviceTextures::create(runtime, plan, buffers.addresses, stream.handle());
        if (!textures) return tl::unexpected(textures.error());
        if (running) {
            // Waits for copies, because the time limit covers only the launches.
            if (const Code error = runtime.wait(stream.handle()); error != code::success) return failed(error);
            running(true);
        }
        runtime.record(start.handle(), stream.handle());
        if (auto queued = enqueue(runtime, module, plan, buffers.addresses, stream.handle(), textures->handles());
            !queued)
            return tl::unexpected(queued.error());
        runtime.record(end.handle(), stream.handle());
        if (const Code error = runtime.wait(stream.handle()); error != code::success) return failed(error);
        if (running) running(false);
        float milliseconds = 0;
        if (const Code error = runtime.elapsed_ms(start.handle(), end.handle(), milliseconds); error != code::success)
            return failed(error);
        return milliseconds;
    }

    tl::unexpected<Diagnostic> failed(Code error) {
        const Diagnostic diagnostic = explain(runtime, error, msg("running the kernel on the GPU"));
        if (is_sticky(error)) {
            const std::lock_guard lock(status_mutex);
            lost = true;
            give_up();
        }
        return tl::unexpected(diagnostic);
    }

    void give_up() {
        status.usable = false;
        status.why = msg("an earlier kernel's fault made the GPU unusable");
        status.hint = msg("restart Warpscope to use the GPU again");
    }
};

Executor::Executor(Runtime& runtime, DeviceStatus status, Guard* guard)
    : impl_(std::make_unique<Impl>(runtime, std::move(status), guard)) {}
Executor::~Executor() = default;

DeviceStatus Executor::status() const { return impl_->present_status(); }

Result<void> Executor::prepare() {
    const std::lock_guard lock(impl_->mutex);
    const DeviceStatus status = impl_->present_status();
    if (!status.usable) return tl::unexpected(unusable(status));
    if (auto chosen = check(impl_->runtime, impl_->runtime.use_device(status.device), msg("choosing the GPU")); !chosen)
        return chosen;
    return impl_->prepare_stream();
}

void Executor::use(DeviceStatus status) {
    const std::lock_guard lock(impl_->mutex);
    // Drops the modules, because they belong to the previous device.
    impl_->modules = ModuleCache();
    impl_->stream = Stream();
    impl_->start = Event();
    impl_->end = Event();
    const std::lock_guard status_lock(impl_->status_mutex);
    impl_->status = std::move(status);
    if (impl_->lost) impl_->give_up();
}

Result<GpuRun> Executor::run(const std::string& ptx, const ExecutionPlan& plan, const RunOptions& options) {
    const DeviceStatus status = impl_->present_status();
    if (!status.usable) return tl::unexpected(unusable(status));
    if (options.guarded && impl_->guard != nullptr) return impl_->guard->run(status.device, ptx, plan, options);
    const std::lock_guard lock(impl_->mutex);
    if (const DeviceStatus now = impl_->present_status(); !now.usable) // the device may have been lost
        return tl::unexpected(unusable(now));
    Runtime& runtime = impl_->runtime;
    if (auto right = check_contents(plan); !right) return tl::unexpected(right.error());
    if (auto chosen = check(runtime, runtime.use_device(status.device), msg("choosing the GPU")); !chosen)
        return tl::unexpected(chosen.error());
    if (auto ready = impl_->prepare_stream(); !ready) return tl::unexpected(ready.error());

    GpuRun out;
    out.device = status.name;
    const auto compile_start = Clock::now();
    const auto module = impl_->modules.get(runtime, ptx, status.driver_version);
    if (!module) return tl::unexpected(module.error());
    out.compile_ms = milliseconds_since(compile_start);
    out.note = (*module)->note();
    if (auto legal = validate(runtime, **module, plan, status); !legal) return tl::unexpected(legal.error());

    if (!plan.launches.empty())
        if (auto described = describe_kernel(runtime, **module, plan.launches.back(), out); !described)
            return tl::unexpected(described.error());

    const auto transfer_start = Clock::now();
    const auto buffers = DeviceBuffers::create(runtime, plan);
    if (!buffers) return tl::unexpected(buffers.error());
    auto first = impl_->run_once(**module, plan, *buffers, options.running);
    if (!first) return tl::unexpected(first.error());
    out.times_ms.push_back(*first);
    auto read = buffers->read(runtime, plan, impl_->stream.handle(), options.unread);
    if (!read) return tl::unexpected(read.error());
    out.buffers = std::move(*read);
    out.transfer_ms = std::max(0.0, milliseconds_since(transfer_start) - *first);

    while (out.times_ms.size() < options.repeats) {
        auto again = impl_->run_once(**module, plan, *buffers, options.running);
        if (!again) return tl::unexpected(again.error());
        out.times_ms.push_back(*again);
    }
    out.kernel_ms = median(out.times_ms);
    return out;
}

Executor& executor() {
    static Executor executor(system_runtime(), find_devices(system_runtime()).chosen(), system_guard());
    return executor;
}

} // namespace warpscope::gpu
