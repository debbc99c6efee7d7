#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <map>
#include <set>

#include "render/maps/finding_marks.hpp"
#include "render/maps/focus_mask.hpp"
#include "render/maps/heat_map.hpp"
#include "render/style/level_of_detail.hpp"

namespace warpscope::render {

namespace {

// What takes a pass over a whole run to count is kept with the run: legends are asked for every frame.

struct PartlyIdleWarps {
    uint64_t count = 0;
};
uint64_t partly_idle(const session::RunResult& result) {
    const auto count = [&] {
        const std::vector<metrics::WarpRecord>& warps = result.shown().divergence.warps;
        return PartlyIdleWarps{static_cast<uint64_t>(std::count_if(warps.begin(), warps.end(), [](const auto& warp) {
            return warp.kind == metrics::WarpClass::partly_idle;
        }))};
    };
    return result.derived.get<PartlyIdleWarps>({}, count)->count;
}

struct Reads {
    metrics::Range range;
};
metrics::Range reads_of(const session::RunResult& result, const Content& content) {
    const auto find = [&] {
        const metrics::CellMaps* maps = maps_of(result, content);
        return maps != nullptr ? Reads{read_range(*maps)} : Reads{};
    };
    return result.derived.get<Reads>({buffer_of(result, content)}, find)->range;
}

/// Findings with a place in any of the parts, each once.
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

std::string counted(uint64_t count, std::string_view what) {
    return fmt::format("{} {}{}", count, what, count == 1 ? "" : "s");
}

std::string size_text(const Dim3& size) {
    if (size.z > 1) return fmt::format("{} x {} x {}", size.x, size.y, size.z);
    return size.y > 1 ? fmt::format("{} x {}", size.x, size.y) : counted(size.x, "thread");
}

std::string surplus_text(const session::RunResult& result, const Content& content) {
    const Space space = content.space;
    const metrics::LaunchMeasurement& launch = result.shown();
    std::string text = counted(launch.ownership.surplus_threads, "idle thread");
    if (space == Space::output && launch.ownership.surplus_threads > 0 &&
        !has_places(launch, plane_of(result, content)))
        text += ", seen in launch space only";
    return text;
}

void add_surplus(std::vector<LegendEntry>& entries, const session::RunResult& result, const Content& content) {
    entries.push_back({Overlay::surplus, Mark::surplus, surplus_text(result, content)});
    const uint64_t unwritten = content.space == Space::output ? result.unwritten_cells() : 0;
    if (unwritten > 0)
        entries.push_back({Overlay::surplus, Mark::unwritten, counted(unwritten, "cell") + " written by no thread"});
}

/// Overlays that need the block in focus.
void add_focus(std::vector<LegendEntry>& entries, const session::RunResult& result, const metrics::BlockTrace* trace,
               const ViewState& state, OverlaySet on) {
    const Content content = state.content();
    const metrics::BlockTrace::Halo* halo = trace != nullptr ? halo_of(result, *trace, content) : nullptr;
    if (has(on, Overlay::halo)) {
        std::string text = "halo: point at a block";
        if (trace != nullptr && halo == nullptr) text = "halo: the block loads nothing here";
        if (halo != nullptr && halo->defined) text = "halo " + counted(halo->cells.size(), "cell");
        if (trace != nullptr && trace->truncated) text += " (trace cut short)";
        entries.push_back({Overlay::halo, Mark::halo, std::move(text)});
    }
    if (has(on, Overlay::ghosts) && result.prepared.window) {
        std::string text = "ghost cells: point at a block";
        if (trace != nullptr) text = "ghost " + counted(ghost_places(result, *trace, content).size(), "cell");
        entries.push_back({Overlay::ghosts, Mark::ghost, text + ", declared", true});
    }
}

void add_divergence(std::vector<LegendEntry>& entries, const session::RunResult& result) {
    const metrics::LaunchMeasurement& launch = result.shown();
    const uint64_t warps = launch.config.warps();
    entries.push_back({Overlay::divergence, Mark::diverged,
                       fmt::format("diverged {} of {}", launch.divergence.divergent_warps, counted(warps, "warp")),
                       false, result.recorded_on.empty()});
    if (const uint64_t idle = partly_idle(result); idle > 0)
        entries.push_back({Overlay::divergence, Mark::partly_idle,
                           fmt::format("partly idle {} of {}", idle, counted(warps, "warp")), false,
                           result.recorded_on.empty()});
}

/// What the numbers of a part are.
struct HeatLine {
    LegendEntry entry;
    std::string part;     // the buffer's name
    bool nothing = false; // there are none here
};

Mark mark_of(Overlay heat) {
    return heat == Overlay::first_block   ? Mark::block_tints
           : heat == Overlay::differences ? Mark::differences
                                          : Mark::reads;
}

/// In the order of the swatch's colours.
std::string difference_text(const metrics::Probe& probe, const metrics::CellCosts& costs) {
    static constexpr std::array<const char*, metrics::difference_count> kinds{"owner", "splits of its warp",
                                                                              "sectors per request"};
    std::vector<std::string> parts, compared;
    for (size_t bit = 0; bit < kinds.size(); ++bit) {
        if (costs.differing[bit] != 0)
            parts.push_back(fmt::format("{} with other {}", counted(costs.differing[bit], "cell"), kinds[bit]));
        if ((costs.compared >> bit & 1) != 0) compared.emplace_back(kinds[bit]);
    }
    std::string text = compared.empty() ? "nothing was compared here"
                       : parts.empty()  ? fmt::format("the same on GPU and emulator: {}", fmt::join(compared, ", "))
                                        : fmt::format("{}", fmt::join(parts, ", "));
    if (!probe.left_out.empty()) text += "; " + probe.left_out;
    return text;
}

/// What the numbers are when they are there.
HeatLine known_heat(const session::RunResult& result, const Content& content, const HeatChoice& choice,
                    const metrics::Probe* probe, const metrics::Range* drawn_scale) {
    HeatLine line;
    line.entry = {choice.overlay, mark_of(choice.overlay), ""};
    const auto say = [&](bool nothing, std::string text) {
        line.nothing = nothing;
        line.entry.text = std::move(text);
        return line;
    };
    if (choice.paint) {
        const std::string title = choice.paint->title + ": ";
        const metrics::Range& range = probe->ranges[static_cast<size_t>(choice.paint->measure)];
        const bool placed = content.space == Space::launch || threads_of(result, content) != nullptr;
        if (!placed) return say(true, title + "its threads have no place here");
        return say(false, title + (range.any ? heat_text(choice, range, scale_of(result, choice, range))
                                             : "no thread does this"));
    }
    if (choice.overlay == Overlay::reuse) {
        const metrics::Range range = reads_of(result, content);
        return say(!range.any, range.any ? heat_text(choice, range, range) : "nothing is loaded from here");
    }
    const metrics::CellCosts* costs = probe->of_buffer(buffer_of(result, content));
    if (choice.overlay == Overlay::differences && costs != nullptr)
        return say(!costs->range.any, difference_text(*probe, *costs));
    if (costs == nullptr || !costs->range.any) {
        if (choice.overlay == Overlay::sectors) return say(true, "no request touches this");
        return say(true, choice.overlay == Overlay::atomics ? "no atomics here" : "nothing is loaded from here");
    }
    if (choice.overlay == Overlay::first_block) return say(false, "first block that loads a cell");
    return say(false,
               heat_text(choice, costs->range,
                         drawn_scale != nullptr ? *drawn_scale : scale_of(result, choice, probe->range_of_cells())));
}

/// None when nothing is chosen; `state` is of a single part.
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
        if (on_gpu && !line.nothing) line.entry.text += ", measured on the GPU";
        const bool of_both = choice.overlay == Overlay::differences;
        if (!on_gpu && !of_both && !result.recorded_on.empty() && !line.nothing)
            line.entry.text += ", from the emulator";
        if (state.space != Space::launch)
            line.part = result.prepared.plan.buffers[buffer_of(result, state.content())].layout.name;
        return line;
    }
    std::string name = choice.paint ? choice.paint->title : "";
    for (const OverlayInfo& info : overlays())
        if (!choice.paint && info.overlay == choice.overlay) name = info.name;
    HeatLine line;
    line.entry = {choice.overlay, mark_of(choice.overlay),
                  probes.failure.empty() ? name + ": measuring…"
                                         : fmt::format("{}: not measured, {}", name, probes.failure)};
    return line;
}

