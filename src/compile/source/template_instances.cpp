#include "compile/source/template_instances.hpp"

#include <algorithm>
#include <fmt/format.h>

#include "base/symbol_name.hpp"
#include "source/tokens.hpp"

namespace warpscope::compile {
namespace {

constexpr std::string_view pointer = "ws_kernel_";

std::string place_of(const std::string& instance) { return "kernel " + instance; }

std::string sayable(std::string name) {
    constexpr std::string_view unnamed = "(anonymous namespace)::";
    for (size_t at = name.find(unnamed); at != std::string::npos; at = name.find(unnamed))
        name.erase(at, unnamed.size());
    return name;
}

bool has_kernel(std::string_view ptx, std::string_view name) {
    constexpr std::string_view word = ".entry ";
    for (size_t at = ptx.find(word); at != std::string_view::npos; at = ptx.find(word, at)) {
        at += word.size();
        if (match_name(ptx.substr(at, ptx.find_first_of("( \n", at) - at), name) != NameMatch::none) return true;
    }
    return false;
}

/// Removes lines that name an appended pointer, and caret lines after them.
std::string without_their_lines(std::string_view log) {
    std::string out;
    bool marks_follow = false;
    while (!log.empty()) {
        const std::string_view line = log.substr(0, log.find('\n'));
        const bool is_pointer = line.find(pointer) != std::string_view::npos;
        const bool are_marks = marks_follow && line.find_first_not_of(" ^~") == std::string_view::npos;
        if (!is_pointer && !are_marks) out.append(out.empty() ? "" : "\n").append(line);
        marks_follow = is_pointer;
        log.remove_prefix(std::min(line.size() + 1, log.size()));
    }
    return out;
}

} // namespace

std::vector<std::string> instances_not_in(std::string_view ptx, std::vector<std::string> instances) {
    std::erase_if(instances, [&](const std::string& name) { return has_kernel(ptx, name); });
    return instances;
}

bool are_of_templates(const std::vector<std::string>& instances) {
    return !instances.empty() &&
           std::ranges::all_of(instances, [](const std::string& name) { return parts_of(name).name.ends_with('>'); });
}

bool makes_instances(std::string_view source) {
    const source::Tokens tokens = source::tokens_of(source);
    for (size_t i = 0; i + 1 < tokens.size(); ++i)
        if (tokens[i].is("template") && !tokens[i + 1].is("<")) return true;
    return false;
}

bool name_parameters(const std::vector<std::string>& instances) {
    return std::ranges::any_of(instances, [](const std::string& name) { return !parts_of(name).parameters.empty(); });
}

std::string with_pointers(std::string source, const std::vector<std::string>& instances, PointerTypes types) {
    for (size_t i = 0; i < instances.size(); ++i) {
        const std::string name = sayable(instances[i]);
        const NameParts parts = parts_of(name);
        const bool typed = types == PointerTypes::as_named && !parts.parameters.empty();
        const std::string declared =
            typed ? fmt::format("void (*{}{}){}", pointer, i, parts.parameters) : fmt::format("auto {}{}", pointer, i);
        source += fmt::format("\n#line 1 \"{}\"\n__device__ {} = &{};\n", place_of(instances[i]), declared, parts.name);
    }
    return source;
}

void take_pointers(CompileResult& result, const std::vector<std::string>& instances) {
    for (size_t i = 0; i < instances.size(); ++i) {
        const std::string word = fmt::format(" {}{} = ", pointer, i);
        const size_t at = result.ptx.find(word), symbol = at + word.size();
        if (at == std::string::npos) continue;
        const size_t begin = result.ptx.rfind('\n', at) + 1,
                     end = std::min(result.ptx.find('\n', at), result.ptx.size());
        result.instances[instances[i]] = result.ptx.substr(symbol, result.ptx.find_first_of("; \n", symbol) - symbol);
        result.ptx.erase(begin, end + 1 - begin);
    }
}

Diagnostic without_pointers(Diagnostic failure, const std::vector<std::string>& instances) {
    for (const std::string& name : instances) {
        if (failure.where.file != place_of(name)) continue;
        if (name.find("{lambda") != std::string::npos)
            return {
                failure.kind,
                msg("the kernel '{}' is instantiated with a lambda from host code, which clang does not support", name),
                {},
                msg("let nvcc build the program (--compiler nvrtc), or write a struct with a __device__ operator() in "
                    "the lambda's place")};
        return {failure.kind,
                msg("the kernel '{}' cannot be instantiated: {}", name, failure.message.first_line()),
                {},
                msg("if the source does not contain this instance, write its full name with all namespaces: kernel = "
                    "\"image::blur<float, 3>\"")};
    }
    failure.message = failure.message.is_verbatim() && failure.message.log().empty()
                          ? Message::verbatim(without_their_lines(failure.message.english()))
                          : failure.message.with_log(without_their_lines(failure.message.log()));
    return failure;
}

void name_kernels(ExecutionPlan& plan, const CompileResult& compiled) {
    if (compiled.instances.empty()) return;
    for (PlannedLaunch& launch : plan.launches) {
        const NameParts wanted = parts_of(launch.kernel);
        const auto made = compiled.instances.find(fmt::format("{}{}", wanted.name, wanted.parameters));
        if (made == compiled.instances.end()) continue;
        const auto names_it = [&](std::string_view name) { return match_name(made->second, name) != NameMatch::none; };
        // An overload with other parameters is a different kernel.
        const bool is_meant = names_it(fmt::format("{}{}", launch.identifier(), wanted.parameters));
        if (is_meant && !names_it(launch.kernel)) launch.kernel = written_name(made->second);
    }
}

} // namespace warpscope::compile
