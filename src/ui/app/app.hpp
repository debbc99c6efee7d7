// The application without a window system, shared by the window, pictures and tests.
#pragma once

#include <chrono>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/cell.hpp"
#include "session/session.hpp"
#include "ui/imgui/imgui_host.hpp"
#include "ui/model/model.hpp"
#include "ui/workbench.hpp"
#include "workbench/document/launch_setup.hpp"
#include "workbench/document/preferences.hpp"
#include "workbench/document/scene_document.hpp"
#include "workbench/document/start.hpp"
#include "workbench/gpu/gpu_access.hpp"

namespace warpscope::ui {

class App {
public:
    /// Needs current OpenGL and ImGui contexts. `wake` wakes the event loop; any thread may call it.
    [[nodiscard]] static Result<std::unique_ptr<App>> create(Start start, const Fonts& fonts,
                                                             std::function<void()> wake);
    ~App();

    /// Runs between ImGui's NewFrame and Render. Views may draw directly into `framebuffer`, if given.
    void frame(std::optional<uint32_t> framebuffer = std::nullopt);

    /// Returns how long the event loop may sleep without input or `wake`.
    [[nodiscard]] double idle_seconds() const;
    void request_redraw();
    [[nodiscard]] bool should_present() const;
    void frame_shown(double seconds);
    /// Returns whether to wait idle_seconds() before the next frame despite input.
    [[nodiscard]] bool is_throttled() const;
    /// Returns whether only input can change the picture.
    [[nodiscard]] bool settled() const;
    [[nodiscard]] bool should_quit() const;
    [[nodiscard]] bool should_restart() const;

    [[nodiscard]] std::vector<std::string> restart_arguments() const;

    void note_input(std::chrono::steady_clock::time_point when);
    [[nodiscard]] std::vector<double> launch_times() const;

    void report_error(const Diagnostic& error);
    void open_files(const std::vector<std::filesystem::path>& files);
    void set_monitor_scale(float scale);
    void set_touch(bool on);
    [[nodiscard]] bool presentation() const;
    void set_window_place(const WindowPlace& place);

    /// Returns the picture to save. Check after each frame, then call save().
    [[nodiscard]] std::optional<SavePicture> pending_picture() const;
    /// Draws the pending picture; a worker then writes the file. Call it outside of NewFrame and Render.
    void save(ImguiHost& host);

    [[nodiscard]] Ground ground() const;
    [[nodiscard]] const Model& model() const;
    /// Returns frame times in seconds, oldest first.
    [[nodiscard]] std::vector<double> frame_times() const;

    struct State;

private:
    explicit App(std::unique_ptr<State> state);
    std::unique_ptr<State> state_;
};

} // namespace warpscope::ui
