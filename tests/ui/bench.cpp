// How long a person waits for the picture: drags the slider of the block's height over a 1024 x 1024 colour image with
// the blur's radius at 3, and measures from each move to the end of the first frame that shows its result, overlays
// included. Software OpenGL, emulator; frames come when the window's event loop would make them. Prints medians and
// ranges.
#include <algorithm>
#include <chrono>
#include <condition_variable>
#include <mutex>

#include <fmt/format.h>

#include "driver.hpp"
#include "gl/objects.hpp"

namespace warpscope::ui {
namespace {

using Clock = std::chrono::steady_clock;

double milliseconds_since(Clock::time_point start) {
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
    std::vector<double> values;

    void print(const char* name) {
        if (values.empty()) return;
        std::sort(values.begin(), values.end());
        fmt::print("{:32} median {:7.1f} ms  {:7.1f} to {:7.1f}  ({} times)\n", name, values[values.size() / 2],
                   values.front(), values.back(), values.size());
    }
};

struct Frames {
    Series own, whole;

    void make(Driver& driver) {
        const auto began = Clock::now();
        driver.frames();
        glFinish();
        whole.values.push_back(milliseconds_since(began));
        own.values.push_back(1e3 * driver.app().frame_times().back());
    }
};

void drag_block_height() {
    Choice choice = choice_of("box_blur", "noise:1024x1024,seed=7");
    choice.settings.values["radius"] = 3;
    Sleep sleep;
    Driver driver(start_with(choice), 1280, 720, [&] { sleep.wake(); });
    Frames start, steady;
    while (!driver.app().settled()) start.make(driver);
    Series waits, runs;
    const Recorder::Item track = driver.item("block y/track");
    const float y = (track.min.y + track.max.y) / 2;
    const auto at = [&](float share) { return ImVec2{track.min.x + (track.max.x - track.min.x) * share, y}; };
    driver.press(at(0.15f));
    driver.settle();
    for (int step = 1; step <= 24; ++step) {
        const auto before = driver.model().result;
        const auto moved = Clock::now();
        const ImVec2 to = at(0.15f + 0.017f * static_cast<float>(step));
        ImGui::GetIO().AddMousePosEvent(to.x, to.y);
        driver.app().stir();
        while (driver.model().result == before && milliseconds_since(moved) < 2000) {
            steady.make(driver);
            const double seconds = driver.app().idle_seconds();
            if (seconds > 0 && sleep.wait(std::min(seconds, 0.5))) driver.app().stir();
        }
        if (driver.model().result == before) continue; // the slider has not reached the next value
        waits.values.push_back(milliseconds_since(moved));
        runs.values.push_back(driver.model().result->timing.execute_ms);
        driver.settle();
    }
    driver.release();
    waits.print("move to picture and overlays");
    runs.print("of that, the emulator's run");
    start.own.print("our code, frames of the start");
    steady.own.print("our code, frames of the drag");
    steady.whole.print("frame with software drawing");
}

} // namespace
} // namespace warpscope::ui

int main() {
    warpscope::ui::drag_block_height();
    return 0;
}
