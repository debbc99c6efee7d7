#include "serve/compile_queue.hpp"

#include <algorithm>
#include <thread>
#include <vector>

#include <fmt/format.h>

#include "base/sha256.hpp"
#include "compile/compile_json.hpp"
#include "scene/outside_includes.hpp"

namespace warpscope::serve {
namespace {

using Compiled = Result<compile::CompileResult>;

constexpr int bad_request = 400, too_many_requests = 429, unavailable = 503;

Limits with_default_compilations(Limits limits) {
    if (limits.compilations == 0) limits.compilations = std::max(1u, std::thread::hardware_concurrency() / 2);
    return limits;
}

CompileQueue::Answer refused(int status, Message why, Message hint) {
    return {status, compile::json_text_of(Compiled(fail(ErrorKind::environment, std::move(why), std::move(hint))))};
}

CompileQueue::Answer stopped() {
    return refused(unavailable, msg("The server is shutting down."), msg("reload the page later"));
}

CompileQueue::Answer busy() {
    return refused(unavailable, msg("The server is busy: too many people are compiling."),
                   msg("try again in a moment"));
}

/// Refuses to include server files that the sandbox contains, because error messages would quote these files.
Result<void> check_includes(const compile::CompileRequest& request) {
    std::string further; // macros and instances become part of the text
    for (const auto& [name, value] : request.defines) further += fmt::format("#define {} {}\n", name, value);
    for (const std::string& instance : request.instances) further += instance + "\n";
    std::vector<std::string_view> texts{request.source, further};
    for (const auto& [name, text] : request.headers) texts.emplace_back(text);
    const scene::OutsideIncludes outside(texts);
    for (const std::string_view text : texts)
        if (const auto name = outside.in(text))
            return fail(ErrorKind::failed,
                        msg("{} includes {}, which this server does not permit.", request.file, *name),
                        msg("include only headers of CUDA or of the experiment, by a relative path"));
    return {};
}

} // namespace

CompileQueue::CompileQueue(const Limits& limits, Compile compile)
    : limits_(with_default_compilations(limits))
    , compile_(std::move(compile)) {}

CompileQueue::Answer CompileQueue::compile(const std::string& client, const std::string& request) {
    const auto parsed = compile::request_from_json(request);
    if (!parsed) return {bad_request, compile::json_text_of(Compiled(tl::unexpected(parsed.error())))};
    if (const auto checked = check_includes(*parsed); !checked)
        return {.json = compile::json_text_of(Compiled(tl::unexpected(checked.error())))};
    const std::string text = compile::json_text_of(*parsed), key = sha256(text);
    std::unique_lock lock(mutex_);
    if (const auto found = answers_.find(key); found != answers_.end()) return {.json = found->second};
    if (requests_ >= limits_.compilations + limits_.waiting) return busy();
    size_t& of_client = requests_of_client_[client];
    if (of_client >= limits_.waiting_per_client)
        return refused(too_many_requests, msg("{} of your kernels are still waiting or being compiled.", of_client),
                       msg("wait for their results"));
    ++requests_;
    ++of_client;
    lock.unlock();
    Answer answer = compile_in_turn(key, text);
    lock.lock();
    --requests_;
    if (--requests_of_client_[client] == 0) requests_of_client_.erase(client);
    return answer;
}

CompileQueue::Answer CompileQueue::compile_in_turn(const std::string& key, const std::string& request) {
    const auto deadline = std::chrono::steady_clock::now() + limits_.compile_time;
    std::unique_lock lock(mutex_);
    const bool has_turn =
        ended_.wait_until(lock, deadline, [&] { return running_ < limits_.compilations || stopped_; });
    if (stopped_) return stopped();
    if (!has_turn) return busy();
    // An equal request may have been answered meanwhile.
    if (const auto found = answers_.find(key); found != answers_.end()) return {.json = found->second};
    ++running_;
    lock.unlock();
    const auto left =
        std::chrono::duration_cast<std::chrono::milliseconds>(deadline - std::chrono::steady_clock::now());
    const Compiled compiled = compile_(request, left, stopped_);
    std::string json = compile::json_text_of(compiled);
    lock.lock();
    --running_;
    ended_.notify_all(); // wakes all, because a request that finds its answer takes no turn
    const bool is_final = compiled || compiled.error().kind == ErrorKind::failed;
    if (is_final) remember(key, json);
    return {is_final ? 200 : unavailable, std::move(json)};
}

void CompileQueue::remember(const std::string& key, const std::string& json) {
    if (answer_bytes_ + json.size() > limits_.cache_bytes) { // rare, so clears the cache
        answers_.clear();
        answer_bytes_ = 0;
    }
    if (json.size() <= limits_.cache_bytes && answers_.emplace(key, json).second) answer_bytes_ += json.size();
}

void CompileQueue::stop() {
    {
        const std::lock_guard lock(mutex_);
        stopped_ = true;
    }
    ended_.notify_all();
}

} // namespace warpscope::serve
