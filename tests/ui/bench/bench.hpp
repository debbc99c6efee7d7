// Shared parts of the window benchmarks: the event loop's sleep, and series of times.
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

/// Sleep between two frames, ended by the program's wake-up calls.
class Sleep {
public:
    void wake() {
        const std::scoped_lock lock(mutex_);
        called_ = true;
        changed_.notify_all();
    }
    /// Returns whether wake() was called before `seconds` had passed.
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
        if (driver.app().should_present()) driver.app().frame_shown(whole.values.back() / 1e3);
        own.values.push_back(1e3 * driver.app().frame_times().back());
    }
};

/// Draws frames when the window's event loop would, until `done` or until `longest` milliseconds after `since`.
void frames_until(const std::function<bool()>& done, double longest, Clock::time_point since, Frames& frames,
                  Driver& driver, Sleep& sleep);

/// Drags each slider of each variant in the catalog from its default, at the default size. Prints a line per slider.
/// `only`: name of a single experiment; empty: all.
void drag_through_the_course(std::string_view only);
/// Drags the radius of a naive blur down from 16, where the emulator needs almost a second per run.
void drag_a_slow_kernel();
/// Opens a block of 1024 threads and ten million warp instructions, and drags the time bar from end to end.
void drag_through_a_block();
/// Pans and zooms over 1024 x 1024 cells with all overlays.
void pan_about();
/// Runs an experiment on 4096 x 4096 pixels or elements and prints the peak memory of the process.
void hold_a_large_picture(const std::string& experiment);

} // namespace warpscope::ui
