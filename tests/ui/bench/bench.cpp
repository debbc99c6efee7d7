// Benchmark of the time until the window shows a new picture. `drag` moves the block height slider over a 1024 x 1024
// color image with blur radius 3. It measures from each move to the end of the first frame with the whole picture, and
// to the first with its overlays. bench.hpp explains `course`, `slow`, `time`, `pan`, and `memory`. Uses software
// OpenGL and the emulator; draws frames when the window's event loop would. Prints medians and ranges.
#include "ui/bench/bench.hpp"

#include <cstdio>

namespace warpscope::ui {
namespace {

void drag_block_height() {
    scene::LaunchSetup setup = setup_of("box_blur", "noise:1024x1024,seed=7");
    setup.settings.values["radius"] = 3;
    Sleep sleep;
    Driver driver(start_with(setup), 1280, 720, [&] { sleep.wake(); });
    driver.paint_frames();
    Frames start, steady;
    while (!driver.app().settled()) start.make(driver);
    Series pictures, waits, runs;
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
        driver.app().request_redraw();
        const auto measured = [&] { return driver.model().result != before; };
        const auto pictured = [&] { return measured() || driver.model().partial.value_or(0) >= 1; };
        frames_until(pictured, 2000, moved, steady, driver, sleep);
        if (!pictured()) continue; // the slider has not reached the next value
        pictures.values.push_back(milliseconds_since(moved));
        frames_until(measured, 5000, moved, steady, driver, sleep);
        waits.values.push_back(milliseconds_since(moved));
        runs.values.push_back(driver.model().result->timing.execute_ms);
        driver.settle();
    }
    driver.release();
    pictures.print("move to the whole picture");
    waits.print("move to picture and overlays");
    runs.print("of that, the emulator's run");
    start.own.print("our code, frames of the start");
    steady.own.print("our code, frames of the drag");
    steady.whole.print("frame with software drawing");
}

} // namespace

void frames_until(const std::function<bool()>& done, double longest, Clock::time_point since, Frames& frames,
                  Driver& driver, Sleep& sleep) {
    while (!done() && milliseconds_since(since) < longest) {
        if (!driver.app().is_throttled()) frames.make(driver);
        if (done()) return; // the new frame shows the result
        const double seconds = driver.app().idle_seconds();
        if (seconds > 0 && sleep.wait(std::min(seconds, 0.5))) driver.app().request_redraw();
    }
}

} // namespace warpscope::ui

int main(int count, char** arguments) {
    using namespace warpscope::ui;
    std::setvbuf(stdout, nullptr, _IOLBF, 0); // shows each line immediately
    const std::string_view what = count > 1 ? arguments[1] : "drag";
    if (what == "drag")
        drag_block_height();
    else if (what == "course")
        drag_through_the_course(count > 2 ? arguments[2] : "");
    else if (what == "slow")
        drag_a_slow_kernel();
    else if (what == "time")
        drag_through_a_block();
    else if (what == "pan")
        pan_about();
    else if (what == "memory")
        hold_a_large_picture(count > 2 ? arguments[2] : "box_blur");
    else {
        fmt::print(stderr, "usage: ui_bench [drag | course [EXPERIMENT] | slow | time | pan | memory [EXPERIMENT]]\n");
        return 2;
    }
    return 0;
}
