#include "compile/compiler.hpp"

#include <charconv>
#include <chrono>
#include <cstdlib>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <type_traits>

#include "base/late_files.hpp"
#include "compile/clang/clang.hpp"
#include "compile/compile_watch.hpp"
#include "compile/driver/cache.hpp"
#include "compile/nvrtc/nvrtc.hpp"
#include "compile/output/architecture.hpp"
#include "compile/output/error_hints.hpp"
#include "compile/ptx_bank.hpp"
#include "compile/server_compiler.hpp"
#include "compile/source/device_code.hpp"
#include "compile/source/newer_features.hpp"
#include "compile/source/readable_text.hpp"
#include "compile/source/template_instances.hpp"

namespace warpscope::compile {
namespace {

std::optional<std::string> setting(const char* variable) {
    const char* value = std::getenv(variable);
    if (value == nullptr || *value == '\0') return std::nullopt;
    return value;
}

const Result<std::unique_ptr<Nvrtc>>& nvrtc() {
    static const auto found = Nvrtc::load(setting("WARPSCOPE_NVRTC"));
    return found;
}

const Result<std::unique_ptr<Clang>>& clang() {
    static const auto found = Clang::find(setting("WARPSCOPE_CLANG"));
    return found;
}

Cache& cache() {
    static Cache instance(Cache::default_folder());
    return instance;
}

template<class Compiler>
Result<CompileResult> compile_cached(const Compiler& compiler, const CompileRequest& request) {
    const std::string key = cache_key(request, compiler.identity());
    if (auto found = cache().find(key)) return *std::move(found);
    const auto begin = std::chrono::steady_clock::now();
    auto result = compiler.compile(request);
    if (!result) return result;
    result->milliseconds = std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - begin).count();
    cache().store(key, *result);
    return result;
}

template<class Compiler>
Result<CompileResult> compile_pointers(const Compiler& compiler, CompileRequest request,
                                       const std::vector<std::string>& wanted) {
    const std::string source = std::move(request.source);
    request.source = with_pointers(source, wanted, PointerTypes::as_named);
    auto result = compile_cached(compiler, request);
    if (!result && name_parameters(wanted)) {
        request.source = with_pointers(source, wanted, PointerTypes::any);
        if (auto untyped = compile_cached(compiler, request)) result = std::move(untyped);
    }
    if (!result) return tl::unexpected(without_pointers(std::move(result.error()), wanted));
    take_pointers(*result, wanted);
    return result;
}

template<class Compiler>
Result<CompileResult> compile_with(const Compiler& compiler, CompileRequest request) {
    if (are_of_templates(request.instances) && !makes_instances(request.source)) {
        auto made = compile_pointers(compiler, request, request.instances);
        // Errors with a file are in the kernel's text, not in the instances.
        if (made || !made.error().where.file.empty()) return made;
    }
    auto result = compile_cached(compiler, request);
    if (!result) return result;
    const auto wanted = instances_not_in(result->ptx, std::move(request.instances));
    if (wanted.empty()) return result;
    return compile_pointers(compiler, std::move(request), wanted);
}

template<class Compiler>
Result<CompileResult> compile_device_code(const Compiler& compiler, const CompileRequest& asked) {
    const CompileWatch watch(compiler.name(), asked.file, std::is_same_v<Compiler, Clang>);
    auto code = extract_device_code(asked);
    auto result = [&] {
        if (!code) return compile_with(compiler, asked);
        CompileRequest request = asked;
        request.source = std::move(code->source);
        request.headers = std::move(code->headers);
        if (!request.instances.empty()) return compile_with(compiler, std::move(request));
        request.instances = code->instances;
        auto all = compile_with(compiler, request);
        if (all || code->instances.empty()) return all;
        // Adds instances one by one, because an instance that needs host code would make the whole compilation fail.
        request.instances.clear();
        auto some = compile_with(compiler, request);
        constexpr size_t max_tries = 8;
        for (size_t i = 0; some && i < std::min(max_tries, code->instances.size()); ++i) {
            request.instances.push_back(code->instances[i]);
            if (auto more = compile_with(compiler, request))
                some = std::move(more);
            else
                request.instances.pop_back();
        }
        return some;
    }();
    const std::string missing =
        code && !code->omitted.empty() ? fmt::format("'{}'", fmt::join(code->omitted, "', '")) : std::string();
    if (!result) {
        Diagnostic& failure = result.error();
        if (!missing.empty())
            failure.hint = msg("not found and skipped: {}; -I FOLDER names a folder with headers", missing);
        else if (failure.hint.empty() && failure.kind == ErrorKind::failed)
            failure.hint = hint_for_error(failure.message.english());
        return result;
    }
    // Drops warnings about functions that only the removed host code used.
    if (code)
        std::erase_if(result->warnings, [](const Diagnostic& warning) {
            return warning.message.english().find("declared but never referenced") != std::string::npos;
        });
    if (!missing.empty()) {
        result->warnings.push_back({ErrorKind::failed,
                                    msg("Not found and skipped: {}.", missing),
                                    {asked.file, 0, 0},
                                    msg("-I FOLDER names a folder with headers")});
    }
    return result;
}

tl::unexpected<Diagnostic> unavailable(Message what) {
    return fail(ErrorKind::environment, std::move(what),
                msg("install clang (Debian and Ubuntu: apt install clang) or the CUDA Toolkit; WARPSCOPE_CLANG and "
                    "WARPSCOPE_NVRTC can name the one to use"));
}

template<class Compiler>
CompilerStatus status_of(CompilerKind kind, const char* name, const Result<std::unique_ptr<Compiler>>& found) {
    if (found) return {kind, true, (*found)->name(), (*found)->path()};
    return {kind, false, name, found.error().message};
}

constexpr const char* newest_tried = "compute_90";

bool may_need_newer(const Diagnostic& error) {
    constexpr std::array signs{"is undefined", "undeclared identifier", "incomplete type", "GPU architecture"};
    const std::string text = error.message.english();
    return error.kind == ErrorKind::failed &&
           std::ranges::any_of(signs, [&](const char* sign) { return text.find(sign) != std::string::npos; });
}

Result<CompileResult> compile_here(const CompileRequest& request) {
    if (auto why = source_text_error(request.source, request.file)) return tl::unexpected(std::move(*why));
    if (constexpr std::string_view byte_order_mark = "\xEF\xBB\xBF"; request.source.starts_with(byte_order_mark)) {
        CompileRequest without = request;
        without.source.erase(0, byte_order_mark.size());
        return compile_here(without);
    }
    if (request.arch.empty() && !request.file.ends_with(".ptx")) {
        CompileRequest chosen = request;
        const Message reason = reason_for_compute_80(request);
        chosen.arch = reason.empty() ? architecture_or_default({}) : "compute_80";
        auto result = compile_here(chosen);
        if (!result && reason.empty() && may_need_newer(result.error()) && chosen.arch < newest_tried) {
            const std::string older = std::exchange(chosen.arch, newest_tried);
            auto newer = compile_here(chosen);
            if (!newer) return newer.error().kind == ErrorKind::canceled ? newer : result;
            newer->warnings.push_back({ErrorKind::failed,
                                       msg("Compiled for {} instead of {}, because that fails: {}", newest_tried, older,
                                           result.error().message.first_line()),
                                       {request.file, 0, 0},
                                       {}});
            return newer;
        }
        if (result && !reason.empty())
            result->warnings.push_back({ErrorKind::failed,
                                        msg("Compiled for compute_80 instead of compute_75, because {}.", reason),
                                        {request.file, 0, 0},
                                        {}});
        return result;
    }
    if (request.file.ends_with(".ptx")) {
        CompileResult result;
        result.ptx = request.source;
        result.compiler = CompilerKind::none;
        result.compiler_name = "none (PTX)";
        return result;
    }
    switch (request.compiler) {
    case CompilerChoice::nvrtc:
        if (!nvrtc()) return unavailable(msg("NVRTC cannot be used: {}.", nvrtc().error().message));
        return compile_device_code(**nvrtc(), request);
    case CompilerChoice::clang:
        if (!clang()) return unavailable(msg("clang cannot be used: {}.", clang().error().message));
        return compile_device_code(**clang(), request);
    case CompilerChoice::automatic: break;
    }
    if (nvrtc()) {
        auto result = compile_device_code(**nvrtc(), request);
        // An incomplete NVRTC may fail where clang works.
        if (result || result.error().kind != ErrorKind::environment || !clang()) return result;
    }
    if (clang()) return compile_device_code(**clang(), request);
    return unavailable(msg("There is no compiler for CUDA kernels. NVRTC: {}. clang: {}.", nvrtc().error().message,
                           clang().error().message));
}

} // namespace

