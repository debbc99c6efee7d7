#include "runtime/launch_watch.hpp"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <thread>
#include <unistd.h>

#include <fmt/format.h>

namespace warpscope::runtime {
namespace {

constexpr double usual_first_s = 3;
constexpr std::chrono::seconds pause{10};

} // namespace

LaunchWatch::LaunchWatch() {
    if (const char* const text = std::getenv("WARPSCOPE_PROGRESS"))
        first_ = std::chrono::duration<double>(std::strtod(text, nullptr));
    else if (::isatty(STDERR_FILENO) == 1)
        first_ = std::chrono::duration<double>(usual_first_s);
}

std::atomic<uint64_t>* LaunchWatch::begin(const std::string& kernel, uint64_t blocks) {
    if (first_.count() <= 0) return nullptr;
    {
        const std::lock_guard lock(mutex_);
        kernel_ = &kernel;
        blocks_ = blocks;
        done_ = 0;
        start_ = Clock::now();
        printed_ = {};
    }
    if (!has_thread_) std::thread([this] { run(); }).detach();
    has_thread_ = true;
    return &done_;
}

void LaunchWatch::end() {
    if (first_.count() <= 0) return;
    const std::lock_guard lock(mutex_);
    kernel_ = nullptr;
}

void LaunchWatch::run() {
    const auto step = std::min<std::chrono::duration<double>>(first_, std::chrono::seconds(1));
    for (;;) {
        std::this_thread::sleep_for(step);
        const std::lock_guard lock(mutex_);
        const auto now = Clock::now();
        if (kernel_ == nullptr || now - start_ < first_ || now - printed_ < pause) continue;
        print(now);
    }
}

void LaunchWatch::print(Clock::time_point now) {
    printed_ = now;
    const double took = std::chrono::duration<double>(now - start_).count();
    const uint64_t done = done_;
    const std::string left =
        done == 0 ? std::string()
                  : fmt::format(", about {:.0f} s left", took * static_cast<double>(blocks_ - std::min(done, blocks_)) /
                                                             static_cast<double>(done));
    fmt::print(stderr, "{}: {} of {} blocks done after {:.0f} s{}\n", *kernel_, done, blocks_, took, left);
}

} // namespace warpscope::runtime
