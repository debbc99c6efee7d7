#include "ui/wording/phrases.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include <fmt/format.h>

#include "catalog/guess/guess.hpp"
#include "catalog/guess/toml_text.hpp"
#include "language/course.hpp"
#include "language/tr.hpp"
#include "ui/widgets/widgets.hpp"

namespace warpscope::ui {

namespace {

std::string extent_text(const Dim3& d, uint32_t dimensions) {
    std::string result = std::to_string(d.x);
    if (dimensions > 1) result += fmt::format(" × {}", d.y);
    if (dimensions > 2) result += fmt::format(" × {}", d.z);
    return result;
}

uint32_t dimensions_of(const Dim3& d) { return d.z > 1 ? 3 : d.y > 1 ? 2 : 1; }

std::string number_word(uint32_t n) {
    // Translators: a number of warps or rows within a sentence, as "A warp is two rows of a block."
    static constexpr std::array words{N_("no"),   N_("one"), N_("two"),   N_("three"), N_("four"),
                                      N_("five"), N_("six"), N_("seven"), N_("eight")};
    return n < words.size() ? std::string(tr(words[n])) : std::to_string(n);
}

/// Number of writes, including atomics, cached with the run.
struct OutputWrites {
    uint64_t count = 0;
};
uint64_t writes_to_output(const session::RunResult& result) {
    const auto count = [&] {
        OutputWrites writes;
        for (const metrics::CellMaps& maps : result.shown().maps)
            for (size_t cell = 0; maps.buffer == result.prepared.output_buffer && cell < maps.writes.size(); ++cell)
                writes.count += maps.writes[cell];
        return writes;
    };
    return result.derived.get<OutputWrites>({}, count)->count;
}

} // namespace

bool is_of_other_experiment(const Model& model) {
    return model.result && model.setup != nullptr && model.result->request.experiment->name != model.setup->experiment;
}

const simt::Finding* refused_launch(const session::RunResult& result) {
    if (result.shown().divergence.simt_efficiency > 0) return nullptr; // instructions ran
    for (const simt::Finding& finding : result.shown().findings)
        if (finding.kind == simt::FindingKind::invalid_launch) return &finding;
    return nullptr;
}

std::string rough_duration(double milliseconds) {
    const double seconds = milliseconds / 1000;
    if (seconds < 10) return fmt::format("{} s", std::max(std::lround(seconds), 1L));
    if (seconds < 90) return fmt::format("{} s", 10 * std::lround(seconds / 10));
    return tr_format("{} min", std::lround(seconds / 60));
}

std::string estimate(const session::Progress& progress) {
    constexpr float min = 0.05f; // progress below which the estimate is unreliable
    if (progress.fraction < min || progress.fraction >= 1) return {};
    const auto done = static_cast<double>(progress.fraction);
    const double left = progress.milliseconds * (1 - done) / done;
    return tr_format("{:.0f} %, about {} left", 100 * done, rough_duration(left));
}

std::string_view topic_words(std::string_view topic) {
    return topic == catalog::own_files ? std::string_view(tr("Own files")) : tr_course(topic);
}

std::string hint_sentence(const Message& hint) {
    std::string words = tr(hint);
    const std::string first = words.substr(0, words.find(' '));
    constexpr std::array programs{"nvcc", "clang", "warpscope"};
    const auto is_small = [](char c) { return c >= 'a' && c <= 'z'; };
    if (std::ranges::find(programs, first) != programs.end()) return words;
    if (!first.empty() && std::ranges::all_of(first, is_small)) words[0] = static_cast<char>(words[0] - 'a' + 'A');
    if (words.size() > 1 && words[0] == '\xd0' && words[1] >= '\xb0' && words[1] <= '\xbf') // Cyrillic
        words[1] = static_cast<char>(words[1] - 0x20);
    return words;
}

bool has_spare_blocks(const session::RunResult& result) {
    if (!catalog::has_spare_block(*result.request.experiment, result.request.variant)) return false;
    const metrics::LaunchMeasurement& m = result.shown();
    const Dim3 &grid = m.config.grid, &block = m.config.block;
    const Shape seen = result.output.layout.seen();
    // Without a bounds check, spare threads may own cells of a picture.
    if (seen.height > 1)
        return (grid.x - 1) * block.x >= seen.width || (grid.y - 1) * block.y >= seen.height ||
               (grid.z - 1) * block.z >= seen.depth;
    const std::vector<uint32_t>& owners = m.ownership.owners_per_block;
    return !owners.empty() && owners.back() == 0;
}

std::string coverage_sentence(const session::RunResult& result) {
    const metrics::LaunchMeasurement& m = result.shown();
    const BufferLayout& output = result.output.layout;
    const Shape seen = output.seen();
    const Dim3 shape{seen.width, seen.height, seen.depth};
    const uint32_t dims = std::max({dimensions_of(m.config.grid), dimensions_of(m.config.block), dimensions_of(shape)});
    const bool picture = shape.z == 1 && shape.y > 1 && output.type == ElementType::u8;
    // Matrix sizes list rows first.
    const bool matrix = result.prepared.arrangement && shape.z == 1 && shape.y > 1;
    // Translators: what a launch covers, as "5 × 4 blocks of 16 × 16 threads cover 76 × 62 pixels."
    const std::string size = shape.count() == 1 ? tr("1 cell")
                             : matrix ? tr_count(shape.y, "{} row of {} cells", "{} rows of {} cells", shape.y, shape.x)
                             : picture ? tr_format("{} pixels", extent_text(shape, dims))
                                       : tr_format("{} cells", extent_text(shape, dims));
    const std::string blocks =
        tr_count(m.config.blocks(), "{} block of {} threads", "{} blocks of {} threads",
                 m.config.blocks() == 1 ? "1" : extent_text(m.config.grid, dims), extent_text(m.config.block, dims));
    if (!result.not_emulated.empty())
        return tr_format("{}; the output has {}. **The emulator cannot run this kernel**: there are only the GPU's "
                         "picture and its times.",
                         blocks, size);
    // "covers" would be wrong for a launch without one thread per cell, such as a sum.
    const uint64_t unwritten = result.unwritten_cells();
    const bool owned = std::ranges::none_of(m.maps, [&](const metrics::CellMaps& maps) {
        return maps.buffer == result.prepared.output_buffer && maps.unowned > 0;
    });
    const auto cells_along = [&](uint32_t Dim3::*axis) { return uint64_t{m.config.grid.*axis} * m.config.block.*axis; };
    const uint64_t across = cells_along(&Dim3::x), down = cells_along(&Dim3::y);
    const bool is_transposed = (across < shape.x || down < shape.y) && across >= shape.y && down >= shape.x;
    const bool covers = m.ownership.placement.exact && m.ownership.owners <= shape.count() && owned && !is_transposed;
    std::string text =
        // Translators: the first value is "5 × 4 blocks of 16 × 16 threads", the second "76 × 62 pixels".
        covers ? tr_count(m.config.blocks(), "{} covers {}. ", "{} cover {}. ", blocks, size)
               : tr_format("{}; the output has {}. ", blocks, size);
    const uint64_t idle = m.ownership.idle_threads, threads = m.config.threads();
    const bool is_contested = std::ranges::any_of(m.maps, [&](const metrics::CellMaps& maps) {
        return maps.buffer == result.prepared.output_buffer && maps.contested;
    });
    if (shape.count() == 1 && (result.prepared.adds_up || is_contested))
        text += tr_count(writes_to_output(result), "This cell is written **{} time** by the {} threads.",
                         "This cell is written **{} times** by the {} threads.", grouped(writes_to_output(result)),
                         grouped(threads));
    else if (result.prepared.adds_up)
        text += tr_count(writes_to_output(result), "These cells get **{} store or atomic** in all.",
                         "These cells get **{} stores or atomics** in all.", grouped(writes_to_output(result)));
    else if (idle == 0)
        text += tr_count(threads, "**All {} threads** own a cell.", "**All {} threads** own a cell.", grouped(threads));
    else if (!covers || m.finding_count > 0)
        text += tr_count(idle, "**{} of {} threads** owns no cell.", "**{} of {} threads** own no cell.", grouped(idle),
                         grouped(threads));
    else if (const uint64_t helpers = m.ownership.helpers; helpers == idle)
        text += tr_count(idle, "**{} of {} threads** owns no cell; it helps to fill shared memory.",
                         "**{} of {} threads** own no cell; all of them help to fill shared memory.", grouped(idle),
                         grouped(threads));
    else if (helpers > 0)
        text += tr_count(idle, "**{} of {} threads** owns no cell; {} of them helps to fill shared memory.",
                         "**{} of {} threads** own no cell; {} of them help to fill shared memory.", grouped(idle),
                         grouped(threads), grouped(helpers));
    else
        text += tr_count(idle, "**{} of {} threads** has nothing to do.", "**{} of {} threads** have nothing to do.",
                         grouped(idle), grouped(threads));
    if (idle > 0 && has_spare_blocks(result))
        text += tr(" The grid is a block larger than needed, to reveal missing bounds checks.");
    if (unwritten > 0 && picture)
        text += tr_count(unwritten, " **{} of {} pixels** is written by no thread.",
                         " **{} of {} pixels** are written by no thread.", grouped(unwritten), grouped(shape.count()));
    else if (unwritten > 0)
        text += tr_count(unwritten, " **{} of {} cells** is written by no thread.",
                         " **{} of {} cells** are written by no thread.", grouped(unwritten), grouped(shape.count()));
    const ExecutionPlan& plan = result.prepared.plan;
    if (plan.devices > 1 && !plan.launches.empty())
        text += tr_format(" This is the last of {} launches: device {}'s, which has one slab of the output.",
                          grouped(plan.launches.size()), plan.launches.back().device);
    return text;
}

std::string warp_shape_sentence(const Dim3& block) {
    const uint64_t threads = block.count();
    std::string text;
    if (block.z > 1) return text;
    if (threads < warp_size) {
        text = tr_format("One warp per block, {} of 32 lanes used.", threads);
    } else if (block.y == 1 && threads % warp_size == 0) {
        text = tr_count(block.x / warp_size, "A block is {} warp.", "A block is {} warps.",
                        number_word(block.x / warp_size));
    } else if (block.x == warp_size) {
        text = tr("A warp is one row of a block.");
    } else if (block.x > warp_size && block.x % warp_size == 0) {
        text = tr_count(block.x / warp_size, "A row of a block is {} warp.", "A row of a block is {} warps.",
                        number_word(block.x / warp_size));
    } else if (block.x > 1 && warp_size % block.x == 0) {
        text = tr_count(warp_size / block.x, "A warp is {} row of a block.", "A warp is {} rows of a block.",
                        number_word(warp_size / block.x));
    } else if (block.x == 1) {
        text = tr("A warp is a column of 32 threads.");
    } else if (block.y > 1) {
        text = tr("Warps wrap around the ends of rows.");
    }
    if (threads > warp_size && threads % warp_size != 0)
        text += (text.empty() ? "" : " ") +
                tr_format("The last warp of each block uses {} of 32 lanes.", threads % warp_size);
    return text;
}

std::string divergence_sentence(const session::RunResult& result) {
    const metrics::LaunchMeasurement& m = result.shown();
    const uint64_t split = m.divergence.divergent_warps, warps = m.config.warps();
    std::string text = warp_shape_sentence(m.config.block);
    if (!text.empty()) text += " ";
    if (!result.not_emulated.empty()) return text + tr("Divergence is not known.");
    if (warps == 1) return text + (split == 0 ? tr("The warp does not diverge.") : tr("The warp **diverges**."));
    if (split == 0) return text + tr_format("**No warp** of {} diverges.", grouped(warps));
    return text + tr_count(split, "**{} of {} warps** diverges.", "**{} of {} warps** diverge.", grouped(split),
                           grouped(warps));
}

std::string run_title(const session::RunResult& result, std::string_view name) {
    const Dim3& block = result.shown().config.block;
    std::string words = fmt::format("**{}** · {} × {}", name, block.x, block.y);
    if (block.z > 1) words += fmt::format(" × {}", block.z);
    for (const catalog::Parameter& p : result.variant().parameters) {
        const auto chosen = result.request.settings.values.find(p.name);
        words += fmt::format(" · {} {}", p.name,
                             chosen == result.request.settings.values.end() ? p.initial : chosen->second);
    }
    return words;
}

std::string_view stage_text(session::Stage stage) {
    switch (stage) {
    case session::Stage::loading: return tr("loading the input");
    case session::Stage::compiling: return tr("compiling");
    case session::Stage::running: return tr("running on the emulator");
    case session::Stage::idle: break;
    }
    return tr("waiting");
}

std::string dispatch_text(const insight::DispatchFacts& facts) {
    std::string words = tr_format("{} of {} blocks have ended · {} of {} multiprocessors busy", facts.ended,
                                  facts.blocks, facts.busy, facts.multiprocessors);
    if (facts.begin_together) words += tr_format(" · all {} start at once", facts.blocks);
    if (facts.waves > 1) words += tr_format(" · wave {} of {}", facts.wave, facts.waves);
    if (facts.is_tail) words += tr(" · the tail: not all have work left");
    return words;
}

std::string block_title(const insight::BlockView& block_view) {
    const Dim3& at = block_view.trace->block_index;
    const Dim3& grid = block_view.result->measured->launches()[block_view.trace->launch].config.grid;
    if (grid.z > 1) return tr_format("Block ({}, {}, {}) of {} × {} × {}", at.x, at.y, at.z, grid.x, grid.y, grid.z);
    if (grid.y > 1) return tr_format("Block ({}, {}) of {} × {}", at.x, at.y, grid.x, grid.y);
    return grid.x > 1 ? tr_format("Block {} (blocks 0 to {})", at.x, grid.x - 1) : tr("The only block");
}

} // namespace warpscope::ui
