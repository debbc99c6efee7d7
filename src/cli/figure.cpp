#include "cli/figure.hpp"

#include <cstdio>
#include <fmt/format.h>

#include "cli/target.hpp"

namespace warpscope::cli {

void add_figure_options(CLI::App& command, FigureWishes& wishes, const std::string& words) {
    command.add_option("--figure", wishes.file, words);
    command.add_option("--overlay", wishes.overlays, "overlays of the figure, separated by commas");
    command.add_option("--focus", wishes.focus, "cell X,Y whose thread and block the figure explains");
    command.add_option("--size", wishes.size, "size of the figure in pixels, WxH");
}

Result<FigureRequest> figure_request(const FigureWishes& wishes) {
    FigureRequest figure;
    figure.file = wishes.file;
    figure.overlays = wishes.overlays;
    if (figure.file.extension() != ".png")
        return fail(ErrorKind::usage, fmt::format("A figure is a PNG; '{}' does not end in .png.", wishes.file));
    if (!wishes.focus.empty()) {
        long long x = 0, y = 0;
        int used = 0;
        if (std::sscanf(wishes.focus.c_str(), "%lld,%lld%n", &x, &y, &used) != 2 ||
            static_cast<size_t>(used) != wishes.focus.size())
            return fail(ErrorKind::usage, fmt::format("'{}' is not a cell.", wishes.focus), "write X,Y, as in 41,25");
        figure.focus_x = x;
        figure.focus_y = y;
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
