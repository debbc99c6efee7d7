// Writes the settings to their file, on a worker, some time after they have changed, and at the end.
#pragma once

#include <filesystem>
#include <functional>

#include "workbench/background/worker.hpp"
#include "workbench/document/preferences.hpp"

namespace warpscope::workbench {

class PreferencesFile {
public:
    /// Seconds between a change and its way to the disk.
    static constexpr double delay = 2;
    /// Seconds until it is tried again where it could not be written.
    static constexpr double pause = 20;

    /// `saved`: what the file holds. Without a file nothing is written.
    PreferencesFile(std::filesystem::path file, Preferences saved, Worker& worker)
        : file_(std::move(file))
        , saved_(std::move(saved))
        , worker_(worker) {}

    /// Once per frame. `failed` is told on the UI thread why they cannot be saved, once until they are.
    void keep(const Preferences& now, double time, const std::function<void(const Diagnostic&)>& failed);
    /// The last ones: the worker writes them before it ends.
    void keep_at_end(const Preferences& now);
    /// A change waits to be written.
    [[nodiscard]] bool waits() const { return changed_ > 0 && !unsaved_; }

private:
    std::filesystem::path file_;
    Preferences saved_;
    double changed_ = 0;   // ImGui time; 0 when saved
    bool unsaved_ = false; // what was given last could not be written
    bool told_ = false;
    Worker& worker_;
};

} // namespace warpscope::workbench
