#include <fmt/format.h>

#include "analysis/dispatch.hpp"
#include "base/cell.hpp"
#include "cli/commands.hpp"
#include "cli/figure.hpp"
#include "cli/figure_moment.hpp"
#include "cli/target.hpp"
#include "cli/without_effect.hpp"
#include "insight/record_block.hpp"

namespace warpscope::cli {
namespace {

struct FilmArguments {
    TargetOptions options;
    FigureOptions look;
    std::string scope = "launch", output, on;
    double seconds = 8, rate = 15;
    std::optional<uint64_t> from, to, of_block;
    std::optional<uint32_t> warp;
    bool optimized = false;
};

struct Filmed {
    uint64_t block = 0;
    uint32_t warp = 0;
};

Result<Filmed> film_subject(const FilmArguments& arguments, const FilmRequest& film) {
    const session::RunResult& run = *film.look.result;
    const LaunchConfig& config = run.shown().config;
    Filmed out;
    if (arguments.of_block) {
        out.block = *arguments.of_block;
    } else if (arguments.look.focus.empty()) {
        return fail(ErrorKind::usage, fmt::format("Which {} should be filmed?", arguments.scope),
                    "name a cell of the output that it stores, --focus X,Y, or the block by its number, --of-block N");
    } else {
        const auto cell = cell_of_output(run.output.layout.shape, *film.look.focus);
        if (!cell) return tl::unexpected(cell.error());
        const auto owner = session::owner_of_output(run, *cell);
        if (!owner)
            return fail(ErrorKind::usage, fmt::format("No thread owns the cell {}.", arguments.look.focus),
                        "name a cell that a thread stores, or the block by its number, --of-block N");
        out = {owner->block, owner->warp};
    }
    out.warp = arguments.warp.value_or(out.warp);
    if (out.block >= config.blocks())
        return fail(ErrorKind::usage, fmt::format("There is no block {}: the launch has {}, counted from 0.", out.block,
                                                  config.blocks()));
    if (out.warp >= config.warps_per_block())
        return fail(ErrorKind::usage, fmt::format("There is no warp {}: the block has {}, counted from 0.", out.warp,
                                                  config.warps_per_block()));
    return out;
}

Result<void> record_filmed(const FilmArguments& arguments, FilmRequest& film) {
    const auto filmed = film_subject(arguments, film);
    if (!filmed) return tl::unexpected(filmed.error());
    auto recorded =
        record_block(film.look.result, insight::last_launch(*film.look.result), filmed->block, !arguments.optimized);
    if (!recorded) return tl::unexpected(recorded.error());
    film.block = std::move(*recorded);
    film.scope = arguments.scope == "warp" ? scene::Scope::warp : scene::Scope::block;
    film.warp = filmed->warp;
    return {};
}

std::vector<std::string> without_effect_on_scope(const FilmArguments& arguments) {
    std::vector<std::string> out;
    if (arguments.scope == "launch") {
        for (const auto& [option, given] : {std::pair("--of-block", arguments.of_block.has_value()),
                                            {"--warp", arguments.warp.has_value()},
                                            {"--optimized", arguments.optimized}})
            if (given) out.push_back(fmt::format("{}: only for --scope block and --scope warp", option));
    } else if (!arguments.on.empty()) {
        out.emplace_back("--on: only for --scope launch");
    }
    return out;
}

Result<void> execute(const FilmArguments& arguments, const FilmMaker& make_film) {
    FilmRequest film;
    film.file = arguments.output;
    film.seconds = arguments.seconds;
    film.pictures_per_second = arguments.rate;
    film.from = arguments.from;
    film.to = arguments.to;
    const auto device =
        arguments.on.empty() ? Result<const DeviceModel*>(&chosen_device_model()) : known_device_model(arguments.on);
    if (!device) return tl::unexpected(device.error());
    auto look = figure_request(arguments.look);
    if (!look) return tl::unexpected(look.error());
    film.look = std::move(*look);
    std::optional<exporting::OpenedScene> scene;
    auto request = make_request(catalog::load_catalog(catalog::catalog_folder()), arguments.options, &scene);
    if (!request) return tl::unexpected(request.error());
    warn_without_effect(*request, arguments.options);
    warn_without_effect(without_effect_on_scope(arguments));
    auto result = session::run(*request);
    if (!result) return tl::unexpected(result.error());
    film.look.result = *result;
    if (scene) film.look.scene = {scene->scene, scene->saved.tab, scene->saved.chart, scene->saved.notes};
    if (arguments.scope != "launch") {
        if (auto recorded = record_filmed(arguments, film); !recorded) return recorded;
        return make_film(film);
    }
    auto dispatch = analysis::model_dispatch(**result, **device);
    if (!dispatch) return tl::unexpected(dispatch.error());
    fmt::print(stderr, "{}\n", dispatch->words());
    film.dispatch = std::move(*dispatch);
    return make_film(film);
}

} // namespace

void add_film(CLI::App& app, const FilmMaker& make_film, int& status) {
    auto arguments = std::make_shared<FilmArguments>();
    CLI::App* film = app.add_subcommand(
        "film", "Film how a launch fills its output, block by block, or how a block or a warp runs, step by step.");
    film->add_option("target", arguments->options.target, "NAME, NAME/VARIANT, FILE.toml, FILE.cu[:KERNEL] or a scene")
        ->required();
    add_setting_options(*film, arguments->options);
    film->add_option("--device", arguments->options.device, "auto, gpu or emulator");
    add_contract(*film);
    add_model(*film);
    film->add_option("--compiler", arguments->options.compiler, "auto, nvrtc or clang");
    film->add_option("--scope", arguments->scope, "subject of the film: launch, block or warp")
        ->check(CLI::IsMember({"launch", "block", "warp"}));
    film->add_option("--of-block", arguments->of_block,
                     "block to film, by its number from 0 (default: the focused cell's)");
    film->add_option("--warp", arguments->warp, "warp to film (default: the focused cell's)");
    film->add_flag("--optimized,--optimised", arguments->optimized,
                   "steps of the optimized kernel, with PTX registers");
    film->add_option("--on", arguments->on, "device whose multiprocessors run the blocks, by a model");
    film->add_option("--from", arguments->from, "first number of completed blocks or steps");
    film->add_option("--to", arguments->to, "last number of completed blocks or steps");
    film->add_option("--seconds", arguments->seconds,
                     "length in seconds, including pauses at barriers and the first and last frame")
        ->check(CLI::Range(0.1, 600.0));
    film->add_option("--rate", arguments->rate, "frames per second")->check(CLI::Range(1.0, 60.0));
    film->add_option("--overlay", arguments->look.overlays, "overlays, separated by commas");
    film->add_option("--focus", arguments->look.focus, "cell X,Y of the output whose thread and block are highlighted");
    film->add_option("--size", arguments->look.size, "size in pixels, WxH");
    film->add_option("--output", arguments->output,
                     "FILE.gif, .webm or .mp4 (by ffmpeg), or a folder for numbered PNGs")
        ->required();
    film->callback([arguments, &make_film, &status] {
        const auto made = execute(*arguments, make_film);
        status = made ? done : report_failure(made.error());
    });
}

} // namespace warpscope::cli
