#include "app/view_options.hpp"

#include <charconv>
#include <fmt/format.h>
#include <vector>

#include "workbench/launch/initial_layout.hpp"

namespace warpscope::app {

namespace {

/// Returns Space::buffer for other names, which are checked later.
render::Space parse_space(std::string_view text) {
    if (text == "input") return render::Space::input;
    if (text == "output") return render::Space::output;
    if (text == "launch") return render::Space::launch;
    return text == "matrices" ? render::Space::matrices : render::Space::buffer;
}

std::vector<std::string> parts_of(std::string_view list, char between) {
    std::vector<std::string> parts;
    for (;;) {
        const size_t end = list.find(between);
        parts.emplace_back(list.substr(0, end));
        if (end == std::string_view::npos) return parts;
        list.remove_prefix(end + 1);
    }
}

} // namespace

Result<ui::PaintedCode> parse_paint(std::string_view text) {
    const auto wrong = [&] {
        return fail(ErrorKind::usage, msg("'{}' cannot be painted.", text),
                    msg("write LINE or ptx:LINE, then :executions, :lanes, :sectors, :passes or :splits"));
    };
    ui::PaintedCode paint;
    std::string_view rest = text;
    const bool ptx = rest.starts_with("ptx:");
    if (ptx) rest.remove_prefix(4);
    uint32_t line = 0;
    const auto number = std::from_chars(rest.data(), rest.data() + rest.size(), line);
    if (number.ec != std::errc{} || line == 0) return wrong();
    (ptx ? paint.place.ptx_line : paint.place.line) = line;
    rest.remove_prefix(static_cast<size_t>(number.ptr - rest.data()));
    if (rest == ":lanes")
        paint.measure = metrics::Measure::active_lanes;
    else if (rest == ":sectors")
        paint.measure = metrics::Measure::sectors;
    else if (rest == ":passes")
        paint.measure = metrics::Measure::passes;
    else if (rest == ":splits")
        paint.measure = metrics::Measure::splits;
    else if (!rest.empty() && rest != ":executions")
        return wrong();
    return paint;
}

Result<void> set_views(const Options& options, ui::Preferences& preferences) {
    if (options.four) preferences.four = true;
    if (options.views.empty()) return {};
    std::vector<std::string> names = parts_of(options.views, ',');
    if (names.size() == 1) names.push_back(names.front());
    if (names.size() != scene::first_lower_view && names.size() != preferences.views.size())
        return fail(ErrorKind::usage, msg("--views {} names {} views.", options.views, names.size()),
                    msg("name two, or four: the lower ones after the upper ones"));
    if (names.size() == preferences.views.size()) preferences.four = true;
    for (size_t i = 0; i < names.size(); ++i) {
        scene::View& view = preferences.views[i];
        view.space = parse_space(names[i]);
        view.buffer = view.space == render::Space::buffer ? names[i] : "";
    }
    return {};
}

Result<void> set_overlays(const std::string& lists, ui::Preferences& preferences) {
    const auto sets = ui::overlays_of_views(lists);
    if (!sets) return tl::unexpected(sets.error());
    for (size_t i = 0; i < sets->size(); ++i) preferences.views[i].overlays = (*sets)[i];
    return {};
}

Result<void> check_views(const Options& options, const catalog::Catalog& catalog, const scene::LaunchSetup& setup,
                         const ui::Preferences& preferences) {
    const catalog::Experiment* experiment = catalog.find(setup.experiment);
    const catalog::Variant* variant = experiment == nullptr ? nullptr : experiment->find(setup.variant);
    if (options.views.empty() || variant == nullptr) return {};
    for (size_t i = 0; i < (preferences.four ? preferences.views.size() : scene::first_lower_view); ++i) {
        const scene::View& view = preferences.views[i];
        if (view.space != render::Space::buffer) continue;
        std::string names;
        bool known = false;
        for (const catalog::BufferSpec& buffer : variant->buffers) {
            known = known || buffer.name == view.buffer;
            names += ", " + buffer.name;
        }
        if (!known)
            return fail(ErrorKind::usage, msg("'{}' cannot be shown in a view.", view.buffer),
                        msg("use input, output, launch, matrices{}", names));
    }
    return {};
}

} // namespace warpscope::app
