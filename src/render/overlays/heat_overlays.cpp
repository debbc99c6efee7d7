#include <array>
#include <fmt/format.h>
#include <fmt/ranges.h>

#include "base/text.hpp"
#include "language/tr.hpp"
#include "render/layout/cell_plane.hpp"
#include "render/maps/heat_info.hpp"
#include "render/overlays/overlay_rows.hpp"

namespace warpscope::render {

namespace {

using metrics::CellCosts;
using metrics::ProbeKind;

bool is_loaded(const session::RunResult& result, const Content& content) {
    const metrics::CellMaps* maps = maps_of(result, content);
    return maps != nullptr && !maps->reads.empty();
}
bool is_measured(const session::RunResult& result, const Content& content) {
    return maps_of(result, content) != nullptr;
}
bool has_atomics(const session::RunResult& result, const Content& content) {
    return is_measured(result, content) && result.shown().atomics.operations > 0;
}
bool was_recorded(const session::RunResult& result, const Content&) { return !result.recorded_on.empty(); }

template<class T>
std::optional<double> unless_zero(T number) {
    return number == 0 ? std::nullopt : std::optional(static_cast<double>(number));
}

std::string block_name(double block, const LaunchConfig& config) {
    return index_text(index_of(static_cast<uint64_t>(block), config.grid));
}
Color block_tint(double block, const LaunchConfig& config) {
    const Dim3 index = index_of(static_cast<uint64_t>(block), config.grid);
    return palette::warp_tints[(index.x + 3 * index.y + 5 * index.z) % palette::warp_tints.size()];
}

/// In the order of the swatch's colors.
constexpr std::array<const char*, metrics::difference_count> difference_kinds{N_("owner"), N_("splits of its warp"),
                                                                              N_("sectors per request")};
std::string difference_words(const metrics::Probe& probe, const CellCosts& costs) {
    std::vector<std::string> parts, compared;
    for (size_t bit = 0; bit < difference_kinds.size(); ++bit) {
        if (const uint64_t cells = costs.differing[bit]; cells != 0)
            parts.push_back(tr_count(cells, "{} cell with different {}", "{} cells with different {}", cells,
                                     tr(difference_kinds[bit])));
        if ((costs.compared >> bit & 1) != 0) compared.emplace_back(tr(difference_kinds[bit]));
    }
    std::string text = compared.empty() ? tr("not compared here")
                       : parts.empty()
                           ? tr_format("the same on GPU and emulator: {}", fmt::format("{}", fmt::join(compared, ", ")))
                           : fmt::format("{}", fmt::join(parts, ", "));
    if (!probe.omitted.empty()) text += fmt::format("; {}", probe.omitted);
    return text;
}
std::string difference_names(double bits, const LaunchConfig&) {
    std::vector<std::string> kinds;
    const auto set = static_cast<uint8_t>(bits);
    if ((set & metrics::differs_in_owner) != 0) kinds.emplace_back(tr("owner"));
    if ((set & metrics::differs_in_divergence) != 0) kinds.emplace_back(tr("splits of its warp"));
    if ((set & metrics::differs_in_sectors) != 0) kinds.emplace_back(tr("sectors"));
    return fmt::format("{}", fmt::join(kinds, ", "));
}

const HeatInfo reuse{
    .unit = [](uint64_t n,
               const std::string& number) { return tr_count(n, "{} load per cell", "{} loads per cell", number); },
    .nothing = N_("no loads here"),
    .counts = &metrics::CellMaps::reads,
    .fact = {N_("loads"), nullptr,
             N_("loads of this cell by all threads; one thread's loads are listed under its reads")}};

const HeatInfo sectors{
    .unit =
        [](uint64_t n, const std::string& number) {
            return tr_count(n, "{} sector per request", "{} sectors per request", number);
        },
    .nothing = N_("no requests here"),
    .probe = ProbeKind::sectors,
    .cells = [](const CellCosts& c) { return c.sectors_per_request.size(); },
    .value = [](const CellCosts& c, uint64_t cell) { return unless_zero(c.sectors_per_request[cell]); },
    .of_requests = true,
    .fact = {N_("sectors"),
             [](const std::string& n, const std::string& on) { return tr_format("{} per req. on {}", n, on); },
             N_("mean over the requests (loads, stores, atomics) that touch this cell"), 1}};

const HeatInfo atomics{
    .unit =
        [](uint64_t n, const std::string& number) {
            return tr_count(n, "{} atomic operations per cell", "{} atomic operations per cell", number);
        },
    .nothing = N_("no atomics here"),
    .probe = ProbeKind::atomics,
    .cells = [](const CellCosts& c) { return c.atomic_operations.size(); },
    .value = [](const CellCosts& c, uint64_t cell) { return unless_zero(c.atomic_operations[cell]); },
    .fact = {N_("atomics"), [](const std::string& n, const std::string& on) { return tr_format("{} on {}", n, on); },
             N_("atomic operations on this cell, counted per lane")}};

const HeatInfo first_block{
    .nothing = N_("no loads here"),
    .probe = ProbeKind::blocks,
    .cells = [](const CellCosts& c) { return c.first_block.size(); },
    .value = [](const CellCosts& c, uint64_t cell) -> std::optional<double> {
        if (c.first_block[cell] == 0) return std::nullopt;
        return c.first_block[cell] - 1;
    },
    .swatch = Mark::block_tints,
    .tint = block_tint,
    .words = [](const metrics::Probe&, const CellCosts&) { return std::string(tr("first block that loads a cell")); },
    .fact = {N_("first block"),
             [](const std::string& block, const std::string& what) { return tr_format("{} loads {}", block, what); },
             N_("the block with the lowest number that loads this cell; a GPU may start blocks in a different order"),
             0, block_name}};

const HeatInfo reloads{
    .unit =
        [](uint64_t n, const std::string& number) {
            return tr_count(n, "{} other blocks load a cell", "{} other blocks load a cell", number);
        },
    .nothing = N_("no loads here"),
    .probe = ProbeKind::blocks,
    .cells = [](const CellCosts& c) { return c.first_block.size(); },
    .value = [](const CellCosts& c, uint64_t cell) -> std::optional<double> {
        if (c.first_block[cell] == 0) return std::nullopt;
        return c.other_blocks[cell];
    },
    .fact = {N_("other blocks"),
             [](const std::string& n, const std::string& /*buffer*/) { return tr_format("{} also load it", n); },
             N_("other blocks that load this cell")}};

const HeatInfo differences{
    .nothing = N_("not compared here"),
    .probe = ProbeKind::differences,
    .cells = [](const CellCosts& c) { return c.differences.size(); },
    .value = [](const CellCosts& c, uint64_t cell) { return unless_zero(c.differences[cell]); },
    .swatch = Mark::differences,
    .tint = [](double bits, const LaunchConfig&) { return palette::difference(static_cast<uint8_t>(bits)); },
    .sparse = true,
    .words = difference_words,
    .fact = {N_("differs"),
             [](const std::string& what, const std::string& on) { return tr_format("{} on {}", what, on); },
             N_("how GPU and emulator differ for this cell"), 0, difference_names}};

} // namespace

std::vector<OverlayInfo> heat_map_overlays() {
    constexpr uint8_t all_data = in_input | in_output | in_buffers;
    return {
        {.overlay = Overlay::reuse,
         .name = N_("reuse"),
         .title = N_("Reuse"),
         .key = "R",
         .help = N_("how often each cell is loaded"),
         .spaces = in_input | in_buffers,
         .rank = 7,
         .something = is_loaded,
         .heat = &reuse},
        {.overlay = Overlay::sectors,
         .name = N_("sectors"),
         .title = N_("Sectors per request"),
         .key = "Shift+S",
         .help = N_("32-byte sectors per request, averaged over the loads, stores and atomics of a cell; same color "
                    "scale in every launch"),
         .spaces = all_data,
         .rank = 11,
         .something = is_measured,
         .heat = &sectors},
        {.overlay = Overlay::atomics,
         .name = N_("atomics"),
         .title = N_("Atomics"),
         .key = "Shift+A",
         .help = N_("atomic operations on each cell, counted per lane"),
         .spaces = all_data,
         .rank = 12,
         .something = has_atomics,
         .heat = &atomics},
        {.overlay = Overlay::first_block,
         .name = "first",
         .title = N_("First loader"),
         .key = "Shift+B",
         .help = N_("the block that loads a cell first, by block number (a GPU may start blocks in a different order)"),
         .word = N_("first loader"),
         .spaces = all_data,
         .rank = 13,
         .something = is_loaded,
         .heat = &first_block},
        {.overlay = Overlay::reloads,
         .name = "reloads",
         .title = N_("Repeated loads"),
         .key = "Shift+R",
         .help = N_("number of other blocks that load the same cell"),
         .word = N_("repeated loads"),
         .spaces = all_data,
         .rank = 14,
         .something = is_loaded,
         .heat = &reloads},
        {.overlay = Overlay::differences,
         .name = N_("differences"),
         .title = N_("Differences of GPU and emulator"),
         .key = "Shift+D",
         .help = N_("cells for which GPU and emulator differ: owner, number of warp splits, or sectors per request"),
         .spaces = all_data,
         .rank = 15,
         .something = was_recorded,
         .heat = &differences},
    };
}

} // namespace warpscope::render
