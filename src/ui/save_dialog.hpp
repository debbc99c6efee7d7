// Asks what to save as PNG, how large, and where.
#pragma once

#include <optional>
#include <string>

#include "ui/model.hpp"

namespace warpscope::ui {

class SaveDialog {
public:
    /// `folder` is where the suggested name lies.
    void show(const std::filesystem::path& folder, const std::string& suggestion);
    void hide() { open_ = false; }
    [[nodiscard]] bool open() const { return open_; }
    /// `sizes`: pixels at scale 1 of left view, right view, window.
    [[nodiscard]] std::optional<SavePicture> draw(const Model& model, const std::array<ImVec2, 3>& sizes);

private:
    bool open_ = false;
    Subject subject_ = Subject::right_view;
    int scale_ = 2;
    std::string path_;
};

} // namespace warpscope::ui
