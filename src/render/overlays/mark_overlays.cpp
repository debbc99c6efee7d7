#include <algorithm>
#include <fmt/format.h>
#include <numeric>

#include "base/number_text.hpp"
#include "insight/findings.hpp"
#include "language/tr.hpp"
#include "render/layout/cell_plane.hpp"
#include "render/maps/device_parts.hpp"
#include "render/maps/focus_mask.hpp"
#include "render/maps/owner_layer.hpp"
#include "render/overlays/overlay_rows.hpp"
#include "render/style/level_of_detail.hpp"

namespace warpscope::render {

namespace {

// Cached: the legend is built every frame.
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

bool is_owned(const session::RunResult& result, const Content& content) {
    return content.space == Space::launch || threads_of(result, content) != nullptr;
}
bool has_idle_threads(const session::RunResult& result, const Content&) { return !result.prepared.adds_up; }
bool has_halo(const session::RunResult& result, const Content& content) {
    const metrics::CellMaps* maps = maps_of(result, content);
    return maps != nullptr && !maps->reads.empty() && lines_up(result, content);
}
bool has_window(const session::RunResult& result, const Content& content) {
    return result.prepared.window && result.prepared.window->buffer == buffer_of(result, content) &&
           lines_up(result, content);
}

std::string size_text(const Dim3& size) {
    if (size.z > 1) return fmt::format("{} x {} x {}", size.x, size.y, size.z);
    return size.y > 1 ? fmt::format("{} x {}", size.x, size.y) : tr_count(size.x, "{} thread", "{} threads", size.x);
}

void add_blocks(const LegendPart& part) {
    const LaunchConfig& config = part.result.shown().config;
    std::string text = tr_count(config.blocks(), "{} block of {}", "{} blocks of {}", grouped(config.blocks()),
                                size_text(config.block));
    const ViewState& state = part.state;
    const double cell = state.camera.pixels_per_cell / std::max(state.theme.scale, 0.01f);
    const Plane plane = plane_of(part.result, state.content());
    const auto [thin, thick] = std::minmax(config.block.x, config.block.y);
    const bool is_in_line = plane.width() == 1 || plane.height() == 1;
    const bool is_dense = (is_in_line ? thick : thin) * cell < zoom::block_borders;
    if (is_dense && lines_up(part.result, state.content())) text += tr(": zoom in to see their borders");
    part.entries.push_back({Overlay::blocks, Mark::block_border, std::move(text)});
}

void add_threads(const LegendPart& part) {
    const uint64_t threads = part.result.shown().config.threads();
    part.entries.push_back(
        {Overlay::threads, Mark::thread_border, tr_count(threads, "{} thread", "{} threads", grouped(threads))});
}

void add_warps(const LegendPart& part) {
    const LaunchConfig& config = part.result.shown().config;
    part.entries.push_back({Overlay::warps, Mark::warp_tints,
                            tr_count(config.warps(), "{} warp, {} per block", "{} warps, {} per block",
                                     grouped(config.warps()), config.warps_per_block())});
}

void add_idle_threads(const LegendPart& part) {
    const Content content = part.state.content();
    const metrics::LaunchMeasurement& launch = part.result.shown();
    if (const uint64_t idle = launch.ownership.idle_threads; idle > 0) {
        const metrics::CellMaps* const maps = maps_of(part.result, Space::output);
        // A thread that owns no cell is not idle if it stored into a cell of another thread.
        const bool contested = maps != nullptr && maps->contested;
        const bool hidden = content.space == Space::output && !has_places(launch, plane_of(part.result, content));
        const bool acts = launch.ownership.helpers > 0 || insight::finding_count(part.result) > 0;
        std::string text;
        if (contested)
            text = tr_count(idle, "{} thread owns no cell: the last of several writers owns a cell",
                            "{} threads own no cell: the last of several writers owns a cell", grouped(idle));
        else if (acts)
            text = hidden ? tr_count(idle, "{} thread without a cell (shown in Launch space)",
                                     "{} threads without a cell (shown in Launch space)", grouped(idle))
                          : tr_count(idle, "{} thread without a cell", "{} threads without a cell", grouped(idle));
        else
            text = hidden ? tr_count(idle, "{} idle thread (shown in Launch space)",
                                     "{} idle threads (shown in Launch space)", grouped(idle))
                          : tr_count(idle, "{} idle thread", "{} idle threads", grouped(idle));
        part.entries.push_back({Overlay::idle_threads, Mark::idle_threads, std::move(text)});
    }
    const uint64_t unwritten = content.space == Space::output ? part.result.unwritten_cells() : 0;
    if (unwritten > 0)
        part.entries.push_back(
            {Overlay::idle_threads, Mark::unwritten,
             tr_count(unwritten, "{} cell written by no thread", "{} cells written by no thread", grouped(unwritten))});
}

void add_halo(const LegendPart& part) {
    if (part.state.moment) return; // moments have their own entry
    const metrics::BlockTrace* trace = part.trace;
    const metrics::BlockTrace::Halo* halo =
        trace != nullptr ? halo_of(part.result, *trace, part.state.content()) : nullptr;
    // The word "halo" requires a declared neighborhood.
    const auto& window = part.result.prepared.window;
    const bool declared = window && window->buffer == buffer_of(part.result, part.state.content());
    const bool chosen = part.state.selection.thread != 0; // the thread's block is being measured
    std::string text = chosen     ? declared ? tr("halo: measuring…") : tr("loads outside its tile: measuring…")
                           : declared ? tr("halo: hover a block")
                                  : tr("hover a block to see loads outside its tile");
    if (trace != nullptr && halo == nullptr)
        text = declared ? tr("halo: no loads here") : tr("no loads outside its tile");
    if (halo != nullptr && !halo->defined) text = tr("this block has no tile");
    if (halo != nullptr && halo->defined) {
        const size_t cells = halo->cells.size();
        text = declared ? tr_count(cells, "{} halo cell", "{} halo cells", grouped(cells))
                        : tr_count(cells, "loads {} cell outside its tile", "loads {} cells outside its tile",
                                   grouped(cells));
    }
    if (trace != nullptr && trace->truncated) text += tr(" (recording truncated)");
    part.entries.push_back({Overlay::halo, Mark::halo, std::move(text)});
}

void add_ghosts(const LegendPart& part) {
    if (part.state.moment) return;
    std::string text = part.state.selection.thread != 0 ? tr("ghost cells (declared): measuring…")
                                                        : tr("ghost cells (declared): hover a block");
    if (part.trace != nullptr) {
        const size_t cells = ghost_places(part.result, *part.trace, part.state.content()).size();
        text = tr_count(cells, "{} ghost cell (declared)", "{} ghost cells (declared)", cells);
    }
    part.entries.push_back({Overlay::ghosts, Mark::ghost, std::move(text), true});
}

std::string diverged_text(const LegendPart& part) {
    const uint64_t warps = part.result.shown().config.warps();
    const metrics::Probe* surviving = part.probes.surviving.get();
    if (part.probes.counted == CountedSplits::surviving && surviving != nullptr)
        return tr_count(warps, "{} of {} warp diverged in machine code", "{} of {} warps diverged in machine code",
                        grouped(diverged_warps(part.result, surviving)), grouped(warps));
    const std::string all = tr_count(warps, "{} of {} warp diverged", "{} of {} warps diverged",
                                     grouped(diverged_warps(part.result, nullptr)), grouped(warps));
    switch (part.probes.counted) {
    case CountedSplits::all: break;
    case CountedSplits::surviving:
        return part.probes.failure.empty()
                   ? tr_format("{}; in machine code: measuring…", all)
                   : tr_format("{}; in machine code: not measured, {}", all, tr(part.probes.failure));
    case CountedSplits::unassembled: return tr_format("{}; fewer if the GPU avoids branches", all);
    }
    return all;
}

void add_divergence(const LegendPart& part) {
    const uint64_t warps = part.result.shown().config.warps();
    const bool modeled = part.result.recorded_on.empty();
    part.entries.push_back({Overlay::divergence, Mark::diverged, diverged_text(part), false, modeled});
    if (const uint64_t idle = partly_idle(part.result); idle > 0)
        part.entries.push_back(
            {Overlay::divergence, Mark::partly_idle,
             tr_count(warps, "{} of {} warp partly idle", "{} of {} warps partly idle", grouped(idle), grouped(warps)),
             false, modeled});
}

bool is_in_parts(const session::RunResult& result, const Content& content) {
    return device_parts(result, content).any();
}

void add_devices(const LegendPart& part) {
    const DeviceParts parts = device_parts(part.result, part.state.content());
    const size_t devices = parts.slabs.size();
    part.entries.push_back({Overlay::devices, Mark::slabs, tr_count(devices, "{} device", "{} devices", devices)});
    if (parts.ghosts.empty()) return;
    const uint64_t bytes = std::accumulate(parts.ghosts.begin(), parts.ghosts.end(), uint64_t{0},
                                           [](uint64_t sum, const GhostRows& ghost) { return sum + ghost.bytes; });
    const size_t ghosts = parts.ghosts.size();
    const auto cells = static_cast<uint64_t>(
        std::accumulate(parts.ghosts.begin(), parts.ghosts.end(), int64_t{0},
                        [](int64_t sum, const GhostRows& ghost) { return sum + ghost.target.width; }));
    const Shape& shape = layout_of(part.result, part.state.content()).shape;
    std::string text =
        shape.depth > 1
            ? tr_count(ghosts, "{} ghost plane per step, {} bytes", "{} ghost planes per step, {} bytes", ghosts, bytes)
        : shape.height > 1
            ? tr_count(ghosts, "{} ghost row per step, {} bytes", "{} ghost rows per step, {} bytes", ghosts, bytes)
            : tr_count(cells, "{} ghost cell per step, {} bytes", "{} ghost cells per step, {} bytes", cells, bytes);
    part.entries.push_back({Overlay::devices, Mark::received, std::move(text)});
}

constexpr uint8_t everywhere = in_input | in_output | in_launch | in_buffers;

} // namespace

std::vector<OverlayInfo> mark_overlays() {
    return {
        {.overlay = Overlay::blocks,
         .name = N_("blocks"),
         .title = N_("Blocks"),
         .key = "B",
         .help = N_("borders between cells that different blocks own"),
         .spaces = everywhere,
         .at_start = in_input | in_output,
         .rank = 0,
         .shader = draws_owners,
         .something = is_owned,
         .legend = add_blocks},
        {.overlay = Overlay::threads,
         .name = N_("threads"),
         .title = N_("Threads"),
         .key = "T",
         .help = N_("borders between cells that different threads own"),
         .spaces = everywhere,
         .rank = 8,
         .shader = draws_owners,
         .fade = {.from = zoom::cell_lines, .to = 2 * zoom::cell_lines, .strongest = 0.6f},
         .something = is_owned,
         .legend = add_threads},
        {.overlay = Overlay::warps,
         .name = N_("warps"),
         .title = N_("Warps"),
         .key = "W",
         .help = N_("a tint and a number for each warp of a block"),
         .spaces = everywhere,
         .rank = 5,
         .shader = draws_owners | draws_marks,
         .fade = {.from = zoom::faint_warps, .to = zoom::full_warps, .tint = true, .under_paint = false},
         .something = is_owned,
         .legend = add_warps},
        {.overlay = Overlay::idle_threads,
         .name = "surplus",
         .title = N_("Idle threads"),
         .key = "S",
         .help = N_("launched threads without a cell to write, drawn where their index points: 5 blocks of 16 threads "
                    "cover 76 cells, so 4 of them are idle"),
         .word = N_("idle"),
         .spaces = in_output | in_launch,
         .at_start = in_output,
         .rank = 3,
         .shader = draws_marks,
         .fade = {.under_paint = false},
         .something = has_idle_threads,
         .legend = add_idle_threads},
        {.overlay = Overlay::halo,
         .name = N_("halo"),
         .title = N_("Halo"),
         .key = "H",
         .help = N_("cells that the block loads from outside its tile"),
         .spaces = in_input | in_buffers,
         .at_start = in_input,
         .rank = 1,
         .shader = draws_focus,
         .fade = {.tint = true},
         .something = has_halo,
         .legend = add_halo},
        {.overlay = Overlay::ghosts,
         .name = N_("ghosts"),
         .title = N_("Ghost cells"),
         .key = "G",
         .help = N_("cells of the declared window that are outside the data"),
         .spaces = in_input | in_buffers,
         .at_start = in_input,
         .rank = 6,
         .shader = draws_focus,
         .fade = {.tint = true},
         .something = has_window,
         .legend = add_ghosts},
        {.overlay = Overlay::divergence,
         .name = N_("divergence"),
         .title = N_("Divergence"),
         .key = "D",
         .help = N_("warps that split at a branch or ran with inactive lanes"),
         .spaces = in_output | in_launch,
         .at_start = in_output,
         .rank = 2,
         .shader = draws_marks,
         .fade = {.tint = true, .under_paint = false},
         .legend = add_divergence},
    };
}

std::vector<OverlayInfo> text_overlays() {
    return {
        // No `.legend`: legend() counts accesses in all parts of a view.
        {.overlay = Overlay::accesses,
         .name = N_("accesses"),
         .title = N_("Accesses of the thread"),
         .key = "A",
         .help = N_("cells that the selected thread and its block read and write"),
         .spaces = in_input | in_output | in_buffers,
         .at_start = in_input | in_output,
         .rank = 4,
         .shader = draws_focus,
         .fade = {.tint = true}},
        {.overlay = Overlay::devices,
         .name = N_("devices"),
         .title = N_("Devices"),
         .key = "Shift+G",
         .help = N_("the device that holds each cell, and the rows copied from another device"),
         .spaces = in_input | in_output | in_buffers,
         .at_start = in_input | in_output | in_buffers,
         .rank = 2,
         .fade = {.tint = true},
         .something = is_in_parts,
         .legend = add_devices},
        {.overlay = Overlay::values,
         .name = N_("values"),
         .title = N_("Values"),
         .key = "V",
         .help = N_("the value of each cell, from 25 pixels per cell"),
         .spaces = everywhere,
         .at_start = in_input | in_output,
         .rank = 9,
         .fade = {.from = zoom::values - 0.1, .to = zoom::values}},
        {.overlay = Overlay::labels,
         .name = N_("labels"),
         .title = N_("Labels"),
         .key = "L",
         .help = N_("block numbers, and thread and lane from 56 pixels per cell"),
         .spaces = everywhere,
         .at_start = in_output,
         .rank = 10,
         .fade = {.from = zoom::thread_labels - 8, .to = zoom::thread_labels + 8},
         .something = is_owned},
    };
}

} // namespace warpscope::render
