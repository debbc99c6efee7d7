#include "ui/wording/inspector_text.hpp"

#include <algorithm>
#include <cctype>
#include <cmath>
#include <map>

#include <fmt/format.h>

#include "base/text.hpp"
#include "insight/findings.hpp"
#include "language/tr.hpp"
#include "render/layout/cell_plane.hpp"
#include "render/maps/focus_mask.hpp"
#include "ui/widgets/widgets.hpp"

namespace warpscope::ui {

namespace {

double unit(const HostBuffer& buffer, uint64_t element) {
    const double value = element_as_double(buffer.bytes->data(), buffer.layout.type, element);
    const double scaled = is_floating(buffer.layout.type) ? value : value / 255.0;
    return std::isfinite(scaled) ? std::clamp(scaled, 0.0, 1.0) : 0.0;
}

std::string share(uint64_t part, uint64_t whole) {
    return whole == 0
               ? ""
               : fmt::format(" ({} %)", fixed(100.0 * static_cast<double>(part) / static_cast<double>(whole), 1));
}

} // namespace

std::string per_request(uint64_t sectors, uint64_t ideal, uint64_t requests) {
    if (requests == 0) return tr("none");
    const auto n = static_cast<double>(requests);
    return tr_format("{} per req. (fewest {})", fixed(static_cast<double>(sectors) / n, 1),
                     fixed(static_cast<double>(ideal) / n, 1));
}

uint32_t cell_color(const HostBuffer& buffer, uint64_t cell) {
    const uint64_t first = cell * buffer.layout.channels;
    auto channel = [&](uint32_t c) {
        return static_cast<int>(std::lround(255 * unit(buffer, first + (buffer.layout.channels >= 3 ? c : 0))));
    };
    return IM_COL32(channel(0), channel(1), channel(2), 255);
}

insight::ThreadFacts thread_facts(const session::RunResult& result, const render::Selection& selection) {
    std::optional<uint64_t> cell;
    if (selection.cell) cell = render::plane_of(result, render::Space::output).index_at(*selection.cell);
    return insight::thread_facts(result, selection.thread, cell);
}

std::optional<insight::CellFacts> cell_facts(const session::RunResult& result, const render::Selection& selection) {
    if (!selection.pointed) return std::nullopt;
    return insight::cell_facts(result, selection.pointed->content, selection.pointed->index);
}

std::vector<NamedFact> block_facts(const session::RunResult& result, const metrics::BlockTrace* trace, uint64_t block) {
    const metrics::LaunchMeasurement& launch = result.shown();
    const uint64_t threads = launch.config.threads_per_block(), warps = launch.config.warps_per_block();
    std::vector<NamedFact> facts;
    if (block < launch.ownership.owners_per_block.size() && !result.prepared.adds_up) {
        const uint64_t owners = launch.ownership.owners_per_block[block];
        facts.push_back({N_("active"), tr_format("{} of {}", owners, threads), tr("threads that own an output cell")});
        const bool helps = launch.ownership.helpers > 0;
        facts.push_back({helps ? N_("without a cell") : N_("idle"),
                         tr_count(threads - owners, "{} thread", "{} threads", threads - owners),
                         tr("threads without an output cell")});
    }
    if ((block + 1) * warps <= launch.divergence.warps.size()) {
        const auto first = launch.divergence.warps.begin() + static_cast<ptrdiff_t>(block * warps);
        const auto split = std::count_if(first, first + static_cast<ptrdiff_t>(warps),
                                         [](const metrics::WarpRecord& w) { return w.divergent_branches > 0; });
        facts.push_back({N_("diverging"), tr_format("{} of {} warps", split, warps),
                         tr("warps in which a branch sent lanes both ways, reconverging at immediate post-dominators; "
                            "newer GPUs may interleave differently")});
    }
    if (trace == nullptr) return facts;
    const auto& window = result.prepared.window;
    const bool declared_window = window && window->buffer == result.prepared.input_buffer;
    for (const metrics::BlockTrace::Halo& halo : trace->halos)
        if (halo.buffer == result.prepared.input_buffer && halo.defined && !result.input_apart)
            facts.push_back({declared_window ? N_("halo") : N_("outside tile"),
                             tr_count(halo.cells.size(), "{} cell", "{} cells", grouped(halo.cells.size())),
                             declared_window ? tr("input cells of its neighborhood that it loads outside its tile")
                                             : tr("input cells that it loads outside its tile")});
    if (trace->loads > 0)
        facts.push_back({N_("loads"),
                         tr_format("{} for {} cells", grouped(trace->loads), grouped(trace->distinct_cells_loaded)),
                         tr("loads of input cells by its threads, and the number of different cells")});
    if (trace->global.load_requests > 0)
        facts.push_back(
            {N_("load sectors"),
             per_request(trace->global.load_sectors, trace->global.load_sectors_ideal, trace->global.load_requests),
             tr("32-byte sectors per load request of a warp")});
    if (trace->truncated)
        facts.push_back({N_("note"), tr("trace truncated"),
                         tr("only the start of the block was recorded; counts cover that part")});
    return facts;
}

std::vector<NamedFact> launch_facts(const session::RunResult& result) {
    const metrics::LaunchMeasurement& m = result.shown();
    const LaunchConfig& c = m.config;
    auto dims = [](const Dim3& d) {
        return d.z > 1 ? fmt::format("{} × {} × {}", d.x, d.y, d.z) : fmt::format("{} × {}", d.x, d.y);
    };
    std::vector<NamedFact> facts{
        {N_("grid"), tr_count(c.blocks(), "{} = {} block", "{} = {} blocks", dims(c.grid), grouped(c.blocks())), ""},
        {N_("block"),
         tr_count(c.threads_per_block(), "{} = {} thread", "{} = {} threads", dims(c.block), c.threads_per_block()),
         ""},
        {N_("threads"), grouped(c.threads()), tr("launched")},
    };
    if (result.prepared.adds_up) {
        facts.push_back(
            {N_("output"), tr("summed by threads"), tr("many threads store into each cell, so no thread owns one")});
    } else {
        facts.push_back({N_("owners"), grouped(m.ownership.owners),
                         tr("threads that own an output cell, such as one per pixel of a picture")});
        const metrics::CellMaps* const maps = insight::maps_of(result, render::Space::output);
        const bool contested = maps != nullptr && maps->contested;
        const bool helps = m.ownership.helpers > 0;
        const bool wrong = insight::finding_count(result) > 0;
        facts.push_back({contested || helps || wrong ? N_("without a cell") : N_("idle threads"),
                         grouped(m.ownership.idle_threads) + share(m.ownership.idle_threads, c.threads()),
                         contested ? tr("threads that own no output cell; those that wrote one lost it to a later "
                                        "writer")
                         : helps   ? tr("threads that own no output cell; some of them store to shared memory")
                         : wrong   ? tr("threads that own no output cell; the findings may be the reason")
                                   : tr("launched threads without an output cell: 5 blocks of 16 threads cover 76 "
                                          "cells, so 4 threads are idle")});
    }
    const NamedFact costs[] = {
        {N_("diverging"), tr_format("{} of {} warps", grouped(m.divergence.divergent_warps), grouped(c.warps())),
         tr("warps in which a branch sent lanes both ways, such as 8 lanes inside the picture and 24 outside; lanes "
            "reconverge at immediate post-dominators, newer GPUs may interleave differently")},
        {N_("SIMT eff."), fmt::format("{} %", fixed(100 * m.divergence.simt_efficiency, 1)),
         tr("SIMT efficiency: active lanes over 32 × warp instructions; 16 lanes in every instruction are 50 %")},
        {N_("load sectors"), per_request(m.global.load_sectors, m.global.load_sectors_ideal, m.global.load_requests),
         tr("32-byte sectors per load request of a warp: 32 adjacent floats fill 4")},
        {N_("store sectors"),
         per_request(m.global.store_sectors, m.global.store_sectors_ideal, m.global.store_requests),
         tr("32-byte sectors per store request of a warp: 32 floats in 32 rows touch 32")},
        {N_("instructions"), tr_format("{} by warps", grouped(m.warp_instructions)),
         tr("PTX instructions, not machine code: one addition in 8 warps counts as 8")},
        {N_("arithmetic"), tr_format("{} float op/byte", three_digits(m.operations_per_byte())),
         tr("float operations per byte that active lanes load from global memory; a fused multiply-add counts as 2, "
            "and one addition of two floats is 0.125")},
    };
    facts.insert(facts.end(), std::begin(costs), std::end(costs));
    if (m.shared.requests > 0)
        facts.push_back({N_("shared"),
                         tr_count(m.shared.passes, "{} pass / {} req.", "{} passes / {} req.", grouped(m.shared.passes),
                                  grouped(m.shared.requests)),
                         tr_format("shared-memory passes and requests; {} of the passes are bank conflicts: 32 lanes "
                                   "that access 32 words of one bank take 32 passes",
                                   grouped(m.shared.passes - m.shared.passes_ideal))});
    if (m.atomics.operations > 0)
        facts.push_back({N_("atomics"),
                         tr_format("{} global, {} shared", grouped(m.atomics.global_operations()),
                                   grouped(m.atomics.shared_operations)),
                         tr("atomic operations, counted per lane: a warp that adds to one bin counts as 32")});
    if (const auto found = std::ranges::count(m.findings, false, &simt::Finding::is_note); found > 0)
        facts.push_back({N_("findings"), grouped(static_cast<uint64_t>(found)), tr("see the drawer")});
    return facts;
}

std::string cell_title(const Shape& shape, const Dim3& cell) {
    if (shape.depth > 1) return tr_format("cell x {}, y {}, z {}", cell.x, cell.y, cell.z);
    if (shape.height == 1) return tr_format("element {}", cell.x);
    return tr_format("row {}, col {}", cell.y, cell.x);
}

std::string thread_title(const session::RunResult& result, const insight::ThreadFacts& facts) {
    if (!facts.cell) return tr_format("thread {} of block {}", facts.thread_number, facts.block_number);
    return cell_title(result.output.layout.shape, *facts.cell);
}

std::string warp_state(const session::RunResult& result, const insight::ThreadFacts& facts,
                       const metrics::BlockTrace* trace) {
    metrics::WarpClass kind = facts.record.kind;
    // Threads that add up own no cells, so no warp counts as idle.
    if (facts.adds_up && kind != metrics::WarpClass::diverged) kind = metrics::WarpClass::converged;
    const bool accesses =
        trace != nullptr && trace->block == facts.block_number && insight::warp_accesses_memory(facts, *trace);
    if (kind == metrics::WarpClass::idle && (facts.record.shared_stores != 0 || accesses))
        return tr("owns no cell, but helps its block");
    switch (kind) {
    case metrics::WarpClass::diverged:
        return tr_count(facts.record.divergent_branches, "diverges {} time", "diverges {} times",
                        facts.record.divergent_branches);
    case metrics::WarpClass::partly_idle: return tr("partly idle");
    case metrics::WarpClass::idle:
        return insight::has_refused_accesses(result) ? tr("owns no cell") : tr("nothing to do");
    case metrics::WarpClass::converged: break;
    }
    return tr("no divergence");
}

} // namespace warpscope::ui
