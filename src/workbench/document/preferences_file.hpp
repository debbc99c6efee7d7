// Saves changed settings on a worker, after a short delay and at exit.
#pragma once

#include <filesystem>
#include <functional>

#include "workbench/background/worker.hpp"
#include "workbench/document/preferences.hpp"

namespace warpscope::workbench {

class PreferencesFile {
public:
    /// Seconds from a change to saving.
    static constexpr double delay = 2;
    /// Seconds until the next try after a failure.
    static constexpr double pause = 20;

    /// `saved` is the current content of the file. An empty path disables saving.
    PreferencesFile(std::filesystem::path file, Preferences saved, Worker& worker)
        : file_(std::move(file))
        , saved_(std::move(saved))
        , worker_(worker) {}

    /// Saves due changes. Call it once per frame. `failed` runs on the UI thread, once per series of failures.
    void keep(const Preferences& now, double time, const std::function<void(const Diagnostic&)>& failed);
    /// Posts the final save. The worker finishes it before it ends.
    void keep_at_end(const Preferences& now);
    /// Returns whether a change waits to be saved.
    [[nodiscard]] bool waits() const { return changed_ > 0 && !unsaved_; }

private:
    std::filesystem::path file_;
    Preferences saved_;
    double changed_ = 0;   // time of the first unsaved change; 0: none
    bool unsaved_ = false; // last save failed
    bool told_ = false;
    Worker& worker_;
};

} // namespace warpscope::workbench
