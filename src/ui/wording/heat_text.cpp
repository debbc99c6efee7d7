#include "ui/wording/heat_text.hpp"

#include <algorithm>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "insight/cells.hpp"
#include "language/tr.hpp"
#include "render/layout/cell_plane.hpp"
#include "render/maps/heat_map.hpp"
#include "ui/widgets/widgets.hpp"
#include "ui/workbench.hpp"
#include "workbench/views/view_content.hpp"

namespace warpscope::ui {

namespace {

std::optional<uint64_t> selected_cell(const Model& model, render::Space space) {
    const session::RunResult& result = *model.result;
    if (!model.selection.cell) return std::nullopt;
    const bool same = model.selected_in == space || render::shapes_match(result) ||
                      (space == render::Space::output && model.selected_in == render::Space::launch);
    return same ? render::plane_of(result, space).index_at(*model.selection.cell) : std::nullopt;
}

std::string painted_text(metrics::Measure measure, double value) {
    switch (measure) {
    case metrics::Measure::executions: {
        const auto count = static_cast<uint64_t>(value);
        return tr_count(count, "{} instruction", "{} instructions", grouped(count));
    }
    case metrics::Measure::active_lanes: return tr_format("{} of 32 lanes", fixed(value, 1));
    case metrics::Measure::sectors: return tr_format("{} sectors per req.", fixed(value, 1));
    case metrics::Measure::splits: {
        const auto count = static_cast<uint64_t>(value);
        return tr_count(count, "splits its warp {} time", "splits its warp {} times", grouped(count));
    }
    case metrics::Measure::passes: break;
    }
    return tr_format("{} passes per req.", fixed(value, 1));
}

NamedFact fact_of(const render::HeatInfo& heat, double value, const LaunchConfig& config, const std::string& buffer) {
    const auto& fact = heat.fact;
    const std::string number = fact.number != nullptr ? fact.number(value, config)
                               : fact.decimals > 0    ? fixed(value, fact.decimals)
                                                      : grouped(static_cast<uint64_t>(value));
    return {std::string(fact.title), fact.text(number, buffer), std::string(tr(fact.help))};
}

NamedFact count_fact(const render::HeatInfo& heat, uint64_t count, const session::RunResult& result, uint32_t buffer,
                     uint64_t cell) {
    const BufferLayout& layout = result.prepared.plan.buffers[buffer].layout;
    const std::string name = cell_name(layout, cell);
    std::string text = tr_count(count, "{} is loaded {} time in this launch", "{} is loaded {} times in this launch",
                                name, grouped(count));
    if (layout.channels > 1 && count > 0 && count % layout.channels == 0)
        text += tr_count(count / layout.channels, ", {} time for each of {} channels",
                         ", {} times for each of {} channels", grouped(count / layout.channels), layout.channels);
    return {std::string(heat.fact.title), std::move(text), std::string(tr(heat.fact.help))};
}

void add_costs(std::vector<NamedFact>& facts, const Model& model, const metrics::Probe& probe,
               const metrics::CellCosts& costs, uint64_t cell) {
    const session::RunResult& result = *model.result;
    const std::string& name = result.prepared.plan.buffers[costs.buffer].layout.name;
    for (const render::OverlayInfo& o : render::overlays()) {
        if (o.heat == nullptr || o.heat->probe != probe.request.kind || cell >= o.heat->cells(costs)) continue;
        if (model.heat_newer && o.overlay == render::Overlay::sectors) continue;
        if (const auto value = o.heat->value(costs, cell))
            facts.push_back(fact_of(*o.heat, *value, result.shown().config, name));
    }
}

void add_differences(std::vector<NamedFact>& facts, const Model& model) {
    const auto& pointed = model.selection.pointed;
    if (!pointed || pointed->content.space == render::Space::launch) return;
    const BufferLayout& layout = render::layout_of(*model.result, pointed->content);
    for (const auto& difference : model.differences) {
        if (!difference || !insight::can_subtract(layout, difference->values.layout)) continue;
        const std::string value = insight::cell_text(difference->values, pointed->index),
                          reference = insight::cell_text(difference->reference, pointed->index);
        const std::string words =
            layout.channels == 1 ? fmt::format("{} - {} = {:.4g}", value, reference, difference->at(pointed->index))
                                 : tr_format("{} minus {}", value, reference);
        facts.push_back({N_("difference"), words, tr("this cell's value minus its reference")});
    }
}

} // namespace

bool is_overlay_on(const Model& model, render::Overlay overlay) {
    for (size_t i = 0; i < model.scene->views.size(); ++i)
        if (render::has(model.scene->views[model.baseline.choice_of(i)].overlays, overlay)) return true;
    return false;
}

std::vector<NamedFact> heat_facts(const Model& model) {
    std::vector<NamedFact> facts;
    if (!model.result) return facts;
    const session::RunResult& result = *model.result;
    add_differences(facts, model);
    if (model.paint && model.selection.thread != 0) {
        const auto request = render::probe_for(result, {render::Overlay::none, model.paint});
        if (const auto probe = request ? model.probes.find(*request) : nullptr) {
            const auto value = probe->value(model.paint->measure, model.selection.thread, result.shown().config);
            facts.push_back({model.paint->title,
                             value ? painted_text(model.paint->measure, *value) : tr("not executed"),
                             tr("value painted on the data; sectors and passes are per warp")});
        }
    }
    if (const auto cell = selected_cell(model, render::Space::input))
        if (const metrics::CellMaps* maps = render::input_maps(result))
            for (const render::OverlayInfo& o : render::overlays())
                if (o.heat != nullptr && o.heat->counts != nullptr && is_overlay_on(model, o.overlay) &&
                    *cell < (maps->*o.heat->counts).size())
                    facts.push_back(count_fact(*o.heat, (maps->*o.heat->counts)[*cell], result, maps->buffer, *cell));
    for (const render::Space space : {render::Space::input, render::Space::output}) {
        const uint32_t buffer = render::buffer_of(result, space);
        if (space == render::Space::output && buffer == render::buffer_of(result, render::Space::input)) continue;
        const auto cell = selected_cell(model, space);
        if (!cell) continue;
        for (const auto& probe : model.probes.made)
            if (const metrics::CellCosts* costs = probe->of_buffer(buffer))
                add_costs(facts, model, *probe, *costs, *cell);
    }
    return facts;
}

std::string value_at_moment(const Model& model, const render::Content& content, uint64_t cell,
                            const std::string& value) {
    const bool is_input = content.space == render::Space::input;
    const auto* const own = insight::accesses_to(model.moment.get(), *model.result, content);
    if (own != nullptr && std::ranges::binary_search(own->written, cell)) {
        const auto other = own->values.find(cell);
        if (other == own->values.end()) return value;
        HostBuffer now{model.result->prepared.plan.buffers[render::buffer_of(*model.result, content)].layout,
                       std::make_shared<Bytes>(other->second.begin(), other->second.end())};
        now.layout.shape = {1, 1, 1};
        return insight::cell_text(now, 0);
    }
    if (is_input)
        return own == nullptr && measured_use(*model.result, content).stores
                   ? tr_format("{} (before the launch)", value)
                   : value;
    const bool changes = content.space == render::Space::output || measured_use(*model.result, content).stores;
    const bool is_later = model.moment || model.so_far.order;
    return changes && is_later ? fmt::format("{} {}", value, tr("(at the end)")) : value;
}

std::string output_words(const Model& model, const insight::ThreadFacts& facts) {
    return facts.offset ? value_at_moment(model, render::Space::output, *facts.offset, facts.output_value)
                        : facts.output_value;
}

} // namespace warpscope::ui
