#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <mutex>
#include <string>

namespace warpscope::runtime {

/// Prints long launches' progress to stderr, on its own thread. Active on a terminal, or if WARPSCOPE_PROGRESS gives
/// the seconds before the first line.
class LaunchWatch {
public:
    LaunchWatch();

    /// Returns the counter for LaunchOptions::blocks_done, or null if inactive. `kernel` must outlive the launch.
    [[nodiscard]] std::atomic<uint64_t>* begin(const std::string& kernel, uint64_t blocks);
    void end();

private:
    using Clock = std::chrono::steady_clock;

    void run();
    void print(Clock::time_point now);

    std::chrono::duration<double> first_{0}; // 0: off
    bool has_thread_ = false;
    std::mutex mutex_;
    const std::string* kernel_ = nullptr;
    uint64_t blocks_ = 0;
    Clock::time_point start_, printed_;
    std::atomic<uint64_t> done_ = 0;
};

} // namespace warpscope::runtime
