#pragma once

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <functional>
#include <map>
#include <mutex>
#include <string>

#include "compile/compiler.hpp"
#include "serve/limits.hpp"

namespace warpscope::serve {

/// Compiles a few requests at the same time and remembers the answers. Thread-safe.
class CompileQueue {
public:
    using Compile = std::function<Result<compile::CompileResult>(
        const std::string& request, std::chrono::milliseconds limit, const std::atomic<bool>& cancel)>;

    CompileQueue(const Limits& limits, Compile compile);

    struct Answer {
        int status = 200;
        std::string json; // see compile/compile_json.hpp
    };
    /// Compiles when it is the request's turn. `request` is JSON of an untrusted client.
    [[nodiscard]] Answer compile(const std::string& client, const std::string& request);
    /// Ends running compilations and refuses new ones.
    void stop();

private:
    [[nodiscard]] Answer compile_in_turn(const std::string& key, const std::string& request);
    void remember(const std::string& key, const std::string& json);

    const Limits limits_;
    const Compile compile_;
    std::atomic<bool> stopped_ = false;
    std::mutex mutex_;
    std::condition_variable ended_;
    size_t running_ = 0, requests_ = 0;
    std::map<std::string, size_t> requests_of_client_;
    std::map<std::string, std::string> answers_; // by checksum
    size_t answer_bytes_ = 0;
};

} // namespace warpscope::serve
