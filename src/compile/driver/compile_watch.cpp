#include "compile/compile_watch.hpp"

#include <algorithm>
#include <atomic>
#include <charconv>
#include <condition_variable>
#include <cstdio>
#include <cstdlib>
#include <mutex>
#include <string_view>
#include <thread>
#include <unistd.h>

#include <fmt/format.h>

namespace warpscope::compile {
namespace {

constexpr std::chrono::seconds default_limit{600}, first_message{5};

std::atomic<bool>& announces() {
    static std::atomic<bool> on = false;
    return on;
}
std::atomic<bool>& is_watching() {
    static std::atomic<bool> on = false;
    return on;
}

} // namespace

std::chrono::seconds compile_limit(std::chrono::seconds usual) {
    const char* const text = std::getenv(compile_limit_variable);
    if (text == nullptr) return usual;
    const std::string_view words = text;
    int64_t seconds = 0;
    const auto [end, error] = std::from_chars(words.data(), words.data() + words.size(), seconds);
    const bool is_number = error == std::errc{} && end == words.data() + words.size() && seconds > 0;
    return is_number ? std::chrono::seconds(seconds) : usual;
}

void announce_long_compilations() { announces() = true; }

struct CompileWatch::Timer {
    Timer(std::string compiler, std::string file, bool is_interruptible)
        : thread([this, compiler = std::move(compiler), file = std::move(file), is_interruptible] {
            run(compiler, file, is_interruptible);
        }) {}

    void run(const std::string& compiler, const std::string& file, bool is_interruptible) {
        const auto begin = std::chrono::steady_clock::now();
        const std::chrono::seconds limit = compile_limit(default_limit);
        std::unique_lock lock(mutex);
        for (std::chrono::seconds next = first_message;;) {
            const bool is_limit = !is_interruptible && next >= limit;
            if (changed.wait_until(lock, begin + (is_limit ? limit : next), [&] { return has_ended; })) return;
            if (is_limit) {
                fmt::print(stderr,
                           "warpscope: {}: {} took longer than {} seconds and was stopped. ({}=SECONDS sets the "
                           "limit)\n",
                           file, compiler, limit.count(), compile_limit_variable);
                std::fflush(nullptr);
                ::_exit(1);
            }
            fmt::print(stderr, "{} compiles {}: {} s so far\n", compiler, file, next.count());
            next += std::max(first_message, next);
        }
    }

    std::mutex mutex;
    std::condition_variable changed;
    bool has_ended = false;
    std::thread thread; // declared last: uses the members above
};

CompileWatch::CompileWatch(const std::string& compiler, const std::string& file, bool is_interruptible) {
    if (announces() && !is_watching().exchange(true))
        timer_ = std::make_unique<Timer>(compiler, file, is_interruptible);
}

CompileWatch::~CompileWatch() {
    if (!timer_) return;
    {
        const std::lock_guard lock(timer_->mutex);
        timer_->has_ended = true;
    }
    timer_->changed.notify_all();
    timer_->thread.join();
    is_watching() = false;
}

} // namespace warpscope::compile
