// The document that the window shows, and what all features share: the scene with its undo history, the preferences,
// the catalogue, and the runs of the scene's launch.
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>

#include "workbench/background/worker.hpp"
#include "workbench/document/command.hpp"
#include "workbench/document/dialog_request.hpp"
#include "workbench/document/notices.hpp"
#include "workbench/document/pointing.hpp"
#include "workbench/document/preferences.hpp"
#include "workbench/document/redraw.hpp"
#include "workbench/document/runs.hpp"
#include "workbench/document/scene_document.hpp"
#include "workbench/document/start.hpp"
#include "workbench/document/undo_history.hpp"
#include "workbench/document/view_camera.hpp"
#include "workbench/document/window_state.hpp"

namespace warpscope::workbench {

struct Clock {
    double now = 0;     // seconds since the start
    double seconds = 0; // since the last frame
};

/// The open assignment's kernel, the key that its text is kept under, and the text that begins it.
struct AssignedKernel {
    std::string experiment, variant, key;
    std::optional<std::string> begin_with;
};

/// What the window showed before a lesson was opened.
struct BeforeLesson {
    scene::Scene scene;
    Preferences preferences;
    SceneDocument file;
};

struct Document {
    /// `wake` may be called on any thread when there is something new to show while the event loop sleeps.
    Document(Start start, std::function<void()> wake);
    Document(const Document&) = delete;
    Document& operator=(const Document&) = delete;

    /// The chosen one; null before the catalogue is read.
    [[nodiscard]] const catalog::Experiment* experiment() const;
    [[nodiscard]] const catalog::Variant* variant() const;
    /// Returns whether `result` is of the launch setup that is chosen now.
    [[nodiscard]] bool is_of_choice(const session::RunResult& result) const;
    /// Requests a run of the scene's launch setup.
    void submit();
    /// Changes the launch setup as a step of undo. Changes with the same non-empty `gesture` are one step.
    void choose(const scene::Source& next, const std::string& gesture);
    /// Shows a notice.
    void say(bool error, std::string words, std::string hint = {});

    /// Adds an experiment to the catalogue, in the place of the one of its file. Returns its name there: its file's
    /// name if another experiment has the same name.
    std::string add_experiment(catalog::Experiment opened);
    /// The shown experiment if its setup is guessed; else null.
    [[nodiscard]] std::shared_ptr<const catalog::Experiment> guessed_setup() const;
    /// The present state as a step to undo to.
    [[nodiscard]] UndoStep undo_step() const { return {scene.source, scene.notes, guessed_setup()}; }

    /// The key that the kernel's edited text is kept under; the open assignment's kernel has its own.
    [[nodiscard]] std::string key_of(const scene::Source& source) const;
    [[nodiscard]] bool is_assigned(const scene::Source& source) const;
    /// The kernel's edited text when it was chosen last, or the text that the assignment begins with.
    [[nodiscard]] std::optional<std::string> kept_text(const scene::Source& source) const;
    /// Keeps the edited text of the chosen kernel; none: the file's own.
    void keep_text(const std::optional<std::string>& text);
    /// Marks all texts of the kernel as untrusted, also those that grow from it, until the program ends.
    void mark_untrusted(const scene::Source& source);
    /// Returns whether the kernel's text came with a scene: it reaches the GPU only on request.
    [[nodiscard]] bool is_untrusted(const scene::Source& source) const;

    /// The preferences with what is remembered of the scene.
    [[nodiscard]] Preferences remembered() const;
    /// Returns whether the drawer shows this tab.
    [[nodiscard]] bool seen(Tab tab) const { return window.seen(tab, preferences); }
    void open_drawer(bool open);
    /// Forgets what is pinned, marked, zoomed to and compared, because another launch takes its place.
    void leave_place();

    Start start;
    std::function<void()> wake;
    std::shared_ptr<const catalog::Catalog>& catalog = start.catalog;
    Preferences preferences;
    scene::Scene scene;
    History history;
    SceneDocument file;
    std::set<std::string> untrusted_kernels; // by text_key() and key_of()
    std::optional<AssignedKernel> assigned;
    std::optional<BeforeLesson> before_lesson;
    std::optional<std::optional<render::Camera>> camera_before; // the scene's, before a moment was shown
    std::string launch_note;                                    // reason why the last move of a slider was cut short
    std::optional<Language> figure_language; // of a picture that waits for workers' texts; none: the window's

    Runs runs;
    RunPtr shown; // on the screen
    Redraw redraw;
    Notices notices;
    WindowState window;
    Pointing pointing;
    ViewCamera camera;
    Clock clock;
    std::vector<DialogRequest> dialog_requests;       // taken by the window after each command
    std::chrono::steady_clock::time_point input_came; // of the input that the frame answers to

    // Set by the workbench: how features reach each other.
    std::function<void(const Command&)> send = [](const Command&) {};
    std::function<void()> on_leave_place = [] {};
    std::function<void(const session::Request&)> on_request = [](const session::Request&) {};
    std::function<void()> on_program_reread = [] {};
    std::function<bool(const std::filesystem::path&)> is_of_program = [](const std::filesystem::path&) {
        return false;
    };

private:
    std::unique_ptr<Worker> own_worker_; // last: its jobs use the members above

public:
    Worker& worker;
    /// Finishes the worker's jobs, before anything that they use ends. No more can be posted.
    void end_work() { own_worker_.reset(); }
};

} // namespace warpscope::workbench
