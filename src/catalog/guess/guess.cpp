#include "catalog/guess/guess.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <fmt/ranges.h>

#include "base/files.hpp"
#include "base/symbol_name.hpp"
#include "catalog/guess/argument_guess.hpp"
#include "catalog/guess/kernel_setup.hpp"
#include "catalog/guess/toml_text.hpp"
#include "compile/source/readable_text.hpp"

namespace warpscope::catalog {
namespace {

using compile::SourceKernel;

constexpr const char* fallback_input = "noise:4096"; // for kernels that read nothing

std::string variant_name(const std::string& kernel, const std::vector<Variant>& others) {
    std::string name;
    for (const char c : kernel) {
        const bool is_word = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
        if (is_word)
            name += c;
        else if (!name.ends_with('_') && !name.empty())
            name += '_';
    }
    while (name.ends_with('_')) name.pop_back();
    const std::string first = name;
    for (int i = 2; std::ranges::any_of(others, [&](const Variant& other) { return other.name == name; }); ++i)
        name = fmt::format("{}_{}", first, i);
    return name;
}

bool same_but_blanks(std::string_view a, std::string_view b) {
    const auto is_blank = [](char c) { return c == ' '; };
    std::string left(a), right(b);
    std::erase_if(left, is_blank);
    std::erase_if(right, is_blank);
    return left == right;
}

/// Returns "blur<float, 3>" for "blur<float,3>".
std::string as_written(std::string_view instance) {
    std::string out;
    for (const char c : instance) {
        if (c == ' ' && (out.empty() || out.ends_with(' ') || out.ends_with('<'))) continue;
        out += c;
        if (c == ',') out += ' ';
    }
    return out;
}

tl::unexpected<Diagnostic> refusal(const Message& message, const SourceKernel& kernel) {
    return fail(ErrorKind::failed, message,
                msg("describe it in a TOML file (docs/EXPERIMENTS.md), with a [[buffer]] for each pointer, and {}",
                    fmt::format("[[launch]] kernel = \"{}\", arguments = {}", kernel.name,
                                example_arguments(kernel.parameters))));
}

} // namespace

Result<Experiment> guess_experiment(const std::filesystem::path& file,
                                    const std::vector<std::filesystem::path>& include_folders,
                                    const std::vector<std::pair<std::string, std::string>>& definitions,
                                    const std::string& wanted) {
    auto text = read_file(file);
    if (!text)
        return fail(ErrorKind::environment, msg("Cannot read '{}'.", file.string()),
                    msg("check the name and its permissions"));
    compile::CompileRequest request;
    request.source = std::move(*text);
    request.file = file.string();
    if (auto why = compile::source_text_error(request.source, request.file)) return tl::unexpected(std::move(*why));
    request.include_folders = include_folders;
    request.defines = definitions;
    const std::vector<SourceKernel> kernels = compile::kernel_signatures(request);
    if (kernels.empty())
        return fail(ErrorKind::failed, msg("{} has no kernel (no __global__ function).", file.string()),
                    msg("a kernel is a function with __global__ before its type: __global__ void name(...)"));
    Experiment out;
    out.name = out.title = file.filename().string();
    out.topic = own_files;
    out.file = file;
    std::vector<Message> refused;
    for (const SourceKernel& kernel : kernels) {
        std::vector<std::string> instances = kernel.instances;
        const bool is_template = !kernel.template_parameters.empty();
        if (instances.empty()) instances = {is_template ? compile::example_instance(kernel) : kernel.name};
        const bool is_wanted =
            is_template && wanted.ends_with('>') && same_but_blanks(wanted.substr(0, wanted.find('<')), kernel.name);
        if (is_wanted && std::ranges::none_of(
                             instances, [&](const std::string& instance) { return same_but_blanks(instance, wanted); }))
            instances.push_back(as_written(wanted));
        for (const std::string& instance : instances) {
            auto setup = guess_setup(kernel, instance);
            if (!setup) {
                if (wanted.substr(0, wanted.find('<')) == kernel.name)
                    return refusal(msg("{} of {} cannot be configured automatically: {}.", kernel.name, file.string(),
                                       setup.error().message),
                                   kernel);
                refused.push_back(setup.error().message);
                continue;
            }
            Variant* const variant = &setup->variant;
            variant->name = variant_name(instance, out.variants);
            variant->title = instance;
            variant->source = file;
            variant->races = true;
            variant->include_folders = include_folders;
            variant->definitions = definitions;
            out.guesses[variant->name] = setup->guesses;
            if (is_template && kernel.instances.empty() && !same_but_blanks(instance, wanted))
                out.guesses[variant->name].insert(out.guesses[variant->name].begin(),
                                                  {Guess::About::setup,
                                                   {},
                                                   msg("the instance {}, partly guessed; {} selects another", instance,
                                                       fmt::format("FILE.cu:{}<...>", kernel.name))});
            variant->default_input = setup->input;
            out.variants.push_back(std::move(*variant));
        }
    }
    if (out.variants.empty())
        return refusal(
            msg("No kernel of {} can be configured automatically: {}.", file.string(), joined(refused, "; ")),
            kernels.front());
    const auto reads = [](const Variant& variant) { return !variant.default_input.empty(); };
    const auto first = std::ranges::find_if(out.variants, reads);
    out.default_input = first == out.variants.end() ? fallback_input : first->default_input;
    return out;
}

bool names_experiment(const std::filesystem::path& file) {
    return file.extension() == ".toml" || file.extension() == ".cu";
}

void add_source_options(Experiment& experiment, const std::vector<std::filesystem::path>& include_folders,
                        const std::vector<std::pair<std::string, std::string>>& definitions) {
    for (Variant& variant : experiment.variants) {
        variant.include_folders.insert(variant.include_folders.end(), include_folders.begin(), include_folders.end());
        variant.definitions.insert(variant.definitions.end(), definitions.begin(), definitions.end());
    }
}

Result<Experiment> open_experiment(const std::filesystem::path& file,
                                   const std::vector<std::filesystem::path>& include_folders,
                                   const std::vector<std::pair<std::string, std::string>>& definitions) {
    if (file.extension() == ".toml") {
        auto loaded = load_experiment(file);
        if (loaded) add_source_options(*loaded, include_folders, definitions);
        return loaded;
    }
    return guess_experiment(file, include_folders, definitions);
}

bool has_guessed_launch(const Experiment& experiment, std::string_view variant) {
    return experiment.topic == own_files && experiment.guesses.find(variant) != experiment.guesses.end();
}

bool has_spare_block(const Experiment& experiment, std::string_view variant) {
    if (!has_guessed_launch(experiment, variant)) return false;
    const std::vector<Guess>& guesses = experiment.guesses.find(variant)->second;
    return std::ranges::find(guesses, Guess::About::spare_block, &Guess::about) != guesses.end();
}

const Variant* find_kernel(const Experiment& experiment, std::string_view kernel) {
    if (const Variant* named = experiment.find(kernel)) return named;
    for (const Variant& variant : experiment.variants)
        if (same_but_blanks(variant.title, kernel) || identifier_in(variant.title) == kernel ||
            variant.title.substr(0, variant.title.find('<')) == kernel)
            return &variant;
    return nullptr;
}

} // namespace warpscope::catalog