bool is_architecture(std::string_view name) {
    constexpr std::string_view begin = "compute_";
    if (!name.starts_with(begin)) return false;
    name.remove_prefix(begin.size());
    int number = 0;
    const auto [end, error] = std::from_chars(name.data(), name.data() + name.size(), number);
    const std::string_view suffix = name.substr(static_cast<size_t>(end - name.data()));
    if (error != std::errc{} || name.front() == '0' || number < 10 || number > 999) return false;
    // Suffix "a" exists from 9.0 on, "f" from 10.0 on.
    return suffix.empty() || (suffix == "a" && number >= 90) || (suffix == "f" && number >= 100);
}

Result<CompileResult> compile(const CompileRequest& request) {
    auto result = compile_here(request);
    if (!result && result.error().kind == ErrorKind::environment) {
        auto banked = find_in_banks(request);
        if (!banked) {
            wait_for_late_files();
            banked = find_in_banks(request);
        }
        if (banked) return *std::move(banked);
        if (auto compiled = compile_on_server(request)) return *std::move(compiled);
    }
    return result;
}

const std::vector<CompilerStatus>& compilers() {
    static const std::vector<CompilerStatus> found = [] {
        std::vector<CompilerStatus> all{status_of(CompilerKind::nvrtc, "NVRTC", nvrtc()),
                                        status_of(CompilerKind::clang, "clang", clang())};
        if (nvrtc()) all.front().headers = (*nvrtc())->header_folder();
        return all;
    }();
    return found;
}

} // namespace warpscope::compile
