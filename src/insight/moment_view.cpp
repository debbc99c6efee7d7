#include "insight/moment_view.hpp"

#include <algorithm>
#include <cstring>

#include <fmt/format.h>

#include "base/symbol_name.hpp"
#include "replay/changes.hpp"

namespace warpscope::insight {

namespace {

using replay::History;
using replay::Recording;
using scene::Scope;

simt::LaneMask lanes_of(const LaunchConfig& config, uint32_t warp) {
    const uint64_t threads = config.threads_per_block() - uint64_t{warp} * warp_size;
    return threads >= warp_size ? ~simt::LaneMask{0} : (simt::LaneMask{1} << threads) - 1;
}

/// Records [first, end) of the last tick.
struct Span {
    uint64_t first = 0, end = 0;
};
Span last_tick(const RecordedBlock& block, const scene::Moment& moment, Tick tick) {
    const uint64_t end = block.record_at(moment);
    const auto step = block.last_step(moment);
    if (!step || end == 0) return {end, end};
    const Recording& recording = *block.recording;
    uint64_t first = std::min(recording.steps()[*step].first_record, end);
    if (tick == Tick::instruction) first = end - 1;
    if (tick == Tick::interval) {
        const std::vector<uint32_t>& begins = block.history->intervals();
        const auto after = std::ranges::upper_bound(begins, *step);
        first = after == begins.begin() ? 0 : recording.steps()[*std::prev(after)].first_record;
    }
    return {first, end};
}

std::vector<VariableRow> rows_of(const Recording& recording, uint32_t warp, Span tick, const replay::State& before,
                                 const replay::State& now, uint32_t line, const std::vector<replay::Watch>& watches) {
    std::vector<VariableRow> rows;
    const bool has_names = !recording.contents().stepped->variables.empty();
    const replay::ChangedRows own = replay::changed_rows(recording, warp, tick.first, tick.end, before, now);
    const std::vector<replay::Row>&is = own.rows, &was = own.previous;
    const simt::LaneMask active = recording.lanes_active(warp, tick.first, tick.end);
    for (const replay::Watch& watch : watches) {
        const auto values = watch.values(recording, is, warp, has_names, line);
        const auto previous = watch.values(recording, was, warp, has_names);
        VariableRow row;
        row.name = watch.text();
        row.watched = true;
        for (uint32_t lane = 0; lane < warp_size; ++lane) {
            if (values[lane]) row.text[lane] = replay::number_text(*values[lane]);
            if (values[lane] && values[lane] != previous[lane]) row.changed |= active & simt::LaneMask{1} << lane;
        }
        rows.push_back(std::move(row));
    }
    for (size_t k = 0; k < is.size(); ++k) {
        VariableRow row;
        row.name = is[k].name;
        row.parameter = is[k].is_parameter;
        row.changed = own.changed[k];
        for (uint32_t lane = 0; lane < warp_size; ++lane) {
            if (is[k].bits[lane])
                row.text[lane] = has_names ? replay::value_text(recording, is[k].type, *is[k].bits[lane])
                                           : fmt::format("{:#x}", *is[k].bits[lane]);
        }
        rows.push_back(std::move(row));
    }
    return rows;
}

/// Returns the call stack after `step`, innermost first.
std::vector<Frame> frames_after(const RecordedBlock& block, uint32_t step) {
    const auto& program = block.recording->program();
    std::vector<Frame> frames;
    for (const uint32_t at : block.history->frames_of(step)) {
        const uint32_t function = program.instructions()[block.recording->steps()[at].pc].function;
        const std::string name = written_name(program.module().functions[function].name);
        frames.push_back({std::string(parts_of(name).name), block.line_of(at)});
    }
    return frames;
}

BarrierState barrier_state(const RecordedBlock& block, const scene::Moment& moment,
                           const std::vector<WarpFlag>& warps) {
    if (std::ranges::find(warps, replay::WarpState::at_barrier, &WarpFlag::state) != warps.end())
        return BarrierState::some_wait;
    const std::vector<uint32_t>& begins = block.history->intervals();
    const uint64_t done = block.steps_at(moment);
    if (begins.empty()) return BarrierState::no_barriers;
    if (moment.instruction == 0 && std::ranges::binary_search(begins, done)) return BarrierState::all_arrived;
    return done < begins.back() ? BarrierState::before_next : BarrierState::after_last;
}

std::vector<SharedContents> shared_of(const RecordedBlock& block, const replay::State& state, Span tick,
                                      const replay::Touched& touched) {
    std::vector<SharedContents> all;
    if (block.arrays.empty()) return all;
    const std::vector<uint16_t> writers = block.history->shared_writers(tick.end);
    for (const replay::SharedArray& array : block.arrays) {
        SharedContents contents;
        const uint64_t elements = array.elements();
        contents.values.reserve(elements);
        contents.writers.resize(elements);
        contents.now.resize(elements);
        for (uint64_t k = 0; k < elements; ++k) {
            const uint64_t at = array.place(k);
            if (at < writers.size()) contents.writers[k] = writers[at];
            contents.values.push_back(contents.writers[k] != 0 ? replay::shared_value(*block.recording, state, array, k)
                                                               : std::nullopt);
            contents.written += contents.values.back() ? 1 : 0;
        }
        const auto mark = [&](const std::vector<uint64_t>& bytes, uint8_t bit) {
            for (auto at = std::ranges::lower_bound(bytes, array.offset);
                 at != bytes.end() && *at < array.offset + array.bytes; ++at)
                if (const auto index = array.index_of(*at)) contents.now[*index] |= bit;
        };
        mark(touched.shared_read, 1);
        mark(touched.shared_written, 2);
        all.push_back(std::move(contents));
    }
    return all;
}

/// Returns the cell's bytes at the moment; nothing if they equal those in `buffer`.
std::vector<std::byte> other_value(const RecordedBlock& block, const replay::State& state, const HostBuffer& buffer,
                                   const replay::FirstAccess& access) {
    const uint32_t bytes = buffer.layout.cell_bytes();
    std::vector<std::byte> value(bytes);
    if (!buffer.bytes || (access.cell + 1) * bytes > buffer.bytes->size()) return {};
    std::memcpy(value.data(), buffer.bytes->data() + access.cell * bytes, bytes);
    bool other = false;
    for (uint32_t k = 0; k < bytes; ++k) {
        const auto now = block.recording->byte_at(state, {ptx::Space::global, 0, access.address + k});
        if (!now) continue;
        other = other || value[k] != std::byte{*now};
        value[k] = std::byte{*now};
    }
    return other ? value : std::vector<std::byte>();
}

/// Other cells keep their initial values: the result has other blocks' sums.
void remove_other_sums(const RecordedBlock& block, uint32_t buffer, MomentCells::Buffer& cells,
                       const HostBuffer& after) {
    constexpr uint64_t max_cells = 65536;
    const session::RunResult& run = *block.run;
    const Recording::Contents& recorded = block.recording->contents();
    const bool alone = run.prepared.adds_up && buffer == run.prepared.output_buffer &&
                       run.prepared.plan.launches.size() == 1 && !recorded.whole_launch && !recorded.order &&
                       recorded.config.blocks() > 1;
    const uint64_t count = after.layout.shape.cells(), bytes = after.layout.cell_bytes();
    if (!alone || !after.bytes || count > max_cells || after.bytes->size() < count * bytes) return;
    cells.alone = true;
    const SharedBytes& initial = run.prepared.plan.buffers[buffer].initial;
    std::vector<bool> own(count);
    for (const replay::FirstAccess& access : block.history->cells()[buffer].written)
        if (access.cell < count) own[access.cell] = true;
    for (uint64_t cell = 0; cell < count; ++cell) {
        if (own[cell]) continue;
        std::vector<std::byte> before(bytes, undefined_byte);
        if (initial && initial->size() >= (cell + 1) * bytes)
            std::memcpy(before.data(), initial->data() + cell * bytes, bytes);
        if (std::memcmp(before.data(), after.bytes->data() + cell * bytes, bytes) != 0)
            cells.values[cell] = std::move(before);
    }
}

std::vector<uint64_t> cells_before(const std::vector<replay::FirstAccess>& all, uint64_t record) {
    std::vector<uint64_t> cells;
    for (const replay::FirstAccess& access : all)
        if (access.record < record) cells.push_back(access.cell);
    return cells;
}

std::shared_ptr<const MomentCells> cells_of(const RecordedBlock& block, const replay::State& state, Span tick,
                                            const replay::Touched& touched, std::optional<uint32_t> warp) {
    auto out = std::make_shared<MomentCells>();
    out->warp = warp;
    const std::vector<replay::CellHistory>& histories = block.history->cells();
    for (uint32_t buffer = 0; buffer < histories.size(); ++buffer) {
        const replay::CellHistory& history = histories[buffer];
        MomentCells::Buffer cells;
        cells.read = cells_before(history.read, tick.end);
        cells.written = cells_before(history.written, tick.end);
        cells.now_read = touched.buffers[buffer].read;
        cells.now_written = touched.buffers[buffer].written;
        cells.all_read = history.read.size();
        cells.all_written = history.written.size();
        cells.all_pending = history.stored_first.size();
        std::ranges::set_difference(history.stored_first, cells.written, std::back_inserter(cells.pending));
        const HostBuffer after = buffer == block.run->prepared.input_buffer && block.run->input.bytes != nullptr
                                     ? block.run->input
                                     : block.run->measured->buffer(buffer);
        for (const replay::FirstAccess& access : history.written) {
            if (std::ranges::binary_search(cells.pending, access.cell)) continue;
            if (auto value = other_value(block, state, after, access); !value.empty())
                cells.values[access.cell] = std::move(value);
        }
        remove_other_sums(block, buffer, cells, after);
        out->buffers.push_back(std::move(cells));
    }
    return out;
}

} // namespace

const MomentCells::Buffer* accesses_to(const MomentView* moment, const session::RunResult& run,
                                       const Content& content) {
    if (moment == nullptr || moment->block->run.get() != &run || !moment->cells) return nullptr;
    const uint32_t buffer = buffer_of(run, content);
    return buffer < moment->cells->buffers.size() ? &moment->cells->buffers[buffer] : nullptr;
}

std::shared_ptr<const MomentView> MomentMaker::make(const scene::Moment& moment, Tick tick, const Watches& watches,
                                                    bool follows_step) {
    const RecordedBlock& block = *block_;
    const Recording& recording = *block.recording;
    auto view = std::make_shared<MomentView>();
    view->block = block_;
    view->moment = moment;
    view->tick = tick;
    view->watches = watches;
    view->follows_step = follows_step;
    view->step = block.last_step(moment);
    if (view->step) {
        view->acting = recording.steps()[*view->step].warp;
        view->now_line = block.line_or_call(*view->step);
    }
    view->warp = follows_step && view->step ? view->acting : std::min(moment.warp, recording.warps() - 1);
    view->launched = lanes_of(recording.contents().config, view->warp);
    const Span span = last_tick(block, moment, tick);
    recording.move(state_, span.end);
    recording.move(before_, span.first);

    const uint64_t steps = block.steps_at(moment);
    for (const replay::WarpPlace& place : block.history->places(steps)) {
        const auto shown = place.done ? place.done : place.next;
        view->warps.push_back({place.state, shown ? block.line_or_call(*shown) : 0});
        if (view->warps.size() - 1 != view->warp || !place.done) continue;
        view->active = recording.steps()[*place.done].active;
        view->begun = true;
        view->line = block.line_or_call(*place.done);
        view->inactive = find_inactive_lanes(block, *place.done, view->launched);
        view->frames = frames_after(block, *place.done);
    }
    view->barrier = barrier_state(block, moment, view->warps);
    view->rows = rows_of(recording, view->warp, span, before_, state_, view->line, *watches);
    if (view->step && view->acting == view->warp) view->splits = splits_in_step(block, *view->step, span.end, before_);
    const bool in_warp = moment.scope == Scope::warp;
    const replay::Touched touched =
        block.history->touched(span.first, span.end, in_warp ? std::optional(moment.warp) : std::nullopt);
    view->shared = shared_of(block, state_, span, touched);
    std::optional<uint32_t> who;
    if (in_warp) who = view->warp;
    if (!in_warp && tick != Tick::interval && view->step) who = view->acting;
    view->cells = cells_of(block, state_, span, touched, who);
    return view;
}

} // namespace warpscope::insight
