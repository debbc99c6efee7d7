// Drives the real program without a window: makes frames, finds widgets by label, moves the mouse, presses keys, waits
// for results.
#pragma once

#include <filesystem>
#include <gtest/gtest.h>
#include <memory>
#include <string>
#include <string_view>

#include "ui/figures/offscreen.hpp"
#include "ui/imgui/test_hooks.hpp"

namespace warpscope::ui {

/// The experiment with the settings it starts with, on `input`. Fails the test when there is no such experiment.
[[nodiscard]] scene::Source choice_of(const std::string& experiment, const std::string& input);
/// Start on the emulator with no settings file and no animation, and with all panes open.
[[nodiscard]] Start start_with(const scene::Source& choice);
/// The same for the experiment of a file of the test's own, alone in its catalogue.
[[nodiscard]] Start start_with_file(const std::filesystem::path& experiment);

class Driver {
public:
    static constexpr uint32_t width = 1400, height = 860;

    /// One context serves all tests of the process; each Driver starts the program anew.
    /// `wake` as in App::create().
    explicit Driver(Start start, uint32_t window_width = width, uint32_t window_height = height,
                    std::function<void()> wake = {});
    ~Driver();

    [[nodiscard]] App& app();
    [[nodiscard]] const Model& model() { return app().model(); }
    /// For benchmarks: frames are painted as a window's are.
    void paint_frames(bool on = true) { offscreen_->paint_frames(on); }
    /// What painted frames have left on the screen: RGBA, top row first.
    [[nodiscard]] std::vector<uint8_t> screen() const { return offscreen_->screen(); }
    void frames(int count = 1);
    /// Until nothing changes any more; fails the test after half a minute.
    void settle();
    void resize(uint32_t window_width, uint32_t window_height);

    [[nodiscard]] bool has(std::string_view label) const { return recorder_->find(label).has_value(); }
    [[nodiscard]] bool has_shown(std::string_view words) const { return recorder_->find_shown(words).has_value(); }
    [[nodiscard]] std::vector<std::string> labels() const { return recorder_->labels(); }
    /// The widget's rectangle; fails the test when it is not there.
    [[nodiscard]] Recorder::Item item(std::string_view label);
    /// Middle of the widget.
    [[nodiscard]] ImVec2 middle(std::string_view label);
    /// Where a cell of the plane lies on the screen in a view ("left view", "right view").
    [[nodiscard]] ImVec2 at_cell(std::string_view view, double x, double y);
    /// Everything written by panels in the last frame.
    [[nodiscard]] const std::string& text() const { return recorder_->text(); }
    /// Of the last frame: what had no room, in whole.
    [[nodiscard]] const std::vector<std::string>& cut() const { return recorder_->cut(); }
    [[nodiscard]] bool says(std::string_view words) const { return text().find(words) != std::string::npos; }

    void move(ImVec2 to);
    void press(ImVec2 at, ImGuiMouseButton button = ImGuiMouseButton_Left);
    void release(ImGuiMouseButton button = ImGuiMouseButton_Left);
    void click(std::string_view label, ImGuiMouseButton button = ImGuiMouseButton_Left);
    void click_at(ImVec2 at, ImGuiMouseButton button = ImGuiMouseButton_Left);
    void drag(ImVec2 from, ImVec2 to, int steps = 6);
    void wheel(ImVec2 at, float notches);
    void key(ImGuiKeyChord chord);
    void type(std::string_view words);
    /// Types into the palette (Ctrl+K).
    void search(std::string_view words);
    /// By the dialog of Ctrl+Shift+S.
    void save_scene(const std::filesystem::path& file);
    /// Drags a slider's knob to `share` of its track.
    void slide(std::string_view label, float share);

    [[nodiscard]] Picture picture();

private:
    Offscreen* offscreen_ = nullptr;
    std::unique_ptr<Recorder> recorder_;
};

/// Of a file; empty where there is none.
[[nodiscard]] std::string contents(const std::filesystem::path& file);

} // namespace warpscope::ui
