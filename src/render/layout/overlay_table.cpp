#include <algorithm>
#include <fmt/format.h>

#include "render/layout/cell_plane.hpp"
#include "scene/names.hpp"

namespace warpscope::render {

const std::vector<OverlayInfo>& overlays() {
    static const std::vector<OverlayInfo> all{
        {Overlay::blocks, scene::name_of(Overlay::blocks), "Blocks", "borders between cells that different blocks own",
         true, true, true},
        {Overlay::threads, scene::name_of(Overlay::threads), "Threads",
         "borders between cells that different threads own", true, true, true},
        {Overlay::warps, scene::name_of(Overlay::warps), "Warps", "a tint and a number for each warp of a block", true,
         true, true},
        {Overlay::surplus, scene::name_of(Overlay::surplus), "Idle threads",
         "threads that were launched and have no cell to write, where their index points: 5 blocks of 16 threads cover "
         "76 cells, so 4 of them are idle",
         false, true, true, "idle"},
        {Overlay::halo, scene::name_of(Overlay::halo), "Halo", "cells that the block loads from outside its own tile",
         true, false, false},
        {Overlay::ghosts, scene::name_of(Overlay::ghosts), "Ghosts",
         "cells of the declared window that lie outside the data", true, false, false},
        {Overlay::divergence, scene::name_of(Overlay::divergence), "Divergence",
         "warps that split at a branch or ran with lanes off", false, true, true},
        {Overlay::reuse, scene::name_of(Overlay::reuse), "Reuse", "how often each cell is loaded", true, false, false},
        {Overlay::sectors, scene::name_of(Overlay::sectors), "Sectors",
         "mean sectors of 32 bytes per request, over the loads, stores and atomics that touch a cell; the scale begins "
         "at the fewest that any of the launch's instructions could need",
         true, true, false},
        {Overlay::atomics, scene::name_of(Overlay::atomics), "Atomics",
         "how many atomic operations each cell takes, by lanes", true, true, false},
        {Overlay::first_block, scene::name_of(Overlay::first_block), "First block",
         "which block loads a cell first, in order of block numbers (a GPU may start them in another order)", true,
         true, false},
        {Overlay::reloads, scene::name_of(Overlay::reloads), "Reloads", "how many further blocks load a cell too", true,
         true, false},
        {Overlay::differences, scene::name_of(Overlay::differences), "Differences",
         "cells about which a GPU's recording and the emulator do not agree: their owner, how often its warp split, or "
         "the sectors of the requests that touch them",
         true, true, false},
        {Overlay::accesses, scene::name_of(Overlay::accesses), "Accesses",
         "cells that the selected thread and its block read and write", true, true, false},
        {Overlay::values, scene::name_of(Overlay::values), "Values", "the value of each cell, from 28 pixels per cell",
         true, true, true},
        {Overlay::labels, scene::name_of(Overlay::labels), "Labels",
         "block numbers, and thread and lane from 56 pixels per cell", true, true, true},
    };
    return all;
}

namespace {

std::string known_names() {
    std::string names;
    for (const OverlayInfo& info : overlays()) names += fmt::format("{}, ", info.name);
    return names + "all and none";
}

} // namespace

Result<OverlaySet> parse_overlays(std::string_view list) {
    OverlaySet set = 0;
    std::string_view rest = list;
    while (!rest.empty()) {
        const size_t comma = std::min(rest.find(','), rest.size());
        const std::string_view name = rest.substr(0, comma);
        rest.remove_prefix(std::min(comma + 1, rest.size()));
        if (name == "none") continue;
        bool known = false;
        for (const OverlayInfo& info : overlays()) {
            const bool alone = has(heat_overlays, info.overlay) && info.overlay != Overlay::reuse;
            if (name != info.name && (info.word.empty() || name != info.word) && (name != "all" || alone)) continue;
            set = set | info.overlay;
            known = true;
        }
        if (!known)
            return fail(ErrorKind::usage, fmt::format("there is no overlay named '{}'", name),
                        fmt::format("overlays are {}, separated by commas", known_names()));
    }
    return set;
}

std::shared_ptr<const metrics::Probe> Probes::find(const metrics::ProbeRequest& request) const {
    for (const auto& probe : made)
        if (probe->request == request) return probe;
    return nullptr;
}

bool Probes::draws(const metrics::ProbeRequest& request, const Content& content) const {
    return drawn != nullptr && drawn->ranges.request == request &&
           std::find(drawn->contents.begin(), drawn->contents.end(), content) != drawn->contents.end();
}

bool OverlayInfo::drawn_in(Space space) const {
    switch (space) {
    case Space::input: return input;
    case Space::output: return output;
    case Space::buffer:
    case Space::matrices: return input || output;
    case Space::launch: break;
    }
    return launch;
}

OverlaySet offered(const session::RunResult& result, const Content& content) {
    OverlaySet set = 0;
    if (content.space == Space::matrices) {
        for (const Part& part : parts_of(result, content)) set |= offered(result, part.content);
        return set;
    }
    const Content shown = canonical(result, content);
    const bool owned = shown.space == Space::launch || threads_of(result, shown) != nullptr;
    const metrics::CellMaps* maps = shown.space == Space::launch ? nullptr : maps_of(result, shown);
    for (const OverlayInfo& info : overlays()) {
        if (!info.drawn_in(shown.space)) continue;
        bool something = true;
        switch (info.overlay) {
        case Overlay::blocks:
        case Overlay::threads:
        case Overlay::warps:
        case Overlay::labels: something = owned; break;
        case Overlay::surplus: something = shown.space != Space::buffer && !result.prepared.adds_up; break;
        case Overlay::divergence: something = shown.space != Space::buffer; break;
        case Overlay::halo: something = maps != nullptr && !maps->reads.empty() && lines_up(result, shown); break;
        case Overlay::ghosts:
            something = result.prepared.window && result.prepared.window->buffer == buffer_of(result, shown) &&
                        lines_up(result, shown);
            break;
        case Overlay::reuse:
        case Overlay::first_block:
        case Overlay::reloads: something = maps != nullptr && !maps->reads.empty(); break;
        case Overlay::differences: something = !result.recorded_on.empty(); break;
        case Overlay::sectors: something = maps != nullptr; break;
        case Overlay::atomics: something = maps != nullptr && result.shown().atomics.operations > 0; break;
        default: break;
        }
        if (something) set = set | info.overlay;
    }
    return set;
}

} // namespace warpscope::render
