// Asks where a scene is to be saved and what is to be said with it.
#pragma once

#include <filesystem>
#include <optional>
#include <string>

#include "ui/model/model.hpp"

namespace warpscope::ui {

class SceneDialog {
public:
    /// Of a scene that has a file, which may be written again; any other is replaced by a button that says so alone.
    void show(const std::filesystem::path& file, const std::string& notes);
    /// Of one that has none: the name is one that no file in `folder` has.
    void show_unsaved(const std::filesystem::path& folder, const std::string& suggestion, const std::string& notes);
    void hide() { open_ = false; }
    [[nodiscard]] bool open() const { return open_; }
    [[nodiscard]] std::optional<SaveScene> draw(const Look& look);

private:
    bool open_ = false;
    std::filesystem::path own_; // the scene's file; empty: none
    std::string path_, notes_;
};

} // namespace warpscope::ui
