// Asks the server of the page, which compiles if it is `warpscope serve`.
#include "compile/server_compiler.hpp"

#include <cstdlib>
#include <map>
#include <memory>
#include <mutex>

#include <emscripten/emscripten.h>
#include <emscripten/threading.h>
#include <nlohmann/json.hpp>

#include "compile/compile_json.hpp"

EM_JS_DEPS(warpscope_server_compiler, "$UTF8ToString,$stringToNewUTF8");

// Returns the answer's text, or null if there is none. Without `body`, asks whether the server compiles. Only workers
// may wait for an answer.
EM_JS(char*, warpscope_ask_server, (const char* body), {
    try {
        const request = new XMLHttpRequest();
        request.open(body ? "POST" : "GET", "compile", false);
        request.timeout = 90000;
        request.setRequestHeader("Content-Type", "application/json");
        request.send(body ? UTF8ToString(body) : null);
        const type = request.getResponseHeader("Content-Type") || "";
        return type.startsWith("application/json") ? stringToNewUTF8(request.responseText) : 0;
    } catch (error) {
        return 0;
    }
});

namespace warpscope::compile {
namespace {

constexpr size_t max_results = 64;

std::optional<std::string> ask_server(const char* body) {
    const std::unique_ptr<char, decltype(&std::free)> text(warpscope_ask_server(body), &std::free);
    return text ? std::optional<std::string>(text.get()) : std::nullopt;
}

bool server_compiles() {
    static const bool does = [] {
        const auto answer = nlohmann::json::parse(ask_server(nullptr).value_or(""), nullptr, false);
        return answer.is_object() && answer.value("compile", false);
    }();
    return does;
}

/// Results of this page, because a moved slider compiles the same text again.
struct Results {
    std::mutex mutex;
    std::map<std::string, CompileResult> by_request;
};

Results& results() {
    static Results all;
    return all;
}

} // namespace

std::optional<Result<CompileResult>> compile_on_server(const CompileRequest& request) {
    if (emscripten_is_main_runtime_thread() || !server_compiles()) return std::nullopt;
    const std::string text = json_text_of(with_included_headers(request));
    {
        const std::lock_guard lock(results().mutex);
        if (const auto found = results().by_request.find(text); found != results().by_request.end())
            return found->second;
    }
    const auto answer = ask_server(text.c_str());
    if (!answer)
        return fail(ErrorKind::environment, msg("The page's server does not answer."),
                    msg("check that it still runs, then run the kernel again"));
    auto result = result_from_json(*answer);
    if (result) {
        const std::lock_guard lock(results().mutex);
        if (results().by_request.size() >= max_results) results().by_request.clear();
        results().by_request.emplace(text, *result);
    }
    return result;
}

} // namespace warpscope::compile
