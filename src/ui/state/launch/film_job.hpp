// Films, drawn by a separate process (`warpscope film`) so that the window stays responsive.
#pragma once

#include <atomic>
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "export/scene_file.hpp"
#include "gl/texture.hpp"
#include "ui/workbench.hpp"
#include "workbench/background/worker.hpp"
#include "workbench/document/redraw.hpp"
#include "workbench/document/runs.hpp"
#include "workbench/export/commands.hpp"

namespace warpscope::ui {

class FilmJob {
public:
    /// `program` is this executable.
    FilmJob(Redraw& redraw, std::filesystem::path program, std::function<void()> wake);
    ~FilmJob() { stop(); }

    /// Cancels the current film. Makes a small preview if `request` has no file.
    void make(const RunPtr& run, exporting::SceneLook look, const MakeFilm& request);
    void stop();
    void update();

    [[nodiscard]] bool busy() const { return stop_ != nullptr; }
    [[nodiscard]] const std::vector<gl::Texture>& preview() const { return preview_; }
    void forget_preview();
    [[nodiscard]] std::optional<Result<std::filesystem::path>> take_made() {
        return std::exchange(made_, std::nullopt);
    }

private:
    Redraw& redraw_;
    std::filesystem::path program_;
    std::shared_ptr<std::atomic<bool>> stop_;
    std::vector<gl::Texture> preview_;
    std::vector<gl::Texture> drawn_; // in use until the end of this frame
    std::optional<Result<std::filesystem::path>> made_;
    Worker worker_; // last: destroyed first
};

} // namespace warpscope::ui
