#include "session/timing.hpp"

#include <algorithm>

#include "session/device.hpp"

namespace warpscope::session {
namespace {

double median(std::vector<double> values) {
    const auto middle = values.begin() + static_cast<ptrdiff_t>(values.size() / 2);
    std::nth_element(values.begin(), middle, values.end());
    return *middle;
}

/// Options for running `plan` without copying anything back.
gpu::RunOptions timing_only(const RunResult& result, const ExecutionPlan& plan, uint32_t repeats, bool other_block) {
    gpu::RunOptions options = guarded(result, other_block);
    options.repeats = repeats;
    for (uint32_t i = 0; i < plan.buffers.size(); ++i) options.unread.push_back(i);
    return options;
}

/// The first run pays for what later ones find ready.
std::vector<double> warm(std::vector<double> times) {
    if (times.size() > 1) times.erase(times.begin());
    return times;
}

uint64_t touched_bytes(const RunResult& result) {
    std::vector<bool> touched(result.prepared.plan.buffers.size());
    for (const metrics::LaunchMeasurement& launch : result.measured->launches())
        for (const metrics::CellMaps& maps : launch.maps) touched[maps.buffer] = true;
    uint64_t bytes = 0;
    for (size_t i = 0; i < touched.size(); ++i)
        if (touched[i]) bytes += result.prepared.plan.buffers[i].layout.bytes();
    return bytes;
}

} // namespace

Result<GpuTiming> time_on_gpu(gpu::Executor& executor, const RunResult& result, uint32_t repeats) {
    const ExecutionPlan& plan = result.prepared.plan;
    auto ran = executor.run(result.compiled.ptx, plan, timing_only(result, plan, repeats + 1, false));
    if (!ran) return tl::unexpected(ran.error());
    GpuTiming timing;
    timing.device = ran->device;
    timing.times_ms = warm(ran->times_ms);
    timing.median_ms = median(timing.times_ms);
    timing.least_ms = std::ranges::min(timing.times_ms);
    timing.most_ms = std::ranges::max(timing.times_ms);
    timing.kernel = ran->kernel;
    timing.occupancy = gpu::occupancy(executor.status().multiprocessor, ran->kernel, plan.launches.back().config,
                                      ran->blocks_per_multiprocessor);
    timing.bytes = touched_bytes(result);
    for (const metrics::LaunchMeasurement& launch : result.measured->launches())
        timing.float_operations += launch.float_operations;
    return timing;
}

std::vector<Dim3> sweep_blocks(uint32_t dimensions) {
    constexpr uint32_t sides[] = {1, 2, 3, 4, 6, 8, 12, 16, 24, 32, 48, 64, 96, 128, 192, 256, 384, 512, 768, 1024};
    constexpr uint32_t most_threads = 1024;
    std::vector<Dim3> blocks;
    for (const uint32_t y : sides)
        for (const uint32_t x : sides)
            if (x * y <= most_threads && (dimensions > 1 || y == 1)) blocks.push_back({x, y, 1});
    return blocks;
}

Result<std::vector<SweepPoint>> sweep_on_gpu(gpu::Executor& executor, const RunResult& result, uint32_t repeats,
                                             const std::atomic<bool>* cancel,
                                             const std::function<void(const SweepPoint&)>& progress) {
    const catalog::Variant& variant = result.variant();
    if (variant.block_dimensions == 0)
        return fail(ErrorKind::usage, "This variant says itself how large its blocks are: there is nothing to sweep.");
    std::vector<SweepPoint> points;
    for (const Dim3& block : sweep_blocks(variant.block_dimensions)) {
        if (cancel != nullptr && cancel->load(std::memory_order_relaxed)) break;
        SweepPoint point{block, 0, {}};
        catalog::Settings settings = result.request.settings;
        settings.block = block;
        auto prepared = catalog::prepare(variant, settings, result.input, executor.status().limits, &result.prepared);
        if (prepared && !catalog::compile_alike(*prepared, result.prepared))
            return fail(ErrorKind::usage, "The kernel is compiled anew for every block, which a sweep does not do.");
        if (prepared) compile::name_kernels(prepared->plan, result.compiled);
        if (!prepared) {
            point.why_not = prepared.error().message;
        } else {
            const gpu::RunOptions options = timing_only(result, prepared->plan, repeats + 1, true);
            const auto ran = executor.run(result.compiled.ptx, prepared->plan, options);
            // What faulted once, or was stopped, will do so with other blocks as well.
            const bool hopeless = !ran && options.guarded && ran.error().kind == ErrorKind::failed;
            if (hopeless || !executor.status().usable) return tl::unexpected(ran.error());
            if (ran)
                point.median_ms = median(warm(ran->times_ms));
            else
                point.why_not = ran.error().message;
        }
        if (progress) progress(point);
        points.push_back(std::move(point));
    }
    return points;
}

} // namespace warpscope::session
