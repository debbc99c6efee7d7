#include <algorithm>
#include <fmt/format.h>
#include <memory>
#include <nlohmann/json.hpp>

#include "analysis/compare.hpp"
#include "cli/commands.hpp"
#include "cli/figure.hpp"
#include "cli/target.hpp"
#include "cli/without_effect.hpp"

namespace warpscope::cli {
namespace {

struct CompareArguments {
    std::string a, b, input, block, block_a, block_b, device = "auto", compiler = "auto";
    std::vector<std::string> settings, settings_a, settings_b;
    FigureOptions figure;
    bool json = false;
};

std::string name_in(std::string_view assignment) { return std::string(assignment.substr(0, assignment.find('='))); }

bool has_parameter(const session::Request& request, const std::string& name) {
    const auto& parameters = request.experiment->find(request.variant)->parameters;
    return std::any_of(parameters.begin(), parameters.end(), [&](const auto& p) { return p.name == name; });
}

/// Makes the requests for both sides. A setting applies to each side that has the parameter.
Result<std::pair<session::Request, session::Request>> requests(const CompareArguments& arguments) {
    const catalog::Catalog catalog = catalog::load_catalog(catalog::catalog_folder());
    TargetOptions first, second;
    first.target = arguments.a;
    // "/tiled" names a variant of side A's experiment.
    second.target =
        arguments.b.starts_with('/') ? arguments.a.substr(0, arguments.a.find('/')) + arguments.b : arguments.b;
    first.input = second.input = arguments.input;
    first.block = arguments.block_a.empty() ? arguments.block : arguments.block_a;
    second.block = arguments.block_b.empty() ? arguments.block : arguments.block_b;
    first.device = second.device = arguments.device;
    first.compiler = second.compiler = arguments.compiler;
    for (TargetOptions* options : {&first, &second}) {
        const auto known = make_request(catalog, *options);
        if (!known) return tl::unexpected(known.error());
        for (const std::string& assignment : arguments.settings)
            if (has_parameter(*known, name_in(assignment))) options->settings.push_back(assignment);
    }
    for (const std::string& assignment : arguments.settings)
        if (std::count(first.settings.begin(), first.settings.end(), assignment) == 0 &&
            std::count(second.settings.begin(), second.settings.end(), assignment) == 0)
            return fail(ErrorKind::usage, fmt::format("Neither side has a parameter '{}'.", name_in(assignment)));
    first.settings.insert(first.settings.end(), arguments.settings_a.begin(), arguments.settings_a.end());
    second.settings.insert(second.settings.end(), arguments.settings_b.begin(), arguments.settings_b.end());
    auto a = make_request(catalog, first), b = make_request(catalog, second);
    if (!a) return tl::unexpected(a.error());
    if (!b) return tl::unexpected(b.error());
    warn_without_effect(*a, first);
    if (second.block != first.block || a->variant != b->variant) warn_without_effect(*b, second);
    return std::pair{std::move(*a), std::move(*b)};
}

Result<void> execute(const CompareArguments& arguments, const FigureMaker& make_figure) {
    if (auto drawn = require_figure(arguments.figure); !drawn) return drawn;
    FigureRequest figure;
    if (!arguments.figure.file.empty()) {
        auto asked = figure_request(arguments.figure);
        if (!asked) return tl::unexpected(asked.error());
        figure = std::move(*asked);
    }
    auto wanted = requests(arguments);
    if (!wanted) return tl::unexpected(wanted.error());
    auto a = session::run(wanted->first);
    if (!a) return tl::unexpected(a.error());
    auto b = session::run(wanted->second);
    if (!b) return tl::unexpected(b.error());
    const analysis::Comparison comparison = analysis::compare(**a, **b);
    if (arguments.json)
        fmt::print("{}\n", analysis::comparison_json(comparison).dump(2));
    else
        fmt::print("{}", analysis::comparison_text(comparison));
    if (arguments.figure.file.empty()) return {};
    figure.beside = *a;
    figure.result = *b;
    return make_figure(figure);
}

} // namespace

void add_compare(CLI::App& app, const FigureMaker& make_figure, int& status) {
    auto arguments = std::make_shared<CompareArguments>();
    CLI::App* command = app.add_subcommand("compare", "Run two variants or settings and print the differences.");
    command->add_option("a", arguments->a, "NAME, NAME/VARIANT or FILE.toml")->required();
    command->add_option("b", arguments->b, "the same, or /VARIANT of a's experiment")->required();
    command->add_option("--input", arguments->input, "a file, or PATTERN:WxH[xD][,seed=N], for both");
    command->add_option("--block", arguments->block, "threads per block of both, X[xY[xZ]]");
    command->add_option("--block-a", arguments->block_a, "of a alone");
    command->add_option("--block-b", arguments->block_b, "of b alone");
    auto settings = [&](const char* name, std::vector<std::string>& into, const char* words) {
        command->add_option(name, into, words)->expected(1)->take_all();
    };
    settings("--set", arguments->settings, "NAME=VALUE, for each side that has the parameter");
    settings("--set-a", arguments->settings_a, "of a alone");
    settings("--set-b", arguments->settings_b, "of b alone");
    command->add_option("--device", arguments->device, "auto, gpu or emulator");
    add_contract(*command);
    command->add_option("--compiler", arguments->compiler, "auto, nvrtc or clang");
    command->add_flag("--json", arguments->json, "for programs");
    add_word_options(*command, arguments->figure);
    add_figure_options(*command, arguments->figure, "both runs side by side above the table, as .png, .svg or .pdf");
    command->callback([arguments, &make_figure, &status] {
        const auto compared = execute(*arguments, make_figure);
        status = compared ? done : report_failure(compared.error());
    });
}

} // namespace warpscope::cli
