#include <fmt/format.h>
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
            {"parameters", std::move(parameters)}};
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

void print_text(const catalog::Catalog& catalog) {
    for (const catalog::Experiment& experiment : catalog.experiments) {
        fmt::print("{} - {}\n", experiment.title, experiment.summary);
        for (const catalog::Variant& variant : experiment.variants) {
            fmt::print("  {}/{}", experiment.name, variant.name);
            for (const catalog::Parameter& p : variant.parameters)
                if (p.choices.empty())
                    fmt::print("  {}={} ({}..{})", p.name, p.initial, p.minimum, p.maximum);
                else
                    fmt::print("  {}={} ({})", p.name, catalog::value_text(p, p.initial), fmt::join(p.choices, "|"));
            fmt::print("\n");
        }
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
