#include <algorithm>
#include <array>
#include <cmath>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <map>
#include <set>

#include "base/number_text.hpp"
#include "base/text.hpp"
#include "insight/findings.hpp"
#include "language/tr.hpp"
#include "render/maps/buffer_picture.hpp"
#include "render/maps/finding_marks.hpp"
#include "render/maps/focus_mask.hpp"
#include "render/maps/heat_map.hpp"
#include "render/maps/moment_mask.hpp"
#include "render/style/level_of_detail.hpp"

namespace warpscope::render {

namespace {

// Cached values, because the legend is built every frame.

struct Counted {
    metrics::Range range;
};
metrics::Range range_of_counts(const session::RunResult& result, const Content& content, const OverlayInfo& overlay) {
    const auto find = [&] {
        const metrics::CellMaps* maps = maps_of(result, content);
        return maps != nullptr ? Counted{range_of(maps->*overlay.heat->counts)} : Counted{};
    };
    const auto number = static_cast<uint64_t>(overlay.overlay);
    return result.derived.get<Counted>({buffer_of(result, content), number}, find)->range;
}

struct Findings {
    uint64_t count = 0;
};
uint64_t findings_in(const session::RunResult& result, const Content& content) {
    const auto count = [&] {
        std::set<const simt::Finding*> found;
        for (const Part& part : parts_of(result, content))
            for (const FindingPlace& place : finding_places(result, part.content))
                found.insert(place.findings.begin(), place.findings.end());
        return Findings{found.size()};
    };
    const auto kind = static_cast<uint64_t>(content.space) << 8 | static_cast<uint64_t>(content.lay);
    return result.derived.get<Findings>({kind, content.buffer, content.slice}, count)->count;
}

uint64_t not_finite_in(const session::RunResult& result, const Content& content) {
    uint64_t count = 0;
    std::set<Memo::Key> seen;
    for (const Part& part : parts_of(result, content)) {
        const Memo::Key key = NotFinite::key(result, part.content);
        if (!seen.insert(key).second) continue;
        if (const auto known = result.derived.made<NotFinite>(key)) count += known->count;
    }
    return count;
}

std::string reads_cells(uint64_t cells) { return tr_count(cells, "reads {} cell", "reads {} cells", grouped(cells)); }
std::string writes_cells(uint64_t cells) {
    return tr_count(cells, "writes {} cell", "writes {} cells", grouped(cells));
}

/// Formats "reads 9 cells, writes 1 cell" without zero counts.
std::string done_to(uint64_t read, uint64_t written) {
    std::vector<std::string> parts;
    if (read > 0) parts.push_back(reads_cells(read));
    if (written > 0) parts.push_back(writes_cells(written));
    return fmt::format("{}", fmt::join(parts, ", "));
}

struct HeatLine {
    LegendEntry entry;
    std::string part;
    bool nothing = false;
};

std::string subtraction_words(const insight::ValueDifference& difference) {
    const std::string& name = difference.values.layout.name;
    const std::string title = difference.is_of_baseline
                                  ? tr_format("{} minus baseline", name)
                                  : tr_format("{} minus {}", name, difference.reference.layout.name);
    if (difference.different == 0) return tr_format("{}: no cell differs", title);
    const std::string all = grouped(difference.cells), some = grouped(difference.different);
    if (difference.not_finite > 0)
        return tr_format("{}: {} of {} cells differ by at most {:.4g}, {} of them by NaN or infinity", title, some, all,
                         difference.largest, grouped(difference.not_finite));
    return tr_count(difference.different, "{}: {} of {} cells differs, by {:.4g}",
                    "{}: {} of {} cells differ, by at most {:.4g}", title, some, all, difference.largest);
}

HeatLine known_heat(const session::RunResult& result, const Content& content, const HeatChoice& choice,
                    const metrics::Probe* probe, const metrics::Range* drawn_scale) {
    HeatLine line;
    const HeatInfo* heat = choice.heat();
    line.entry = {choice.overlay, heat != nullptr ? heat->swatch : Mark::reads, ""};
    const auto say = [&](bool nothing, std::string text) {
        line.nothing = nothing;
        line.entry.text = std::move(text);
        return line;
    };
    if (choice.difference) {
        line.entry.mark = Mark::signed_difference;
        return say(false, subtraction_words(*choice.difference));
    }
    if (choice.paint) {
        const std::string title = choice.paint->title + ": ";
        const metrics::Range& range = probe->ranges[static_cast<size_t>(choice.paint->measure)];
        const bool placed = content.space == Space::launch || threads_of(result, content) != nullptr;
        if (!placed) return say(true, title + tr("shown only in Launch space"));
        if (!range.any) return say(false, title + tr("no thread runs this"));
        const metrics::Range scale = scale_of(choice, range);
        if (scale.low == scale.high) line.entry.mark = Mark::one_read;
        return say(false, title + heat_text(choice, range, scale));
    }
    if (heat->counts != nullptr) {
        const metrics::Range range = range_of_counts(result, content, info(choice.overlay));
        return say(!range.any, range.any ? heat_text(choice, range, range) : std::string(tr(heat->nothing)));
    }
    const metrics::CellCosts* costs = probe->of_buffer(buffer_of(result, content));
    if (costs != nullptr && heat->words != nullptr && (costs->range.any || heat->sparse))
        return say(!costs->range.any, heat->words(*probe, *costs));
    if (costs == nullptr || !costs->range.any) return say(true, std::string(tr(heat->nothing)));
    return say(false, heat_text(choice, costs->range,
                                drawn_scale != nullptr ? *drawn_scale : scale_of(choice, probe->range_of_cells())));
}

std::optional<HeatLine> heat_line(const session::RunResult& result, const ViewState& state, const Probes& probes) {
    const HeatChoice choice = heat_choice(result, state);
    if (!choice.any()) return std::nullopt;
    const auto request = probe_for(result, choice);
    const DrawnHeat* drawn = request && probes.draws(*request, state.content()) ? probes.drawn.get() : nullptr;
    const auto found = request ? probes.find(*request) : nullptr;
    const metrics::Probe* probe = drawn != nullptr ? &drawn->ranges : found.get();
    if (!request || probe != nullptr) {
        HeatLine line = known_heat(result, state.content(), choice, probe, drawn != nullptr ? &drawn->scale : nullptr);
        const bool on_gpu = probe != nullptr && !probe->measured_on.empty();
        if (on_gpu && !line.nothing) line.entry.text += tr(", measured on the GPU");
        const bool of_both = choice.overlay == Overlay::differences || choice.difference != nullptr;
        if (!on_gpu && !of_both && !result.recorded_on.empty() && !line.nothing)
            line.entry.text += tr(", from the emulator");
        if (state.space != Space::launch)
            line.part = result.prepared.plan.buffers[buffer_of(result, state.content())].layout.name;
        return line;
    }
    const std::string name(choice.paint ? choice.paint->title : tr(info(choice.overlay).shown()));
    HeatLine line;
    line.entry = {choice.overlay, choice.paint ? Mark::reads : choice.heat()->swatch,
                  probes.failure.empty() ? tr_format("{}: measuring…", name)
                                         : tr_format("{}: not measured, {}", name, tr(probes.failure))};
    return line;
}

void add_heat(std::vector<LegendEntry>& entries, std::vector<HeatLine> lines) {
    const bool something = std::any_of(lines.begin(), lines.end(), [](const HeatLine& line) { return !line.nothing; });
    if (something) std::erase_if(lines, [](const HeatLine& line) { return line.nothing; });
    const bool same = std::all_of(lines.begin(), lines.end(),
                                  [&](const HeatLine& line) { return line.entry.text == lines.front().entry.text; });
    if (same && !lines.empty()) lines.resize(1);
    for (size_t i = 0; i < lines.size(); ++i) {
        HeatLine& line = lines[i];
        const auto twin = [&](const HeatLine& other) { return other.part == line.part; };
        if (std::any_of(lines.begin(), lines.begin() + static_cast<std::ptrdiff_t>(i), twin)) continue;
        if (lines.size() > 1) line.entry.text = line.part + ": " + line.entry.text;
        entries.push_back(std::move(line.entry));
    }
}

/// Adds entries except heat, findings and selection. `state` has a single part.
void add_part(std::vector<LegendEntry>& entries, const session::RunResult& result, const metrics::BlockTrace* trace,
              const ViewState& state, const Probes& probes) {
    const OverlaySet set = state.overlays & offered(result, state.content());
    for (const OverlayInfo& o : overlays())
        if (o.legend != nullptr && has(set, o.overlay) && (!state.paint || o.fade.under_paint))
            o.legend({result, trace, state, probes, entries});
}

bool uses_shared_memory(const session::RunResult& result, const metrics::BlockTrace& trace, uint32_t interval) {
    struct Use {
        bool any = false;
    };
    const auto look = [&] {
        return Use{std::ranges::any_of(trace.accesses, [&](const metrics::TraceAccess& access) {
            return access.interval == interval && access.space == ptx::Space::shared;
        })};
    };
    return result.derived.newest<Use>({trace.launch, trace.block, interval}, look)->any;
}

void add_interval(std::vector<LegendEntry>& entries, const session::RunResult& result, const metrics::BlockTrace* trace,
                  const ViewState& state) {
    const metrics::ThreadId thread = state.selection.thread;
    const LaunchConfig& config = result.shown().config;
    if (!state.interval || state.space == Space::launch || trace == nullptr || thread == 0 ||
        thread > config.threads() || block_of(config, thread) != trace->block)
        return;
    const std::vector<IntervalCells>& by_buffer = interval_cells(result, *trace, *state.interval);
    std::vector<std::string> words;
    std::set<uint32_t> seen;
    for (const Part& part : parts_of(result, state.content())) {
        const uint32_t buffer = buffer_of(result, part.content);
        if (!seen.insert(buffer).second) continue;
        const IntervalCells& there = by_buffer[buffer];
        const std::string& name = result.prepared.plan.buffers[buffer].layout.name;
        if (there.read > 0)
            words.push_back(tr_count(there.read, "reads {} cell of {}", "reads {} cells of {}", there.read, name));
        if (there.written > 0)
            words.push_back(
                tr_count(there.written, "writes {} cell of {}", "writes {} cells of {}", there.written, name));
    }
    const bool elsewhere =
        std::ranges::any_of(by_buffer, [](const IntervalCells& there) { return there.read > 0 || there.written > 0; });
    if (words.empty())
        words.emplace_back(!elsewhere && uses_shared_memory(result, *trace, *state.interval)
                               ? tr("uses shared memory only")
                               : tr("no accesses here"));
    std::string text = tr_format("interval {}, {}", *state.interval + 1, fmt::format("{}", fmt::join(words, ", ")));
    if (trace->truncated) text += tr(" (recording truncated)");
    entries.push_back({Overlay::none, Mark::interval, std::move(text)});
}

Mark block_reads_mark(const session::RunResult& result, const ViewState& state) {
    const HeatChoice heat = heat_choice(result, state);
    const bool is_scaled = heat.paint || heat.difference || heat.overlay != Overlay::none;
    return is_scaled ? Mark::block_outline : Mark::block_reads;
}

void add_moment(std::vector<LegendEntry>& entries, const session::RunResult& result, const ViewState& state) {
    if (!state.moment || state.space == Space::launch) return;
    uint64_t now_read = 0, now_written = 0, read = 0, all_read = 0, pending = 0, all_pending = 0;
    std::set<uint32_t> seen;
    for (const Part& part : parts_of(result, state.content())) {
        const uint32_t buffer = buffer_of(result, part.content);
        if (buffer >= state.moment->buffers.size() || !seen.insert(buffer).second) continue;
        const MomentCells::Buffer& cells = state.moment->buffers[buffer];
        now_read += cells.now_read.size();
        now_written += cells.now_written.size();
        read += cells.read.size();
        all_read += cells.all_read;
        pending += cells.pending.size();
        all_pending += cells.all_pending;
    }
    const std::string who = state.moment->warp ? tr_format("warp {}", *state.moment->warp) : tr("the block");
    if (now_read > 0 || now_written > 0)
        // Translators: a warp or a block, and what it does: "warp 2 reads 9 cells, writes 1 cell now".
        entries.push_back({Overlay::none, Mark::window, tr_format("{} {} now", who, done_to(now_read, now_written))});
    if (all_read > 0)
        entries.push_back(
            {Overlay::none, block_reads_mark(result, state),
             tr_count(all_read, "{} of {} cell read", "{} of {} cells read", grouped(read), grouped(all_read))});
    if (all_pending > 0)
        entries.push_back({Overlay::none, Mark::unwritten,
                           tr_format("{} of {} not yet written", grouped(pending), grouped(all_pending))});
}

void add_accesses(std::vector<LegendEntry>& entries, const session::RunResult& result, const metrics::BlockTrace* trace,
                  const ViewState& state) {
    const metrics::ThreadId thread = state.selection.thread;
    const LaunchConfig& config = result.shown().config;
    if (!has(state.overlays & offered(result, state.content()), Overlay::accesses) || trace == nullptr || thread == 0 ||
        thread > config.threads() || block_of(config, thread) != trace->block)
        return;
    if (!state.step && !state.interval && merges_partial_sum(result, *trace, state.selection)) return;
    const ThreadAccesses& accesses = accesses_of(result, *trace);
    uint64_t read = 0, written = 0, by_block = 0;
    std::set<uint32_t> seen;
    for (const Part& part : parts_of(result, state.content())) {
        const uint32_t buffer = buffer_of(result, part.content);
        if (!seen.insert(buffer).second) continue;
        for (const BufferUse& use : uses_of(*trace, accesses, thread_in_block(config, thread))) {
            if (use.buffer != buffer) continue;
            read += use.read;
            written += use.written;
        }
        const metrics::BlockTrace::Halo* halo = halo_of(result, *trace, part.content);
        if (halo == nullptr || !halo->defined) by_block += accesses.loaded(buffer).size();
    }
    const std::string cut = trace->truncated ? tr(" (recording truncated)") : "";
    if (read > 0 || written > 0) {
        // Translators: "thread reads 9 cells, writes 1 cell".
        const std::string does = tr_format_in("what it does", "thread {}", done_to(read, written));
        entries.push_back({Overlay::accesses, Mark::window, does + cut});
    }
    if (state.step && *state.step < accesses.of(thread_in_block(config, thread)).size())
        entries.push_back({Overlay::accesses, Mark::current, tr_format("access {}", *state.step + 1)});
    if (by_block > 0)
        entries.push_back({Overlay::accesses, block_reads_mark(result, state),
                           tr_count(by_block, "block reads {} cell", "block reads {} cells", grouped(by_block)) + cut});
}

std::string scale_number(double value) {
    constexpr double exact = 1e15; // doubles represent all smaller whole numbers
    if (value != std::round(value) || std::abs(value) >= exact) return fmt::format("{:.4g}", value);
    const std::string size = grouped(static_cast<uint64_t>(std::abs(value)));
    return value < 0 ? "-" + size : size;
}

/// Adds the gray scale. Parts share an entry if their scales are equal.
void add_values(std::vector<LegendEntry>& entries, const session::RunResult& result, const ViewState& state) {
    if (state.space == Space::launch || state.space == Space::matrices || state.moment || state.paint ||
        state.difference)
        return;
    if ((state.overlays & heat_overlays()) != 0) return;
    std::set<std::string> texts;
    for (const Part& part : parts_of(result, state.content())) {
        const BufferLayout& layout = result.prepared.plan.buffers[buffer_of(result, part.content)].layout;
        const auto scale = result.derived.made<ValueScale>(NotFinite::key(result, part.content));
        if (!scale || layout.channels != 1) return;
        texts.insert(scale->constant
                         ? tr_format("all values are {}", scale_number(*scale->constant))
                         : tr_format("{} to {}", scale_number(scale->range.low), scale_number(scale->range.high)));
    }
    if (texts.size() == 1) entries.push_back({Overlay::none, Mark::values, *texts.begin()});
}

} // namespace

std::vector<LegendEntry> legend(const session::RunResult& result, const metrics::BlockTrace* trace,
                                const ViewState& state, const Probes& probes) {
    const LaunchConfig& config = result.shown().config;
    std::vector<LegendEntry> entries;
    if (!result.not_emulated.empty()) return entries;
    std::vector<HeatLine> heat;
    bool owned = false;
    for (const Part& part : parts_of(result, state.content())) {
        const Content shown = canonical(result, part.content);
        owned = owned || shown.space == Space::launch || threads_of(result, shown) != nullptr;
        std::vector<LegendEntry> more;
        const ViewState alone = state_of(state, part);
        if (!state.moment) add_part(more, result, trace, alone, probes); // add_moment() replaces these entries
        if (auto line = heat_line(result, alone, probes)) heat.push_back(std::move(*line));
        for (LegendEntry& entry : more) {
            const bool said = std::any_of(entries.begin(), entries.end(), [&](const LegendEntry& e) {
                return e.mark == entry.mark && e.text == entry.text;
            });
            if (!said) entries.push_back(std::move(entry));
        }
    }
    add_heat(entries, std::move(heat));
    if (const uint64_t values = state.moment ? 0 : not_finite_in(result, state.content()); values > 0)
        entries.push_back({Overlay::none, Mark::not_finite,
                           tr_count(values, "{} value is NaN or infinite", "{} values are NaN or infinite", values)});
    if (const uint64_t marks = state.hides_findings ? 0 : findings_in(result, state.content()); marks > 0) {
        const size_t all = insight::finding_count(result);
        entries.push_back(
            {Overlay::none, Mark::finding,
             marks >= all ? tr_count(marks, "{} finding", "{} findings", marks)
                          : tr_count(marks, "{} of {} findings is here", "{} of {} findings are here", marks, all)});
    }
    if (state.so_far.order && (state.space == Space::output || state.space == Space::launch)) {
        if (state.so_far.numbered)
            entries.push_back({Overlay::none, Mark::reads, tr("order of blocks"), false, state.so_far.modeled});
        // First, because running blocks hide other marks.
        entries.insert(entries.begin(), {{Overlay::none, Mark::running, tr("running, not written yet"), false, false},
                                         {Overlay::none, Mark::unwritten, tr("not started"), false, false}});
    }
    if (state.moment) {
        std::vector<LegendEntry> now;
        add_moment(now, result, state);
        entries.insert(entries.begin(), now.begin(), now.end()); // first, because they change
    } else {
        add_interval(entries, result, trace, state);
        add_accesses(entries, result, trace, state);
    }
    if (const metrics::ThreadId thread = state.selection.thread;
        !state.moment && thread != 0 && thread <= config.threads() && owned) {
        const Dim3 block = index_of(block_of(config, thread), config.grid);
        const std::string index = short_index_text(block, config.grid);
        // At this zoom the legend names the warp and omits "pinned", which the inspector shows.
        const bool with_warp = state.camera.pixels_per_cell > zoom::warp_tints * state.theme.scale;
        const std::string more = state.selection.pinned && !with_warp ? std::string(tr(", pinned")) : std::string();
        entries.push_back({Overlay::none, Mark::selected, tr_format("block {}", index) + more});
        if (with_warp)
            entries.push_back({Overlay::none, Mark::selected_warp,
                               tr_format("warp {}", thread_in_block(config, thread) / warp_size)});
    }
    add_values(entries, result, state);
    return entries;
}

} // namespace warpscope::render
