#include "lesson/runs.hpp"

#include <fmt/format.h>

#include "base/files.hpp"
#include "catalog/text/nearest.hpp"
#include "compile/compiler.hpp"
#include "language/tr.hpp"
#include "scene/outside_includes.hpp"

namespace warpscope::lesson {
namespace {

using ExperimentPtr = std::shared_ptr<const catalog::Experiment>;

Result<ExperimentPtr> find_experiment(const catalog::Catalog& catalog, const std::string& name) {
    if (const catalog::Experiment* found = catalog.find(name))
        return std::make_shared<const catalog::Experiment>(*found);
    std::vector<std::string> names;
    for (const catalog::Experiment& known : catalog.experiments) names.push_back(known.name);
    return fail(ErrorKind::failed, msg("There is no experiment '{}'.", name),
                catalog::suggestion(name, names, msg("experiments: ")));
}

/// Refuses includes from other folders, because lessons are untrusted.
Result<void> check_includes(const catalog::Experiment& experiment) {
    for (const catalog::Variant& variant : experiment.variants) {
        std::vector<std::filesystem::path> files{variant.source};
        for (const std::filesystem::path& header : compile::own_headers(variant.source, variant.include_folders).files)
            files.push_back(header);
        std::vector<std::string> texts;
        for (const std::filesystem::path& file : files) texts.push_back(read_file(file).value_or(""));
        const scene::OutsideIncludes outside(std::vector<std::string_view>(texts.begin(), texts.end()));
        for (size_t i = 0; i < files.size(); ++i)
            if (const auto name = outside.in(texts[i]))
                return fail(ErrorKind::failed,
                            msg("'{}' includes {}, which a lesson's kernel may not.", files[i].string(), *name),
                            msg("name headers without folders above, and without macros"));
    }
    return {};
}

Result<std::pair<ExperimentPtr, std::string>> resolve(const catalog::Catalog& catalog, const std::string& target,
                                                      const std::filesystem::path& folder) {
    if (const size_t end = target.find(".toml"); end != std::string::npos) {
        auto loaded = catalog::load_experiment(folder / target.substr(0, end + 5));
        if (!loaded) return tl::unexpected(loaded.error());
        if (auto sound = check_includes(*loaded); !sound) return tl::unexpected(sound.error());
        return std::pair{std::make_shared<const catalog::Experiment>(std::move(*loaded)),
                         target.size() > end + 6 ? target.substr(end + 6) : std::string()};
    }
    const size_t slash = target.find('/');
    auto found = find_experiment(catalog, target.substr(0, slash));
    if (!found) return tl::unexpected(found.error());
    return std::pair{std::move(*found), slash == std::string::npos ? std::string() : target.substr(slash + 1)};
}

Result<input::InputSpec> input_of(const catalog::Experiment& experiment, const std::string& text,
                                  const std::filesystem::path& folder) {
    if (text.empty()) return catalog::default_input(experiment, catalog::default_picture().string());
    if (text == "picture") return input::InputSpec{.file = catalog::default_picture().string()};
    std::error_code error;
    if (const std::filesystem::path beside = folder / text; std::filesystem::is_regular_file(beside, error))
        return input::InputSpec{.file = beside.string()};
    return input::parse_spec(text);
}

Result<session::Request> request_of(const catalog::Catalog& catalog, const RunSpec& spec,
                                    const std::filesystem::path& folder) {
    auto resolved = resolve(catalog, spec.target, folder);
    if (!resolved) return tl::unexpected(resolved.error());
    const catalog::Experiment& experiment = *resolved->first;
    const catalog::Variant* variant = experiment.find(resolved->second);
    if (variant == nullptr) {
        std::vector<std::string> names;
        for (const catalog::Variant& known : experiment.variants) names.push_back(known.name);
        return fail(ErrorKind::failed, msg("Experiment '{}' has no variant '{}'.", experiment.name, resolved->second),
                    catalog::suggestion(resolved->second, names, msg("variants: ")));
    }
    session::Request request;
    request.variant = variant->name;
    request.settings = catalog::default_settings(*variant);
    if (!spec.block.empty())
        request.settings.block = {spec.block[0], spec.block.size() > 1 ? spec.block[1] : 1,
                                  spec.block.size() > 2 ? spec.block[2] : 1};
    for (const auto& [name, value] : spec.settings)
        if (auto set = catalog::apply_setting(*variant, request.settings, fmt::format("{}={}", name, value)); !set)
            return tl::unexpected(set.error());
    auto input = input_of(experiment, spec.input, folder);
    if (!input) return tl::unexpected(input.error());
    request.input = std::move(*input);
    request.device = session::DeviceChoice::emulator;
    request.experiment = std::move(resolved->first);
    return request;
}

} // namespace

RunSpec changed(const RunSpec& run, const RunSpec& by) {
    RunSpec out = run;
    if (!by.target.empty()) out.target = by.target;
    if (!by.input.empty()) out.input = by.input;
    if (!by.block.empty()) out.block = by.block;
    for (const auto& [name, value] : by.settings) out.settings[name] = value;
    out.where = by.where;
    return out;
}

Result<session::Request> make_request(const catalog::Catalog& catalog, const RunSpec& spec,
                                      const std::filesystem::path& folder) {
    auto request = request_of(catalog, spec, folder);
    if (request || !request.error().where.file.empty()) return request;
    Diagnostic why = std::move(request.error());
    why.kind = ErrorKind::failed;
    why.where = spec.where;
    return tl::unexpected(std::move(why));
}

std::vector<session::Request> all_requests(const catalog::Catalog& catalog, const Lesson& lesson) {
    std::vector<session::Request> requests;
    const auto add = [&](const RunSpec& spec) {
        if (auto request = make_request(catalog, spec, lesson.file.parent_path()))
            requests.push_back(std::move(*request));
    };
    for (const Step& step : lesson.steps) {
        std::vector<RunSpec> changes(1); // the first changes nothing
        if (step.question) {
            changes.insert(changes.end(), step.question->again.begin(), step.question->again.end());
            if (step.question->proof) changes.push_back(*step.question->proof);
        }
        for (const RunSpec& change : changes) {
            add(changed(step.run, change));
            for (const auto& [name, other] : step.others) add(changed(other, change));
        }
    }
    return requests;
}

} // namespace warpscope::lesson
