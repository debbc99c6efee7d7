#include "compile/kernel_signatures.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <set>

#include "compile/signatures/class_members.hpp"
#include "compile/signatures/kernel_body.hpp"
#include "compile/signatures/kernel_macros.hpp"
#include "compile/signatures/likely_instance.hpp"
#include "compile/signatures/source_types.hpp"
#include "source/tokens.hpp"

namespace warpscope::compile {
namespace {

class SignatureReader {
public:
    explicit SignatureReader(const CompileRequest& request)
        : request_(request)
        , pool_(request)
        , numbers_(pool_)
        , bodies_(pool_, numbers_)
        , written_(written_instances(pool_))
        , words_(pool_)
        , empty_types_(empty_types(pool_)) {}

    std::vector<SourceKernel> read() {
        std::vector<SourceKernel> kernels;
        for (const PooledDeclaration& one : pool_.declarations)
            if (one.declaration->kind == source::DeclarationKind::function &&
                one.declaration->body_end > one.declaration->body_first && !one.declaration->names.empty() &&
                pool_.head_has(pool_.texts[one.text], *one.declaration, {"__global__"}))
                if (auto kernel = read_kernel(one)) kernels.push_back(std::move(*kernel));
        return kernels;
    }

private:
    std::optional<SourceKernel> read_kernel(const PooledDeclaration& one) {
        const PooledText& text = pool_.texts[one.text];
        const source::Tokens& tokens = text.tokens;
        const source::Declaration& declaration = *one.declaration;
        const std::string_view name = declaration.names.front();
        size_t at = declaration.first;
        while (at + 1 < declaration.body_first && !(tokens[at].is(name) && tokens[at + 1].is("("))) ++at;
        if (at + 1 >= declaration.body_first) return std::nullopt; // a template specialization
        SourceKernel kernel;
        kernel.name = fmt::format("{}{}", one.scope, name);
        kernel.where = place_of(text, tokens[at].begin);
        if (tokens[declaration.first].is("template")) {
            const size_t after = source::after_template_arguments(tokens, declaration.first + 1);
            for (const auto& [first, end] : source::parts_between_commas(tokens, declaration.first + 2, after - 1))
                kernel.template_parameters.push_back(source::words_of(tokens, first, end));
            for (const std::string& instance : written_)
                if (const std::string_view launched = std::string_view(instance).substr(0, instance.find('<'));
                    launched == kernel.name || launched == name)
                    kernel.instances.push_back(fmt::format("{}{}", kernel.name, instance.substr(launched.size())));
        }
        const auto block_size = std::ranges::find_if(kernel.template_parameters, names_block_size);
        if (block_size != kernel.template_parameters.end())
            kernel.block_size_parameter = static_cast<size_t>(block_size - kernel.template_parameters.begin());
        const size_t close = source::closing_bracket(tokens, at + 1);
        for (const auto& [first, end] : source::parts_between_commas(tokens, at + 2, close))
            if (!(end == first + 1 && tokens[first].is("void")))
                kernel.parameters.push_back(parameter_of(pool_, tokens, first, end));
        for (SourceParameter& parameter : kernel.parameters) add_members(pool_, numbers_, parameter);
        kernel.max_threads = launch_bounds(tokens, declaration);
        bodies_.read(one, with_template_arguments(tokens, declaration, kernel), kernel);
        if (!kernel.template_parameters.empty() && kernel.instances.empty())
            kernel.likely_instance = likely_instance(pool_, words_, kernel);
        kernel.empty_types = empty_types_;
        return kernel;
    }

    /// Adds the numbers that all instances share; without instances, the defaults.
    SourceNumbers with_template_arguments(const source::Tokens& tokens, const source::Declaration& declaration,
                                          const SourceKernel& kernel) const {
        SourceNumbers out = numbers_;
        if (kernel.template_parameters.empty()) return out;
        std::vector<std::vector<std::string>> given; // by instance
        for (const std::string& instance : kernel.instances) {
            const auto words = source::tokens_of(instance);
            size_t open = 0;
            while (open < words.size() && !words[open].is("<")) ++open;
            std::vector<std::string>& arguments = given.emplace_back();
            for (const auto& [first, end] : source::parts_between_commas(words, open + 1, words.size() - 1))
                arguments.push_back(source::words_of(words, first, end));
        }
        const size_t after = source::after_template_arguments(tokens, declaration.first + 1);
        size_t k = 0;
        for (const auto& [first, end] : source::parts_between_commas(tokens, declaration.first + 2, after - 1)) {
            size_t name_end = first;
            while (name_end < end && !tokens[name_end].is("=")) ++name_end;
            std::set<uint32_t> values;
            for (const std::vector<std::string>& arguments : given) {
                if (k >= arguments.size()) continue;
                const auto words = source::tokens_of(arguments[k]);
                values.insert(numbers_.number(words, 0, words.size()));
            }
            if (values.empty() && name_end < end) values.insert(numbers_.number(tokens, name_end + 1, end));
            if (values.size() == 1) out.set(tokens[name_end - 1].text, *values.begin());
            ++k;
        }
        return out;
    }

    std::optional<uint32_t> launch_bounds(const source::Tokens& tokens, const source::Declaration& declaration) const {
        for (size_t i = declaration.first; i + 2 < declaration.body_first; ++i) {
            if (!tokens[i].is("__launch_bounds__")) continue;
            const auto parts = source::parts_between_commas(tokens, i + 2, source::closing_bracket(tokens, i + 1));
            const uint32_t max = parts.empty() ? 0 : numbers_.number(tokens, parts[0].first, parts[0].second);
            if (max > 0) return max;
        }
        return std::nullopt;
    }

    SourceLocation place_of(const PooledText& text, size_t offset) const {
        const auto line = 1 + std::count(text.text.begin(), text.text.begin() + static_cast<ptrdiff_t>(offset), '\n');
        return {text.path.empty() ? request_.file : text.path.filename().string(), static_cast<uint32_t>(line), 0};
    }

    const CompileRequest& request_;
    SourcePool pool_;
    SourceNumbers numbers_;
    KernelBodies bodies_;
    std::vector<std::string> written_;
    WordsOfSource words_;
    std::vector<std::string> empty_types_;
};

} // namespace

std::vector<SourceKernel> kernel_signatures(const CompileRequest& request) {
    CompileRequest whole = request;
    whole.source = with_kernel_macros(request.source);
    return SignatureReader(whole).read();
}

std::vector<SourceVariable> device_variables(const CompileRequest& request) {
    const SourcePool pool(request);
    return device_variables(pool, SourceNumbers(pool));
}

std::vector<SourceParameter> members_of(const CompileRequest& request, std::string_view type) {
    const SourcePool pool(request);
    std::vector<SourceParameter> members = class_members(pool, SourceNumbers(pool), type).members;
    const bool several = std::ranges::any_of(members, [](const SourceParameter& one) { return one.extent > 1; });
    return several ? std::vector<SourceParameter>() : members;
}

std::string example_instance(const SourceKernel& kernel) {
    if (!kernel.instances.empty()) return kernel.instances.front();
    if (!kernel.likely_instance.empty()) return kernel.likely_instance;
    std::vector<std::string> arguments;
    for (const std::string& parameter : kernel.template_parameters)
        arguments.push_back(placeholder_argument(kernel, parameter));
    return fmt::format("{}<{}>", kernel.name, fmt::join(arguments, ", "));
}

} // namespace warpscope::compile
