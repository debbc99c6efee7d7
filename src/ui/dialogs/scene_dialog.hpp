#pragma once

#include <filesystem>
#include <optional>
#include <string>

#include "ui/model/model.hpp"

namespace warpscope::ui {

class SceneDialog {
public:
    /// Suggests a name that is free in `folder`. Replaces an existing file only after a click on "Replace".
    void show(const std::filesystem::path& folder, const std::string& suggestion, const std::string& notes);
    void hide() { open_ = false; }
    [[nodiscard]] bool open() const { return open_; }
    [[nodiscard]] std::optional<SaveScene> draw(const Look& look);

private:
    bool open_ = false;
    std::string path_, notes_;
};

} // namespace warpscope::ui
