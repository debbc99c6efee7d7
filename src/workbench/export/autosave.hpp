// The scene on the screen as a file of its own, written every so often, so that a crash costs little.
#pragma once

#include <filesystem>
#include <optional>

#include "export/scene_file.hpp"
#include "workbench/background/worker.hpp"
#include "workbench/document/runs.hpp"

namespace warpscope::workbench {

class Autosave {
public:
    static constexpr double every = 15; // seconds

    /// `folder` empty: nothing is saved. The file is this process's.
    Autosave(const std::filesystem::path& folder, Worker& worker);
    /// Ended as it should, the program leaves no file behind.
    ~Autosave();
    Autosave(const Autosave&) = delete;
    Autosave& operator=(const Autosave&) = delete;

    /// Once per frame, `now` in seconds: `run` is what `look` shows; null while it is on its way.
    void update(double now, const RunPtr& run, const exporting::SceneLook& look);
    /// Seconds from the last update() on until there is something to write; none: nothing has changed.
    [[nodiscard]] std::optional<double> until_due() const { return until_due_; }

    /// The newest file in `folder` of a process that is no more.
    [[nodiscard]] static std::optional<std::filesystem::path> left_behind(const std::filesystem::path& folder);
    /// $XDG_STATE_HOME/warpscope, or the same below ~/.local/state; empty without any of the two.
    [[nodiscard]] static std::filesystem::path folder();

private:
    std::filesystem::path file_;
    Worker& worker_;
    double last_ = 0; // when it was written
    std::optional<double> until_due_;
    bool writing_ = false;
    RunPtr saved_run_;
    exporting::SceneLook saved_;
};

} // namespace warpscope::workbench
