#pragma once

#include <filesystem>
#include <memory>
#include <string>

#include "catalog/experiment.hpp"
#include "scene/link.hpp"
#include "scene/saved_scene.hpp"
#include "session/session.hpp"

namespace warpscope::exporting {

struct SceneLook {
    scene::Scene scene;
    std::string tab, chart, notes;
    std::optional<scene::FigureLook> figure = {};
    std::shared_ptr<const session::RunResult> beside = nullptr;
    friend bool operator==(const SceneLook&, const SceneLook&) = default;
};

/// Includes attachments and the numbers of `result`. Reads files: call it on a worker.
[[nodiscard]] Result<std::string> scene_text(const session::RunResult& result, const SceneLook& look);

inline constexpr const char* png_keyword = "Warpscope scene";

/// Reads files: call it on a worker.
[[nodiscard]] Result<scene::SceneLink> scene_link(const session::RunResult& result, const SceneLook& look,
                                                  std::string_view address);

/// Accepts links, *.wscope, PNG, SVG and PDF.
[[nodiscard]] bool may_be_scene(const std::filesystem::path& file);
[[nodiscard]] bool is_scene_link(const std::filesystem::path& file);
[[nodiscard]] bool is_scene_file(const std::filesystem::path& file);

/// Accepts links. Returns nullopt for a picture without scene.
[[nodiscard]] Result<std::optional<scene::SavedScene>> read_scene(const std::filesystem::path& file);

struct OpenedRun {
    scene::LaunchSetup source; // with paths of this machine
    std::shared_ptr<const catalog::Experiment> experiment;
    bool carried = false;                         // whether the scene contained the experiment
    std::shared_ptr<const compile::GivenPtx> ptx; // as in OpenedScene
};

struct OpenedScene {
    scene::SavedScene saved;
    scene::Scene scene;
    std::shared_ptr<const catalog::Experiment> experiment;
    bool carried = false;
    std::shared_ptr<const compile::GivenPtx> ptx; // PTX that produced the scene's numbers; may be null
    std::optional<OpenedRun> beside;
};

/// Unpacks attachments into the cache folder; executes nothing. Call it on a worker.
[[nodiscard]] Result<OpenedScene> open_scene(scene::SavedScene saved, const catalog::Catalog& catalog);

[[nodiscard]] bool is_from_scene(const std::filesystem::path& file);
/// If true, kernels need the user's consent to run on the GPU.
[[nodiscard]] bool is_from_scene(const catalog::Experiment& experiment);

} // namespace warpscope::exporting
