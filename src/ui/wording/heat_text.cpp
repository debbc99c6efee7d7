#include "ui/wording/heat_text.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "render/maps/heat_map.hpp"
#include "ui/widgets/widgets.hpp"

namespace warpscope::ui {

namespace {

bool is_on(const Model& model, render::Overlay overlay) {
    for (const scene::View& view : model.scene->views)
        if (render::has(view.overlays, overlay)) return true;
    return false;
}

/// The cell of a data space that is pointed at.
std::optional<uint64_t> selected_cell(const Model& model, render::Space space) {
    const session::RunResult& result = *model.result;
    if (!model.selection.cell) return std::nullopt;
    const bool same = model.selected_in == space || render::shapes_match(result) ||
                      (space == render::Space::output && model.selected_in == render::Space::launch);
    return same ? render::plane_of(result, space).index_at(*model.selection.cell) : std::nullopt;
}

std::string painted_text(metrics::Measure measure, double value) {
    switch (measure) {
    case metrics::Measure::executions: return grouped(static_cast<uint64_t>(value)) + " instructions";
    case metrics::Measure::active_lanes: return fixed(value, 1) + " of 32 lanes";
    case metrics::Measure::sectors: return fixed(value, 1) + " sectors per req.";
    case metrics::Measure::passes: break;
    }
    return fixed(value, 1) + " passes per req.";
}

void add_costs(std::vector<NamedFact>& facts, const Model& model, const metrics::CellCosts& costs, uint64_t cell) {
    const session::RunResult& result = *model.result;
    const std::string& name = result.prepared.plan.buffers[costs.buffer].layout.name;
    // Not the number of another launch than the one whose colours are seen.
    if (!model.heat_newer && cell < costs.sectors_per_request.size() && costs.sectors_per_request[cell] > 0)
        facts.push_back(
            {"sectors",
             fmt::format("{} per req. on {}", fixed(static_cast<double>(costs.sectors_per_request[cell]), 1), name),
             "mean over the requests (loads, stores, atomics) that touch this cell"});
    if (cell < costs.differences.size() && costs.differences[cell] != 0) {
        std::vector<std::string> kinds;
        if ((costs.differences[cell] & metrics::differs_in_owner) != 0) kinds.emplace_back("owner");
        if ((costs.differences[cell] & metrics::differs_in_divergence) != 0) kinds.emplace_back("splits of its warp");
        if ((costs.differences[cell] & metrics::differs_in_sectors) != 0) kinds.emplace_back("sectors");
        facts.push_back({"differs", fmt::format("{} on {}", fmt::join(kinds, ", "), name),
                         "in what the GPU's recording and the emulator do not agree about this cell"});
    }
    if (cell < costs.atomic_operations.size())
        facts.push_back({"atomics", fmt::format("{} on {}", grouped(costs.atomic_operations[cell]), name),
                         "atomic operations on this cell, by lanes"});
    if (cell < costs.first_block.size() && costs.first_block[cell] != 0) {
        const Dim3 block = index_of(costs.first_block[cell] - 1, result.shown().config.grid);
        facts.push_back({"first block", fmt::format("{} loads {}", index_text(block), name),
                         "the block with the lowest number that loads this cell; a GPU may start blocks in another "
                         "order"});
        facts.push_back({"other blocks", fmt::format("{} load it too", grouped(costs.other_blocks[cell])),
                         "further blocks that load this cell"});
    }
}

} // namespace

std::vector<NamedFact> heat_facts(const Model& model) {
    std::vector<NamedFact> facts;
    if (!model.result) return facts;
    const session::RunResult& result = *model.result;
    if (model.paint && model.selection.thread != 0) {
        const auto request = render::probe_for(result, {render::Overlay::none, model.paint});
        if (const auto probe = request ? model.probes.find(*request) : nullptr) {
            const auto value = probe->value(model.paint->measure, model.selection.thread, result.shown().config);
            facts.push_back({model.paint->title, value ? painted_text(model.paint->measure, *value) : "not executed",
                             "what is painted on the data; sectors and passes are those of its warp"});
        }
    }
    if (is_on(model, render::Overlay::reuse))
        if (const auto cell = selected_cell(model, render::Space::input))
            if (const metrics::CellMaps* maps = render::input_maps(result); maps && *cell < maps->reads.size())
                facts.push_back({"loads",
                                 fmt::format("{} of {}", grouped(maps->reads[*cell]),
                                             result.prepared.plan.buffers[maps->buffer].layout.name),
                                 "loads of this cell, by lanes"});
    for (const render::Space space : {render::Space::input, render::Space::output}) {
        const uint32_t buffer = render::buffer_of(result, space);
        if (space == render::Space::output && buffer == render::buffer_of(result, render::Space::input)) continue;
        const auto cell = selected_cell(model, space);
        if (!cell) continue;
        for (const auto& probe : model.probes.made)
            if (const metrics::CellCosts* costs = probe->of_buffer(buffer)) add_costs(facts, model, *costs, *cell);
    }
    return facts;
}

} // namespace warpscope::ui
