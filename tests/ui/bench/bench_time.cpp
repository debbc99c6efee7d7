// Benchmark of the time bar over one long block: time to its first step, time to the whole recording, and how well
// pictures follow the slider.
#include "ui/bench/bench.hpp"

namespace warpscope::ui {

void drag_through_a_block() {
    scene::LaunchSetup setup = setup_of("matmul", "noise:12800x32"); // ten million warp instructions
    setup = with_variant(setup, *start_with(setup).catalog->find("matmul"), "element");
    setup.settings.values["columns"] = 32;
    setup.settings.block = {32, 32};
    Sleep sleep;
    Driver driver(start_with(setup), 1366, 768, [&] { sleep.wake(); });
    driver.paint_frames();
    Frames frames;
    while (!driver.app().settled()) frames.make(driver);
    const Model& model = driver.model();
    auto begin = Clock::now();
    const Recorder::Item scope = driver.item("##scope block");
    driver.press({(scope.min.x + scope.max.x) / 2, (scope.min.y + scope.max.y) / 2});
    driver.release();
    frames_until([&] { return model.moment != nullptr; }, 60e3, begin, frames, driver, sleep);
    fmt::print("first step after {:.0f} ms\n", milliseconds_since(begin));
    frames_until([&] { return !model.time.recording; }, 600e3, begin, frames, driver, sleep);
    if (!model.time.block) return fmt::print("the block was not recorded\n"), void();
    const replay::Recording& recording = *model.time.block->recording;
    fmt::print("{} PTX instructions of warps{}, {} steps, all there after {:.1f} s\n", recording.record_count(),
               recording.is_cut_off() ? ", cut off" : "", model.time.length, milliseconds_since(begin) / 1e3);

    const Recorder::Item track = driver.item("time/track");
    const float y = (track.min.y + track.max.y) / 2;
    const auto at = [&](float share) { return ImVec2{track.min.x + (track.max.x - track.min.x) * share, y}; };
    driver.press(at(0.02f));
    driver.settle();
    // Moves continuously like a hand, without waiting for pictures.
    constexpr double seconds = 8;
    Frames dragged;
    int pictures = 0;
    for (begin = Clock::now(); milliseconds_since(begin) < 1e3 * seconds;) {
        const auto before = model.moment;
        const ImVec2 to = at(0.02f + 0.96f * static_cast<float>(milliseconds_since(begin) / 1e3 / seconds));
        ImGui::GetIO().AddMousePosEvent(to.x, to.y);
        driver.app().request_redraw();
        dragged.make(driver);
        if (model.moment != before) ++pictures;
    }
    driver.release();
    fmt::print("dragged from end to end in {} s: {:.1f} pictures a second\n", seconds, pictures / seconds);
    dragged.own.print("our code, frames of the drag");
    dragged.whole.print("frame with software drawing");
}

} // namespace warpscope::ui
