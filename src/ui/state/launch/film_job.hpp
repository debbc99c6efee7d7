// Films that the window makes: a program of its own, `warpscope film`, draws them from the scene, so that the window
// goes on as it is.
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
    /// `program` is this one's file.
    FilmJob(Redraw& redraw, std::filesystem::path program, std::function<void()> wake);
    ~FilmJob() { stop(); }

    /// Takes the place of what is being made. `wish` without a file is a preview: few and small pictures.
    void make(const RunPtr& run, exporting::SceneLook look, const MakeFilm& wish);
    void stop();
    /// Once per frame, before anything is drawn.
    void update();

    [[nodiscard]] bool busy() const { return stop_ != nullptr; }
    /// Of the last preview, in their order; empty: there is none.
    [[nodiscard]] const std::vector<gl::Texture>& preview() const { return preview_; }
    void forget_preview();
    /// What a film has come to, once.
    [[nodiscard]] std::optional<Result<std::filesystem::path>> take_made() {
        return std::exchange(made_, std::nullopt);
    }

private:
    Redraw& redraw_;
    std::filesystem::path program_;
    std::shared_ptr<std::atomic<bool>> stop_; // of what is being made; null: nothing is
    std::vector<gl::Texture> preview_;
    std::vector<gl::Texture> drawn_; // forgotten in this frame, which may draw them still
    std::optional<Result<std::filesystem::path>> made_;
    Worker worker_; // last, so that its thread ends first
};

} // namespace warpscope::ui
