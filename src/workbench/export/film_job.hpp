// Films, drawn by a separate process (`warpscope film`) so that the window stays responsive.
#pragma once

#include <atomic>
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "export/scene_file.hpp"
#include "workbench/background/worker.hpp"
#include "workbench/document/redraw.hpp"
#include "workbench/document/runs.hpp"
#include "workbench/export/commands.hpp"
#include "workbench/export/view_model.hpp"

namespace warpscope::workbench {

/// Returns pictures per second: enough to show each moment, unless there are too many.
[[nodiscard]] double film_rate(double seconds, uint64_t moments);

class FilmJob {
public:
    /// `program` is this executable.
    FilmJob(Redraw& redraw, std::filesystem::path program, std::function<void()> wake);
    ~FilmJob() { stop(); }

    /// Makes a film after canceling the current one. If `request` has no file, makes a small preview.
    void make(const RunPtr& run, exporting::SceneLook look, const MakeFilm& request);
    void stop();
    void deliver() { worker_.deliver(); }

    [[nodiscard]] bool busy() const { return stop_ != nullptr; }
    [[nodiscard]] const std::shared_ptr<const FilmStills>& preview() const { return preview_; }
    void forget_preview() { preview_.reset(); }
    [[nodiscard]] std::optional<Result<std::filesystem::path>> take_made() {
        return std::exchange(made_, std::nullopt);
    }

private:
    Redraw& redraw_;
    std::filesystem::path program_;
    std::shared_ptr<std::atomic<bool>> stop_;
    std::shared_ptr<const FilmStills> preview_;
    std::optional<Result<std::filesystem::path>> made_;
    Worker worker_; // last: destroyed first
};

} // namespace warpscope::workbench
