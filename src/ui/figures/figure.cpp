#include "ui/figures/figure.hpp"
#include "insight/source_lines.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <optional>

#include <fmt/format.h>

#include "gl/headless.hpp"
#include "gpu/executor.hpp"
#include "language/tr.hpp"
#include "render/layout/cell_plane.hpp"
#include "session/device.hpp"
#include "session/recording.hpp"
#include "session/timing.hpp"
#include "ui/code/listing.hpp"
#include "ui/figures/figure_parts.hpp"
#include "ui/panels/block_schedule_texture.hpp"
#include "ui/panels/panels.hpp"
#include "ui/widgets/chart.hpp"
#include "ui/widgets/widgets.hpp"

namespace warpscope::ui {

namespace {

GpuStudy study_of(const session::RunResult& run) {
    constexpr uint32_t repeats = 51, sweep_repeats = 9; // as in the window
    GpuStudy study;
    gpu::Executor& executor = gpu::executor();
    if (run.request.device == session::DeviceChoice::emulator) {
        study.unavailable_reason = msg("the GPU was not requested");
        return study;
    }
    const gpu::DeviceStatus status = executor.status();
    study.device = status.name;
    if (!status.usable) {
        study.unavailable_reason = status.why;
        return study;
    }
    const bool insists = run.request.device == session::DeviceChoice::gpu;
    const auto keep = [&](auto& into, auto made) {
        if (made)
            into = std::make_shared<std::remove_reference_t<decltype(*made)>>(std::move(*made));
        else
            study.problem = made.error().whole();
        return study.problem.empty();
    };
    if (const auto allowed = session::allowed_on_gpu(run, false); !allowed && !insists) {
        study.problem = allowed.error().whole();
        return study;
    }
    study.swept_by_itself = run.variant().block_dimensions > 0 && (session::is_sound(run) || insists);
    if (!keep(study.timing, session::time_on_gpu(executor, run, repeats))) return study;
    if (!keep(study.peaks, gpu::measure_peaks(executor))) return study;
    if (run.not_emulated.empty() && !keep(study.recording, session::record_on_gpu(executor, run))) return study;
    if (study.swept_by_itself) (void)keep(study.sweep, session::sweep_on_gpu(executor, run, sweep_repeats));
    return study;
}

/// Draws three frames, because the layout is final only in the third.
Result<Picture> drawn(ImguiHost& host, const Look& look, const FigureOptions& options,
                      const std::function<void()>& contents) {
    const ImVec2 size{static_cast<float>(options.width), static_cast<float>(options.height)};
    std::optional<Result<Picture>> picture;
    FigureWords words(options, look, 0);
    for (int frame = 0; frame < 3; ++frame) {
        draw_plain_edges(options.shapes);
        host.begin_frame(options.width, options.height, 1, 1.0 / 60);
        apply_style(look);
        ImGui::SetNextWindowPos({0, 0});
        ImGui::SetNextWindowSize(size);
        ImGui::PushStyleColor(ImGuiCol_WindowBg, look.colors->bar);
        ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {0, 0});
        ImGui::Begin("figure", nullptr, ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoSavedSettings);
        const FigureWords::Room room = words.draw(size);
        ImGui::PopStyleVar();
        ImGui::SetCursorPos({0, room.top});
        ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {look.px(20), look.px(16)});
        ImGui::BeginChild("between", {size.x, room.bottom - room.top}, ImGuiChildFlags_AlwaysUseWindowPadding,
                          ImGuiWindowFlags_NoScrollbar);
        ImGui::PopStyleVar();
        contents();
        ImGui::EndChild();
        ImGui::End();
        ImGui::PopStyleColor();
        picture = host.end_frame_as_picture({look.colors->bar, {}});
        if (!*picture) break;
    }
    if (*picture && options.shapes)
        (*picture)->shapes = std::make_shared<const drawing::Picture>(host.last_frame_as_drawing({}));
    return std::move(*picture);
}

constexpr float above_code = 150;

uint32_t height_of_code(const session::RunResult& result, Tab tab, const FigureOptions& options, float scale) {
    const auto rows =
        insight::split_lines(tab == Tab::ptx ? std::string_view(result.compiled.ptx) : result.source).size();
    constexpr float max = 16384;
    const float high = scale * (static_cast<float>(rows) * code_row_height + above_code);
    return std::max(options.height, static_cast<uint32_t>(std::min(high, max)));
}

float code_scale(const session::RunResult& result, Tab tab, const FigureOptions& options, float usual) {
    const auto lines = insight::split_lines(tab == Tab::ptx ? std::string_view(result.compiled.ptx) : result.source);
    size_t longest = 0;
    for (const std::string_view line : lines) longest = std::max(longest, line.size());
    constexpr float beside = 480, letter = size_code * 0.6f; // pixels for line numbers and costs; width of a letter
    const float by_height =
        static_cast<float>(options.height) / (static_cast<float>(lines.size()) * code_row_height + above_code);
    const float by_width = static_cast<float>(options.width) / (static_cast<float>(longest) * letter + beside);
    return std::clamp(std::min(by_height, by_width), 0.55f * usual, usual);
}

} // namespace

