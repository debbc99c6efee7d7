#include "cli/figure.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "cli/target.hpp"
#include "export/vector/figure_file.hpp"

namespace warpscope::cli {

void add_figure_options(CLI::App& command, FigureOptions& options, const std::string& words) {
    command.add_option("--figure", options.file, words);
    command.add_option("--overlay", options.overlays, "overlays of the figure, separated by commas");
    command.add_option(
        "--focus", options.focus,
        "cell X,Y of the output whose thread and block the figure explains; X of a 1D array, X,Y,Z of a volume");
    command.add_option("--size", options.size, "size of the figure in pixels, WxH");
    command.add_option("--theme", options.theme, "colors of the figure: print (default) or dark")
        ->check(CLI::IsMember({"print", "dark"}));
    command.add_flag("--without-scene", options.without_scene, "do not embed the scene that opens the figure again");
}

Result<FigureRequest> figure_request(const FigureOptions& options) {
    FigureRequest figure;
    figure.file = options.file;
    figure.overlays = options.overlays;
    figure.title = options.title;
    figure.caption = options.caption;
    figure.large_legend = options.large_legend;
    figure.dark = options.theme == "dark";
    figure.tab = options.tab;
    figure.array = options.array;
    figure.peaks = options.peaks;
    if (options.launch > 0) figure.launch = options.launch - 1;
    figure.view = options.view;
    figure.carries_scene = !options.without_scene;
    if (!options.file.empty() && !exporting::is_figure_file(figure.file))
        return fail(
            ErrorKind::usage,
            fmt::format("A figure is a PNG, SVG or PDF; '{}' does not end in .png, .svg or .pdf.", options.file));
    if (!options.focus.empty()) {
        const auto cell = parse_cell(options.focus);
        if (!cell) return tl::unexpected(cell.error());
        figure.focus = *cell;
    }
    if (!options.size.empty()) {
        auto size = parse_size(options.size);
        if (!size) return tl::unexpected(size.error());
        figure.width = size->x;
        figure.height = size->y;
    }
    return figure;
}

void add_word_options(CLI::App& command, FigureOptions& options) {
    command.add_option("--title", options.title, "a title over the figure");
    command.add_option("--caption", options.caption, "sentences below the figure");
    command.add_flag("--large-legend", options.large_legend, "legends large enough to read from the last row");
}

void apply_scene_figure(const scene::SavedScene& saved, const std::vector<std::string>& tabs, FigureOptions& options) {
    if (!saved.figure || options.file.empty()) return;
    const scene::FigureLook& look = *saved.figure;
    if (options.title.empty()) options.title = look.title;
    if (options.caption.empty()) options.caption = look.caption;
    if (options.theme.empty()) options.theme = look.dark ? "dark" : "print";
    if (options.size.empty() && look.width > 0) options.size = fmt::format("{}x{}", look.width, look.height);
    const bool other = !options.tab.empty() || !options.chart.empty() || !options.overlays.empty();
    const bool of_views = look.shows != scene::Shows::tab && look.shows != scene::Shows::chart;
    if (of_views || other) options.large_legend = options.large_legend || look.large_legend;
    if (other) return;
    switch (look.shows) {
    case scene::Shows::tab:
        if (std::ranges::find(tabs, saved.tab) == tabs.end()) {
            fmt::print(
                stderr,
                "note: the scene's figure shows the tab '{}', which exists only in the window; the views are drawn\n",
                saved.tab);
            break;
        }
        options.tab = saved.tab;
        options.array = look.array;
        options.launch = look.launch ? *look.launch + 1 : 0;
        break;
    case scene::Shows::chart:
        if (!options.focus.empty()) break;
        options.chart = saved.chart;
        options.peaks = look.peaks;
        break;
    case scene::Shows::view: options.view = look.view; break;
    case scene::Shows::window:
        fmt::print(stderr, "note: the scene's figure shows the whole window; only its views are drawn\n");
        break;
    case scene::Shows::views:
    case scene::Shows::comparison: break;
    }
}

Result<std::shared_ptr<const session::RunResult>>
comparison_run(const exporting::OpenedScene& scene, const FigureOptions& options, const session::Request& request) {
    const auto& look = scene.saved.figure;
    const bool compared = !look || look->shows == scene::Shows::comparison;
    const bool trees =
        look && look->shows == scene::Shows::tab && scene.saved.tab == "epochs" && options.tab == "epochs";
    const bool views = options.tab.empty() && options.chart.empty();
    if (!scene.beside || !((compared && views) || trees)) return nullptr;
    session::Request other = request;
    other.experiment = scene.beside->experiment;
    other.variant = scene.beside->source.variant;
    other.settings = scene.beside->source.settings;
    other.input = scene.beside->source.input;
    other.text = scene.beside->source.text;
    other.ptx = request.compiler == compile::CompilerChoice::automatic ? scene.beside->ptx : nullptr;
    // Untrusted code runs on the GPU only on request.
    if ((scene.beside->carried || other.text) && other.device == session::DeviceChoice::automatic)
        other.device = session::DeviceChoice::emulator;
    return session::run(other);
}

} // namespace warpscope::cli
