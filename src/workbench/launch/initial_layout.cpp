#include "workbench/launch/initial_layout.hpp"

#include <algorithm>
#include <ranges>
#include <string_view>

#include <fmt/format.h>

#include "insight/source_lines.hpp"
#include "render/view_state.hpp"
#include "workbench/views/space_name.hpp"

namespace warpscope::workbench {

ViewOverlays default_overlays(const catalog::InitialLayout& layout) {
    const Preferences fresh;
    ViewOverlays overlays;
    for (size_t i = 0; i < overlays.size(); ++i) overlays[i] = fresh.views[i].overlays;
    if (layout.overlays.empty()) return overlays;
    if (const auto sets = overlays_of_views(layout.overlays)) std::ranges::copy(*sets, overlays.begin());
    return overlays;
}

void set_overlays(scene::Scene& scene, const ViewOverlays& overlays) {
    for (size_t i = 0; i < overlays.size(); ++i) scene.views[i].overlays = overlays[i];
}

void InitialLayoutState::show(const catalog::Experiment& experiment, scene::Scene& scene, Preferences& preferences,
                              WindowState& window, Start& start) {
    const catalog::InitialLayout& look = experiment.initial_layout;
    const auto place = [&](size_t view, const std::string& name) {
        std::tie(scene.views[view].space, scene.views[view].buffer) = space_from_name(name);
        scene.views[view].form = Form::automatic;
    };
    place(0, look.left.empty() ? "input" : look.left);
    place(1, look.right.empty() ? "output" : look.right);
    scene.four = false;
    preferences.panes.alone = look.alone.empty() ? std::nullopt : std::optional<size_t>(look.alone == "left" ? 0 : 1);
    const auto tab = tab_from_name(look.tab);
    if (tab) preferences.tab = *tab;
    preferences.panes.drawer_open = window.is_drawer_requested = tab.has_value();
    window.drawer_large = window.presentation && tab.has_value();
    window.drawer_leads = tab.has_value();
    if (scene.source.experiment != experiment.name)
        change_overlays(scene.source.experiment, experiment, scene);
    else if (start.asked_overlays.empty())
        set_overlays(scene, default_overlays(look));
    last_ = look;
    of_ = experiment.name;
    show_variant(of_);
}

void InitialLayoutState::change_overlays(const std::string& left, const catalog::Experiment& next,
                                         scene::Scene& scene) {
    if (left == next.name) return;
    ViewOverlays& kept = overlays_[left];
    for (size_t i = 0; i < kept.size(); ++i) kept[i] = scene.views[i].overlays;
    const auto known = overlays_.find(next.name);
    set_overlays(scene, known != overlays_.end() ? known->second : default_overlays(next.initial_layout));
}

void InitialLayoutState::focus(Start& start) const {
    const auto coordinate = [&](size_t i) { return i < last_.pin.size() ? uint64_t{last_.pin[i]} : 0; };
    if (!last_.pin.empty()) start.pin = CellCoordinates{coordinate(0), coordinate(1), coordinate(2)};
    if (last_.zoom > 0) start.zoom = last_.zoom;
}

Result<std::vector<render::OverlaySet>> overlays_of_views(std::string_view lists) {
    std::vector<render::OverlaySet> sets;
    for (const auto part : std::views::split(lists, '/')) {
        const auto set = render::parse_overlays(std::string_view(part.begin(), part.end()));
        if (!set) return tl::unexpected(set.error());
        sets.push_back(*set);
    }
    if (sets.size() == 1) sets.push_back(sets.front());
    if (sets.size() > scene::Views().size())
        return fail(ErrorKind::usage, fmt::format("Overlays of {} views are listed.", sets.size()),
                    "there are at most four views");
    return sets;
}

std::optional<PaintedCode> InitialLayoutState::take_painted(const session::RunResult& shown,
                                                            const scene::LaunchSetup& chosen) {
    if (!paints_ || shown.request.experiment->name != chosen.experiment || shown.variant().name != chosen.variant)
        return {};
    paints_ = false;
    const uint32_t line = insight::find_code_line(shown.source, last_.paints);
    if (line != 0) return PaintedCode{{line, 0}, metrics::Measure::executions};
    return {};
}

} // namespace warpscope::workbench
