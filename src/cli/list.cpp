#include <filesystem>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <memory>
#include <nlohmann/json.hpp>

#include "catalog/experiment.hpp"
#include "cli/commands.hpp"

namespace warpscope::cli {
namespace {

using Json = nlohmann::ordered_json;

Json variant_entry(const catalog::Variant& variant) {
    Json parameters = Json::array();
    for (const catalog::Parameter& p : variant.parameters) {
        parameters.push_back({{"name", p.name},
                              {"title", p.title},
                              {"type", name_of(p.type)},
                              {"recompiles", p.is_definition},
                              {"minimum", p.minimum},
                              {"maximum", p.maximum},
                              {"step", p.step},
                              {"initial", p.initial}});
        if (!p.choices.empty()) parameters.back()["choices"] = p.choices;
    }
    return {{"name", variant.name},
            {"title", variant.title},
            {"summary", variant.summary},
            {"block", {variant.block.x, variant.block.y, variant.block.z}},
            {"parameters", std::move(parameters)},
            {"findings", variant.findings}};
}

void print_json(const catalog::Catalog& catalog) {
    Json out = Json::array();
    for (const catalog::Experiment& experiment : catalog.experiments) {
        Json variants = Json::array();
        for (const catalog::Variant& variant : experiment.variants) variants.push_back(variant_entry(variant));
        out.push_back({{"name", experiment.name},
                       {"title", experiment.title},
                       {"topic", experiment.topic},
                       {"summary", experiment.summary},
                       {"default_input", experiment.default_input},
                       {"variants", std::move(variants)}});
    }
    fmt::print("{}\n", out.dump(2));
}

std::string range_text(const catalog::Parameter& p) {
    if (!p.choices.empty()) return fmt::format("{}", fmt::join(p.choices, ", "));
    const bool steps = p.step != 1 && !is_floating(p.type);
    return fmt::format("{} to {}{}", p.minimum, p.maximum, steps ? fmt::format(" in steps of {}", p.step) : "");
}

std::string input_text(const catalog::Experiment& experiment) {
    const std::string& input = experiment.default_input;
    if (input.empty()) return "none: makes its own data";
    if (input == "picture") return "the test picture";
    return input.find(':') == std::string::npos ? std::filesystem::path(input).filename().string() : input;
}

void print_text(const catalog::Catalog& catalog) {
    std::string topic;
    for (const catalog::Experiment& experiment : catalog.experiments) {
        if (experiment.topic != topic) fmt::print("{}\n\n", topic = experiment.topic);
        fmt::print("{} - {}\n    {}\n    input: {}\n", experiment.name, experiment.title, experiment.summary,
                   input_text(experiment));
        for (const catalog::Variant& variant : experiment.variants) {
            fmt::print("  {}/{} - {}\n", experiment.name, variant.name, variant.title);
            if (!variant.summary.empty()) fmt::print("      {}\n", variant.summary);
            for (const catalog::Parameter& p : variant.parameters)
                fmt::print("      --set {}={}   {}: {}\n", p.name, catalog::value_text(p, p.initial), p.title,
                           range_text(p));
        }
        fmt::print("\n");
    }
}

} // namespace

void add_list(CLI::App& app, int& status) {
    auto json = std::make_shared<bool>(false);
    CLI::App* list = app.add_subcommand("list", "List the experiments.");
    list->add_flag("--json", *json, "for programs");
    list->callback([json, &status] {
        const catalog::Catalog catalog = catalog::load_catalog(catalog::catalog_folder());
        if (*json)
            print_json(catalog);
        else
            print_text(catalog);
        for (const Diagnostic& problem : catalog.problems) status = report_failure(problem);
        if (catalog.experiments.empty() && catalog.problems.empty())
            status = report_failure({ErrorKind::environment,
                                     fmt::format("No experiments in '{}'.", catalog::catalog_folder().string()),
                                     {},
                                     "set WARPSCOPE_CUDA_DIR to the folder that holds them"});
    });
}

} // namespace warpscope::cli
