#include "session/first_picture.hpp"

#include <algorithm>
#include <chrono>
#include <utility>

#include "session/device.hpp"

namespace warpscope::session {
namespace {

/// Returns whether the previous run has the same kernel and input, so that its picture applies.
bool shows_on_the_way(const RunResult& run, const RunOptions& options) {
    const BufferLayout& layout = run.prepared.plan.buffers[run.prepared.output_buffer].layout;
    const auto& before = options.before;
    const auto same_bytes = [](const SharedBytes& one, const SharedBytes& other) {
        return one == other || (one && other && *one == *other);
    };
    return options.partial && before && before->request.experiment == run.request.experiment &&
           before->request.variant == run.request.variant && before->source == run.source &&
           before->headers_hash == run.headers_hash && same_bytes(before->input.bytes, run.input.bytes) &&
           before->output.layout == layout && before->output.bytes &&
           layout.shape.cells() <= Session::largest_partial_output / (layout.type == ElementType::u8 ? 1 : 2);
}

PartialOutput mixed(const std::shared_ptr<const RunResult>& before, std::span<const std::byte> bytes,
                    std::span<const std::byte> written, float share) {
    Bytes all = *before->output.bytes;
    for (size_t i = 0; i < all.size(); ++i)
        if (written[i] != std::byte{0}) all[i] = bytes[i];
    const auto mask = written.first(all.size());
    return {before,
            {before->output.layout, std::make_shared<const Bytes>(std::move(all))},
            std::make_shared<const Bytes>(mask.begin(), mask.end()),
            share};
}

/// Returns blocks to run first; {} if order may matter (unsound kernels, cells with several writers).
std::vector<uint64_t> first_blocks(const simt::Program& program, const RunResult& run, const RunOptions& options) {
    const ExecutionPlan& plan = run.prepared.plan;
    const metrics::LaunchMeasurement& before = options.before->shown();
    const bool shared = std::ranges::any_of(before.maps, &metrics::CellMaps::contested);
    if (!options.in_sight || plan.launches.size() != 1 || program.blocks_can_wait() || run.request.seed != 0 ||
        !is_sound(run) || before.finding_count != 0 || shared)
        return {};
    return blocks_in_sight(before.ownership.placement, plan.launches[0].config, *options.in_sight);
}

metrics::MeasureOptions with_nothing_measured(const metrics::MeasureOptions& measuring) {
    metrics::MeasureOptions bare;
    bare.launch = measuring.launch;
    bare.launch.print = nullptr;
    bare.launch.blocks_done = nullptr;
    bare.maps = bare.costs = bare.uninitialized = false;
    return bare;
}

/// Traces the followed block before the run. Returns null if tracing is slow, or if PTX, launches or buffer layouts
/// have changed.
std::shared_ptr<const metrics::BlockTrace> trace_ahead(const std::shared_ptr<const simt::Program>& program,
                                                       const RunResult& run, const metrics::MeasureOptions& measuring,
                                                       const RunOptions& options) {
    constexpr double trace_cost = 8, max_ms = 30; // recording takes trace_cost times as long as a run
    const RunResult& before = *options.before;
    const ExecutionPlan &plan = run.prepared.plan, &old = before.prepared.plan;
    if (!options.followed || plan.launches.size() != 1 || program->blocks_can_wait() ||
        before.compiled.ptx != run.compiled.ptx || !(old.launches[0].config == plan.launches[0].config) ||
        !std::ranges::equal(old.buffers, plan.buffers, {}, &PlannedBuffer::layout, &PlannedBuffer::layout))
        return nullptr;
    const auto blocks = static_cast<double>(plan.launches[0].config.blocks());
    if (trace_cost * before.timing.execute_ms / blocks > max_ms) return nullptr;
    const std::optional<FocusKey> key = options.followed(before);
    if (!key) return nullptr;
    metrics::MeasureOptions none = with_nothing_measured(measuring);
    none.launch.only_blocks.emplace();
    const auto ready = metrics::measure(program, plan, none);
    if (!ready) return nullptr;
    auto traced = (*ready)->trace_block(key->launch, key->block, measuring.launch.cancel);
    return traced ? std::make_shared<const metrics::BlockTrace>(std::move(*traced)) : nullptr;
}

void show_blocks(const std::shared_ptr<const simt::Program>& program, const RunResult& run,
                 const metrics::MeasureOptions& measuring, const RunOptions& options,
                 const std::vector<uint64_t>& blocks) {
    metrics::MeasureOptions few = with_nothing_measured(measuring);
    few.launch.only_blocks = blocks;
    few.maps = true;
    const auto ran = metrics::measure(program, run.prepared.plan, few);
    if (!ran || (*ran)->canceled()) return; // reported by the measured run
    const uint32_t output = run.prepared.output_buffer;
    const metrics::LaunchMeasurement& launch = (*ran)->launches()[0];
    const auto maps = std::ranges::find(launch.maps, output, &metrics::CellMaps::buffer);
    if (maps == launch.maps.end() || maps->owner.empty()) return;
    const HostBuffer made = (*ran)->buffer(output);
    const uint64_t cell_bytes = made.layout.cell_bytes();
    Bytes written(made.bytes->size());
    for (uint64_t cell = 0; cell < maps->owner.size(); ++cell)
        if (maps->owner[cell] != 0) std::fill_n(&written[cell * cell_bytes], cell_bytes, std::byte{1});
    const auto all = static_cast<float>(run.prepared.plan.launches[0].config.blocks());
    options.partial(mixed(options.before, *made.bytes, written, static_cast<float>(blocks.size()) / all));
}

void show_output(const std::shared_ptr<const simt::Program>& program, const RunResult& run,
                 const metrics::MeasureOptions& measuring, const RunOptions& options) {
    const auto ran = metrics::measure(program, run.prepared.plan, with_nothing_measured(measuring));
    if (!ran || (*ran)->canceled()) return; // reported by the measured run
    options.partial({options.before, (*ran)->buffer(run.prepared.output_buffer), nullptr, 1});
}

metrics::SnapshotBuffer snapshot(const RunResult& run, const RunOptions& options) {
    const auto before = options.before;
    metrics::SnapshotBuffer out;
    out.buffer = run.prepared.output_buffer;
    out.first = first_picture_delay(before->timing.execute_ms);
    // Draws no more often, because drawing takes cores from the emulator.
    out.every = std::chrono::milliseconds(150);
    const uint64_t own = run.prepared.plan.launches.back().config.blocks();
    out.show = [options, before, own](std::span<const std::byte> bytes, std::span<const uint8_t> written) {
        float share = 0;
        if (options.progress != nullptr) {
            const uint64_t earlier = options.progress->blocks_total - own;
            share = static_cast<float>(options.progress->blocks_done - earlier) / static_cast<float>(own);
        }
        options.partial(mixed(before, bytes, std::as_bytes(written), share));
    };
    return out;
}

} // namespace

std::chrono::milliseconds first_picture_delay(double last_took_ms) {
    constexpr double soon_ms = 250;
    return std::chrono::milliseconds(last_took_ms < soon_ms ? 300 : 60);
}

std::vector<uint64_t> blocks_in_sight(const metrics::Placement& placement, const LaunchConfig& config,
                                      const CellRectangle& cells) {
    constexpr uint64_t max_blocks = uint64_t{1} << 20;
    if (!placement.exact || config.grid.z != 1 || config.block.z != 1 || config.blocks() > max_blocks) return {};
    std::vector<uint64_t> blocks;
    for (uint64_t block = 0; block < config.blocks(); ++block) {
        const int64_t x = int64_t{config.block.x} * static_cast<int64_t>(block % config.grid.x);
        const int64_t y = int64_t{config.block.y} * static_cast<int64_t>(block / config.grid.x);
        const int64_t last_x = x + config.block.x - 1, last_y = y + config.block.y - 1;
        // Positions are linear: their extremes are at the block's corners.
        const auto spans = [&](int64_t origin, int64_t per_x, int64_t per_y, int64_t begin, int64_t end) {
            const auto [left, right] = std::minmax({x * per_x, last_x * per_x});
            const auto [top, bottom] = std::minmax({y * per_y, last_y * per_y});
            return origin + left + top < end && origin + right + bottom >= begin;
        };
        if (spans(placement.origin_x, placement.x_per_x, placement.x_per_y, cells.left, cells.right) &&
            spans(placement.origin_y, placement.y_per_x, placement.y_per_y, cells.top, cells.bottom))
            blocks.push_back(block);
    }
    if (blocks.size() * 2 > config.blocks()) blocks.clear();
    return blocks;
}

void show_first(const std::shared_ptr<const simt::Program>& program, const RunResult& run,
                metrics::MeasureOptions& measuring, const RunOptions& asked) {
    if (!shows_on_the_way(run, asked)) return;
    RunOptions options = asked;
    options.partial = [show = asked.partial,
                       trace = trace_ahead(program, run, measuring, asked)](const PartialOutput& made) {
        PartialOutput with = made;
        with.trace = trace;
        show(with);
    };
    // Limits in thread instructions: 40 ms and 0.5 s on two cores. Between these limits, an unmeasured run comes first.
    constexpr uint64_t min = 500'000'000, max = 8'000'000'000;
    uint64_t instructions = 0, findings = 0;
    for (const metrics::LaunchMeasurement& launch : options.before->measured->launches()) {
        instructions += launch.thread_instructions;
        findings += launch.finding_count;
    }
    const std::vector<uint64_t> blocks = first_blocks(*program, run, options);
    if (!blocks.empty() && instructions >= min) show_blocks(program, run, measuring, options, blocks);
    if (instructions >= min && instructions <= max && findings == 0)
        show_output(program, run, measuring, options);
    else
        measuring.snapshot = snapshot(run, options);
    measuring.launch.first_blocks = blocks;
}

} // namespace warpscope::session
