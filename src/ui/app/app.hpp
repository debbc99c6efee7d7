// The program behind the window: state, panels, undo, files, and what the workers have ready. Makes one ImGui frame per
// call and knows no window system, so that the same code runs in a window, for a picture, and in tests.
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
#include "workbench/document/preferences.hpp"
#include "workbench/document/run_choice.hpp"
#include "workbench/document/scene_document.hpp"
#include "workbench/document/start.hpp"
#include "workbench/gpu/gpu_access.hpp"

namespace warpscope::ui {

class App {
public:
    /// Needs a current OpenGL context and ImGui context. `wake` may be called on any thread when there is something new
    /// to show while the event loop sleeps.
    [[nodiscard]] static Result<std::unique_ptr<App>> create(Start start, const Fonts& fonts,
                                                             std::function<void()> wake);
    ~App();

    /// Builds one frame; call between ImGui's NewFrame and Render. `framebuffer`: the one that the frame will be drawn
    /// into, of which parts that it does not cover may be drawn at once; none where that is not known.
    void frame(std::optional<uint32_t> framebuffer = std::nullopt);

    /// How long the event loop may sleep when there is neither input nor `wake`; 0: the next frame is due now.
    [[nodiscard]] double idle_seconds() const;
    /// Tells that there was input or `wake`: what it leads to takes more than one frame to show.
    void stir();
    /// After frame(): whether to draw what it shows, or to drop it, since the next frames replace it.
    [[nodiscard]] bool worth_painting() const;
    /// The frame is on the screen; it took so many seconds, drawing included.
    void frame_shown(double seconds);
    /// The next frame must wait a little, whatever happens: idle_seconds() says for how long.
    [[nodiscard]] bool holds_back() const;
    /// Everything asked for has arrived and nothing moves: the picture will not change by itself.
    [[nodiscard]] bool settled() const;
    [[nodiscard]] bool quit_wished() const;
    /// After quitting, the program is to be started anew; it finds its last session in the settings.
    [[nodiscard]] bool restart_wished() const;

    /// The command line with which a new program shows the scene: what the settings do not hold.
    [[nodiscard]] std::vector<std::string> restart_arguments() const;

    /// When the input of the next frame came, for launch_times().
    void note_input(std::chrono::steady_clock::time_point when);
    /// Seconds from a slider's event to its kernel's launch on the GPU, of the newest that were launched at once.
    [[nodiscard]] std::vector<double> launch_times() const;

    /// Shows what went wrong as a notice.
    void complain(const Diagnostic& error);
    /// Files dropped on the window or named on the command line.
    void open_files(const std::vector<std::filesystem::path>& files);
    void set_monitor_scale(float scale);
    /// What presentation mode asks of the window: true for the whole screen.
    [[nodiscard]] bool presentation() const;
    void set_window_place(const WindowPlace& place);

    /// A picture that the user wants saved. The maker of frames calls save_wish() after each frame and, when it is
    /// set, save().
    [[nodiscard]] std::optional<SavePicture> save_wish() const;
    /// Draws the wished picture in a frame of its own (outside NewFrame and Render) and writes it on a worker.
    void save(ImguiHost& host);

    /// Of the last frame.
    [[nodiscard]] Ground ground() const;
    /// The state that the last frame showed, for tests and for the program's own pictures.
    [[nodiscard]] const Model& model() const;
    /// Seconds that the newest frames took on the UI thread, oldest first.
    [[nodiscard]] std::vector<double> frame_times() const;

    struct State;

private:
    explicit App(std::unique_ptr<State> state);
    std::unique_ptr<State> state_;
};

} // namespace warpscope::ui
