// Scenes as files: saved by themselves or inside a picture, and opened with what they carry.
#pragma once

#include <filesystem>
#include <memory>
#include <string>

#include "catalog/experiment.hpp"
#include "scene/saved_scene.hpp"
#include "session/session.hpp"

namespace warpscope::exporting {

/// What is shown of a run.
struct SceneLook {
    scene::Scene scene;
    std::string tab, chart, notes;                              // as in scene::SavedScene
    std::optional<scene::FigureLook> figure = {};               // that the scene is of
    std::shared_ptr<const session::RunResult> beside = nullptr; // that it is compared with
    friend bool operator==(const SceneLook&, const SceneLook&) = default;
};

/// The text of the scene with what it carries and with the numbers of `result`, which is a run of it. Reads files; call
/// it on a worker.
[[nodiscard]] Result<std::string> scene_text(const session::RunResult& result, const SceneLook& look);

/// The key of the text inside a PNG.
inline constexpr const char* png_keyword = "Warpscope scene";

/// Returns whether a file of this name may be a scene: *.wscope, or a PNG, SVG or PDF, which may carry one.
[[nodiscard]] bool may_be_scene(const std::filesystem::path& file);
/// Returns whether the name is that of a scene, in whatever case.
[[nodiscard]] bool is_scene_file(const std::filesystem::path& file);

/// The scene of a .wscope file, or the one that a picture carries. Nothing: a picture without a scene.
[[nodiscard]] Result<std::optional<scene::SavedScene>> read_scene(const std::filesystem::path& file);

/// The launch that a scene compares its own with.
struct OpenedRun {
    scene::Source source;                                  // with names of this machine's files
    std::shared_ptr<const catalog::Experiment> experiment; // of it
    bool carried = false;                                  // came with the scene
    std::shared_ptr<const compile::GivenPtx> ptx;          // as OpenedScene's
};

struct OpenedScene {
    scene::SavedScene saved;                               // as the file has it
    scene::Scene scene;                                    // with names of this machine's files
    std::shared_ptr<const catalog::Experiment> experiment; // of scene.source
    bool carried = false;                                  // the experiment came with the scene
    std::shared_ptr<const compile::GivenPtx> ptx;          // what its numbers were measured on; null: not carried
    std::optional<OpenedRun> beside;
};

/// Writes what the scene carries below the user's cache folder and reads its experiment from there, or finds it in the
/// catalogue. Runs and executes nothing. Call it on a worker.
[[nodiscard]] Result<OpenedScene> open_scene(scene::SavedScene saved, const catalog::Catalog& catalog);

/// Returns whether a file is what open_scene() has written of a scene: no place of the user's.
[[nodiscard]] bool came_with_scene(const std::filesystem::path& file);
/// Returns whether an experiment came with a scene: its kernels run on the emulator unless the GPU is asked for.
[[nodiscard]] bool came_with_scene(const catalog::Experiment& experiment);

} // namespace warpscope::exporting
