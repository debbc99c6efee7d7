#include "insight/thread_facts.hpp"

#include <algorithm>
#include <set>

#include "insight/cells.hpp"
#include "insight/code_map.hpp"
#include "insight/source_lines.hpp"
#include "metrics/thread_index.hpp"

namespace warpscope::insight {

ThreadFacts thread_facts(const session::RunResult& result, metrics::ThreadId thread, std::optional<uint64_t> cell) {
    const metrics::LaunchMeasurement& launch = result.shown();
    ThreadFacts facts;
    facts.block_number = metrics::block_of(launch.config, thread);
    facts.thread_number = metrics::thread_in_block(launch.config, thread);
    facts.block = index_of(facts.block_number, launch.config.grid);
    facts.thread = index_of(facts.thread_number, launch.config.block);
    facts.warp = facts.thread_number / warp_size;
    facts.lane = facts.thread_number % warp_size;
    const uint64_t warp = facts.block_number * launch.config.warps_per_block() + facts.warp;
    if (warp < launch.divergence.warps.size()) facts.record = launch.divergence.warps[warp];
    facts.owns = metrics::owns_cell(launch.ownership, thread);
    facts.adds_up = result.prepared.adds_up;
    facts.formulas = IndexArithmetic(result).formulas(facts.block, facts.thread);
    facts.offset = cell;
    if (!cell) return facts;
    const Shape& shape = result.output.layout.shape;
    facts.cell = index_of(*cell, {shape.width, shape.height, shape.depth});
    facts.output_name = cell_name(result.prepared.plan.buffers[result.prepared.output_buffer].layout, *cell);
    if (result.output.bytes) facts.output_value = cell_text(result.output, *cell);
    const metrics::CellMaps* maps = output_maps(result);
    if (maps != nullptr && *cell < maps->writes.size())
        facts.writes = maps->writes[*cell] / std::max(1u, result.output.layout.channels);
    return facts;
}

void remove_unexecuted(ThreadFacts& facts, const session::RunResult& result, const metrics::BlockTrace& trace) {
    if (trace.steps_truncated) return;
    std::vector<bool> ran(result.measured->program().instructions().size());
    const metrics::TraceStep* last = nullptr;
    for (const metrics::TraceStep& step : trace.steps) {
        if (step.warp != facts.warp || (step.active >> facts.lane & 1) == 0) continue;
        const bool again = last != nullptr && last->first_pc == step.first_pc && last->end_pc == step.end_pc;
        for (uint32_t pc = step.first_pc; !again && pc < std::min<size_t>(step.end_pc, ran.size()); ++pc)
            ran[pc] = true;
        last = &step;
    }
    const CodeMap& code = code_map_of(result);
    std::erase_if(facts.formulas, [&](const FormulaLine& formula) {
        const std::vector<uint32_t> pcs = code.pcs_of(formula.line, 0);
        // Lines without instructions stay, because the compiler may have merged them with neighboring lines.
        return !pcs.empty() && std::ranges::none_of(pcs, [&](uint32_t pc) { return ran[pc]; });
    });
}

bool thread_accesses_memory(const ThreadFacts& facts, const metrics::BlockTrace& trace) {
    return std::ranges::any_of(
        trace.accesses, [&](const metrics::TraceAccess& access) { return access.thread == facts.thread_number; });
}

bool warp_accesses_memory(const ThreadFacts& facts, const metrics::BlockTrace& trace) {
    return std::ranges::any_of(
        trace.accesses, [&](const metrics::TraceAccess& access) { return access.thread / warp_size == facts.warp; });
}

std::optional<WindowFacts> window_facts(const session::RunResult& result, const metrics::BlockTrace& trace,
                                        const ThreadFacts& thread) {
    const Shape& shape = result.input.layout.shape;
    if (!result.input.bytes || shape.depth != 1) return std::nullopt;
    std::vector<uint64_t> read;
    WindowFacts facts;
    for (const uint32_t number : accesses_of(result, trace).of(thread.thread_number)) {
        const metrics::TraceAccess& access = trace.accesses[number];
        if (access.buffer != result.prepared.input_buffer || access.kind != simt::AccessKind::load) continue;
        read.push_back(access.cell);
        ++facts.loads;
    }
    std::ranges::sort(read);
    read.erase(std::unique(read.begin(), read.end()), read.end());
    facts.distinct = read.size();

    int64_t left = INT64_MAX, top = INT64_MAX, right = INT64_MIN, bottom = INT64_MIN;
    auto include = [&](int64_t x0, int64_t y0, int64_t x1, int64_t y1) {
        left = std::min(left, x0);
        top = std::min(top, y0);
        right = std::max(right, x1);
        bottom = std::max(bottom, y1);
    };
    for (uint64_t cell : read) {
        const auto x = static_cast<int64_t>(cell % shape.width), y = static_cast<int64_t>(cell / shape.width);
        include(x, y, x + 1, y + 1);
    }
    const auto& window = result.prepared.window;
    const bool declared = window && window->buffer == result.prepared.input_buffer && thread.cell && thread.owns;
    int64_t own_x = -1, own_y = -1, first_x = 0, first_y = 0, end_x = 0, end_y = 0;
    if (thread.cell && shapes_match(result)) {
        own_x = thread.cell->x;
        own_y = thread.cell->y;
    }
    if (declared) {
        first_x = own_x - window->left;
        first_y = own_y - window->up;
        end_x = own_x + window->right + 1;
        end_y = own_y + window->down + 1;
        include(first_x, first_y, end_x, end_y);
    }
    if (left > right) return std::nullopt;
    facts.x = left;
    facts.y = top;
    facts.width = right - left;
    facts.height = bottom - top;
    const bool draw = facts.width <= max_window_side && facts.height <= max_window_side;
    constexpr size_t max_distance = 8;
    if (!draw)
        facts.apart.assign(read.begin(), read.begin() + static_cast<ptrdiff_t>(std::min(read.size(), max_distance)));
    if (draw) facts.cells.resize(static_cast<size_t>(facts.width * facts.height));
    for (int64_t y = top; y < bottom && draw; ++y)
        for (int64_t x = left; x < right; ++x) {
            WindowFacts::Cell& cell = facts.cells[static_cast<size_t>((y - top) * facts.width + x - left)];
            cell.own = x == own_x && y == own_y;
            const bool inside = x >= 0 && y >= 0 && x < shape.width && y < shape.height;
            if (inside) {
                cell.index = static_cast<uint64_t>(y) * shape.width + static_cast<uint64_t>(x);
                if (std::binary_search(read.begin(), read.end(), cell.index)) cell.kind = WindowFacts::Kind::read;
            } else if (declared && x >= first_x && x < end_x && y >= first_y && y < end_y) {
                cell.kind = WindowFacts::Kind::ghost;
                ++facts.ghosts;
            }
        }
    return facts;
}

namespace {

uint64_t refused_at(const session::RunResult& result, const metrics::BlockTrace& trace, uint32_t thread, uint32_t pc) {
    const simt::InstructionInfo& instruction = result.measured->program().instructions()[pc];
    if (instruction.text.starts_with('@')) return 0; // the trace lacks predicates
    uint64_t executed = 0, done = 0;
    for (const metrics::TraceStep& step : trace.steps)
        if (step.warp == thread / warp_size && (step.active >> thread % warp_size & 1) != 0 && step.first_pc <= pc &&
            pc < step.end_pc)
            ++executed;
    for (const metrics::TraceAccess& access : trace.accesses)
        if (access.thread == thread && access.pc == pc) ++done;
    return executed - std::min(done, executed);
}

} // namespace

RefusedAccesses refused_accesses(const session::RunResult& result, const metrics::BlockTrace& trace, uint32_t thread) {
    RefusedAccesses refused;
    if (trace.truncated || trace.steps_truncated) return refused;
    for (const simt::Finding& finding : result.shown().findings) {
        if (finding.kind != simt::FindingKind::out_of_bounds || finding.space == ptx::Space::shared) continue;
        std::set<uint32_t> pcs{finding.pc};
        for (const metrics::TraceAccess& access : trace.accesses)
            if (access.space == finding.space && source_line(result, access.pc) == finding.source.line)
                pcs.insert(access.pc);
        for (const uint32_t pc : pcs) refused.count += refused_at(result, trace, thread, pc);
        if (refused.count > 0 && refused.first == nullptr) refused.first = &finding;
    }
    return refused;
}

AccessFacts access_facts(const session::RunResult& result, const metrics::BlockTrace& trace, uint32_t thread,
                         std::optional<uint32_t> step) {
    const ThreadAccesses& accesses = accesses_of(result, trace);
    const std::span<const uint32_t> numbers = accesses.of(thread);
    AccessFacts facts;
    facts.truncated = trace.truncated;
    facts.steps = static_cast<uint32_t>(numbers.size());
    facts.uses = uses_of(trace, accesses, thread);
    facts.elsewhere = accesses.elsewhere(thread);
    if (!step || numbers.empty()) return facts;
    const uint32_t number = std::min(*step, facts.steps - 1);
    const metrics::TraceAccess& access = trace.accesses[numbers[number]];
    facts.step = {number, access.kind, access.buffer, access.cell, source_line(result, access.pc)};
    return facts;
}

std::vector<metrics::BufferCell> loaded_inputs(const session::RunResult& result, const metrics::BlockTrace& trace,
                                               uint32_t thread) {
    std::vector<metrics::BufferCell> cells;
    for (const uint32_t number : accesses_of(result, trace).of(thread)) {
        const metrics::TraceAccess& access = trace.accesses[number];
        if (access.kind == simt::AccessKind::load &&
            result.prepared.plan.buffers[access.buffer].role == BufferRole::input)
            cells.push_back({access.buffer, access.cell});
    }
    std::ranges::sort(cells, {}, [](const metrics::BufferCell& one) { return std::pair(one.buffer, one.cell); });
    cells.erase(std::unique(cells.begin(), cells.end()), cells.end());
    return cells;
}

std::optional<metrics::BufferCell> last_stored_cell(const session::RunResult& result, const metrics::BlockTrace& trace,
                                                    uint32_t thread) {
    std::optional<metrics::BufferCell> last;
    for (const uint32_t number : accesses_of(result, trace).of(thread)) {
        const metrics::TraceAccess& access = trace.accesses[number];
        const bool is_of_output = access.buffer == result.prepared.output_buffer;
        if (access.kind != simt::AccessKind::load &&
            (is_of_output || !last || last->buffer != result.prepared.output_buffer))
            last = metrics::BufferCell{access.buffer, access.cell};
    }
    return last;
}

std::optional<CellFacts> cell_facts(const session::RunResult& result, const Content& content, uint64_t cell) {
    if (!exists(result, content)) return std::nullopt;
    const BufferLayout& layout = result.prepared.plan.buffers[buffer_of(result, content)].layout;
    if (cell >= layout.shape.cells()) return std::nullopt;
    CellFacts facts{cell_name(layout, cell), {}, {}, {}, layout.channels};
    const HostBuffer contents = contents_of(result, content);
    if (contents.bytes) facts.value = cell_text(contents, cell);
    if (const metrics::CellMaps* maps = maps_of(result, content)) {
        if (cell < maps->reads.size()) facts.reads = maps->reads[cell];
        if (cell < maps->writes.size()) facts.writes = maps->writes[cell];
    }
    return facts;
}

} // namespace warpscope::insight
