// The scene as a document: its file, its notes, and one that was opened and waits for its run.
#pragma once

#include <filesystem>
#include <optional>
#include <string>

#include "export/scene_file.hpp"

namespace warpscope::ui {

struct SceneDocument {
    std::filesystem::path file; // that it was saved to or opened from; empty: none
    std::string notes;
    std::optional<exporting::OpenedScene> arriving; // shown when its run is there
    bool brought_text = false; // the scene came with an edited text: it reaches the GPU only when that is asked for
    std::string reproduced;    // of the opened one: "41 of 41 numbers reproduced"
};

} // namespace warpscope::ui
