#include <array>
#include <cmath>
#include <cstring>
#include <fstream>
#include <string>

#include "ui/bench/bench.hpp"

namespace warpscope::ui {
namespace {

struct Waits {
    Series first;        // time until a new picture, even a partial one
    Series picture, run; // `run`: from the request to the measured result
    int unchanged = 0;   // moves without a new result: the setting stayed the same or was refused
};

/// A slider of the launch panel.
struct Knob {
    std::string label;
    double initial = 0, step = 1, minimum = 1, maximum = 1024;
    bool logarithmic = false;

    /// Returns the position on the track, 0 at its left end.
    [[nodiscard]] double share(double value) const {
        return logarithmic ? std::log(value / minimum) / std::log(maximum / minimum)
                           : (value - minimum) / (maximum - minimum);
    }
};

std::vector<Knob> knobs_of(Driver& driver, const catalog::Variant& variant) {
    const Dim3 max = driver.model().limits.max_block;
    const std::array<std::pair<double, double>, 3> block{
        {{variant.block.x, max.x}, {variant.block.y, max.y}, {variant.block.z, max.z}}};
    std::vector<Knob> knobs;
    for (const std::string& label : driver.labels()) {
        if (!label.ends_with("/track")) continue;
        const std::string name = label.substr(0, label.size() - std::strlen("/track"));
        if (name.starts_with("block ")) {
            const auto& [initial, maximum] = block.at(static_cast<size_t>(name.back() - 'x'));
            knobs.push_back({name, initial, 1, 1, maximum, true});
        }
        for (const catalog::Parameter& p : variant.parameters)
            if (p.name == name) knobs.push_back({name, p.initial, p.step, p.minimum, p.maximum});
    }
    return knobs;
}

/// Drags the knob from its initial position towards the middle of the track. Measures from each move to the end of the
/// frame with its picture. `hurried`: does not wait for pictures and measures nothing.
Waits drag(Driver& driver, Sleep& sleep, const Knob& knob, bool hurried = false) {
    Waits waits;
    Frames frames;
    const Recorder::Item track = driver.item(knob.label + "/track");
    const float half_grab = 9, usable = track.max.x - track.min.x - 2 * half_grab;
    const double begin = knob.share(knob.initial);
    const int sense = begin > 0.5 ? -1 : 1;
    const double step = std::max(knob.step, (knob.maximum - knob.minimum) / 1000); // a range may have step 0
    const double one = std::abs(knob.share(knob.initial + sense * step) - begin) * usable;
    const auto at = [&](int steps) {
        const double pixels = begin * usable + sense * steps * std::max(1.0, std::ceil(one));
        return ImVec2{track.min.x + half_grab + static_cast<float>(pixels), (track.min.y + track.max.y) / 2};
    };
    // No further frame comes if the program has settled, or has not been busy for a second. The second case is needed
    // because a knob held beyond the legal range may request frames forever.
    auto last_busy = Clock::now();
    const auto nothing_comes = [&] {
        if (driver.model().busy) last_busy = Clock::now();
        return driver.app().settled() || milliseconds_since(last_busy) > 1000;
    };
    const auto rest = [&] {
        const auto since = last_busy = Clock::now();
        frames_until([&] { return nothing_comes() && milliseconds_since(since) > 100; }, 5000, since, frames, driver,
                     sleep);
    };
    driver.press(at(0));
    rest();
    for (int move = 1; move <= 5; ++move) {
        const std::weak_ptr before = driver.model().result; // weak, so that the old result is freed
        const auto moved = last_busy = Clock::now();
        double first = 0;
        const auto is_new = [&] {
            const bool whole = driver.model().result != before.lock();
            if (first == 0 && (whole || driver.model().partial)) first = milliseconds_since(moved);
            return whole;
        };
        const ImVec2 to = at(move);
        ImGui::GetIO().AddMousePosEvent(to.x, to.y);
        driver.app().request_redraw();
        if (hurried) {
            frames_until([] { return false; }, 500, moved, frames, driver, sleep);
            continue;
        }
        frames_until([&] { return is_new() || (milliseconds_since(moved) > 400 && nothing_comes()); }, 5000, moved,
                     frames, driver, sleep);
        if (!is_new())
            ++waits.unchanged;
        else {
            waits.first.values.push_back(first);
            waits.picture.values.push_back(milliseconds_since(moved));
            waits.run.values.push_back(driver.model().result->timing.total_ms);
        }
        rest();
    }
    driver.release();
    driver.settle();
    return waits;
}

uint64_t max_memory() {
    std::ifstream status("/proc/self/status");
    for (std::string line; std::getline(status, line);)
        if (line.starts_with("VmHWM:")) return std::stoull(line.substr(6)) / 1024;
    return 0;
}

} // namespace

void drag_through_the_course(std::string_view only) {
    Sleep sleep;
    for (const catalog::Experiment& experiment : start_with({}).catalog->experiments)
        for (const catalog::Variant& variant : experiment.variants) {
            if (!only.empty() && experiment.name != only) continue;
            const scene::LaunchSetup setup = with_variant(
                default_setup(experiment, WARPSCOPE_SOURCE_DIR "/assets/harbour.png"), experiment, variant.name);
            std::vector<Knob> knobs;
            {
                Driver driver(start_with(setup), 1280, 720);
                driver.paint_frames();
                driver.settle();
                knobs = knobs_of(driver, variant);
            }
            for (const Knob& knob : knobs) {
                // Restarts, so that the other sliders have their defaults.
                Driver driver(start_with(setup), 1280, 720, [&] { sleep.wake(); });
                driver.paint_frames();
                driver.settle();
                Waits waits = drag(driver, sleep, knob);
                fmt::print("{:40} {:16}", fmt::format("{}/{}", experiment.name, variant.name), knob.label);
                if (!waits.picture.values.empty())
                    fmt::print(" median {:7.1f} ms, most {:7.1f}, the run {:7.1f}", waits.picture.median(),
                               waits.picture.values.back(), waits.run.median());
                fmt::print("{}\n",
                           waits.unchanged > 0 ? fmt::format("  {} without a new result", waits.unchanged) : "");
            }
        }
}

void pan_about() {
    Sleep sleep;
    Driver driver(start_with(setup_of("box_blur", "noise:1024x1024,seed=7")), 1280, 720, [&] { sleep.wake(); });
    driver.paint_frames();
    driver.settle();
    const ImVec2 middle = driver.middle("left view");
    for (const int notches : {0, 4, 4, 4, 4}) { // from the whole picture to values in cells
        driver.wheel(middle, static_cast<float>(notches));
        driver.settle();
        Frames still, frames;
        for (int i = 0; i < 30; ++i) still.make(driver);
        driver.press(middle);
        for (int step = 1; step <= 60; ++step) {
            const auto shift = static_cast<float>(step <= 30 ? step : 60 - step);
            ImGui::GetIO().AddMousePosEvent(middle.x + 3 * shift, middle.y + 2 * shift);
            driver.app().request_redraw();
            frames.make(driver);
        }
        driver.release();
        driver.settle();
        const double zoom = driver.model().camera.pixels_per_cell;
        still.whole.print(fmt::format("frame at rest, {:.1f} pixels a cell", zoom).c_str());
        frames.whole.print(fmt::format("frame of a pan, {:.1f} pixels a cell", zoom).c_str());
    }
}

void drag_a_slow_kernel() {
    Sleep sleep;
    scene::LaunchSetup setup = setup_of("box_blur", WARPSCOPE_SOURCE_DIR "/assets/harbour.png");
    setup.settings.values["radius"] = 16;
    Driver driver(start_with(setup), 1280, 720, [&] { sleep.wake(); });
    driver.paint_frames();
    driver.settle();
    Waits waits = drag(driver, sleep, {"radius", 16, 1, 0, 16});
    waits.first.print("move to the first blocks of the new picture");
    waits.picture.print("move to picture and overlays");
}

void hold_a_large_picture(const std::string& experiment) {
    Sleep sleep;
    {
        Driver driver(start_with(setup_of(experiment, "noise:4096x4096,seed=7")), 1280, 720, [&] { sleep.wake(); });
        driver.paint_frames();
        driver.settle();
        fmt::print("{} MB at most after the first picture\n", max_memory());
        const Knob knob{"block y", 16, 1, 1, 1024, true};
        Waits waits = drag(driver, sleep, knob);
        waits.picture.print("move to picture and overlays");
        waits.run.print("of that, the run");
        drag(driver, sleep, knob, true);
    }
    fmt::print("{} MB at most after dragging\n", max_memory());
}

} // namespace warpscope::ui
