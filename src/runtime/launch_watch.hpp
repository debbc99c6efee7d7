// Tells in a terminal how far a long launch is.
#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <mutex>
#include <string>

namespace warpscope::runtime {

/// Prints to stderr from a thread of its own. Off unless stderr is a terminal or WARPSCOPE_PROGRESS names the seconds
/// after which the first line appears.
class LaunchWatch {
public:
    LaunchWatch();

    /// `kernel` and the result's owner must outlive the launch. Returns the counter for LaunchOptions, or null if off.
    [[nodiscard]] std::atomic<uint64_t>* begin(const std::string& kernel, uint64_t blocks);
    void end();

private:
    using Clock = std::chrono::steady_clock;

    void run();
    void print(Clock::time_point now);

    std::chrono::duration<double> first_{0}; // 0: off
    bool has_thread_ = false;
    std::mutex mutex_;
    const std::string* kernel_ = nullptr; // null between launches
    uint64_t blocks_ = 0;
    Clock::time_point start_, printed_;
    std::atomic<uint64_t> done_ = 0;
};

} // namespace warpscope::runtime
