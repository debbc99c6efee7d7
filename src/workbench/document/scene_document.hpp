// The scene as a document: its file, its notes, and one that was opened and waits for its run.
#pragma once

#include <atomic>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>

#include "export/numbers.hpp"
#include "export/scene_file.hpp"

namespace warpscope::workbench {

/// Whether a run has the numbers that a scene was saved with.
struct SceneCheck {
    std::string name;                            // the file's
    scene::Source source;                        // the launch, with names of this machine's files
    scene::Measured saved;                       // what it was saved with
    exporting::Reproduced reproduced;            // by `run`
    std::weak_ptr<const session::RunResult> run; // of the saved source
};

struct SceneDocument {
    std::filesystem::path file; // that it was saved to or opened from; empty: none
    std::string notes;
    std::optional<exporting::OpenedScene> arriving; // shown when its run is there
    bool brought_text = false; // the scene came with an edited text: it reaches the GPU only when that is asked for
    std::optional<SceneCheck> check;                   // of the one that was opened
    std::shared_ptr<const compile::GivenPtx> ptx = {}; // that came with it, until it is compiled anew; null: none
    std::shared_ptr<std::atomic<bool>> beside_cancelled = {}; // of the run that it compares with; null: none
};

} // namespace warpscope::workbench
