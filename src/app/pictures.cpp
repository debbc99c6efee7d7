#include "app/pictures.hpp"

#include <cstdlib>

#include <fmt/format.h>

#include "app/run_options.hpp"
#include "export/film/film_file.hpp"
#include "export/png.hpp"
#include "export/scene_file.hpp"
#include "export/vector/figure_file.hpp"
#include "export/vector/figure_words.hpp"
#include "insight/launch_order.hpp"
#include "render/layout/cell_plane.hpp"
#include "ui/figures/block_film.hpp"
#include "ui/figures/figure.hpp"
#include "ui/figures/film.hpp"
#include "ui/figures/offscreen.hpp"

namespace warpscope::app {

namespace {

Result<void> save(const ui::Picture& picture, const std::filesystem::path& file, std::string_view scene = {}) {
    return exporting::save_png(file, picture.width, picture.height, 4,
                               reinterpret_cast<const std::byte*>(picture.rgba.data()), scene);
}

scene::FigureLook figure_look(const cli::FigureRequest& request) {
    scene::FigureLook look;
    look.shows = request.chart          ? scene::Shows::chart
                 : !request.tab.empty() ? scene::Shows::tab
                 : request.beside       ? scene::Shows::comparison
                 : request.view         ? scene::Shows::view
                                        : scene::Shows::views;
    look.view = request.view.value_or(0);
    look.launch = request.launch;
    look.array = request.array;
    look.peaks = request.peaks;
    look.title = request.title;
    look.caption = request.caption;
    look.large_legend = request.large_legend;
    look.dark = request.dark;
    look.width = request.width;
    look.height = request.height;
    return look;
}

/// Prints a note and returns "" if the figure cannot embed a scene.
std::string scene_text(const cli::FigureRequest& request) {
    const session::RunResult& run = *request.result;
    exporting::SceneLook look = request.scene.value_or(exporting::SceneLook());
    scene::Scene& shown = look.scene;
    shown.moment = request.moment ? request.moment->moment : scene::Moment();
    if (!request.scene) shown.views = ui::Preferences().views;
    shown.source = {run.request.experiment->name, run.variant().name, run.request.settings, run.request.input,
                    run.request.text};
    if (const auto set = render::parse_overlays(request.overlays); set && !request.overlays.empty())
        for (scene::View& view : shown.views) view.overlays = *set;
    if (request.focus)
        if (const auto cell = cell_of_output(run.output.layout.shape, *request.focus))
            shown.pin = scene::Spot{render::Space::output,
                                    render::middle_of(render::place_of(run, render::Space::output, *cell))};
    if (!request.tab.empty()) look.tab = request.tab;
    if (request.chart) {
        look.tab = workbench::info(ui::Tab::charts).name;
        look.chart = request.chart->name;
    }
    look.figure = figure_look(request);
    look.beside = request.beside;
    const auto text = exporting::scene_text(run, look);
    if (!text) fmt::print(stderr, "note: no scene is embedded: {}\n", text.error().text());
    return text.value_or("");
}

std::string title_of(const cli::FigureRequest& request) {
    if (!request.title.empty()) return request.title;
    if (request.chart) return request.chart->title;
    if (request.beside)
        return fmt::format("{} and {}", exporting::run_title(*request.beside), exporting::run_title(*request.result));
    return exporting::run_title(*request.result);
}

std::string moment_words(const cli::FigureMoment& shown) {
    const scene::Moment& moment = shown.moment;
    if (moment.scope == scene::Scope::launch) return fmt::format("Drawn when {} blocks have ended.", moment.step);
    return fmt::format("Drawn after {} steps of {}block {} alone.", moment.step,
                       moment.scope == scene::Scope::warp ? fmt::format("warp {} of ", moment.warp) : "", moment.block);
}

std::string description_of(const cli::FigureRequest& request) {
    std::string words = request.caption.empty() ? "" : request.caption + "\n";
    if (request.chart) words += fmt::format("A chart: {}. ", request.chart->title);
    if (!request.tab.empty()) words += fmt::format("The tab {} of Warpscope. ", request.tab);
    if (request.moment) words += moment_words(*request.moment) + " ";
    if (request.beside) words += exporting::run_description(*request.beside) + "\n";
    return words + exporting::run_description(*request.result);
}

bool is_blank(const ui::Picture& picture) {
    for (size_t i = 0; i < picture.rgba.size(); ++i)
        if (i % 4 != 3 && picture.rgba[i] != 0) return false;
    return true;
}

/// Exits without freeing OpenGL objects, because freeing them can hang if OpenGL hangs.
[[noreturn]] void leave(ui::Offscreen& offscreen) {
    const ui::Model& model = offscreen.app().model();
    std::string why = "OpenGL no longer draws";
    if (model.live.lost) why += ", as some drivers let it after a kernel's fault. " + model.live.why.english();
    if (!model.study.cause.empty()) why += "\n" + model.study.cause.english();
    std::_Exit(cli::report_failure({ErrorKind::environment, why, {}, "add --device emulator to draw without CUDA"}));
}

} // namespace

int take_screenshot(const Options& options, ui::Start start) {
    const auto size = picture_size(options, {1600, 950, 1});
    if (!size) return cli::report_failure(size.error());
    auto offscreen = ui::Offscreen::create(size->x, size->y, start.device != session::DeviceChoice::emulator);
    if (!offscreen) return cli::report_failure(offscreen.error());
    const ui::Start asked = start;
    if (auto started = (*offscreen)->start(std::move(start)); !started) return cli::report_failure(started.error());
    const bool settled = (*offscreen)->settle(patience);
    if (!(*offscreen)->answers()) leave(**offscreen);
    if (!settled)
        return cli::report_failure(
            {ErrorKind::failed, fmt::format("The picture was not complete after {:.0f} seconds.", patience), {}, {}});
    if (const auto known = check_run_options(options, asked, (*offscreen)->app().model()); !known)
        return cli::report_failure(known.error());
    auto picture = (*offscreen)->picture();
    if (!picture) return cli::report_failure(picture.error());
    if (is_blank(*picture)) leave(**offscreen);
    if (auto saved = save(*picture, options.screenshot); !saved) return cli::report_failure(saved.error());
    fmt::print(stderr, "Wrote {} ({} × {} pixels, drawn by {}).\n", options.screenshot, picture->width, picture->height,
               (*offscreen)->info().renderer);
    const std::optional<Diagnostic> failure = (*offscreen)->app().model().failure;
    return failure ? cli::report_failure(*failure) : cli::done;
}

namespace {

Result<ui::FigureOptions> options_of(const cli::FigureRequest& request) {
    ui::FigureOptions options;
    options.width = request.width;
    options.height = request.height;
    if (!request.overlays.empty()) {
        const auto set = render::parse_overlays(request.overlays);
        if (!set) return tl::unexpected(set.error());
        options.overlays = *set;
    }
    options.focus = request.focus;
    options.title = request.title;
    options.caption = request.caption;
    options.large_legend = request.large_legend;
    options.dark = request.dark;
    options.view = request.view;
    if (request.scene) options.scene = request.scene->scene;
    if (request.moment) options.block = request.moment->block;
    if (request.moment && request.moment->dispatch)
        options.order = insight::make_launch_order(request.result, *request.moment->dispatch);
    return options;
}

ui::LaunchFilm launch_film(const cli::FilmRequest& request) {
    return {request.dispatch, request.from, request.to, request.seconds, request.pictures_per_second};
}

ui::BlockFilm block_film(const cli::FilmRequest& request) {
    return {request.block,
            request.scope,
            request.warp,
            request.from,
            request.to,
            request.seconds,
            request.pictures_per_second};
}

exporting::FilmFrame frame_of(ui::Picture picture, double seconds) {
    return {picture.width, picture.height, std::move(picture.rgba), seconds};
}

} // namespace

Result<void> make_film(const cli::FilmRequest& request) {
    const auto options = options_of(request.look);
    if (!options) return tl::unexpected(options.error());
    std::unique_ptr<exporting::FilmFile> file;
    size_t pictures = 0;
    const auto begin = [&](std::vector<ui::Picture> samples) -> Result<void> {
        std::vector<exporting::FilmFrame> frames;
        for (ui::Picture& sample : samples) frames.push_back(frame_of(std::move(sample), 0));
        auto created = exporting::create_film(request.file, frames);
        if (!created) return tl::unexpected(created.error());
        file = std::move(*created);
        return {};
    };
    const auto add = [&](ui::Picture picture, double seconds) {
        ++pictures;
        return file->add(frame_of(std::move(picture), seconds));
    };
    const auto made = request.block
                          ? ui::make_block_film(block_film(request), *options, begin, add)
                          : ui::make_launch_film(request.look.result, launch_film(request), *options, begin, add);
    if (!made) return made;
    if (auto finished = file->finish(); !finished) return finished;
    fmt::print(stderr, "Wrote {} ({} pictures of {} × {} pixels).\n", request.file.string(), pictures, options->width,
               options->height);
    return {};
}

std::vector<std::string> figure_tabs() {
    std::vector<std::string> names;
    for (const ui::TabInfo& tab : ui::tabs())
        if (tab.has(ui::in_figures)) names.emplace_back(tab.name);
    return names;
}

Result<void> make_figure(const cli::FigureRequest& request) {
    auto wanted = options_of(request);
    if (!wanted) return tl::unexpected(wanted.error());
    wanted->shapes = exporting::is_drawing_file(request.file);
    const ui::FigureOptions& options = *wanted;
    const auto tab = ui::tab_from_name(request.tab);
    auto picture =
        request.chart ? ui::make_chart_figure(*request.chart, options)
        : tab ? ui::make_tab_figure(request.result, {*tab, request.launch, request.array, request.beside}, options)
        : request.beside ? ui::make_compare_figure(request.beside, request.result, options)
                         : ui::make_figure(request.result, options);
    if (!picture) return tl::unexpected(picture.error());
    const std::string scene = request.carries_scene ? scene_text(request) : "";
    if (!picture->shapes) return save(*picture, request.file, scene);
    for (const std::string& note : picture->shapes->notes) fmt::print(stderr, "note: {}\n", note);
    return exporting::save_drawing(request.file, *picture->shapes, {title_of(request), description_of(request), scene});
}

} // namespace warpscope::app
