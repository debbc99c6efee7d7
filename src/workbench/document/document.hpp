#pragma once

#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>

#include "workbench/background/worker.hpp"
#include "workbench/document/action.hpp"
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
    double now = 0; // seconds since start
    double seconds = 0;
};

struct AssignedKernel {
    std::string experiment, variant, key;
    std::optional<std::string> begin_with;
};

struct BeforeLesson {
    scene::Scene scene;
    Preferences preferences;
    SceneDocument file;
};

struct Document {
    /// `wake` runs on any thread.
    Document(Start start, std::function<void()> wake);
    Document(const Document&) = delete;
    Document& operator=(const Document&) = delete;

    /// Returns null if the catalog lacks the experiment.
    [[nodiscard]] const catalog::Experiment* experiment() const;
    [[nodiscard]] const catalog::Variant* variant() const;
    [[nodiscard]] bool is_of_setup(const session::RunResult& result) const;
    void submit();
    /// Changes with the same non-empty `gesture` are one undo step.
    void choose(const scene::LaunchSetup& next, const std::string& gesture);
    void say(bool error, Message words, Message hint = {});
    /// Removes errors.
    void say_saved(Message words, Message hint = {});

    /// Adds or replaces a file's experiment. Returns the experiment's name, or the file's path if the name is taken.
    std::string add_experiment(catalog::Experiment opened);
    [[nodiscard]] std::shared_ptr<const catalog::Experiment> guessed_setup() const;
    [[nodiscard]] UndoStep undo_step() const { return {scene.source, scene.notes, guessed_setup()}; }

    [[nodiscard]] std::string key_of(const scene::LaunchSetup& source) const;
    [[nodiscard]] bool is_assigned(const scene::LaunchSetup& source) const;
    [[nodiscard]] std::optional<std::string> kept_text(const scene::LaunchSetup& source) const;
    /// nullopt: forgets the text.
    void keep_text(const std::optional<std::string>& text, const TextOrigin& origin = {});
    /// The mark lasts until exit, even if the kernel's text changes.
    void mark_untrusted(const scene::LaunchSetup& source);
    /// Returns whether the text came with a scene: a GPU run then needs the user's consent.
    [[nodiscard]] bool is_untrusted(const scene::LaunchSetup& source) const;

    [[nodiscard]] Preferences remembered() const;
    [[nodiscard]] bool seen(Tab tab) const { return window.seen(tab, preferences); }
    void open_drawer(bool open);
    void reset_view_state();

    Start start;
    std::function<void()> wake;
    std::shared_ptr<const catalog::Catalog>& catalog = start.catalog;
    Preferences preferences;
    scene::Scene scene;
    History history;
    SceneDocument file;
    std::set<std::string> untrusted_kernels; // keys from text_key() and key_of()
    std::set<std::string> race_checked_kernels;
    std::optional<AssignedKernel> assigned;
    std::optional<BeforeLesson> before_lesson;
    std::optional<std::optional<render::Camera>> camera_before; // camera to restore when the user leaves the moment
    std::string launch_note;
    std::optional<Language> figure_language; // language of a picture that waits to be saved; nullopt: no picture waits

    Runs runs;
    RunPtr shown;
    Redraw redraw;
    Notices notices;
    WindowState window;
    Pointing pointing;
    ViewCamera camera;
    Clock clock;
    std::vector<DialogRequest> dialog_requests;
    std::chrono::steady_clock::time_point input_time;

    // Callbacks to features; the workbench sets them.
    std::function<std::string(Action)> key_text = [](Action) { return std::string(); };
    std::function<void(const std::string&)> copy_text = [](const std::string&) {};
    std::function<void(const Command&)> send = [](const Command&) {};
    std::function<void()> on_view_reset = [] {};
    std::function<void(const session::Request&)> on_request = [](const session::Request&) {};
    std::function<void(const Diagnostic*)> on_answer = [](const Diagnostic*) {};
    std::function<void()> on_program_reread = [] {};
    std::function<bool(const std::filesystem::path&)> is_of_program = [](const std::filesystem::path&) {
        return false;
    };

private:
    std::unique_ptr<Worker> own_worker_; // last: destroyed first

public:
    Worker& worker;
    /// Runs the remaining jobs while the objects that they use exist.
    void end_work() { own_worker_.reset(); }
};

} // namespace warpscope::workbench
