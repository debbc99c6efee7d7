#include <fmt/format.h>
#include <memory>
#include <nlohmann/json.hpp>

#include "base/cell.hpp"
#include "cli/commands.hpp"
#include "cli/target.hpp"
#include "cli/without_effect.hpp"
#include "replay/orders.hpp"
#include "session/stepped.hpp"

namespace warpscope::cli {
namespace {

struct OrdersArguments {
    TargetOptions options;
    std::optional<uint32_t> line, without_barrier;
    std::string focus;
    uint32_t tries = replay::OrderRequest().tries;
    bool json = false;
};

Result<replay::OrderRequest> request_of_finding(const session::RunResult& run, const replay::SteppedProgram& stepped,
                                                std::optional<uint32_t> line) {
    for (const metrics::LaunchMeasurement& launch : run.measured->launches())
        for (const simt::Finding& finding : launch.findings) {
            if (line && finding.source.line != *line && finding.other_source.line != *line) continue;
            if (auto request = replay::order_request(*run.measured, stepped, finding)) {
                fmt::print(stderr, "{}\n", finding.message);
                return *request;
            }
        }
    return fail(ErrorKind::usage,
                line ? fmt::format("No race is found in line {}.", *line) : std::string("No race is found."),
                "only experiments and variants with races = true are checked for races");
}

Result<replay::OrderRequest> request_of_barrier(const session::RunResult& run, const replay::SteppedProgram& stepped,
                                                const OrdersArguments& arguments) {
    if (arguments.focus.empty())
        return fail(ErrorKind::usage, "Which block should run without the barrier?", "give a cell of it: --focus X,Y");
    const auto coordinates = parse_cell(arguments.focus);
    if (!coordinates) return tl::unexpected(coordinates.error());
    const auto cell = cell_of_output(run.output.layout.shape, *coordinates);
    if (!cell) return tl::unexpected(cell.error());
    const auto owner = session::owner_of_output(run, *cell);
    if (!owner) return fail(ErrorKind::usage, fmt::format("No thread owns the cell {}.", arguments.focus));
    const auto launch = static_cast<uint32_t>(run.measured->launches().size()) - 1;
    return replay::request_without_barrier(*run.measured, stepped, launch, owner->block,
                                           {run.variant().source.filename().string(), *arguments.without_barrier});
}

nlohmann::json to_json(const replay::OrderSearch& search) {
    nlohmann::json all{{"tried", search.tried}, {"found", search.found.has_value()}};
    if (search.other_race != 0) all["other_race"] = search.other_race;
    if (!search.found) return all;
    const replay::OrderPair& pair = *search.found;
    all["order"] = replay::order_name(*pair.order).english();
    all["never_ends"] = pair.never_ends;
    all["reads_complete"] = pair.reads_complete;
    all["differing"] = pair.element_count;
    if (pair.in_launch) all["differing_in_launch"] = *pair.in_launch;
    all["elements"] = nlohmann::json::array();
    const auto& plan = pair.first->contents().measured->plan();
    for (const replay::DifferingElement& one : pair.elements)
        all["elements"].push_back({{"buffer", plan.buffers[one.buffer].layout.name},
                                   {"index", one.index},
                                   {"usual", one.first},
                                   {"other", one.second}});
    if (const auto& lost = pair.lost_update) {
        const auto side = [](const replay::BlockUpdate& update) {
            return nlohmann::json{{"block", update.block},
                                  {"read", update.read},
                                  {"stored", update.stored},
                                  {"read_line", update.read_line},
                                  {"store_line", update.store_line}};
        };
        all["lost_update"] = {{"place", lost->element.english()},
                              {"lost", side(lost->lost)},
                              {"kept", side(lost->kept)},
                              {"expected", lost->expected}};
    }
    if (pair.parts_at) all["parts_at"] = *pair.parts_at;
    if (const auto& read = pair.read) {
        const auto side = [&](const replay::Recording& recording, uint32_t step, uint64_t bits,
                              const std::optional<replay::Event>& writer) {
            nlohmann::json one{{"step", step}, {"value", replay::value_at(recording, read->at, read->bytes, bits)}};
            if (writer) one["written_in_step"] = writer->step;
            return one;
        };
        all["read"] = {{"place", place_name(*pair.first, read->at).english()},
                       {"warp", read->warp},
                       {"lane", read->lane},
                       {"usual", side(*pair.first, read->first_step, read->first, read->first_writer)},
                       {"other", side(*pair.second, read->second_step, read->second, read->second_writer)}};
    }
    return all;
}

Result<void> try_orders(const OrdersArguments& arguments) {
    auto request = make_request(catalog::load_catalog(catalog::catalog_folder()), arguments.options);
    if (!request) return tl::unexpected(request.error());
    warn_without_effect(*request, arguments.options);
    const auto result = session::run(*request);
    if (!result) return tl::unexpected(result.error());
    const auto build = session::stepped_build(**result, true);
    if (!build) return tl::unexpected(build.error());
    auto order_request = arguments.without_barrier ? request_of_barrier(**result, *build->stepped, arguments)
                                                   : request_of_finding(**result, *build->stepped, arguments.line);
    if (!order_request) return tl::unexpected(order_request.error());
    order_request->tries = arguments.tries;
    const auto search = replay::search_order((*result)->measured, build->stepped, *order_request);
    if (!search) return tl::unexpected(search.error());
    if (arguments.json) {
        fmt::print("{}\n", to_json(*search).dump(2));
        return {};
    }
    fmt::print("{}\n", format_lines(*search));
    if (search->found)
        for (const Message& words : format_lines(*search->found)) fmt::print("{}\n", words);
    return {};
}

} // namespace

void add_orders(CLI::App& app, int& status) {
    auto arguments = std::make_shared<OrdersArguments>();
    CLI::App* orders = app.add_subcommand(
        "orders", "Search for a thread order in which a race, or a removed barrier, changes the result.");
    orders->add_option("target", arguments->options.target, "NAME, NAME/VARIANT or FILE.toml")->required();
    add_setting_options(*orders, arguments->options);
    orders->add_option("--compiler", arguments->options.compiler, "auto, nvrtc or clang");
    CLI::Option* const line =
        orders->add_option("--line", arguments->line, "line of the race (default: the first race)");
    orders
        ->add_option("--without-barrier", arguments->without_barrier,
                     "remove the barriers of this line instead of examining a race; needs --focus")
        ->excludes(line);
    orders->add_option("--focus", arguments->focus, "cell X,Y of the output whose block runs without the barrier");
    orders->add_option("--tries", arguments->tries, "maximum number of orders")->check(CLI::Range(1, 100000));
    orders->add_flag("--json", arguments->json, "as JSON");
    arguments->options.device = "emulator";
    orders->callback([arguments, &status] {
        const auto tried = try_orders(*arguments);
        status = tried ? done : report_failure(tried.error());
    });
}

} // namespace warpscope::cli
