#include "ui/code/cost_columns.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include <fmt/format.h>

#include "language/tr.hpp"
#include "ui/widgets/widgets.hpp"

namespace warpscope::ui {

namespace {

constexpr float heading_size = size_small - 0.5f;

std::string mean(uint64_t sum, uint64_t count) {
    return fixed(static_cast<double>(sum) / static_cast<double>(count), 1);
}

/// Formats the mean sectors per request, then the ideal mean: "32.0 (4.0)".
std::string sectors_of(const metrics::InstructionCost& cost) {
    return fmt::format("{} ({})", mean(cost.global_sectors, cost.global_requests),
                       mean(cost.global_sectors_ideal, cost.global_requests));
}

/// Formats sectors by kind of access: "a + b" for two kinds, "1.0 to 32.0" for more.
std::string sectors_of(const metrics::InstructionCost& all, const std::vector<metrics::InstructionCost>& kinds) {
    if (kinds.size() < 2) return sectors_of(all);
    if (kinds.size() == 2) return fmt::format("{} + {}", sectors_of(kinds[0]), sectors_of(kinds[1]));
    const auto share = [](const metrics::InstructionCost& cost) {
        return static_cast<double>(cost.global_sectors) / static_cast<double>(cost.global_requests);
    };
    const auto [min, max] = std::ranges::minmax(kinds, {}, share);
    const std::string low = fixed(share(min), 1), high = fixed(share(max), 1);
    return low == high ? low : tr_format("{} to {}", low, high);
}

float width_of(CostKind kind, bool narrow, const insight::CodeCost& all) {
    switch (kind) {
    case CostKind::executions: return 84;
    case CostKind::lanes: return narrow ? 54 : 112;
    case CostKind::sectors: return all.both && all.mixed ? 310 : all.both || all.mixed ? 224 : 152;
    case CostKind::passes: return 62;
    case CostKind::atomics: return 84;
    case CostKind::machine_code: return 62;
    case CostKind::splits: break;
    }
    return 104;
}

bool is_costly(CostKind kind, const insight::CodeCost& all) {
    switch (kind) {
    case CostKind::lanes:
    case CostKind::splits: return all.divergent_branches > 0;
    case CostKind::sectors: return all.global_sectors > all.global_sectors_ideal;
    case CostKind::passes: return all.shared_passes > all.shared_requests;
    case CostKind::executions:
    case CostKind::atomics:
    case CostKind::machine_code: break;
    }
    return false;
}

void draw_lanes(const Look& look, ImDrawList& list, const CostColumn& column, ImVec2 origin,
                const insight::CodeCost& cost) {
    const Palette& c = *look.colors;
    const std::string words = cost_text(CostKind::lanes, cost);
    const float digits = look.measure(Face::mono, size_code, "32.0").x, gap = look.px(7);
    const float full = column.right - column.left - digits - gap - look.px(12);
    const float x = origin.x + column.left;
    if (full > look.px(12)) {
        const double lanes = static_cast<double>(cost.active_lanes) / static_cast<double>(cost.executions);
        const float y = origin.y + look.px(4.5f), bar = full * static_cast<float>(lanes / warp_size);
        const bool split = cost.divergent_branches > 0;
        list.AddRectFilled({x, y}, {x + full, y + look.px(8)}, c.track, look.px(2));
        list.AddRectFilled({x, y}, {x + bar, y + look.px(8)}, split ? c.bar_diverged : c.bar_full, look.px(2));
    }
    const float width = look.measure(Face::mono, size_code, words).x;
    text_at(look, list, {origin.x + column.right - look.px(12) - width, origin.y}, words,
            {Face::mono, size_code, c.text});
}

} // namespace

std::string_view title_of(CostKind kind) {
    switch (kind) {
    case CostKind::executions: return tr_in("column", "warp instr.");
    case CostKind::lanes: return tr_in("column", "lanes");
    case CostKind::sectors: return tr_in("column", "sectors/req. (fewest)");
    case CostKind::passes: return tr_in("column", "passes");
    case CostKind::atomics: return tr_in("column", "atomics");
    case CostKind::machine_code: return tr_in("column", "SASS");
    case CostKind::splits: break;
    }
    return tr_in("column", "split branches");
}

std::string_view meaning_of(CostKind kind) {
    switch (kind) {
    case CostKind::executions:
        return tr("Warp instructions: each PTX instruction of the line counts once per warp. Four instructions in 8 "
                  "warps count as 32");
    case CostKind::lanes:
        return tr("Active lanes per warp instruction, of 32; vermilion where a branch split its warp. The compiler can "
                  "move instructions of other lines to this one");
    case CostKind::sectors:
        return tr("32-byte sectors per global-memory request, and the fewest possible. A line with two loads lists "
                  "both; with more, it shows the range");
    case CostKind::atomics: return tr("Atomic operations, counted per lane: a warp that adds to one bin counts as 32");
    case CostKind::passes: return tr("Bank passes per shared-memory request; 1 is the minimum");
    case CostKind::machine_code: return tr("Machine instructions of the line in the listing; each counts once");
    case CostKind::splits: break;
    }
    return tr("Branches that split their warp, of all executed branches");
}

std::string_view name_of(metrics::Measure measure) {
    switch (measure) {
    case metrics::Measure::executions: return N_("executions");
    case metrics::Measure::active_lanes: return N_("active lanes");
    case metrics::Measure::sectors: return N_("sectors");
    case metrics::Measure::splits: return N_("splits");
    case metrics::Measure::passes: break;
    }
    return N_("passes");
}

std::optional<metrics::Measure> measure_of(CostKind kind) {
    switch (kind) {
    case CostKind::executions: return metrics::Measure::executions;
    case CostKind::lanes: return metrics::Measure::active_lanes;
    case CostKind::splits: return metrics::Measure::splits;
    case CostKind::sectors: return metrics::Measure::sectors;
    case CostKind::passes: return metrics::Measure::passes;
    case CostKind::atomics:
    case CostKind::machine_code: break;
    }
    return std::nullopt;
}

std::string cost_text(CostKind kind, const insight::CodeCost& cost) {
    switch (kind) {
    case CostKind::executions: return grouped(cost.executions);
    case CostKind::lanes: return cost.executions > 0 ? mean(cost.active_lanes, cost.executions) : "";
    case CostKind::sectors:
        if (cost.global_requests == 0) return "";
        if (cost.both)
            return fmt::format("ld {} · st {}", sectors_of(cost.loads, cost.kinds_of_loads),
                               sectors_of(cost.stores, cost.kinds_of_stores));
        if (cost.loads.global_requests == cost.global_requests) return sectors_of(cost.loads, cost.kinds_of_loads);
        if (cost.stores.global_requests == cost.global_requests) return sectors_of(cost.stores, cost.kinds_of_stores);
        return sectors_of(cost);
    case CostKind::passes: return cost.shared_requests > 0 ? mean(cost.shared_passes, cost.shared_requests) : "";
    case CostKind::atomics: return cost.atomic_operations > 0 ? grouped(cost.atomic_operations) : "";
    case CostKind::machine_code: return "";
    case CostKind::splits: break;
    }
    if (cost.branches == 0) return "";
    return tr_format("{} of {}", grouped(cost.divergent_branches), grouped(cost.branches));
}

std::string cost_tip(const insight::CodeCost& cost, std::string_view branch_fate, bool is_moved) {
    std::string tip = tr_format("{} warp instructions, {} active lanes on average.", grouped(cost.executions),
                                cost_text(CostKind::lanes, cost));
    if (is_moved)
        tip +=
            tr("\nThis line is outside all branches, but the compiler moved part of it into one, which the other lanes "
               "skipped.");
    else if (cost.active_lanes < cost.executions * warp_size)
        tip += tr("\nThe other lanes were idle or had taken another branch. That branch can be further down if the "
                  "compiler moved part of this line into it.");
    if (cost.branches > 0)
        tip += tr_format("\n{} of {} branches split their warp.", grouped(cost.divergent_branches),
                         grouped(cost.branches));
    if (cost.divergent_branches > 0 && !branch_fate.empty()) tip += fmt::format("\n{}", branch_fate);
    if (cost.both)
        tip += tr_format("\nLoads: {} requests moved {} sectors, best possible {}.\nStores: {} requests moved {} "
                         "sectors, best possible {}.",
                         grouped(cost.loads.global_requests), grouped(cost.loads.global_sectors),
                         grouped(cost.loads.global_sectors_ideal), grouped(cost.stores.global_requests),
                         grouped(cost.stores.global_sectors), grouped(cost.stores.global_sectors_ideal));
    else if (cost.global_requests > 0)
        tip += tr_format("\n{} global requests moved {} sectors; best possible are {}.", grouped(cost.global_requests),
                         grouped(cost.global_sectors), grouped(cost.global_sectors_ideal));
    if (cost.shared_requests > 0)
        tip += tr_format("\n{} shared-memory requests took {} passes.", grouped(cost.shared_requests),
                         grouped(cost.shared_passes));
    if (cost.atomic_operations > 0)
        tip += tr_count(cost.atomic_operations, "\n{} atomic operation.", "\n{} atomic operations.",
                        grouped(cost.atomic_operations));
    return tip + tr("\nCounted on PTX. Click to paint this on the data.");
}

void ChangedCosts::add(const metrics::InstructionCost* now, const metrics::InstructionCost* before) {
    static const metrics::InstructionCost none;
    const metrics::InstructionCost &a = now == nullptr ? none : *now, &b = before == nullptr ? none : *before;
    executions = executions || a.executions != b.executions;
    sectors = sectors || a.global_sectors != b.global_sectors;
    passes = passes || a.shared_passes != b.shared_passes;
    splits = splits || a.divergent_branches != b.divergent_branches;
    atomics = atomics || a.atomic_operations != b.atomic_operations;
}

std::vector<CostColumn> cost_columns(const Look& look, float width, bool narrow, const insight::CodeCost& all,
                                     ChangedCosts changed, float max, bool machine_code) {
    constexpr float narrow_share = 0.28f, min_narrow = 240;
    if (narrow) max = std::min(max, std::max(narrow_share * width, look.px(min_narrow)));
    constexpr float change_width = 56; // fits "(+0.4 %)"
    std::vector<CostColumn> columns;
    const auto add = [&](CostKind kind, bool changes) {
        columns.push_back({kind, 0, 0, changes ? look.px(change_width) : 0});
    };
    add(CostKind::executions, changed.executions);
    constexpr float readable = 560; // minimum width that does not cut lines of code
    if (width >= look.px(readable)) add(CostKind::lanes, false);
    if (all.global_requests > 0) add(CostKind::sectors, changed.sectors);
    if (all.shared_requests > 0) add(CostKind::passes, changed.passes);
    if (all.branches > 0) add(CostKind::splits, changed.splits);
    if (changed.atomics) add(CostKind::atomics, true);
    if (machine_code) add(CostKind::machine_code, false);
    bool without_bars = narrow;
    const auto width_on_screen = [&](const CostColumn& column) {
        return look.px(width_of(column.kind, without_bars, all)) + column.change;
    };
    const auto too_wide = [&] {
        float sum = 0;
        for (const CostColumn& column : columns) sum += width_on_screen(column);
        return sum > max;
    };
    without_bars = narrow || too_wide();
    for (const bool costly : {false, true})
        for (const CostKind kind :
             {CostKind::lanes, CostKind::splits, CostKind::executions, CostKind::passes, CostKind::sectors})
            if (is_costly(kind, all) == costly && too_wide())
                std::erase_if(columns, [&](const CostColumn& column) { return column.kind == kind; });
    float right = width;
    for (size_t i = columns.size(); i-- > 0;) {
        columns[i].right = right;
        right = columns[i].left = right - width_on_screen(columns[i]);
    }
    return columns;
}

void draw_cost_headings(const Look& look, ImDrawList& list, const std::vector<CostColumn>& columns, ImVec2 origin) {
    for (const CostColumn& column : columns) {
        const std::string_view title = title_of(column.kind);
        const float x =
            column.kind == CostKind::lanes && column.right - column.left > look.px(60)
                ? column.left
                : column.right - column.change - look.px(12) - look.measure(Face::strong, heading_size, title).x;
        text_at(look, list, {origin.x + x, origin.y}, title, {Face::strong, heading_size, look.colors->muted});
        const ImVec2 low{origin.x + column.left, origin.y}, high{origin.x + column.right, origin.y + look.px(18)};
        if (ImGui::IsWindowHovered() && ImGui::IsMouseHoveringRect(low, high))
            tooltip(look, std::string(meaning_of(column.kind)) +
                              (column.change > 0 ? tr("\nIn parentheses: change of the line's total from the earlier "
                                                      "source")
                                                 : ""));
    }
}

void draw_costs(const Look& look, ImDrawList& list, const std::vector<CostColumn>& columns, ImVec2 origin,
                const insight::CodeCost& cost) {
    for (const CostColumn& column : columns) {
        const std::string words = cost_text(column.kind, cost);
        if (words.empty()) continue;
        if (column.kind == CostKind::lanes) {
            draw_lanes(look, list, column, origin, cost);
            continue;
        }
        const bool split = column.kind == CostKind::splits && cost.divergent_branches > 0;
        const bool quiet = column.kind == CostKind::splits && !split;
        const ImVec2 size = look.measure(Face::mono, size_code, words);
        const float right = origin.x + column.right - column.change - look.px(12);
        if (split) { // marks divergence without color
            const float s = look.px(9), x = right - size.x - s - look.px(5), y = origin.y + look.px(4);
            list.AddRectFilled({x, y}, {x + s, y + s}, look.colors->bar_diverged, look.px(1));
            list.AddLine({x, y}, {x + s, y + s}, IM_COL32_WHITE, std::max(1.0f, look.px(1)));
            list.AddLine({x + s, y}, {x, y + s}, IM_COL32_WHITE, std::max(1.0f, look.px(1)));
        }
        text_at(look, list, {right - size.x, origin.y}, words,
                {Face::mono, size_code, quiet ? look.colors->muted : look.colors->text});
    }
}

void draw_machine_count(const Look& look, ImDrawList& list, const std::vector<CostColumn>& columns, ImVec2 origin,
                        uint32_t instructions) {
    for (const CostColumn& column : columns) {
        if (column.kind != CostKind::machine_code) continue;
        const std::string words = grouped(instructions);
        const float width = look.measure(Face::mono, size_code, words).x;
        text_at(look, list, {origin.x + column.right - look.px(12) - width, origin.y}, words,
                {Face::mono, size_code, look.colors->text});
    }
}

std::string change_text(uint64_t before, uint64_t after) {
    if (before == after) return {};
    if (before == 0) return tr_in("a change", "new");
    if (after == 0) return tr_in("a change", "gone");
    const double factor = static_cast<double>(after) / static_cast<double>(before);
    if (factor >= 3) return fmt::format("× {}", fixed(factor, factor < 9.95 ? 1 : 0));
    const double percent = 100 * (factor - 1);
    const std::string number = fixed(std::abs(percent), std::abs(percent) < 0.95 ? 1 : 0);
    return fmt::format("{}{} %", percent < 0 ? "−" : "+", number == "0.0" ? "<0.1" : number);
}

bool is_redistributed(std::pair<uint64_t, uint64_t> sum, std::span<const std::pair<uint64_t, uint64_t>> lines) {
    const auto changes = [](const std::pair<uint64_t, uint64_t>& counts) {
        const auto [before, after] = counts;
        return 100 * (std::max(before, after) - std::min(before, after)) >= std::max<uint64_t>(before, 1);
    };
    return !changes(sum) && std::ranges::any_of(lines, changes);
}

void draw_cost_changes(const Look& look, ImDrawList& list, const std::vector<CostColumn>& columns, ImVec2 origin,
                       const metrics::InstructionCost* cost, const metrics::InstructionCost* before) {
    static const metrics::InstructionCost none;
    const metrics::InstructionCost &old = before == nullptr ? none : *before, &now = cost == nullptr ? none : *cost;
    for (const CostColumn& column : columns) {
        std::pair<uint64_t, uint64_t> counts;
        switch (column.kind) {
        case CostKind::executions: counts = {old.executions, now.executions}; break;
        case CostKind::sectors: counts = {old.global_sectors, now.global_sectors}; break;
        case CostKind::passes: counts = {old.shared_passes, now.shared_passes}; break;
        case CostKind::splits: counts = {old.divergent_branches, now.divergent_branches}; break;
        case CostKind::atomics: counts = {old.atomic_operations, now.atomic_operations}; break;
        case CostKind::lanes:
        case CostKind::machine_code: continue;
        }
        const std::string change = change_text(counts.first, counts.second);
        if (change.empty() || column.change <= 0) continue;
        const bool more = counts.second > counts.first;
        text_at(look, list, {origin.x + column.right - column.change - look.px(7), origin.y + look.px(1)},
                fmt::format("({})", change),
                {Face::mono_strong, size_small, more ? look.colors->error_text : look.colors->good_text});
    }
}

} // namespace warpscope::ui
