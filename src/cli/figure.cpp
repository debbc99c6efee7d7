#include "cli/figure.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "cli/target.hpp"
#include "export/vector/figure_file.hpp"

namespace warpscope::cli {

void add_figure_options(CLI::App& command, FigureWishes& wishes, const std::string& words) {
    command.add_option("--figure", wishes.file, words);
    command.add_option("--overlay", wishes.overlays, "overlays of the figure, separated by commas");
    command.add_option(
        "--focus", wishes.focus,
        "cell X,Y of the output whose thread and block the figure explains; X of a 1D array, X,Y,Z of a volume");
    command.add_option("--size", wishes.size, "size of the figure in pixels, WxH");
    command.add_option("--theme", wishes.theme, "colors of the figure: print (default) or dark")
        ->check(CLI::IsMember({"print", "dark"}));
    command.add_flag("--without-scene", wishes.without_scene, "do not embed the scene that opens the figure again");
}

Result<FigureRequest> figure_request(const FigureWishes& wishes) {
    FigureRequest figure;
    figure.file = wishes.file;
    figure.overlays = wishes.overlays;
    figure.title = wishes.title;
    figure.caption = wishes.caption;
    figure.large_legend = wishes.large_legend;
    figure.dark = wishes.theme == "dark";
    figure.tab = wishes.tab;
    figure.array = wishes.array;
    figure.peaks = wishes.peaks;
    if (wishes.launch > 0) figure.launch = wishes.launch - 1;
    figure.view = wishes.view;
    figure.carries_scene = !wishes.without_scene;
    if (!wishes.file.empty() && !exporting::is_figure_file(figure.file))
        return fail(
            ErrorKind::usage,
            fmt::format("A figure is a PNG, SVG or PDF; '{}' does not end in .png, .svg or .pdf.", wishes.file));
    if (!wishes.focus.empty()) {
        const auto cell = parse_cell(wishes.focus);
        if (!cell) return tl::unexpected(cell.error());
        figure.focus = *cell;
    }
    if (!wishes.size.empty()) {
        auto size = parse_size(wishes.size);
        if (!size) return tl::unexpected(size.error());
        figure.width = size->x;
        figure.height = size->y;
    }
    return figure;
}

void add_word_options(CLI::App& command, FigureWishes& wishes) {
    command.add_option("--title", wishes.title, "a title over the figure");
    command.add_option("--caption", wishes.caption, "sentences below the figure");
    command.add_flag("--large-legend", wishes.large_legend, "legends large enough to read from the last row");
}

void take_figure_of_scene(const scene::SavedScene& saved, const std::vector<std::string>& tabs, FigureWishes& wishes) {
    if (!saved.figure || wishes.file.empty()) return;
    const scene::FigureLook& look = *saved.figure;
    if (wishes.title.empty()) wishes.title = look.title;
    if (wishes.caption.empty()) wishes.caption = look.caption;
    if (wishes.theme.empty()) wishes.theme = look.dark ? "dark" : "print";
    if (wishes.size.empty() && look.width > 0) wishes.size = fmt::format("{}x{}", look.width, look.height);
    const bool other = !wishes.tab.empty() || !wishes.chart.empty() || !wishes.overlays.empty();
    const bool of_views = look.shows != scene::Shows::tab && look.shows != scene::Shows::chart;
    if (of_views || other) wishes.large_legend = wishes.large_legend || look.large_legend;
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
        wishes.tab = saved.tab;
        wishes.array = look.array;
        wishes.launch = look.launch ? *look.launch + 1 : 0;
        break;
    case scene::Shows::chart:
        if (!wishes.focus.empty()) break;
        wishes.chart = saved.chart;
        wishes.peaks = look.peaks;
        break;
    case scene::Shows::view: wishes.view = look.view; break;
    case scene::Shows::window:
        fmt::print(stderr, "note: the scene's figure shows the whole window; only its views are drawn\n");
        break;
    case scene::Shows::views:
    case scene::Shows::comparison: break;
    }
}

Result<std::shared_ptr<const session::RunResult>>
run_beside(const exporting::OpenedScene& scene, const FigureWishes& wishes, const session::Request& request) {
    const auto& look = scene.saved.figure;
    const bool compared = !look || look->shows == scene::Shows::comparison;
    const bool trees =
        look && look->shows == scene::Shows::tab && scene.saved.tab == "epochs" && wishes.tab == "epochs";
    const bool views = wishes.tab.empty() && wishes.chart.empty();
    if (!scene.beside || !((compared && views) || trees)) return nullptr;
    session::Request other = request;
    other.experiment = scene.beside->experiment;
    other.variant = scene.beside->source.variant;
    other.settings = scene.beside->source.settings;
    other.input = scene.beside->source.input;
    other.text = scene.beside->source.text;
    other.ptx = request.compiler == compile::CompilerChoice::automatic ? scene.beside->ptx : nullptr;
    // Untrusted code uses the GPU only on request.
    if ((scene.beside->carried || other.text) && other.device == session::DeviceChoice::automatic)
        other.device = session::DeviceChoice::emulator;
    return session::run(other);
}

} // namespace warpscope::cli
