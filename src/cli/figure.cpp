#include "cli/figure.hpp"

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
    command.add_flag("--without-scene", wishes.without_scene, "the picture carries no scene that opens it again");
}

Result<FigureRequest> figure_request(const FigureWishes& wishes) {
    FigureRequest figure;
    figure.file = wishes.file;
    figure.overlays = wishes.overlays;
    figure.title = wishes.title;
    figure.caption = wishes.caption;
    figure.large_legend = wishes.large_legend;
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

} // namespace warpscope::cli
