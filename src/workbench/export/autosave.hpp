#pragma once

#include <filesystem>
#include <optional>

#include "export/scene_file.hpp"
#include "workbench/background/worker.hpp"
#include "workbench/document/runs.hpp"

namespace warpscope::workbench {

class Autosave {
public:
    static constexpr double every = 15;

    /// Each process has its own file. An empty `folder` disables saving.
    Autosave(const std::filesystem::path& folder, Worker& worker);
    ~Autosave();
    Autosave(const Autosave&) = delete;
    Autosave& operator=(const Autosave&) = delete;

    /// `run` is the run of `look`, or null while it is computed.
    void update(double now, const RunPtr& run, const exporting::SceneLook& look);
    [[nodiscard]] std::optional<double> until_due() const { return until_due_; }

    /// Returns the newest file of a process that has ended.
    [[nodiscard]] static std::optional<std::filesystem::path> find_orphaned(const std::filesystem::path& folder);
    static void remove_orphaned(const std::filesystem::path& folder);
    /// Returns $XDG_STATE_HOME/warpscope, or the same in $HOME/.local/state; empty if neither is set.
    [[nodiscard]] static std::filesystem::path folder();

private:
    std::filesystem::path file_;
    Worker& worker_;
    double last_ = 0;
    std::optional<double> until_due_;
    bool writing_ = false;
    RunPtr saved_run_;
    exporting::SceneLook saved_;
};

} // namespace warpscope::workbench
