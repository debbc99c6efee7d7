// Figures of views: those of one run, and the outputs of two.
#include <algorithm>
#include <cmath>
#include <functional>
#include <optional>

#include <fmt/format.h>

#include "analysis/compare.hpp"
#include "gl/headless.hpp"
#include "render/layout/cell_plane.hpp"
#include "ui/code/source_ptx_map.hpp"
#include "ui/figures/figure_parts.hpp"
#include "ui/model/fitting.hpp"
#include "ui/panels/panels.hpp"
#include "ui/views/view_pair.hpp"
#include "ui/widgets/widgets.hpp"
#include "ui/wording/phrases.hpp"

namespace warpscope::ui {

Look look_of(const FigureOptions& options, const Fonts& fonts, double unit) {
    const double scale = std::min(options.width / 16.0, options.height / 9.0) / unit;
    return {&palette(options.dark), fonts, std::clamp(static_cast<float>(scale), 0.5f, 8.0f), options.dark};
}

namespace {

/// ", such as 41,25": a cell of the output that has an owner.
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
                    result.prepared.adds_up ? "No thread has added anything to the focused cell."
                                            : "The focused cell belongs to no thread.",
                    fmt::format("give a cell that a thread has stored{}", example_of_owned(result)));
    return selection;
}

namespace {

using SharedRun = std::shared_ptr<const session::RunResult>;

/// Its OpenGL, its views, and what they are shown.
struct Canvas {
    gl::HeadlessContext context; // first, so that it goes last
    std::unique_ptr<ImguiHost> host;
    std::unique_ptr<ViewPair> views;
    Preferences preferences;
    scene::Scene scene;
    Model model;
};

Result<std::unique_ptr<Canvas>> make_canvas(const SharedRun& result, const FigureOptions& options) {
    auto context = gl::HeadlessContext::create({.prefer_gpu = false});
    if (!context) return tl::unexpected(context.error());
    std::unique_ptr<Canvas> canvas(new Canvas{std::move(*context), nullptr, nullptr, {}, {}, {}});
    auto host = ImguiHost::create();
    if (!host) return tl::unexpected(host.error());
    canvas->host = std::move(*host);
    auto views = ViewPair::create();
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
    model.choice = &canvas->scene.source;
    model.result = result;
    model.presentation = model.still = true;
    model.slice = canvas->scene.slice;
    model.step = canvas->scene.step;
    model.interval = canvas->scene.interval;
    model.matrices_camera = canvas->scene.matrices;
    if ((model.painted = canvas->scene.painted)) model.paint = paint_of(code_map_of(result), *model.painted);
    return canvas;
}

/// Puts options.focus, where there is one, into `selection` and the trace of its block into `trace`.
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

/// `contents` in a window that fills the picture, with the extra measurements of the present run that its views want.
/// The first frames upload maps and settle the layout.
Result<Picture> picture_of(Canvas& canvas, const FigureOptions& options, const std::function<void(ImVec2)>& contents) {
    Model& model = canvas.model;
    for (const metrics::ProbeRequest& request : ViewPair::wanted_probes(model)) {
        auto probe = model.result->measured->probe(request);
        if (!probe) return tl::unexpected(probe.error());
        model.probes.made.push_back(std::make_shared<const metrics::Probe>(std::move(*probe)));
    }
    canvas.views->set_probes(model);
    const ImVec2 size{static_cast<float>(options.width), static_cast<float>(options.height)};
    constexpr int frames_at_rest = 4;
    std::optional<Result<Picture>> picture;
    for (int settled = 0; settled < frames_at_rest;) {
        const bool complete = canvas.views->update(model.result, model.trace);
        const bool both = canvas.views->update_baseline(model.baseline.result, model.baseline.trace);
        canvas.host->begin_frame(options.width, options.height, 1, 1.0 / 60);
        apply_style(model.look);
        ImGui::SetNextWindowPos({0, 0});
        ImGui::SetNextWindowSize(size);
        ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {0, 0});
        ImGui::PushStyleColor(ImGuiCol_WindowBg, model.look.colours->view);
        ImGui::Begin("figure", nullptr, ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoSavedSettings);
        ImGui::PopStyleColor();
        ImGui::PopStyleVar();
        contents(size);
        ImGui::End();
        picture = canvas.host->end_frame_as_picture({model.look.colours->view, {}});
        if (!*picture) break;
        model.camera = canvas.scene.camera.value_or(canvas.views->fitted(model, *model.result));
        if (complete && both) ++settled;
    }
    return std::move(*picture);
}

} // namespace

Result<Picture> make_figure(const SharedRun& result, const FigureOptions& options) {
    auto canvas = make_canvas(result, options);
    if (!canvas) return tl::unexpected(canvas.error());
    Model& model = (*canvas)->model;
    if (auto focus = focus_on(result, options, model.selection, model.trace); !focus)
        return tl::unexpected(focus.error());
    return picture_of(**canvas, options, [&](ImVec2 size) {
        Commands ignored;
        (*canvas)->views->draw(model, {0, 0}, size, 0, ignored);
    });
}

Result<Picture> make_compare_figure(const SharedRun& first, const SharedRun& second, const FigureOptions& options) {
    auto canvas = make_canvas(second, options);
    if (!canvas) return tl::unexpected(canvas.error());
    Model& model = (*canvas)->model;
    (*canvas)->scene.views[0] = (*canvas)->scene.views[1]; // the output
    model.baseline.result = first;
    model.baseline.side_by_side = true;
    model.baseline.comparison = std::make_shared<const analysis::Comparison>(analysis::compare(*first, *second));
    if (auto focus = focus_on(second, options, model.selection, model.trace); !focus)
        return tl::unexpected(focus.error());
    if (auto focus = focus_on(first, options, model.baseline.selection, model.baseline.trace); !focus)
        return tl::unexpected(focus.error());
    const Look& look = model.look;
    const auto name = [](const session::RunResult& run) {
        return fmt::format("{} · {}", run.request.experiment->title, run.variant().name);
    };
    float needed = 0; // by the table, as the frame before found
    return picture_of(**canvas, options, [&](ImVec2 size) {
        const float left = look.px(20), title = look.px(40), middle = std::round(size.x / 2);
        const float table = std::round(std::clamp(size.y - needed - look.px(20), 0.45f * size.y, 0.8f * size.y));
        for (const auto& [run, x] : {std::pair{first, left}, {second, middle + left}}) {
            ImGui::SetCursorPos({x, look.px(10)});
            text(look, name(*run), {Face::strong, size_large, 0}, middle - 2 * left);
        }
        Commands ignored;
        (*canvas)->views->draw(model, {0, title}, {size.x, table}, 0, ignored);
        ImGui::SetCursorPos({left, table + look.px(10)});
        ImGui::BeginChild("what differs", {size.x - 2 * left, size.y - table - look.px(20)}, ImGuiChildFlags_None,
                          ImGuiWindowFlags_NoScrollbar);
        compare_panel(model, ignored);
        needed = ImGui::GetCursorPosY();
        ImGui::EndChild();
    });
}

} // namespace warpscope::ui
