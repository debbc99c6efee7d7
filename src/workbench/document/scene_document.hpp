// The scene as a document: its file, its notes, and a scene that waits for its run.
#pragma once

#include <atomic>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>

#include "export/numbers.hpp"
#include "export/scene_file.hpp"

namespace warpscope::workbench {

/// Comparison of a run with the numbers that were saved with a scene.
struct SceneCheck {
    std::string name;
    scene::Source source;
    scene::Measured saved;
    exporting::Reproduced reproduced;
    std::weak_ptr<const session::RunResult> run;
};

struct SceneDocument {
    std::filesystem::path file;
    std::string notes;
    std::optional<exporting::OpenedScene> arriving; // opened scene whose run is not finished
    bool brought_text = false;                      // scene file contained an edited text, which is untrusted
    std::optional<SceneCheck> check;
    std::shared_ptr<const compile::GivenPtx> ptx = {};        // PTX from the scene file, until the kernel is recompiled
    std::shared_ptr<std::atomic<bool>> beside_cancelled = {}; // cancels the run of the comparison; null: none
};

} // namespace warpscope::workbench
