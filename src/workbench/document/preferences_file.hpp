#pragma once

#include <filesystem>
#include <functional>

#include "workbench/background/worker.hpp"
#include "workbench/document/preferences.hpp"

namespace warpscope::workbench {

class PreferencesFile {
public:
    static constexpr double delay = 2;
    static constexpr double pause = 20;

    /// `saved` is the file's content. An empty path disables saving.
    PreferencesFile(std::filesystem::path file, Preferences saved, Worker& worker)
        : file_(std::move(file))
        , saved_(std::move(saved))
        , worker_(worker) {}

    /// Saves shortly after a change; call it in every frame. `failed` runs on the UI thread, for the first of several
    /// failures in a row.
    void keep(const Preferences& now, double time, const std::function<void(const Diagnostic&)>& failed);
    void keep_at_end(const Preferences& now);
    [[nodiscard]] bool waits() const { return changed_ > 0 && !unsaved_; }

private:
    std::filesystem::path file_;
    Preferences saved_;
    double changed_ = 0;
    bool unsaved_ = false;
    bool is_failure_reported_ = false;
    Worker& worker_;
};

} // namespace warpscope::workbench
