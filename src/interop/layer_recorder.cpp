#include "interop/layer_recorder.hpp"

#include <chrono>

#include "gpu/launch.hpp"
#include "ptx/parser.hpp"

namespace warpscope::interop {
namespace {

using Clock = std::chrono::steady_clock;

double milliseconds_since(Clock::time_point start) {
    return std::chrono::duration<double, std::milli>(Clock::now() - start).count();
}

/// The same layer without surplus threads.
instrument::LayerPlan without_places(instrument::LayerPlan plan) {
    plan.placed = false;
    plan.width = plan.data_width;
    plan.height = plan.data_height;
    return plan;
}

/// The launches [from, to) of a plan, with its buffers.
ExecutionPlan part(const ExecutionPlan& plan, size_t from, size_t to) {
    ExecutionPlan out;
    out.buffers = plan.buffers;
    out.launches.assign(plan.launches.begin() + static_cast<ptrdiff_t>(from),
                        plan.launches.begin() + static_cast<ptrdiff_t>(to));
    return out;
}

} // namespace

LayerRecorder::LayerRecorder(gpu::Runtime& runtime, gpu::DeviceStatus device)
    : runtime_(runtime)
    , maker_(runtime, std::move(device)) {}

Result<void> LayerRecorder::prepare() {
    if (auto chosen = gpu::check(runtime_, runtime_.use_device(device()), "choosing the GPU"); !chosen) return chosen;
    if (stream_) return {};
    auto stream = gpu::Stream::create(runtime_);
    if (!stream) return tl::unexpected(stream.error());
    while (events_.size() < 4) {
        auto event = gpu::Event::create(runtime_);
        if (!event) return tl::unexpected(event.error());
        events_.push_back(std::move(*event));
    }
    stream_ = std::move(*stream);
    return {};
}

Result<std::shared_ptr<const DeviceLayer>> LayerRecorder::record(const session::RunResult& run,
                                                                 const instrument::LayerPlan& plan) {
    const auto begin = Clock::now();
    if (auto ready = prepare(); !ready) return tl::unexpected(ready.error());
    std::erase_if(made_, [](const auto& layer) { return layer.use_count() == 1; });
    auto module = ptx::parse(run.compiled.ptx, "kernel.ptx");
    if (!module) return tl::unexpected(module.error());
    auto probed = instrument::instrument(*module, run.prepared.plan, run.prepared.output_buffer);
    if (!probed) return tl::unexpected(probed.error());
    const size_t reductions = probed->recorded_launch + 1, layer_kernels = probed->plan.launches.size();
    instrument::add_layer(*probed, plan);

    session::RunResult with_probes;
    with_probes.compiled.ptx = std::move(probed->ptx);
    with_probes.prepared.plan = std::move(probed->plan);
    with_probes.prepared.output_buffer = run.prepared.output_buffer;
    auto scene = maker_.make(with_probes);
    if (!scene) return tl::unexpected(scene.error());
    const uint64_t output_bytes = (*scene)->output_layout().bytes();
    if (!output_ || output_->bytes() != output_bytes) {
        auto output = gpu::DeviceBuffer::create(runtime_, output_bytes);
        if (!output) return tl::unexpected(output.error());
        output_ = std::make_shared<const gpu::DeviceBuffer>(std::move(*output));
    }
    std::vector<void*> addresses;
    for (const auto& buffer : (*scene)->buffers) addresses.push_back(buffer ? buffer->address() : output_->address());
    auto made = std::make_shared<DeviceLayer>();
    made->scene = *scene;
    made->keys = addresses[probed->keys];
    made->marks = addresses[probed->marks];
    made->plan = plan;
    made->config = probed->config;
    made->prepare_ms = milliseconds_since(begin);

    const ExecutionPlan& all = (*scene)->plan;
    const gpu::StreamHandle stream = stream_.handle();
    gpu::Code error =
        (*scene)->output_start
            ? runtime_.copy_on_device(output_->address(), (*scene)->output_start->address(), output_bytes, stream)
            : runtime_.fill(output_->address(), static_cast<uint8_t>(undefined_byte), output_bytes, stream);
    if (auto set = gpu::check(runtime_, error, "preparing the output"); !set) return tl::unexpected(set.error());
    if (auto written = gpu::write_symbols(runtime_, *(*scene)->module, all, stream); !written)
        return tl::unexpected(written.error());
    runtime_.record(events_[0].handle(), stream);
    const size_t ends[] = {reductions, layer_kernels, all.launches.size()};
    for (size_t i = 0, from = 0; i < 3; from = ends[i++]) {
        const auto queued = gpu::enqueue(runtime_, *(*scene)->module, part(all, from, ends[i]), addresses, stream);
        if (!queued) return tl::unexpected(queued.error());
        runtime_.record(events_[i + 1].handle(), stream);
    }
    uint32_t misplaced = 0;
    error = runtime_.copy_to_host(&misplaced, addresses[probed->misplaced], sizeof misplaced, stream);
    if (error == gpu::code::success) error = runtime_.wait(stream);
    if (auto done = gpu::check(runtime_, error, "running the kernel with probes"); !done)
        return tl::unexpected(done.error());
    if (plan.placed && misplaced != 0) return record(run, without_places(plan));
    double* const times[] = {&made->probed_ms, &made->reduced_ms, &made->layer_ms};
    for (size_t i = 0; i < 3; ++i) {
        float milliseconds = 0;
        error = runtime_.elapsed_ms(events_[i].handle(), events_[i + 1].handle(), milliseconds);
        if (auto timed = gpu::check(runtime_, error, "timing the recording"); !timed)
            return tl::unexpected(timed.error());
        *times[i] = milliseconds;
    }
    made_.push_back(made);
    return made;
}

LayerTextures::LayerTextures(gpu::Runtime& runtime, GlBridge& bridge, int device)
    : runtime_(runtime)
    , bridge_(bridge)
    , device_(device) {}

LayerTextures::~LayerTextures() {
    runtime_.use_device(device_); // registrations end on the device that they were made for
}

Result<void> LayerTextures::attach(uint32_t keys, uint32_t marks) {
    if (auto chosen = gpu::check(runtime_, runtime_.use_device(device_), "choosing the GPU"); !chosen) return chosen;
    if (!stream_) {
        auto stream = gpu::Stream::create(runtime_);
        if (!stream) return tl::unexpected(stream.error());
        stream_ = std::move(*stream);
    }
    for (const auto& [texture, registration] : {std::pair{keys, &keys_}, {marks, &marks_}}) {
        auto made = Registration::create(bridge_, texture);
        if (!made) return tl::unexpected(gpu::explain(runtime_, made.error(), "sharing the overlay with OpenGL"));
        *registration = std::move(*made);
    }
    return {};
}

Result<void> LayerTextures::take(std::shared_ptr<const DeviceLayer> layer) {
    if (auto chosen = gpu::check(runtime_, runtime_.use_device(device_), "choosing the GPU"); !chosen) return chosen;
    const auto failed = [this](gpu::Code error) {
        return tl::unexpected(gpu::explain(runtime_, error, "handing the overlay to OpenGL"));
    };
    auto keys = Mapping::create(keys_, stream_.handle());
    if (!keys) return failed(keys.error());
    auto marks = Mapping::create(marks_, stream_.handle());
    if (!marks) return failed(marks.error());
    const instrument::LayerPlan& plan = layer->plan;
    gpu::Code error = keys->copy(0, layer->keys, uint64_t{4} * plan.width, plan.height);
    uint32_t number = 0;
    for (const instrument::MipLevel& level : instrument::mip_levels(plan.width, plan.height))
        if (error == gpu::code::success)
            error = marks->copy(number++, static_cast<const std::byte*>(layer->marks) + level.offset, level.width,
                                level.height);
    if (error != gpu::code::success) return failed(error);
    for (Mapping* mapping : {&*keys, &*marks})
        if (error = mapping->end(); error != gpu::code::success) return failed(error);
    before_ = std::exchange(shown_, std::move(layer));
    return {};
}

} // namespace warpscope::interop
