#pragma once

#include <chrono>
#include <map>
#include <mutex>
#include <string>

#include "serve/limits.hpp"

namespace warpscope::serve {

/// Counts connections and requests by client address. Thread-safe.
class ClientLimits {
public:
    using Clock = std::chrono::steady_clock;

    explicit ClientLimits(const Limits& limits)
        : limits_(limits) {}

    /// Returns false if the client has too many connections. Otherwise close_connection() must follow.
    [[nodiscard]] bool open_connection(const std::string& client);
    void close_connection(const std::string& client);
    [[nodiscard]] bool allow_request(const std::string& client, Clock::time_point now = Clock::now());

private:
    /// Allowance for requests, refilled over time.
    struct Allowance {
        double requests;
        Clock::time_point updated;
    };

    void remove_full(Clock::time_point now);
    [[nodiscard]] double refilled(const Allowance& allowance, Clock::time_point now) const;

    Limits limits_;
    std::mutex mutex_;
    std::map<std::string, size_t> connections_;
    std::map<std::string, Allowance> allowances_;
};

} // namespace warpscope::serve