/// Says only once what is the same in all parts, and which is which where it is not.
void add_heat(std::vector<LegendEntry>& entries, std::vector<HeatLine> lines) {
    const bool something = std::any_of(lines.begin(), lines.end(), [](const HeatLine& line) { return !line.nothing; });
    if (something) std::erase_if(lines, [](const HeatLine& line) { return line.nothing; });
    const bool same = std::all_of(lines.begin(), lines.end(),
                                  [&](const HeatLine& line) { return line.entry.text == lines.front().entry.text; });
    if (same && !lines.empty()) lines.resize(1);
    for (size_t i = 0; i < lines.size(); ++i) {
        HeatLine& line = lines[i];
        // The same buffer may lie there twice.
        const auto twin = [&](const HeatLine& other) { return other.part == line.part; };
        if (std::any_of(lines.begin(), lines.begin() + static_cast<std::ptrdiff_t>(i), twin)) continue;
        if (lines.size() > 1) line.entry.text = line.part + ": " + line.entry.text;
        entries.push_back(std::move(line.entry));
    }
}

/// Entries of everything but heat, findings and the selection; `state` is of a single part.
void add_part(std::vector<LegendEntry>& entries, const session::RunResult& result, const metrics::BlockTrace* trace,
              const ViewState& state) {
    const metrics::LaunchMeasurement& launch = result.shown();
    const LaunchConfig& config = launch.config;
    const Content content = state.content();
    constexpr OverlaySet under_paint = Overlay::warps | Overlay::surplus | Overlay::divergence;
    const OverlaySet drawn = state.paint ? state.overlays & ~under_paint : state.overlays;
    const OverlaySet set = drawn & offered(result, content);
    const auto on = [&](Overlay overlay) { return has(set, overlay); };
    if (on(Overlay::blocks))
        entries.push_back({Overlay::blocks, Mark::block_border,
                           fmt::format("{} of {}", counted(config.blocks(), "block"), size_text(config.block))});
    if (on(Overlay::threads))
        entries.push_back({Overlay::threads, Mark::thread_border, counted(config.threads(), "thread")});
    if (on(Overlay::warps))
        entries.push_back({Overlay::warps, Mark::warp_tints,
                           fmt::format("{}, {} per block", counted(config.warps(), "warp"), config.warps_per_block())});
    if (on(Overlay::surplus)) add_surplus(entries, result, content);
    if (content.space != Space::output && content.space != Space::launch) add_focus(entries, result, trace, state, set);
    if (on(Overlay::divergence)) add_divergence(entries, result);
}

