#include "workbench/launch/initial_layout.hpp"

#include <algorithm>
#include <ranges>
#include <string_view>

#include <fmt/format.h>

#include "insight/source_lines.hpp"
#include "render/view_state.hpp"
#include "source/tokens.hpp"
#include "workbench/views/space_name.hpp"

namespace warpscope::workbench {

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
    show_overlays(look.overlays, scene, start);
    last_ = look;
    of_ = experiment.name;
    show_variant(of_);
}

void InitialLayoutState::show_overlays(const std::string& lists, scene::Scene& scene, Start& start) {
    if (overlays_.empty() && !start.asked_overlays.empty()) return; // the command line sets the overlays
    for (size_t i = 0; i < overlays_.size(); ++i)
        if (const auto& [own, before] = overlays_[i]; scene.views[i].overlays == own) scene.views[i].overlays = before;
    overlays_.clear();
    if (const auto sets = overlays_of_views(lists); sets && !lists.empty())
        for (size_t i = 0; i < sets->size(); ++i) {
            overlays_.emplace_back((*sets)[i], scene.views[i].overlays);
            scene.views[i].overlays = (*sets)[i];
        }
    start.asked_overlays = overlays_;
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
    // Blanks out comments, so that only code is searched.
    std::string code(shown.source.size(), ' ');
    for (const source::Token& token : source::tokens_of(shown.source))
        std::ranges::copy(token.text, code.begin() + static_cast<ptrdiff_t>(token.begin));
    size_t begin = 0;
    uint32_t number = 0;
    for (const std::string_view line : insight::split_lines(shown.source)) {
        ++number;
        const std::string_view part_of_line = std::string_view(code).substr(begin, line.size());
        begin = shown.source.find('\n', begin) + 1;
        if (std::ranges::any_of(last_.paints, [&](const std::string& part) {
                return part_of_line.find(part) != std::string_view::npos;
            }))
            return PaintedCode{{number, 0}, metrics::Measure::executions};
    }
    return {};
}

} // namespace warpscope::workbench
