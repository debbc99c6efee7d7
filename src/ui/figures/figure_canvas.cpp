#include "ui/figures/figure_canvas.hpp"

#include <algorithm>
#include <optional>

#include <fmt/format.h>

#include "base/cell.hpp"
#include "render/layout/cell_plane.hpp"
#include "ui/views/two_runs.hpp"
#include "ui/widgets/widgets.hpp"
#include "ui/workbench.hpp"
#include "workbench/files/fitting.hpp"
#include "workbench/views/difference_choice.hpp"
#include "workbench/views/painted_code.hpp"

namespace warpscope::ui {

Look look_of(const FigureOptions& options, const Fonts& fonts, double unit) {
    const double scale = std::min(options.width / 16.0, options.height / 9.0) / unit;
    return {&palette(options.dark), fonts, std::clamp(static_cast<float>(scale), 0.5f, 8.0f), options.dark};
}

namespace {

std::string example_of_owned(const session::RunResult& result) {
    const auto& all = result.shown().maps;
    const auto maps = std::ranges::find(all, result.prepared.output_buffer, &metrics::CellMaps::buffer);
    if (maps == all.end()) return {};
    const auto owned = std::ranges::find_if(maps->owner, [](metrics::ThreadId owner) { return owner != 0; });
    if (owned == maps->owner.end()) return {};
    const auto index = static_cast<uint64_t>(owned - maps->owner.begin());
    return fmt::format(", such as {}", coordinates_text(result.output.layout.shape, index));
}

} // namespace

Result<render::Selection> focused(const session::RunResult& result, const FigureOptions& options) {
    const auto index = cell_of_output(result.output.layout.shape, *options.focus);
    if (!index) return tl::unexpected(index.error());
    const render::Point place = render::middle_of(render::place_of(result, render::Space::output, *index));
    render::Selection selection = render::pick(result, render::Space::output, place);
    selection.pinned = true;
    if (selection.thread == 0)
        return fail(ErrorKind::usage,
                    result.prepared.adds_up ? msg("No thread has added anything to the focused cell.")
                                            : msg("The focused cell belongs to no thread."),
                    msg("give a cell that a thread has stored{}", example_of_owned(result)));
    return selection;
}

Result<std::unique_ptr<Canvas>> make_canvas(const SharedRun& result, const FigureOptions& options) {
    auto context = gl::HeadlessContext::create({.prefer_gpu = false});
    if (!context) return tl::unexpected(context.error());
    std::unique_ptr<Canvas> canvas(new Canvas{std::move(*context), nullptr, nullptr, {}, {}, {}});
    auto host = ImguiHost::create();
    if (!host) return tl::unexpected(host.error());
    canvas->host = std::move(*host);
    auto views = ViewGrid::create();
    if (!views) return tl::unexpected(views.error());
    canvas->views = std::move(*views);
    canvas->preferences.dark = options.dark;
    if (options.scene)
        canvas->scene = fitting(*options.scene, *result);
    else
        canvas->scene.views = canvas->preferences.views;
    if (options.overlays)
        for (scene::View& view : canvas->scene.views) view.overlays = *options.overlays;
    Model& model = canvas->model;
    model.look = look_of(options, canvas->host->fonts(), 80);
    model.preferences = &canvas->preferences;
    model.scene = &canvas->scene;
    model.setup = &canvas->scene.source;
    model.result = result;
    model.presentation = model.still = true;
    model.slice = canvas->scene.slice;
    model.step = canvas->scene.step;
    model.interval = canvas->scene.interval;
    model.matrices_camera = canvas->scene.matrices;
    if ((model.painted = canvas->scene.painted)) model.paint = paint_of(insight::code_map_of(*result), *model.painted);
    return canvas;
}

Result<void> focus_on(const SharedRun& result, const FigureOptions& options, render::Selection& selection,
                      std::shared_ptr<const metrics::BlockTrace>& trace) {
    if (options.focus) {
        const auto found = focused(*result, options);
        if (!found) return tl::unexpected(found.error());
        selection = *found;
    } else if (options.scene && options.scene->pin && render::exists(*result, options.scene->pin->space)) {
        selection = render::pick(*result, options.scene->pin->space, options.scene->pin->place);
        selection.pinned = true;
    }
    if (selection.thread == 0) return {};
    const auto launch = static_cast<uint32_t>(result->measured->launches().size() - 1);
    auto made = result->measured->trace_block(launch, render::block_of(result->shown().config, selection.thread));
    if (!made) return tl::unexpected(made.error());
    trace = std::make_shared<const metrics::BlockTrace>(std::move(*made));
    return {};
}

Result<Picture> picture_of(Canvas& canvas, const FigureOptions& options, const std::function<void(ImVec2)>& contents,
                           int frames_at_rest) {
    Model& model = canvas.model;
    for (size_t i = 0; i < model.differences.size(); ++i)
        if (const auto subtraction = subtraction_of(model, i))
            model.differences[i] = std::make_shared<const insight::ValueDifference>(make_difference(*subtraction));
    for (const bool of_baseline : {false, true}) {
        if (of_baseline && !two_runs(model)) break;
        const Model shown = of_baseline ? pinned_model(model) : model;
        render::Probes& probes = of_baseline ? model.baseline_probes : model.probes;
        for (const metrics::ProbeRequest& request : ViewGrid::needed_probes(shown)) {
            if (probes.find(request)) continue;
            auto probe = shown.result->measured->probe(request);
            if (!probe) return tl::unexpected(probe.error());
            probes.made.push_back(std::make_shared<const metrics::Probe>(std::move(*probe)));
        }
    }
    canvas.views->set_probes(model);
    const ImVec2 size{static_cast<float>(options.width), static_cast<float>(options.height)};
    std::optional<Result<Picture>> picture;
    for (int settled = 0; settled < frames_at_rest;) {
        const bool complete = canvas.views->update(model.result, model.trace);
        const bool both = canvas.views->update_baseline(model.baseline.result, model.baseline.trace);
        draw_plain_edges(options.shapes);
        canvas.host->begin_frame(options.width, options.height, 1, 1.0 / 60);
        apply_style(model.look);
        ImGui::SetNextWindowPos({0, 0});
        ImGui::SetNextWindowSize(size);
        ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {0, 0});
        ImGui::PushStyleColor(ImGuiCol_WindowBg, model.look.colors->view);
        ImGui::Begin("figure", nullptr, ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoSavedSettings);
        ImGui::PopStyleColor();
        ImGui::PopStyleVar();
        contents(size);
        canvas.views->paint(0, 0, std::nullopt);
        ImGui::End();
        picture = canvas.host->end_frame_as_picture({model.look.colors->view, {}});
        if (!*picture) break;
        model.camera = canvas.scene.camera.value_or(canvas.views->fitted(model, *model.result));
        if (complete && both) ++settled;
    }
    if (*picture && options.shapes) {
        std::vector<std::string> notes;
        drawing::Picture shapes = canvas.host->last_frame_as_drawing(
            [&](ImTextureID texture, drawing::Rect at) { return canvas.views->shapes(texture, at, notes); });
        shapes.notes = std::move(notes);
        (*picture)->shapes = std::make_shared<const drawing::Picture>(std::move(shapes));
    }
    return std::move(*picture);
}

} // namespace warpscope::ui