/// What the selected block does to the view's buffers in the chosen interval.
void add_interval(std::vector<LegendEntry>& entries, const session::RunResult& result, const metrics::BlockTrace* trace,
                  const ViewState& state) {
    const metrics::ThreadId thread = state.selection.thread;
    const LaunchConfig& config = result.shown().config;
    if (!state.interval || state.space == Space::launch || trace == nullptr || thread == 0 ||
        thread > config.threads() || block_of(config, thread) != trace->block)
        return;
    const std::vector<IntervalCells>& by_buffer = interval_cells(result, *trace, *state.interval);
    std::string words;
    std::set<uint32_t> seen;
    for (const Part& part : parts_of(result, state.content())) {
        const uint32_t buffer = buffer_of(result, part.content);
        if (!seen.insert(buffer).second) continue;
        const IntervalCells& there = by_buffer[buffer];
        const std::string& name = result.prepared.plan.buffers[buffer].layout.name;
        if (there.read > 0) words += fmt::format(", reads {} of {}", counted(there.read, "cell"), name);
        if (there.written > 0) words += fmt::format(", writes {} of {}", counted(there.written, "cell"), name);
    }
    if (words.empty()) words = ", touches nothing here";
    if (trace->truncated) words += " (trace cut short)";
    entries.push_back({Overlay::none, Mark::interval, fmt::format("interval {}{}", *state.interval, words)});
}

