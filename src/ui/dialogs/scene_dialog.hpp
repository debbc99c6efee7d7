// Asks where a scene is to be saved and what is to be said with it.
#pragma once

#include <optional>
#include <string>

#include "ui/model/model.hpp"

namespace warpscope::ui {

class SceneDialog {
public:
    /// `folder` is where the suggested name lies.
    void show(const std::filesystem::path& folder, const std::string& suggestion, const std::string& notes);
    void hide() { open_ = false; }
    [[nodiscard]] bool open() const { return open_; }
    [[nodiscard]] std::optional<SaveScene> draw(const Look& look);

private:
    bool open_ = false;
    std::string path_, notes_;
};

} // namespace warpscope::ui
