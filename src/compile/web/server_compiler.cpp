#include "compile/server_compiler.hpp"

#include <chrono>
#include <cstdlib>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <thread>

#include <emscripten/emscripten.h>
#include <emscripten/threading.h>
#include <nlohmann/json.hpp>

#include "compile/compile_json.hpp"

EM_JS_DEPS(warpscope_server_compiler, "$UTF8ToString,$stringToNewUTF8");

// Returns the HTTP status and the JSON, if any. Without `body`, asks whether the server compiles. Blocks its
// thread, so only web workers may call it.
EM_JS(char*, warpscope_ask_server, (const char* body), {
    try {
        const request = new XMLHttpRequest();
        request.open(body ? "POST" : "GET", "compile", false);
        request.timeout = 90000;
        request.setRequestHeader("Content-Type", "application/json");
        request.send(body ? UTF8ToString(body) : null);
        const type = request.getResponseHeader("Content-Type") || "";
        return stringToNewUTF8(request.status + (type.startsWith("application/json") ? request.responseText : ""));
    } catch (error) {
        return stringToNewUTF8(error.name == "TimeoutError" ? "408" : "0");
    }
});

EM_JS(void, warpscope_start_request, (const char* body), {
    const answer = {ended : false, text : "0"};
    Module.serverAnswer = answer;
    const request = new XMLHttpRequest();
    request.open(body ? "POST" : "GET", "compile");
    request.timeout = 90000;
    request.setRequestHeader("Content-Type", "application/json");
    request.ontimeout = function() { answer.text = "408"; };
    request.onload = function() {
        const type = request.getResponseHeader("Content-Type") || "";
        answer.text = request.status + (type.startsWith("application/json") ? request.responseText : "");
    };
    request.onloadend = function() { answer.ended = true; };
    request.send(body ? UTF8ToString(body) : null);
});
EM_JS(bool, warpscope_request_ended, (), { return Module.serverAnswer.ended; });
EM_JS(char*, warpscope_take_answer, (), { return stringToNewUTF8(Module.serverAnswer.text); });

namespace warpscope::compile {
namespace {

constexpr size_t max_results = 64;

char* ask_without_blocking(const char* body) {
    static std::mutex turn; // all threads share Module.serverAnswer
    const std::lock_guard lock(turn);
    warpscope_start_request(body);
    while (!warpscope_request_ended()) std::this_thread::sleep_for(std::chrono::milliseconds(10));
    return warpscope_take_answer();
}

struct Answer {
    int status = 0;
    std::string json;
};

Answer ask_server(const char* body) {
    const std::unique_ptr<char, decltype(&std::free)> text(
        emscripten_has_threading_support() ? warpscope_ask_server(body) : ask_without_blocking(body), &std::free);
    char* json = text.get();
    const auto status = static_cast<int>(std::strtol(text.get(), &json, 10));
    return {status, json};
}

bool server_compiles() {
    static std::mutex mutex; // the initializer of a static variable must not wait in a page with one thread
    static std::optional<bool> compiles;
    const std::lock_guard lock(mutex);
    if (!compiles) {
        const auto answer = nlohmann::json::parse(ask_server(nullptr).json, nullptr, false);
        compiles = answer.is_object() && answer.value("compile", false);
    }
    return *compiles;
}

/// Results that the page keeps, because a moved slider compiles the same text again.
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
    const bool blocks_page = emscripten_has_threading_support() && emscripten_is_main_runtime_thread();
    if (blocks_page || !server_compiles()) return std::nullopt;
    const std::string text = json_text_of(with_included_headers(request));
    {
        const std::lock_guard lock(results().mutex);
        if (const auto found = results().by_request.find(text); found != results().by_request.end())
            return found->second;
    }
    const Answer answer = ask_server(text.c_str());
    auto result = result_from_answer(answer.status, answer.json);
    if (result) {
        const std::lock_guard lock(results().mutex);
        if (results().by_request.size() >= max_results) results().by_request.clear();
        results().by_request.emplace(text, *result);
    }
    return result;
}

} // namespace warpscope::compile
