#pragma once

#include <filesystem>
#include <optional>
#include <string>

#include "ui/model/model.hpp"

namespace warpscope::ui {

class SceneDialog {
public:
    /// Opens for a scene with a file, which may be overwritten. Other files need a click on "Replace".
    void show(const std::filesystem::path& file, const std::string& notes);
    /// Suggests a name that is free in `folder`.
    void show_unsaved(const std::filesystem::path& folder, const std::string& suggestion, const std::string& notes);
    void hide() { open_ = false; }
    [[nodiscard]] bool open() const { return open_; }
    [[nodiscard]] std::optional<SaveScene> draw(const Look& look);

private:
    bool open_ = false;
    std::filesystem::path own_; // file of the scene; empty if unsaved
    std::string path_, notes_;
};

} // namespace warpscope::ui
