#include "session/timing.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "gpu/contraction.hpp"
#include "language/tr.hpp"
#include "ptx/rewrite/rounding.hpp"
#include "session/device.hpp"
#include "session/painted_inputs.hpp"

namespace warpscope::session {
namespace {

double median(std::vector<double> values) {
    const auto middle = values.begin() + static_cast<ptrdiff_t>(values.size() / 2);
    std::nth_element(values.begin(), middle, values.end());
    return *middle;
}

gpu::RunOptions timing_only(const RunResult& result, const ExecutionPlan& plan, uint32_t repeats, bool other_block) {
    gpu::RunOptions options = guarded(result, other_block);
    options.repeats = repeats;
    for (uint32_t i = 0; i < plan.buffers.size(); ++i) options.unread.push_back(i);
    return options;
}

/// Removes the first run's time, which includes setup.
std::vector<double> warm(std::vector<double> times) {
    if (times.size() > 1) times.erase(times.begin());
    return times;
}

bool is_integer(ptx::Type type) {
    return (type >= ptx::Type::b8 && type <= ptx::Type::s64) || type == ptx::Type::u16x2 || type == ptx::Type::s16x2;
}

uint32_t integer_operations_of(const ptx::Instruction& instruction) {
    const ptx::OpcodeKind kind = ptx::info_of(instruction.opcode).kind;
    if (kind != ptx::OpcodeKind::arithmetic && kind != ptx::OpcodeKind::logic) return 0;
    if (instruction.modifiers.types.empty() || !is_integer(instruction.modifiers.types[0])) return 0;
    using enum ptx::Opcode;
    const bool two = instruction.opcode == mad || instruction.opcode == madc || instruction.opcode == mad24;
    return two ? 2 : 1;
}

std::optional<uint64_t> integer_operations(const metrics::Measured& measured) {
    if (measured.launches().size() != 1) return std::nullopt;
    const std::vector<metrics::InstructionCost>& costs = measured.launches().front().instructions;
    const simt::Program& program = measured.program();
    uint64_t sum = 0;
    for (uint32_t f = 0; f < program.module().functions.size(); ++f) {
        const std::vector<ptx::Instruction>& body = program.module().functions[f].body;
        const size_t first = program.first_pc(f);
        for (size_t i = 0; i < body.size() && first + i < costs.size(); ++i)
            sum += costs[first + i].active_lanes * integer_operations_of(body[i]);
    }
    return sum;
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
    timing.min_ms = std::ranges::min(timing.times_ms);
    timing.max_ms = std::ranges::max(timing.times_ms);
    timing.kernel = ran->kernel;
    timing.occupancy = gpu::occupancy(executor.status().multiprocessor, ran->kernel, plan.launches.back().config,
                                      ran->blocks_per_multiprocessor);
    if (!gpu::contracts()) timing.kept_apart = ptx::without_contraction(result.compiled.ptx).changed;
    if (!result.not_emulated.empty()) return timing;
    timing.bytes = touched_bytes(result);
    for (const metrics::LaunchMeasurement& launch : result.measured->launches())
        timing.float_operations += launch.float_operations;
    timing.integer_operations = integer_operations(*result.measured);
    return timing;
}

std::vector<Dim3> sweep_blocks(uint32_t dimensions) {
    constexpr uint32_t sides[] = {1, 2, 3, 4, 6, 8, 12, 16, 24, 32, 48, 64, 96, 128, 192, 256, 384, 512, 768, 1024};
    constexpr uint32_t max_threads = 1024;
    std::vector<Dim3> blocks;
    for (const uint32_t y : sides)
        for (const uint32_t x : sides)
            if (x * y <= max_threads && (dimensions > 1 || y == 1)) blocks.push_back({x, y, 1});
    const auto promise = [](const Dim3& block) {
        const double from_usual = std::abs(std::log2(static_cast<double>(block.count()) / 256));
        return std::pair(from_usual, -static_cast<double>(std::min(block.x, 32u)));
    };
    std::ranges::stable_sort(blocks, {}, promise);
    return blocks;
}

namespace {

/// Stops after one run if the block is hopeless compared with `best_ms`.
Result<SweepPoint> time_block(gpu::Executor& executor, const RunResult& result, const ExecutionPlan& plan,
                              uint32_t repeats, double best_ms) {
    SweepPoint point;
    const auto timed = [&](uint32_t runs) -> Result<void> {
        const auto ran = executor.run(result.compiled.ptx, plan, timing_only(result, plan, runs + 1, true));
        if (!ran) return tl::unexpected(ran.error());
        point.median_ms = median(warm(ran->times_ms));
        point.runs = runs;
        return {};
    };
    if (best_ms > 0 && repeats > 1) {
        if (const auto tried = timed(1); !tried) return tl::unexpected(tried.error());
        point.hopeless = point.median_ms > hopeless_factor * best_ms;
        if (point.hopeless) return point;
    }
    if (const auto all = timed(repeats); !all) return tl::unexpected(all.error());
    return point;
}

} // namespace

Result<std::vector<SweepPoint>> sweep_on_gpu(gpu::Executor& executor, const RunResult& result, uint32_t repeats,
                                             const std::atomic<bool>* cancel,
                                             const std::function<void(const SweepPoint&)>& progress) {
    const catalog::Variant& variant = result.variant();
    if (variant.block_dimensions == 0)
        return fail(ErrorKind::usage, msg("This variant sets its own block size, so there is nothing to sweep."));
    std::vector<SweepPoint> points;
    double best_ms = 0;
    for (const Dim3& block : sweep_blocks(variant.block_dimensions)) {
        if (cancel != nullptr && cancel->load(std::memory_order_relaxed)) break;
        SweepPoint point;
        Request request = result.request;
        request.settings.block = block;
        auto prepared = prepare_painted(variant, request, result.input, executor.status().limits, &result);
        if (prepared && !catalog::compile_alike(*prepared, result.prepared))
            return fail(ErrorKind::usage,
                        msg("The kernel must be recompiled for every block size, which a sweep does not do."));
        if (prepared) compile::name_kernels(prepared->plan, result.compiled);
        if (!prepared) {
            point.launch_error = prepared.error().message;
        } else {
            auto timed = time_block(executor, result, prepared->plan, repeats, best_ms);
            // Stops after a fault or timeout, because it would recur.
            const bool broken = !timed && guarded(result, true).guarded && timed.error().kind == ErrorKind::failed;
            if (broken || !executor.status().usable) return tl::unexpected(timed.error());
            if (timed)
                point = std::move(*timed);
            else
                point.launch_error = timed.error().message;
            if (timed && (best_ms == 0 || point.median_ms < best_ms)) best_ms = point.median_ms;
        }
        point.block = block;
        if (progress) progress(point);
        points.push_back(std::move(point));
    }
    return points;
}

} // namespace warpscope::session
