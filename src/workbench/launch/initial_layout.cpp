#include "workbench/launch/initial_layout.hpp"

#include <algorithm>
#include <string_view>

#include "insight/source_lines.hpp"
#include "source/tokens.hpp"

namespace warpscope::workbench {

std::pair<scene::Space, std::string> space_from_name(const std::string& name) {
    if (name.empty() || name == "input" || name == "matrices") return {scene::Space::input, ""};
    if (name == "output") return {scene::Space::output, ""};
    if (name == "launch") return {scene::Space::launch, ""};
    return {scene::Space::buffer, name};
}

void FirstLookShown::show(const catalog::Experiment& experiment, scene::Scene& scene, Preferences& preferences,
                          WindowState& window) {
    const catalog::FirstLook& look = experiment.first_look;
    const auto place = [&](size_t view, const std::string& now, const std::string& before, const std::string& usual) {
        if (now.empty() && before.empty()) return;
        std::tie(scene.views[view].space, scene.views[view].buffer) = space_from_name(now.empty() ? usual : now);
        scene.views[view].form = Form::automatic;
    };
    place(0, look.left, last_.left, "input");
    place(1, look.right, last_.right, "output");
    Panes& panes = preferences.panes;
    if (!look.alone.empty())
        panes.alone = look.alone == "left" ? 0 : 1;
    else if (!last_.alone.empty())
        panes.alone.reset();
    const auto tab = tab_from_name(look.tab);
    if (tab) {
        preferences.tab = *tab;
        panes.drawer_open = window.drawer_asked = true;
    } else if (!last_.tab.empty() && info(preferences.tab).name == last_.tab) {
        panes.drawer_open = window.drawer_asked = false;
    }
    if (window.presentation && (tab || !last_.tab.empty())) window.drawer_large = tab.has_value();
    window.drawer_leads = tab.has_value();
    last_ = look;
    of_ = experiment.name;
    show_variant(of_);
}

std::optional<PaintedCode> FirstLookShown::take_painted(const session::RunResult& shown, const scene::Source& chosen) {
    if (!paints_ || shown.request.experiment->name != chosen.experiment || shown.variant().name != chosen.variant)
        return {};
    paints_ = false;
    // Blank comments, so that only code is searched.
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