Result<Picture> make_tab_figure(const std::shared_ptr<const session::RunResult>& result, const TabFigure& what,
                                const FigureOptions& options) {
    const auto& launches = result->measured->launches();
    if (what.launch && *what.launch >= launches.size())
        return fail(ErrorKind::usage, msg("there is no launch {}: the run has {}", *what.launch + 1, launches.size()));
    auto context = gl::HeadlessContext::create({.prefer_gpu = false});
    if (!context) return tl::unexpected(context.error());
    auto host = ImguiHost::create();
    if (!host) return tl::unexpected(host.error());

    Preferences preferences;
    preferences.dark = options.dark;
    preferences.tab = what.tab;
    scene::Scene scene;
    scene.source = {result->request.experiment->name, result->variant().name, result->request.settings,
                    result->request.input};
    if (options.scene) scene.notes = options.scene->notes;
    Model model;
    model.look = look_of(options, (*host)->fonts(), 60);
    if (info(what.tab).has(beside_views)) model.look.scale = code_scale(*result, what.tab, options, model.look.scale);
    FigureOptions sheet = options;
    if (options.shapes && info(what.tab).has(beside_views))
        sheet.height = height_of_code(*result, what.tab, options, model.look.scale);
    model.preferences = &preferences;
    model.scene = &scene;
    model.setup = &scene.source;
    model.experiment = result->request.experiment.get();
    model.variant = &result->variant();
    model.result = result;
    model.presentation = model.still = true;
    model.block_view_state.launch = what.launch;
    model.block_view_state.array = what.array;
    if (options.focus) {
        const auto selection = focused(*result, options);
        if (!selection) return tl::unexpected(selection.error());
        model.selection = *selection;
    }
    if (info(what.tab).has(block_trace)) {
        const bool in_time = options.block && options.scene;
        if (in_time) {
            scene.moment = options.scene->moment;
            show_moment(model, scene.moment, options);
        }
        const auto last = static_cast<uint32_t>(launches.size() - 1);
        const uint32_t launch = what.launch.value_or(in_time ? scene.moment.launch : last);
        const LaunchConfig& config = launches[launch].config;
        uint64_t block = in_time && launch == scene.moment.launch ? scene.moment.block : insight::middle_block(config);
        if (model.selection.thread != 0)
            block = std::min(render::block_of(result->shown().config, model.selection.thread), config.blocks() - 1);
        auto trace = result->measured->trace_block(launch, block);
        if (!trace) return tl::unexpected(trace.error());
        model.block_view =
            insight::make_block_view(result, std::make_shared<const metrics::BlockTrace>(std::move(*trace)));
        const auto& arrays = model.block_view->flow.arrays;
        if (what.beside) {
            const auto& others = what.beside->measured->launches();
            const auto other = static_cast<uint32_t>(std::min<size_t>(launch, others.size() - 1));
            auto of_other =
                what.beside->measured->trace_block(other, std::min(block, others[other].config.blocks() - 1));
            if (!of_other) return tl::unexpected(of_other.error());
            model.baseline.result = what.beside;
            model.baseline.side_by_side = true;
            model.baseline.block_view = insight::make_block_view(
                what.beside, std::make_shared<const metrics::BlockTrace>(std::move(*of_other)));
        }
        if (!what.array.empty() && std::ranges::find(arrays, what.array, &metrics::FlowArray::name) == arrays.end())
            return fail(ErrorKind::usage, msg("the block writes to no array '{}'", what.array));
    }
    BlockPicture block_picture; // must be destroyed before the OpenGL context
    if (what.tab == Tab::gpu) {
        model.study = study_of(*result);
        model.block_picture = &block_picture;
    }
    return drawn(**host, model.look, sheet, [&] {
        ImGui::SetCursorPosX(ImGui::GetCursorPosX() + model.look.px(tab_padding));
        text(model.look, caption(model), {Face::strong, size_large, 0});
        Commands ignored;
        (void)draw_tab(model, what.tab, ignored);
    });
}

Result<Picture> make_chart_figure(const analysis::Chart& chart, const FigureOptions& options) {
    auto context = gl::HeadlessContext::create({.prefer_gpu = false});
    if (!context) return tl::unexpected(context.error());
    auto host = ImguiHost::create();
    if (!host) return tl::unexpected(host.error());
    const Look look = look_of(options, (*host)->fonts(), 60);
    return drawn(**host, look, options, [&] {
        text(look, chart.title, {Face::strong, size_large, 0});
        ImGui::Dummy({0, look.px(6)});
        const ImVec2 room = ImGui::GetContentRegionAvail(), at = ImGui::GetCursorScreenPos();
        const float legend = std::min(look.px(270), room.x * 0.4f), gap = look.px(20);
        chart_plot(look, chart, at, {at.x + room.x - legend - gap, at.y + room.y});
        ImGui::SetCursorScreenPos({at.x + room.x - legend, at.y + look.px(20)});
        ImGui::BeginChild("legend", {legend, 0}, ImGuiChildFlags_None, ImGuiWindowFlags_NoScrollbar);
        chart_legend(look, chart);
        ImGui::EndChild();
    });
}

} // namespace warpscope::ui
