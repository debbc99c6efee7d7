#include "interop/layer_recorder.hpp"

#include <array>
#include <chrono>

#include "gpu/launch.hpp"
#include "ptx/parser.hpp"

namespace warpscope::interop {
namespace {

using Clock = std::chrono::steady_clock;

constexpr size_t max_parts = 3;

double milliseconds_since(Clock::time_point start) {
    return std::chrono::duration<double, std::milli>(Clock::now() - start).count();
}

instrument::LayerPlan without_places(instrument::LayerPlan plan) {
    plan.placed = false;
    plan.width = plan.data_width;
    plan.height = plan.data_height;
    return plan;
}

ExecutionPlan part(const ExecutionPlan& plan, size_t from, size_t to) {
    ExecutionPlan out;
    out.buffers = plan.buffers;
    out.devices = plan.devices;
    out.launches.assign(plan.launches.begin() + static_cast<ptrdiff_t>(from),
                        plan.launches.begin() + static_cast<ptrdiff_t>(to));
    for (PlannedLaunch& launch : out.launches) launch.awaited.clear(); // the launches run in order anyway
    for (PlannedCopy copy : plan.copies) {
        if (copy.before < from || copy.before >= to) continue;
        copy.before -= static_cast<uint32_t>(from);
        out.copies.push_back(copy);
    }
    return out;
}

} // namespace

LayerRecorder::LayerRecorder(gpu::Runtime& runtime, gpu::DeviceStatus device)
    : runtime_(runtime)
    , maker_(runtime, std::move(device)) {}

Result<void> LayerRecorder::prepare() {
    std::erase_if(made_, [](const auto& made) { return made.use_count() == 1; });
    if (auto chosen = gpu::check(runtime_, runtime_.use_device(device()), msg("choosing the GPU")); !chosen)
        return chosen;
    if (stream_) return {};
    auto stream = gpu::Stream::create(runtime_);
    if (!stream) return tl::unexpected(stream.error());
    while (events_.size() < max_parts + 1) {
        auto event = gpu::Event::create(runtime_);
        if (!event) return tl::unexpected(event.error());
        events_.push_back(std::move(*event));
    }
    stream_ = std::move(*stream);
    return {};
}

Result<LayerRecorder::Recorded> LayerRecorder::load(const session::RunResult& run, std::string ptx,
                                                    ExecutionPlan plan) {
    session::RunResult with_probes;
    with_probes.compiled.ptx = std::move(ptx);
    with_probes.prepared.plan = std::move(plan);
    with_probes.prepared.output_buffer = run.prepared.output_buffer;
    auto uploaded = maker_.make(with_probes, rows_of_output(with_probes));
    if (!uploaded) return tl::unexpected(uploaded.error());
    const uint64_t output_bytes = (*uploaded)->output_layout().bytes();
    if (!output_ || output_->bytes() != output_bytes) {
        auto output = gpu::DeviceBuffer::create(runtime_, output_bytes);
        if (!output) return tl::unexpected(output.error());
        output_ = std::make_shared<const gpu::DeviceBuffer>(std::move(*output));
    }
    return Recorded{*uploaded, addresses_of(**uploaded, output_->address()), {}};
}

Result<void> LayerRecorder::execute(Recorded& recorded, std::span<const size_t> ends,
                                    const std::vector<Wanted>& wanted) {
    const UploadedRun& uploaded = *recorded.uploaded;
    const gpu::StreamHandle stream = stream_.handle();
    gpu::Code error = queue_starts(runtime_, uploaded, output_->address(), stream);
    if (auto set = gpu::check(runtime_, error, msg("preparing the buffers")); !set) return set;
    if (auto written = gpu::write_symbols(runtime_, *uploaded.module, uploaded.plan, stream); !written) return written;
    runtime_.record(events_[0].handle(), stream);
    for (size_t i = 0, from = 0; i < ends.size(); from = ends[i++]) {
        const auto queued = gpu::enqueue(runtime_, *uploaded.module, part(uploaded.plan, from, ends[i]),
                                         recorded.addresses, stream, uploaded.texture_handles());
        if (!queued) return tl::unexpected(queued.error());
        runtime_.record(events_[i + 1].handle(), stream);
    }
    for (const Wanted& words : wanted)
        if (error == gpu::code::success)
            error = runtime_.copy_to_host(words.words.data(), recorded.addresses[words.buffer],
                                          words.words.size_bytes(), stream);
    if (error == gpu::code::success) error = runtime_.wait(stream);
    if (auto done = gpu::check(runtime_, error, msg("running the kernel with probes")); !done) return done;
    for (size_t i = 0; i < ends.size(); ++i) {
        float milliseconds = 0;
        error = runtime_.elapsed_ms(events_[i].handle(), events_[i + 1].handle(), milliseconds);
        if (auto timed = gpu::check(runtime_, error, msg("timing the recording")); !timed) return timed;
        recorded.part_ms.push_back(static_cast<double>(milliseconds));
    }
    return {};
}

Result<std::shared_ptr<const DeviceLayer>> LayerRecorder::record(const session::RunResult& run,
                                                                 const instrument::LayerPlan& plan) {
    const auto begin = Clock::now();
    if (auto ready = prepare(); !ready) return tl::unexpected(ready.error());
    auto module = ptx::parse(run.compiled.ptx, "kernel.ptx");
    if (!module) return tl::unexpected(module.error());
    auto probed = instrument::instrument(*module, run.prepared.plan, run.prepared.output_buffer);
    if (!probed) return tl::unexpected(probed.error());
    const size_t reductions = probed->recorded_launch + 1, layer_kernels = probed->plan.launches.size();
    instrument::add_layer(*probed, plan);
    const size_t ends[max_parts] = {reductions, layer_kernels, probed->plan.launches.size()};
    auto recorded = load(run, std::move(probed->ptx), std::move(probed->plan));
    if (!recorded) return tl::unexpected(recorded.error());

    auto made = std::make_shared<DeviceLayer>();
    made->prepare_ms = milliseconds_since(begin);
    std::array<uint32_t, 2> found{};
    const auto& [misplaced, empty] = found;
    if (auto done = execute(*recorded, ends, {{probed->misplaced, found}}); !done) return tl::unexpected(done.error());
    if (plan.placed && misplaced != 0) return record(run, without_places(plan));
    made->uploaded = recorded->uploaded;
    made->keys = {recorded->addresses[probed->keys], 4, {{plan.width, plan.height, 0}}};
    made->marks = {recorded->addresses[probed->marks], 1, instrument::mip_levels(plan.width, plan.height)};
    made->plan = plan;
    made->config = probed->config;
    made->filled = empty == 0;
    made->probed_ms = recorded->part_ms[0];
    made->reduced_ms = recorded->part_ms[1];
    made->layer_ms = recorded->part_ms[2];
    made_.push_back(made);
    return made;
}

Result<std::shared_ptr<const DeviceHeat>>
LayerRecorder::record_heat(const session::RunResult& run, const std::vector<instrument::CellPlane>& planes,
                           const std::optional<instrument::CellScale>& at_least) {
    const auto begin = Clock::now();
    if (auto ready = prepare(); !ready) return tl::unexpected(ready.error());
    auto module = ptx::parse(run.compiled.ptx, "kernel.ptx");
    if (!module) return tl::unexpected(module.error());
    const auto launches = static_cast<uint32_t>(run.prepared.plan.launches.size());
    auto probe = instrument::probe_cells(*module, run.prepared.plan, launches - 1);
    if (!probe) return tl::unexpected(probe.error());
    const size_t means = probe->plan.launches.size();
    const instrument::CellLevels levels = instrument::add_cell_levels(*probe, planes, at_least);
    const size_t ends[] = {means, probe->plan.launches.size()};
    auto recorded = load(run, std::move(probe->ptx), std::move(probe->plan));
    if (!recorded) return tl::unexpected(recorded.error());

    auto made = std::make_shared<DeviceHeat>();
    made->prepare_ms = milliseconds_since(begin);
    uint32_t straddles = 0;
    std::vector<uint32_t> ranges(2 * size_t{probe->counts});
    if (auto done = execute(*recorded, ends, {{probe->straddles, {&straddles, 1}}, {levels.ranges, ranges}}); !done)
        return tl::unexpected(done.error());
    if (straddles != 0) return tl::unexpected(instrument::counted_in_part());
    made->uploaded = recorded->uploaded;
    for (size_t i = 0; i < planes.size(); ++i)
        made->maps.push_back(
            {recorded->addresses[levels.texels[i]], 2, instrument::mip_levels(planes[i].width, planes[i].height)});
    made->planes = planes;
    for (uint32_t i = 0; i < probe->counts; ++i) made->ranges.push_back(instrument::cell_range(&ranges[2 * size_t{i}]));
    made->at_least = at_least;
    made->probed_ms = recorded->part_ms[0];
    made->levels_ms = recorded->part_ms[1];
    made_.push_back(made);
    return made;
}

} // namespace warpscope::interop
