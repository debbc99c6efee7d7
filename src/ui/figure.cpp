#include "ui/figure.hpp"

#include <algorithm>
#include <cmath>

#include "gl/headless.hpp"
#include "render/plane.hpp"
#include "ui/view_pair.hpp"

namespace warpscope::ui {

Result<Picture> make_figure(const std::shared_ptr<const session::RunResult>& result, const FigureOptions& options) {
    auto context = gl::HeadlessContext::create({.prefer_gpu = false});
    if (!context) return tl::unexpected(context.error());
    auto host = ImguiHost::create();
    if (!host) return tl::unexpected(host.error());
    auto views = ViewPair::create();
    if (!views) return tl::unexpected(views.error());

    Preferences preferences;
    preferences.dark = options.dark;
    if (options.overlays)
        for (ViewChoice& view : preferences.views) view.overlays = *options.overlays;
    Choice choice;
    Model model;
    // Lines and words keep their proportion to the picture.
    const float scale =
        std::clamp(static_cast<float>(std::min(options.width / 16.0, options.height / 9.0)) / 80, 0.5f, 8.0f);
    model.look = {&palette(options.dark), (*host)->fonts(), scale, options.dark};
    model.preferences = &preferences;
    model.choice = &choice;
    model.result = result;
    model.presentation = true;
    if (options.focus) {
        const render::Point place{static_cast<double>(options.focus->x) + 0.5,
                                  static_cast<double>(options.focus->y) + 0.5};
        model.selection = render::pick(*result, render::Space::output, place);
        model.selection.pinned = true;
        if (model.selection.thread == 0)
            return fail(ErrorKind::usage, "the focused cell belongs to no thread", "give a cell inside the output");
        const auto launch = static_cast<uint32_t>(result->measured->launches().size() - 1);
        auto trace =
            result->measured->trace_block(launch, render::block_of(result->shown().config, model.selection.thread));
        if (!trace) return tl::unexpected(trace.error());
        model.trace = std::make_shared<const metrics::BlockTrace>(std::move(*trace));
    }

    for (const metrics::ProbeRequest& request : ViewPair::wanted_probes(model)) {
        auto probe = result->measured->probe(request);
        if (!probe) return tl::unexpected(probe.error());
        model.probes.made.push_back(std::make_shared<const metrics::Probe>(std::move(*probe)));
    }
    (*views)->set_probes(model);

    const ImVec2 size{static_cast<float>(options.width), static_cast<float>(options.height)};
    auto draw = [&] {
        (*host)->begin_frame(options.width, options.height, 1, 1.0 / 60);
        apply_style(model.look);
        ImGui::SetNextWindowPos({0, 0});
        ImGui::SetNextWindowSize(size);
        ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {0, 0});
        ImGui::Begin("figure", nullptr, ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoSavedSettings);
        ImGui::PopStyleVar();
        Commands ignored;
        (*views)->draw(model, {0, 0}, size, 0, ignored);
        ImGui::End();
    };
    // The first frames upload the maps and settle the layout.
    int settled = 0;
    while (settled < 3) {
        const bool complete = (*views)->update(result, model.trace);
        draw();
        auto picture = (*host)->end_frame_as_picture(model.look.colours->view);
        if (!picture) return picture;
        model.camera = (*views)->fitted(model, *result);
        if (complete) ++settled;
    }
    draw();
    return (*host)->end_frame_as_picture(model.look.colours->view);
}

} // namespace warpscope::ui
