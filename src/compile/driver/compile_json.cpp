#include "compile/compile_json.hpp"

#include <algorithm>
#include <array>

#include <nlohmann/json.hpp>

#include "base/message_json.hpp"
#include "base/symbol_name.hpp"
#include "compile/given_ptx.hpp"
#include "compile/source/includes.hpp"

namespace warpscope::compile {
namespace {

using OrderedJson = nlohmann::ordered_json;
using Pairs = std::vector<std::pair<std::string, std::string>>;

constexpr size_t max_entries = 256;

template<class T>
using Names = std::array<std::pair<std::string_view, T>, 3>;

constexpr Names<CompilerChoice> compiler_choices{
    {{"auto", CompilerChoice::automatic}, {"nvrtc", CompilerChoice::nvrtc}, {"clang", CompilerChoice::clang}}};
constexpr Names<CompilerKind> compiler_kinds{
    {{"nvrtc", CompilerKind::nvrtc}, {"clang", CompilerKind::clang}, {"none", CompilerKind::none}}};
constexpr Names<ErrorKind> error_kinds{
    {{"failed", ErrorKind::failed}, {"usage", ErrorKind::usage}, {"environment", ErrorKind::environment}}};

template<class T>
std::string_view name_in(const Names<T>& names, T value) {
    const auto found = std::ranges::find(names, value, &std::pair<std::string_view, T>::second);
    return found == names.end() ? names.front().first : found->first;
}

template<class T>
std::optional<T> value_in(const Names<T>& names, std::string_view name) {
    const auto found = std::ranges::find(names, name, &std::pair<std::string_view, T>::first);
    return found == names.end() ? std::nullopt : std::optional(found->second);
}

std::string dumped(const OrderedJson& json) { return json.dump(-1, ' ', false, OrderedJson::error_handler_t::replace); }

OrderedJson json_of(const Diagnostic& problem) {
    OrderedJson out{{"kind", name_in(error_kinds, problem.kind)},
                    {"message", warpscope::json_of(problem.message)},
                    {"file", problem.where.file},
                    {"line", problem.where.line},
                    {"column", problem.where.column}};
    if (!problem.hint.empty()) out["hint"] = warpscope::json_of(problem.hint);
    return out;
}

Diagnostic diagnostic_in(const OrderedJson& json) {
    Diagnostic out;
    out.kind = value_in(error_kinds, json.at("kind").get<std::string>()).value_or(ErrorKind::failed);
    out.message = message_from(json.at("message")).value_or(Message());
    out.where = {json.at("file"), json.at("line"), json.at("column")};
    if (json.contains("hint")) out.hint = message_from(json.at("hint")).value_or(Message());
    return out;
}

bool is_macro_name(std::string_view name) {
    const auto is_part = [](char c) { return is_identifier_char(c) || c == '(' || c == ')' || c == ','; };
    return !name.empty() && is_identifier_char(name.front()) && std::ranges::all_of(name, is_part);
}

bool is_relative(const std::filesystem::path& name) {
    return !name.empty() && name.is_relative() && std::ranges::find(name, "..") == name.end();
}

std::optional<Message> problem_in(const CompileRequest& request) {
    if (request.defines.size() > max_entries || request.headers.size() > max_entries ||
        request.instances.size() > max_entries)
        return msg("A request may have at most {} macros, {} headers, and {} template instances.", max_entries,
                   max_entries, max_entries);
    for (const auto& [name, value] : request.defines)
        if (!is_macro_name(name)) return msg("'{}' cannot be the name of a macro.", name);
    for (const auto& [name, text] : request.headers)
        if (!is_relative(name)) return msg("'{}' cannot be the name of a header: it must be a relative path.", name);
    if (!request.arch.empty() && !is_architecture(request.arch))
        return msg("'{}' is not a virtual architecture such as compute_75.", request.arch);
    if (request.file.empty() || request.file.ends_with(".ptx") ||
        std::ranges::any_of(request.file, [](char c) { return static_cast<unsigned char>(c) < ' '; }))
        return msg("'{}' cannot be the name of a kernel's file.", request.file);
    return std::nullopt;
}

} // namespace

std::string json_text_of(const CompileRequest& request) {
    return dumped({{"file", request.file},
                   {"source", request.source},
                   {"defines", request.defines},
                   {"arch", request.arch},
                   {"optimisation", request.optimization},
                   {"compiler", name_in(compiler_choices, request.compiler)},
                   {"debug", request.debug},
                   {"instances", request.instances},
                   {"headers", request.headers}});
}

CompileRequest with_included_headers(CompileRequest request) {
    for (IncludedFile& file : included_files(request))
        request.headers.emplace_back(std::move(file.name), std::move(file.text));
    return request;
}

Result<CompileRequest> request_from_json(std::string_view text) {
    try {
        const OrderedJson json = OrderedJson::parse(text);
        CompileRequest request;
        request.file = std::filesystem::path(json.value("file", "kernel.cu")).filename().string();
        request.source = json.at("source");
        request.defines = json.value("defines", Pairs());
        request.arch = json.value("arch", "");
        request.optimization = std::clamp(json.value("optimisation", request.optimization), 0, 3);
        const std::string compiler = json.value("compiler", "auto");
        const auto choice = value_in(compiler_choices, compiler);
        if (!choice) return fail(ErrorKind::usage, msg("'{}' is not a compiler; use auto, nvrtc or clang.", compiler));
        request.compiler = *choice;
        request.debug = json.value("debug", false);
        request.instances = json.value("instances", request.instances);
        request.headers = json.value("headers", Pairs());
        if (auto problem = problem_in(request)) return fail(ErrorKind::usage, std::move(*problem));
        return request;
    } catch (const OrderedJson::exception& error) {
        return fail(ErrorKind::usage, msg("The request is not valid: {}", error.what()));
    }
}

std::string json_text_of(const Result<CompileResult>& result) {
    if (!result) return dumped({{"error", json_of(result.error())}});
    OrderedJson warnings = OrderedJson::array();
    for (const Diagnostic& warning : result->warnings) warnings.push_back(json_of(warning));
    return dumped({{"ptx", without_folders(result->ptx)},
                   {"compiler", name_in(compiler_kinds, result->compiler)},
                   {"compiler_name", result->compiler_name},
                   {"instances", result->instances},
                   {"warnings", warnings},
                   {"milliseconds", result->milliseconds}});
}

Result<CompileResult> result_from_json(std::string_view text) {
    try {
        const OrderedJson json = OrderedJson::parse(text);
        if (json.contains("error")) return tl::unexpected(diagnostic_in(json.at("error")));
        CompileResult result;
        result.ptx = json.at("ptx");
        result.compiler = value_in(compiler_kinds, json.at("compiler").get<std::string>()).value_or(CompilerKind::none);
        result.compiler_name = json.at("compiler_name");
        result.instances = json.at("instances");
        for (const OrderedJson& warning : json.at("warnings")) result.warnings.push_back(diagnostic_in(warning));
        result.milliseconds = json.at("milliseconds");
        return result;
    } catch (const OrderedJson::exception& error) {
        return fail(ErrorKind::environment, msg("The server's answer cannot be read: {}", error.what()));
    }
}

Result<CompileResult> result_from_answer(int status, std::string_view json) {
    if (!json.empty()) return result_from_json(json);
    switch (status) {
    case 0:
        return fail(ErrorKind::environment, msg("The page's server does not answer."),
                    msg("check that the server is still running, then run the kernel again"));
    case 408:
    case 504:
        return fail(ErrorKind::environment,
                    msg("The page's server did not compile the kernel in time (HTTP status {}).", status),
                    msg("try again in a moment"));
    case 413:
        return fail(ErrorKind::environment,
                    msg("The kernel and its headers are too large for the page's server: together, more than {} MiB "
                        "(HTTP status 413).",
                        max_request_bytes >> 20),
                    msg("include fewer or smaller headers, or use the desktop program"));
    case 429:
    case 503:
        return fail(ErrorKind::environment, msg("The page's server is busy (HTTP status {}).", status),
                    msg("try again in a moment"));
    default:
        return fail(ErrorKind::environment,
                    msg("The page's server did not compile the kernel (HTTP status {}).", status),
                    msg("reload the page; if this happens again, tell the owner of the server"));
    }
}

} // namespace warpscope::compile
