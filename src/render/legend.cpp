#include <algorithm>
#include <fmt/format.h>
#include <map>
#include <set>

#include "render/focus.hpp"
#include "render/view_impl.hpp"

namespace warpscope::render {

namespace {

/// What takes a pass over a whole run to count. Legends are asked for every frame, so the newest runs' is kept.
struct Facts {
    std::weak_ptr<const metrics::Measured> run;
    std::map<uint32_t, std::pair<uint32_t, uint32_t>> reads; // by buffer, as it is asked for
    uint64_t partly_idle = 0;
};

Facts& facts_of(const session::RunResult& result) {
    thread_local Facts kept;
    if (kept.run.lock() == result.measured) return kept;
    kept = {result.measured, {}, 0};
    const std::vector<metrics::WarpRecord>& warps = result.shown().divergence.warps;
    kept.partly_idle = static_cast<uint64_t>(std::count_if(
        warps.begin(), warps.end(), [](const auto& warp) { return warp.kind == metrics::WarpClass::partly_idle; }));
    return kept;
}

std::pair<uint32_t, uint32_t> reads_of(const session::RunResult& result, const Content& content) {
    const auto [entry, is_new] = facts_of(result).reads.try_emplace(buffer_of(result, content));
    if (const metrics::CellMaps* maps = maps_of(result, content); is_new && maps != nullptr)
        entry->second = read_range(*maps);
    return entry->second;
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
    std::string text = "surplus " + counted(launch.ownership.surplus_threads, "thread");
    if (space == Space::output && launch.ownership.surplus_threads > 0 &&
        !has_places(launch, plane_of(result, content)))
        text += ", seen in launch space only";
    return text;
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
                       false, true});
    if (const uint64_t idle = facts_of(result).partly_idle; idle > 0)
        entries.push_back({Overlay::divergence, Mark::partly_idle,
                           fmt::format("partly idle {} of {}", idle, counted(warps, "warp")), false, true});
}

/// Entries of everything but the selection; `state` is of a single part.
void add_part(std::vector<LegendEntry>& entries, const session::RunResult& result, const metrics::BlockTrace* trace,
              const ViewState& state) {
    const metrics::LaunchMeasurement& launch = result.shown();
    const LaunchConfig& config = launch.config;
    const Content content = state.content();
    const OverlaySet set = state.overlays & offered(result, content);
    const auto on = [&](Overlay overlay) { return has(set, overlay); };
    if (on(Overlay::blocks))
        entries.push_back({Overlay::blocks, Mark::block_border,
                           fmt::format("{} of {}", counted(config.blocks(), "block"), size_text(config.block))});
    if (on(Overlay::threads))
        entries.push_back({Overlay::threads, Mark::thread_border, counted(config.threads(), "thread")});
    if (on(Overlay::warps))
        entries.push_back({Overlay::warps, Mark::warp_tints,
                           fmt::format("{}, {} per block", counted(config.warps(), "warp"), config.warps_per_block())});
    if (on(Overlay::surplus)) entries.push_back({Overlay::surplus, Mark::surplus, surplus_text(result, content)});
    if (content.space != Space::output && content.space != Space::launch) add_focus(entries, result, trace, state, set);
    if (on(Overlay::divergence)) add_divergence(entries, result);
    if (on(Overlay::reuse)) {
        const auto [fewest, most] = reads_of(result, content);
        entries.push_back(
            {Overlay::reuse, Mark::reads,
             most == 0 ? "nothing is loaded from here" : fmt::format("{} to {} loads per cell", fewest, most)});
    }
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

const ThreadAccesses& accesses_of(const session::RunResult& result, const metrics::BlockTrace& trace) {
    struct Kept {
        std::weak_ptr<const metrics::Measured> run;
        const metrics::BlockTrace* trace = nullptr;
        uint64_t block = 0;
        size_t size = 0;
        ThreadAccesses accesses;
    };
    thread_local Kept kept;
    if (kept.run.lock() != result.measured || kept.trace != &trace || kept.block != trace.block ||
        kept.size != trace.accesses.size())
        kept = {result.measured, &trace, trace.block, trace.accesses.size(), ThreadAccesses(result, trace)};
    return kept.accesses;
}

std::vector<LegendEntry> legend(const session::RunResult& result, const metrics::BlockTrace* trace,
                                const ViewState& state) {
    const LaunchConfig& config = result.shown().config;
    std::vector<LegendEntry> entries;
    bool owned = false;
    for (const Part& part : parts_of(result, state.content())) {
        const Content shown = canonical(result, part.content);
        owned = owned || shown.space == Space::launch || threads_of(result, shown) != nullptr;
        std::vector<LegendEntry> more;
        add_part(more, result, trace, state_of(state, part));
        for (LegendEntry& entry : more) {
            const bool said = std::any_of(entries.begin(), entries.end(), [&](const LegendEntry& e) {
                return e.mark == entry.mark && e.text == entry.text;
            });
            if (!said) entries.push_back(std::move(entry));
        }
    }
    add_accesses(entries, result, trace, state);
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
