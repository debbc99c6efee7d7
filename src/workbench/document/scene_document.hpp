#pragma once

#include <atomic>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>

#include "export/numbers.hpp"
#include "export/scene_file.hpp"

namespace warpscope::workbench {

struct SceneCheck {
    std::string name;
    scene::LaunchSetup source;
    scene::Measured saved;
    exporting::Reproduced reproduced;
    std::weak_ptr<const session::RunResult> run;
};

struct SceneDocument {
    std::filesystem::path file;
    std::string notes;
    std::optional<exporting::OpenedScene> arriving;
    bool has_untrusted_text = false;
    std::optional<SceneCheck> check;
    std::shared_ptr<const compile::GivenPtx> ptx = {}; // PTX of the scene, until the kernel is compiled
    std::shared_ptr<std::atomic<bool>> beside_canceled = {};
    bool is_restored = false; // autosaved before a crash
};

/// `file`: empty for a scene from a link.
[[nodiscard]] SceneDocument document_of(const std::filesystem::path& file, exporting::OpenedScene opened);

} // namespace warpscope::workbench
