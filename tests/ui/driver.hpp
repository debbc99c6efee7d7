// Driver of the real program without a window: draws frames, finds widgets by label, moves the mouse, presses keys, and
// waits for results.
#pragma once

#include <filesystem>
#include <gtest/gtest.h>
#include <memory>
#include <string>
#include <string_view>

#include "ui/figures/offscreen.hpp"
#include "ui/imgui/test_hooks.hpp"

namespace warpscope::ui {

/// Returns the experiment with its initial settings on `input`. Fails the test if the experiment does not exist.
[[nodiscard]] scene::LaunchSetup setup_of(const std::string& experiment, const std::string& input);
/// Returns a start on the emulator without a settings file or animations, with all panes open.
[[nodiscard]] Start start_with(const scene::LaunchSetup& setup);
/// Works like start_with(), but with the experiment in a file, and a catalog that contains only this experiment.
[[nodiscard]] Start start_with_file(const std::filesystem::path& experiment); // or a .cu file
/// Writes NAME.cu and opens it on the tab Findings.
[[nodiscard]] Start start_with_findings_of(const std::string& name, std::string_view source);

class Driver {
public:
    static constexpr uint32_t width = 1400, height = 860;

    /// All tests of the process share one context; each Driver starts a new program. `wake`: see App::create().
    explicit Driver(Start start, uint32_t window_width = width, uint32_t window_height = height,
                    std::function<void()> wake = {});
    ~Driver();

    [[nodiscard]] App& app();
    [[nodiscard]] const Model& model() { return app().model(); }
    /// Paints frames like a window does, for benchmarks.
    void paint_frames(bool on = true) { offscreen_->paint_frames(on); }
    /// Returns the screen after painted frames: RGBA, top row first.
    [[nodiscard]] std::vector<uint8_t> screen() const { return offscreen_->screen(); }
    void frames(int count = 1);
    /// Draws frames until nothing changes; fails the test after a minute.
    void settle();
    void resize(uint32_t window_width, uint32_t window_height);

    [[nodiscard]] bool has(std::string_view label) const { return recorder_->find(label).has_value(); }
    [[nodiscard]] bool has_shown(std::string_view words) const { return recorder_->find_shown(words).has_value(); }
    [[nodiscard]] std::vector<std::string> labels() const { return recorder_->labels(); }
    /// Returns the widget's rectangle; fails the test if it does not exist.
    [[nodiscard]] Recorder::Item item(std::string_view label);
    [[nodiscard]] ImVec2 middle(std::string_view label);
    /// Returns the screen position of cell (x, y) in a view ("left view", "right view").
    [[nodiscard]] ImVec2 at_cell(std::string_view view, double x, double y);
    /// Returns all text that panels wrote in the last frame.
    [[nodiscard]] const std::string& text() const { return recorder_->text(); }
    /// Returns the full texts that the last frame truncated.
    [[nodiscard]] const std::vector<std::string>& cut() const { return recorder_->cut(); }
    [[nodiscard]] bool says(std::string_view words) const { return text().find(words) != std::string::npos; }

    void move(ImVec2 to);
    void press(ImVec2 at, ImGuiMouseButton button = ImGuiMouseButton_Left);
    void release(ImGuiMouseButton button = ImGuiMouseButton_Left);
    void click(std::string_view label, ImGuiMouseButton button = ImGuiMouseButton_Left);
    /// Clicks the Findings tab, whose label contains a count.
    void click_findings();
    void click_at(ImVec2 at, ImGuiMouseButton button = ImGuiMouseButton_Left);
    void drag(ImVec2 from, ImVec2 to, int steps = 6);
    void wheel(ImVec2 at, float notches);
    void key(ImGuiKeyChord chord);
    void type(std::string_view words);
    /// Types into the palette (Ctrl+K).
    void search(std::string_view words);
    /// Saves with the dialog of Ctrl+Shift+S.
    void save_scene(const std::filesystem::path& file);
    /// Drags a slider's knob to `share` of its track.
    void slide(std::string_view label, float share);

    [[nodiscard]] Picture picture();

private:
    Offscreen* offscreen_ = nullptr;
    std::unique_ptr<Recorder> recorder_;
};

/// Returns "" if the file does not exist.
[[nodiscard]] std::string contents(const std::filesystem::path& file);

} // namespace warpscope::ui
