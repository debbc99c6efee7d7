// `warpscope bank`: compiles course and lessons for computers without a compiler.
#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <map>
#include <set>

#include "catalog/experiment.hpp"
#include "cli/commands.hpp"
#include "compile/ptx_bank.hpp"
#include "input/input.hpp"
#include "lesson/runs.hpp"

namespace warpscope::cli {
namespace {

constexpr size_t max_settings = 64; // per variant

std::vector<double> values_of(const catalog::Parameter& parameter) {
    const double step = parameter.step > 0 ? parameter.step : 1;
    const double count = std::floor((parameter.maximum - parameter.minimum) / step) + 1;
    const double stride = std::max(1.0, std::ceil(count / max_settings));
    std::vector<double> values;
    for (double k = 0; k < count; k += stride) values.push_back(parameter.minimum + k * step);
    return values;
}

/// Returns the values that a change of variant keeps.
std::vector<double> values_of_others(const catalog::Experiment& experiment, const catalog::Parameter& parameter) {
    std::vector<double> values;
    for (const catalog::Variant& variant : experiment.variants)
        for (const catalog::Parameter& other : variant.parameters)
            if (other.name == parameter.name && other.initial >= parameter.minimum &&
                other.initial <= parameter.maximum)
                values.push_back(other.initial);
    return values;
}

/// Returns all combinations or, if too many, variations of one parameter at a time.
std::vector<catalog::Settings> settings_of(const catalog::Experiment& experiment, const catalog::Variant& variant) {
    const catalog::Settings initial = catalog::default_settings(variant);
    std::vector<catalog::Settings> product{initial}, single{initial};
    for (const catalog::Parameter& parameter : variant.parameters) {
        if (!parameter.is_definition) continue;
        std::vector<catalog::Settings> more;
        for (const double value : values_of(parameter)) {
            for (catalog::Settings settings : product) {
                settings.values[parameter.name] = value;
                if (product.size() <= max_settings) more.push_back(std::move(settings));
            }
            catalog::Settings settings = initial;
            settings.values[parameter.name] = value;
            single.push_back(std::move(settings));
        }
        product.insert(product.end(), more.begin(), more.end());
        for (const double value : values_of_others(experiment, parameter)) {
            single.push_back(initial);
            single.back().values[parameter.name] = value;
        }
    }
    return product.size() <= max_settings ? product : single;
}

/// Uses the smallest legal square block if the default is illegal.
Result<catalog::Prepared> prepare_any(const catalog::Variant& variant, catalog::Settings settings,
                                      const HostBuffer& input) {
    auto prepared = catalog::prepare(variant, settings, input);
    for (const uint32_t side : {1u, 2u, 4u, 8u, 16u, 32u}) {
        if (prepared) break;
        settings.block = {side, side, 1};
        prepared = catalog::prepare(variant, settings, input);
    }
    return prepared;
}

class BankWriter {
public:
    explicit BankWriter(compile::CompilerChoice compiler)
        : compiler_(compiler) {}

    /// Returns an error only if the default settings fail.
    Result<void> add(const catalog::Experiment& experiment, const catalog::Variant& variant) {
        if (variant.source.extension() == ".ptx") return {};
        const auto spec = catalog::default_input(experiment, variant, catalog::default_picture().string());
        if (!spec) return tl::unexpected(spec.error());
        auto input = load_input(variant, *spec);
        if (!input) return tl::unexpected(input.error());
        auto source = catalog::read_source(variant);
        if (!source) return tl::unexpected(source.error());
        bool is_default = true;
        for (const catalog::Settings& settings : settings_of(experiment, variant)) {
            auto added = add(variant, *source, settings, *input);
            if (!added && is_default) return added;
            is_default = false;
        }
        return {};
    }
    Result<void> add(const session::Request& launch) {
        const catalog::Variant& variant = *launch.experiment->find(launch.variant);
        auto input = load_input(variant, launch.input);
        if (!input) return tl::unexpected(input.error());
        auto source = catalog::read_source(variant);
        if (!source) return tl::unexpected(source.error());
        return add(variant, *source, launch.settings, *input);
    }
    [[nodiscard]] const std::vector<compile::BankEntry>& entries() const { return entries_; }

private:
    static Result<HostBuffer> load_input(const catalog::Variant& variant, const input::InputSpec& spec) {
        const catalog::BufferSpec* const main = catalog::main_input(variant);
        if (main == nullptr) return HostBuffer{};
        return input::make_input(spec, main->type, main->channels);
    }

