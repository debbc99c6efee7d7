#include <algorithm>
#include <fmt/format.h>

#include "render/findings.hpp"
#include "render/focus.hpp"
#include "render/heat.hpp"

namespace warpscope::render {

namespace {

/// What takes a pass over a whole run to count. Legends are asked for every frame, so the newest runs' is kept.
struct Facts {
    std::weak_ptr<const metrics::Measured> run;
    metrics::Range reads;
    std::array<uint64_t, 3> findings{}; // with a place, by Space
    uint64_t partly_idle = 0;
};

const Facts& facts_of(const session::RunResult& result) {
    thread_local Facts kept;
    if (kept.run.lock() == result.measured) return kept;
    kept = {};
    kept.run = result.measured;
    for (const Space space : {Space::input, Space::output, Space::launch})
        for (const FindingPlace& place : finding_places(result, space))
            kept.findings[static_cast<size_t>(space)] += place.findings.size();
    if (const metrics::CellMaps* maps = input_maps(result)) kept.reads = read_range(*maps);
    const std::vector<metrics::WarpRecord>& warps = result.shown().divergence.warps;
    kept.partly_idle = static_cast<uint64_t>(std::count_if(
        warps.begin(), warps.end(), [](const auto& warp) { return warp.kind == metrics::WarpClass::partly_idle; }));
    return kept;
}

std::string counted(uint64_t count, std::string_view what) {
    return fmt::format("{} {}{}", count, what, count == 1 ? "" : "s");
}

std::string size_text(const Dim3& size) {
    if (size.z > 1) return fmt::format("{} x {} x {}", size.x, size.y, size.z);
    return size.y > 1 ? fmt::format("{} x {}", size.x, size.y) : counted(size.x, "thread");
}

std::string surplus_text(const session::RunResult& result, Space space) {
    const metrics::LaunchMeasurement& launch = result.shown();
    std::string text = "surplus " + counted(launch.ownership.surplus_threads, "thread");
    if (space == Space::output && launch.ownership.surplus_threads > 0 && !has_places(launch, plane_of(result, space)))
        text += ", seen in launch space only";
    return text;
}

/// Overlays that need the block in focus.
void add_focus(std::vector<LegendEntry>& entries, const session::RunResult& result, const metrics::BlockTrace* trace,
               const ViewState& state) {
    const metrics::BlockTrace::Halo* halo = trace != nullptr ? input_halo(result, *trace) : nullptr;
    if (has(state.overlays, Overlay::halo)) {
        std::string text = "halo: point at a block";
        if (trace != nullptr && halo == nullptr) text = "halo: the block loads nothing here";
        if (halo != nullptr && !halo->defined) text = "halo: shapes of input and output differ";
        if (halo != nullptr && halo->defined) text = "halo " + counted(halo->cells.size(), "cell");
        if (trace != nullptr && trace->truncated) text += " (trace cut short)";
        entries.push_back({Overlay::halo, Mark::halo, std::move(text)});
    }
    if (has(state.overlays, Overlay::ghosts) && result.prepared.window) {
        std::string text = "ghost cells: point at a block";
        if (trace != nullptr) text = "ghost " + counted(ghost_places(result, *trace).size(), "cell");
        entries.push_back({Overlay::ghosts, Mark::ghost, text + ", declared", true});
    }
}

void add_divergence(std::vector<LegendEntry>& entries, const session::RunResult& result) {
    const metrics::LaunchMeasurement& launch = result.shown();
    const uint64_t warps = launch.config.warps();
    entries.push_back({Overlay::divergence, Mark::diverged,
                       fmt::format("diverged {} of {}", launch.divergence.divergent_warps, counted(warps, "warp")),
                       false, true});
    if (const uint64_t idle = facts_of(result).partly_idle; idle > 0)
        entries.push_back({Overlay::divergence, Mark::partly_idle,
                           fmt::format("partly idle {} of {}", idle, counted(warps, "warp")), false, true});
}

/// What the numbers of a view are when they are there.
std::string known_heat(const session::RunResult& result, const ViewState& state, const HeatChoice& choice,
                       const metrics::Probe* probe) {
    const std::string title = choice.paint ? choice.paint->title + ": " : "";
    if (choice.paint) {
        const metrics::Range& range = probe->ranges[static_cast<size_t>(choice.paint->measure)];
        const bool placed = state.space == Space::launch ||
                            (owner_map(result) != nullptr && (state.space == Space::output || shapes_match(result)));
        if (!placed) return title + "its threads have no place here";
        return title + (range.any ? heat_text(choice, range) : "no thread does this");
    }
    if (choice.overlay == Overlay::reuse) {
        const metrics::Range& range = facts_of(result).reads;
        return range.any ? heat_text(choice, range) : "nothing is loaded from here";
    }
    const metrics::CellCosts* costs = probe->of_buffer(buffer_of(result, state.space));
    if (costs == nullptr || !costs->range.any) {
        if (choice.overlay == Overlay::sectors) return "no request touches this";
        return choice.overlay == Overlay::atomics ? "no atomics here" : "nothing is loaded from here";
    }
    return choice.overlay == Overlay::first_block ? "first block that loads a cell" : heat_text(choice, costs->range);
}

void add_heat(std::vector<LegendEntry>& entries, const session::RunResult& result, const ViewState& state,
              const Probes& probes) {
    const HeatChoice choice = heat_choice(state);
    if (!choice.any()) return;
    const auto request = probe_for(result, choice);
    const auto probe = request ? probes.find(*request) : nullptr;
    const Mark mark = choice.overlay == Overlay::first_block ? Mark::block_tints : Mark::reads;
    if (!request || probe != nullptr) {
        entries.push_back({choice.overlay, mark, known_heat(result, state, choice, probe.get())});
        return;
    }
    std::string name = choice.paint ? choice.paint->title : "";
    for (const OverlayInfo& info : overlays())
        if (!choice.paint && info.overlay == choice.overlay) name = info.name;
    entries.push_back(
        {choice.overlay, mark,
         probes.failure.empty() ? name + ": measuring…" : fmt::format("{}: not measured, {}", name, probes.failure)});
}

} // namespace

std::vector<LegendEntry> legend(const session::RunResult& result, const metrics::BlockTrace* trace,
                                const ViewState& state, const Probes& probes) {
    const metrics::LaunchMeasurement& launch = result.shown();
    const LaunchConfig& config = launch.config;
    const bool owned = state.space == Space::launch ||
                       (owner_map(result) != nullptr && (state.space == Space::output || shapes_match(result)));
    std::vector<LegendEntry> entries;
    constexpr OverlaySet under_paint = Overlay::warps | Overlay::surplus | Overlay::divergence;
    const OverlaySet drawn = state.paint ? state.overlays & ~under_paint : state.overlays;
    const auto on = [&](Overlay overlay) { return has(drawn, overlay); };
    if (on(Overlay::blocks) && owned)
        entries.push_back({Overlay::blocks, Mark::block_border,
                           fmt::format("{} of {}", counted(config.blocks(), "block"), size_text(config.block))});
    if (on(Overlay::threads) && owned)
        entries.push_back({Overlay::threads, Mark::thread_border, counted(config.threads(), "thread")});
    if (on(Overlay::warps) && owned)
        entries.push_back({Overlay::warps, Mark::warp_tints,
                           fmt::format("{}, {} per block", counted(config.warps(), "warp"), config.warps_per_block())});
    if (on(Overlay::surplus) && state.space != Space::input)
        entries.push_back({Overlay::surplus, Mark::surplus, surplus_text(result, state.space)});
    if (state.space == Space::input) add_focus(entries, result, trace, state);
    if (on(Overlay::divergence) && state.space != Space::input) add_divergence(entries, result);
    add_heat(entries, result, state, probes);
    if (const uint64_t marks = facts_of(result).findings[static_cast<size_t>(state.space)]; marks > 0)
        entries.push_back({Overlay::none, Mark::finding, counted(marks, "finding")});
    if (const metrics::ThreadId thread = state.selection.thread; thread != 0 && thread <= config.threads() && owned) {
        const Dim3 block = index_of(block_of(config, thread), config.grid);
        const std::string index = config.grid.z > 1   ? fmt::format("({},{},{})", block.x, block.y, block.z)
                                  : config.grid.y > 1 ? fmt::format("({},{})", block.x, block.y)
                                                      : fmt::format("{}", block.x);
        entries.push_back({Overlay::none, Mark::selected,
                           fmt::format("block {}{}", index, state.selection.pinned ? ", pinned" : "")});
    }
    return entries;
}

} // namespace warpscope::render
