#pragma once

#include <filesystem>
#include <optional>
#include <string>

#include "ui/style/style.hpp"
#include "ui/workbench.hpp"
#include "workbench/editing/edited_source.hpp"

namespace warpscope::ui {

class TextDialog {
public:
    void show(const std::filesystem::path& folder, const std::string& suggestion);
    /// Offers to overwrite the text's file. `is_newer`: another program has changed the file.
    void show_own(const std::filesystem::path& file, bool is_newer);
    void hide() { open_ = false; }
    [[nodiscard]] bool open() const { return open_; }
    [[nodiscard]] std::optional<SaveText> draw(const Look& look);

private:
    bool open_ = false, is_newer_ = false;
    std::string path_, own_; // own_: file of the text if it may be overwritten, else empty
};

} // namespace warpscope::ui
