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
#include "ui/model/preferences.hpp"
#include "ui/model/run_choice.hpp"
#include "ui/model/scene_document.hpp"

namespace warpscope::ui {

struct GpuParts;

/// -I and -D of the command line, for the experiment that it names.
struct SourceOptions {
    std::filesystem::path experiment; // its file; empty: there are none
    std::vector<std::filesystem::path> include_folders;
    std::vector<std::pair<std::string, std::string>> definitions;
};

/// How the program starts.
struct Start {
    std::shared_ptr<const catalog::Catalog> catalog;
    Preferences preferences;
    std::filesystem::path preferences_file; // empty: nothing is remembered
    /// By view: the overlays that the command line asked for, and those that were remembered and go on to be.
    std::vector<std::pair<render::OverlaySet, render::OverlaySet>> asked_overlays;
    std::filesystem::path autosave_folder; // empty: the scene is not saved by itself
    std::optional<scene::Source> choice;   // none: the last session's, or the default experiment
    SourceOptions source_options;          // given again whenever the experiment is read again
    SceneDocument document;                // a scene that was opened, of `choice`
    session::DeviceChoice device = session::DeviceChoice::automatic;
    compile::CompilerChoice compiler = compile::CompilerChoice::automatic;
    std::vector<Notice> notices;        // said at the start
    std::optional<CellCoordinates> pin; // cell of the output
    std::optional<double> zoom;         // pixels per cell; centred on `pin` where there is one
    std::optional<PaintedCode> paint;   // a line of the kernel painted on the data
    std::optional<uint32_t> interval;   // between barriers, of the pinned or the middle block
    scene::Moment moment;               // of the pinned or the middle block; its steps may be beyond the end
    std::filesystem::path assignment;   // is opened
    std::filesystem::path lesson;       // is opened
    std::optional<size_t> lesson_step;  // of it, from 0; none: where it was left
    std::string lesson_answer;          // predicted there, and measured: a number, an option's place from 1, or "tell"
    bool lesson_slide = false;          // what is drawn is a picture to be shown: without buttons
    std::string compare_with;           // a variant: the first launch is pinned and this one shown beside it
    std::filesystem::path film_program = "/proc/self/exe"; // this one, which makes films
    std::filesystem::path program;                         // a CUDA program whose page is shown; empty: none
    std::string build_words;                               // how it is built, as ProgramView has it
    bool editing = false;                                  // the kernel's text is an editor
    bool run_program = false;                              // the command line asks for its run, too ...
    std::optional<uint32_t> program_launch;                // ... and for one of its launches in the microscope
    bool recorded = false;                                 // overlays from the GPU's recording, where there is a GPU
    bool presentation = false;
    bool drawer_large = false;     // in presentation mode: the drawer's tab instead of the views
    Language desktop_language{};   // where the preferences name none
    bool desktop_dialogs = false;  // the desktop's own, where there is one
    bool first_start = false;      // nothing is remembered: the first page is shown
    bool first_look = false;       // views and drawer as the experiment wishes, not as the preferences have them
    bool drawer_asked = false;     // the drawer was asked for: it is not folded for lack of room
    bool software_gl = false;      // OpenGL draws with the processor
    const GpuParts* gpu = nullptr; // null: the system's
    bool animate = true;           // false: the camera jumps, for pictures and tests
};

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
