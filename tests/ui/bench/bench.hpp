// What the benchmarks of the window share: its event loop's sleep, and series of times.
#pragma once

#include <algorithm>
#include <chrono>
#include <condition_variable>
#include <functional>
#include <mutex>
#include <vector>

#include <fmt/format.h>

#include "gl/objects.hpp"
#include "ui/driver.hpp"

namespace warpscope::ui {

using Clock = std::chrono::steady_clock;

inline double milliseconds_since(Clock::time_point start) {
    return std::chrono::duration<double, std::milli>(Clock::now() - start).count();
}

/// The sleep between two frames, ended by the program's own wake-up calls.
class Sleep {
public:
    void wake() {
        const std::scoped_lock lock(mutex_);
        called_ = true;
        changed_.notify_all();
    }
    /// True when woken before `seconds` were over.
    bool wait(double seconds) {
        std::unique_lock lock(mutex_);
        const bool woken = changed_.wait_for(lock, std::chrono::duration<double>(seconds), [&] { return called_; });
        called_ = false;
        return woken;
    }

private:
    std::mutex mutex_;
    std::condition_variable changed_;
    bool called_ = false;
};

struct Series {
    std::vector<double> values; // milliseconds

    void print(const char* name) {
        if (values.empty()) return;
        std::sort(values.begin(), values.end());
        fmt::print("{:32} median {:7.1f} ms  {:7.1f} to {:7.1f}  ({} times)\n", name, median(), values.front(),
                   values.back(), values.size());
    }
    [[nodiscard]] double median() {
        std::sort(values.begin(), values.end());
        return values[values.size() / 2];
    }
};

struct Frames {
    Series own, whole;

    void make(Driver& driver) {
        const auto began = Clock::now();
        driver.frames();
        glFinish();
        whole.values.push_back(milliseconds_since(began));
        if (driver.app().worth_painting()) driver.app().frame_shown(whole.values.back() / 1e3);
        own.values.push_back(1e3 * driver.app().frame_times().back());
    }
};

/// Makes frames when the window's event loop would, until `done` or `longest` milliseconds after `since` are over.
void frames_until(const std::function<bool()>& done, double longest, Clock::time_point since, Frames& frames,
                  Driver& driver, Sleep& sleep);

/// Drags every slider of every variant of the catalogue from its default on, at the default size; a line each.
/// `only`: the experiment to do so with; empty: all.
void drag_through_the_course(std::string_view only);
/// Drags the radius of a naive blur from 16 down, with which the emulator takes most of a second.
void drag_a_slow_kernel();
/// Goes into a block of 1024 threads and ten million instructions of warps, and drags the time bar from end to end.
void drag_through_a_block();
/// Pans and zooms over 1024 x 1024 cells with all overlays.
void pan_about();
/// An experiment on 4096 x 4096 pixels or elements: how much memory the process held at most.
void hold_a_large_picture(const std::string& experiment);

} // namespace warpscope::ui