/// What the selected thread and its block do to the buffers that the view shows.
void add_accesses(std::vector<LegendEntry>& entries, const session::RunResult& result, const metrics::BlockTrace* trace,
                  const ViewState& state) {
    const metrics::ThreadId thread = state.selection.thread;
    const LaunchConfig& config = result.shown().config;
    if (!has(state.overlays & offered(result, state.content()), Overlay::accesses) || trace == nullptr || thread == 0 ||
        thread > config.threads() || block_of(config, thread) != trace->block)
        return;
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
    const std::string cut = trace->truncated ? " (trace cut short)" : "";
    if (read > 0 || written > 0) {
        std::string text = "thread";
        if (read > 0) text += " reads " + counted(read, "cell");
        if (written > 0) text += fmt::format("{} writes {}", read > 0 ? "," : "", counted(written, "cell"));
        entries.push_back({Overlay::accesses, Mark::window, text + cut});
    }
    if (state.step && *state.step < accesses.of(thread_in_block(config, thread)).size())
        entries.push_back({Overlay::accesses, Mark::current, fmt::format("access {}", *state.step + 1)});
    if (by_block > 0)
        entries.push_back({Overlay::accesses, Mark::block_reads, "block reads " + counted(by_block, "cell") + cut});
}

} // namespace

std::vector<LegendEntry> legend(const session::RunResult& result, const metrics::BlockTrace* trace,
                                const ViewState& state, const Probes& probes) {
    const LaunchConfig& config = result.shown().config;
    std::vector<LegendEntry> entries;
    std::vector<HeatLine> heat;
    bool owned = false;
    for (const Part& part : parts_of(result, state.content())) {
        const Content shown = canonical(result, part.content);
        owned = owned || shown.space == Space::launch || threads_of(result, shown) != nullptr;
        std::vector<LegendEntry> more;
        const ViewState alone = state_of(state, part);
        add_part(more, result, trace, alone);
        if (auto line = heat_line(result, alone, probes)) heat.push_back(std::move(*line));
        for (LegendEntry& entry : more) {
            const bool said = std::any_of(entries.begin(), entries.end(), [&](const LegendEntry& e) {
                return e.mark == entry.mark && e.text == entry.text;
            });
            if (!said) entries.push_back(std::move(entry));
        }
    }
    add_heat(entries, std::move(heat));
    if (const uint64_t marks = findings_in(result, state.content()); marks > 0)
        entries.push_back({Overlay::none, Mark::finding, counted(marks, "listed finding")});
    add_interval(entries, result, trace, state);
    add_accesses(entries, result, trace, state);
    if (const metrics::ThreadId thread = state.selection.thread; thread != 0 && thread <= config.threads() && owned) {
        const Dim3 block = index_of(block_of(config, thread), config.grid);
        const std::string index = config.grid.z > 1   ? fmt::format("({},{},{})", block.x, block.y, block.z)
                                  : config.grid.y > 1 ? fmt::format("({},{})", block.x, block.y)
                                                      : fmt::format("{}", block.x);
        // Its warp has an outline where cells are large enough for it; see level of detail().
        const bool with_warp = state.camera.pixels_per_cell > zoom::warp_tints * state.theme.scale;
        const std::string warp =
            with_warp ? fmt::format(", its warp {} in thin lines", thread_in_block(config, thread) / warp_size) : "";
        entries.push_back({Overlay::none, Mark::selected,
                           fmt::format("block {}{}{}", index, warp, state.selection.pinned ? ", pinned" : "")});
    }
    return entries;
}

} // namespace warpscope::render
