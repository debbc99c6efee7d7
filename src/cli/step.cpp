#include <fmt/format.h>
#include <memory>
#include <nlohmann/json.hpp>

#include "base/cell.hpp"
#include "base/text.hpp"
#include "cli/commands.hpp"
#include "cli/target.hpp"
#include "cli/without_effect.hpp"
#include "export/steps.hpp"
#include "insight/record_block.hpp"

namespace warpscope::cli {
namespace {

struct StepArguments {
    TargetOptions options;
    std::string focus;
    std::optional<uint32_t> warp;
    std::optional<uint64_t> of_block;
    std::optional<uint64_t> from, to, at;
    bool json = false, optimized = false;
};

Result<void> check(const StepArguments& arguments, const replay::Recording& recording) {
    const uint64_t steps = recording.steps().size();
    if (arguments.warp && *arguments.warp >= recording.warps())
        return fail(ErrorKind::usage, fmt::format("There is no warp {}: the block has {}, counted from 0.",
                                                  *arguments.warp, recording.warps()));
    if (arguments.at && *arguments.at > steps)
        return fail(ErrorKind::usage,
                    fmt::format("--at {} is after the block's end: it has {} steps.", *arguments.at, steps));
    if (arguments.from && *arguments.from >= steps)
        return fail(ErrorKind::usage,
                    fmt::format("--from {} is after the block's last step, {}.", *arguments.from, steps - 1));
    if (arguments.to && *arguments.to < arguments.from.value_or(0))
        return fail(ErrorKind::usage, "--to is before --from.");
    return {};
}

void print_steps(const nlohmann::json& steps) {
    for (const auto& step : steps) {
        std::string names;
        for (const auto& [name, values] : step["changed"].items()) names += (names.empty() ? "" : ", ") + name;
        fmt::print("{:>7}  warp {:<3} line {:<5} {}  {}\n", step["step"].get<uint64_t>(), step["warp"].get<uint32_t>(),
                   step["line"].get<uint32_t>(), step["active"].get<std::string>(), names);
    }
}

Result<session::OwnerThread> stepped_thread(const StepArguments& arguments, const session::RunResult& run) {
    if (arguments.of_block) {
        const uint64_t blocks = run.shown().config.blocks();
        if (*arguments.of_block < blocks) return session::OwnerThread{*arguments.of_block, 0, 0};
        return fail(ErrorKind::usage, fmt::format("There is no block {}: the launch has {}, counted from 0.",
                                                  *arguments.of_block, blocks));
    }
    const auto coordinates = parse_cell(arguments.focus);
    if (!coordinates) return tl::unexpected(coordinates.error());
    const auto cell = cell_of_output(run.output.layout.shape, *coordinates);
    if (!cell) return tl::unexpected(cell.error());
    const auto owner = session::owner_of_output(run, *cell);
    if (owner) return *owner;
    return fail(ErrorKind::usage, fmt::format("No thread owns the cell {}.", arguments.focus),
                "name a cell that a thread stores, or the block by its number, --of-block N");
}

Result<void> execute(const StepArguments& arguments) {
    if (arguments.focus.empty() != arguments.of_block.has_value())
        return fail(ErrorKind::usage, "Which block should be stepped through?",
                    "name a cell of the output that it stores, --focus X,Y, or the block by its number, --of-block N");
    if (arguments.at && (arguments.from || arguments.to))
        return fail(ErrorKind::usage, "--at gives one state, --from and --to give steps: not both.");
    auto request = make_request(catalog::load_catalog(catalog::catalog_folder()), arguments.options);
    if (!request) return tl::unexpected(request.error());
    if (request->experiment->guesses.contains(request->variant))
        fmt::print(stderr, "note: launch settings were guessed (warpscope run lists them); use --toml FILE.toml, or a "
                           "program's launch saved with --save\n");
    warn_without_effect(*request, arguments.options);
    const auto result = session::run(*request);
    if (!result) return tl::unexpected(result.error());
    const auto owner = stepped_thread(arguments, **result);
    if (!owner) return tl::unexpected(owner.error());
    const auto recorded =
        insight::record_block(*result, insight::last_launch(**result), owner->block, !arguments.optimized);
    if (!recorded) return tl::unexpected(recorded.error());
    const replay::Recording& recording = *(*recorded)->recording;
    const session::SteppedBuild& build = (*recorded)->build;
    const Dim3& block = recording.contents().block_index;
    fmt::print(stderr, "block {} of {}/{}: {} steps of {} warps; {}{}\n", index_text(block),
               (*result)->request.experiment->name, (*result)->variant().name, recording.steps().size(),
               recording.warps(), build.name,
               arguments.of_block ? std::string()
                                  : fmt::format("; the cell's thread is lane {} of warp {}", owner->lane, owner->warp));
    if (!build.note.empty()) fmt::print(stderr, "note: {}\n", build.note);
    for (const Message& note : recording.notes()) fmt::print(stderr, "note: {}\n", note);
    if (auto fits = check(arguments, recording); !fits) return fits;
    if (arguments.at) {
        fmt::print("{}\n", exporting::state_json(*(*recorded)->history, *arguments.at, arguments.warp).dump(2));
        return {};
    }
    const nlohmann::json steps = exporting::steps_json(
        *(*recorded)->history, {arguments.warp, arguments.from.value_or(0), arguments.to.value_or(~uint64_t{0})});
    if (arguments.json)
        fmt::print("{}\n", steps.dump(-1));
    else
        print_steps(steps);
    return {};
}

} // namespace

void add_step(CLI::App& app, int& status) {
    auto arguments = std::make_shared<StepArguments>();
    CLI::App* step =
        app.add_subcommand("step", "Show what the block of a cell does, step by step, with every lane's variables.");
    step->add_option("target", arguments->options.target, "NAME, NAME/VARIANT, FILE.toml or FILE.cu[:KERNEL]")
        ->required();
    step->add_option("--focus", arguments->focus,
                     "cell X,Y of the output whose block to step through; X of a 1D array, X,Y,Z of a volume");
    step->add_option("--of-block", arguments->of_block, "the block by its number, if no thread owns a cell");
    step->add_option("--toml", arguments->options.toml, "for a FILE.cu: the file with its launch settings");
    add_compile_options(*step, arguments->options.include_folders, arguments->options.definitions);
    add_setting_options(*step, arguments->options);
    step->add_option("--compiler", arguments->options.compiler, "auto, nvrtc or clang");
    step->add_option("--warp", arguments->warp, "steps of this warp only");
    step->add_option("--from", arguments->from, "first step, counted from 0");
    step->add_option("--to", arguments->to, "last step");
    step->add_option("--at", arguments->at, "state of the block after this many steps, as JSON");
    step->add_flag("--json", arguments->json, "steps as JSON");
    step->add_flag("--optimized,--optimised", arguments->optimized,
                   "step through the optimized kernel, with PTX registers instead of variables");
    arguments->options.device = "emulator";
    step->callback([arguments, &status] {
        const auto done_so = execute(*arguments);
        status = done_so ? done : report_failure(done_so.error());
    });
}

} // namespace warpscope::cli