    Result<void> add(const catalog::Variant& variant, const std::string& source, const catalog::Settings& settings,
                     const HostBuffer& input) {
        auto prepared = prepare_any(variant, settings, input);
        if (!prepared) return tl::unexpected(prepared.error());
        compile::CompileRequest request;
        request.file = variant.source.filename().string();
        request.folder = variant.source.parent_path();
        request.source = source;
        request.defines = prepared->defines;
        request.instances = prepared->instances;
        request.include_folders = variant.include_folders;
        if (!variant.arch.empty()) request.arch = variant.arch;
        for (const bool debug : {false, true}) {
            request.debug = debug;
            const std::string key = compile::bank_key(request);
            if (!keys_.insert(key).second) continue;
            request.compiler = compiler_;
            auto compiled = compile::compile(request);
            request.compiler = {};
            if (!compiled) return tl::unexpected(compiled.error());
            entries_.push_back({key, std::move(*compiled)});
        }
        return {};
    }

    compile::CompilerChoice compiler_;
    std::set<std::string> keys_;
    std::vector<compile::BankEntry> entries_;
};

Result<void> write_banks(const std::filesystem::path& folder, compile::CompilerChoice compiler) {
    catalog::Catalog catalog = catalog::load_catalog(catalog::catalog_folder());
    if (!catalog.problems.empty()) return tl::unexpected(catalog.problems.front());
    std::map<std::string, std::vector<session::Request>> lesson_launches; // key: experiment
    for (const lesson::Lesson& lesson : lesson::load_lessons(lesson::lessons_folder()))
        for (session::Request& launch : lesson::all_requests(catalog, lesson))
            lesson_launches[launch.experiment->name].push_back(std::move(launch));
    for (const auto& [name, launches] : lesson_launches)
        if (catalog.find(name) == nullptr) catalog.experiments.push_back(*launches.front().experiment);
    for (const catalog::Experiment& experiment : catalog.experiments) {
        BankWriter writer(compiler);
        for (const catalog::Variant& variant : experiment.variants)
            if (auto added = writer.add(experiment, variant); !added)
                fmt::print(stderr, "{}/{} was skipped: {}\n", experiment.name, variant.name, added.error().text());
        for (const session::Request& launch : lesson_launches[experiment.name])
            if (auto added = writer.add(launch); !added)
                fmt::print(stderr, "a lesson's launch of {}/{} was skipped: {}\n", experiment.name, launch.variant,
                           added.error().text());
        const auto file = folder / (experiment.name + ".json");
        if (auto written = compile::write_bank(file, writer.entries()); !written) return written;
        fmt::print("{}: {} kernels\n", file.string(), writer.entries().size());
    }
    return {};
}

} // namespace

void add_bank(CLI::App& app, int& status) {
    auto folder = std::make_shared<std::string>();
    auto compiler = std::make_shared<std::string>("clang");
    CLI::App* bank = app.add_subcommand(
        "bank", "Compile the course in advance, for the browser version and for computers without a compiler.");
    bank->add_option("folder", *folder, "folder to write NAME.json to, a file for each experiment")->required();
    bank->add_option("--compiler", *compiler, "nvrtc or clang")->check(CLI::IsMember({"nvrtc", "clang"}));
    bank->callback([folder, compiler, &status] {
        const auto choice = *compiler == "nvrtc" ? compile::CompilerChoice::nvrtc : compile::CompilerChoice::clang;
        if (auto written = write_banks(*folder, choice); !written) status = report_failure(written.error());
    });
}

} // namespace warpscope::cli
