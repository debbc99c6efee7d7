#pragma once

#include <memory>
#include <string>
#include <vector>

#include "gl/texture.hpp"
#include "ui/model/model.hpp"

namespace warpscope::ui {

class FilmDialog {
public:
    void show(const Model& model, const std::filesystem::path& folder, const std::string& suggestion);
    void hide() { open_ = false; }
    [[nodiscard]] bool open() const { return open_; }
    void draw(const Model& model, Commands& commands);

private:
    void choose_range(const Model& model);
    void choose_format(const Look& look);
    void draw_preview(const Model& model, Commands& commands);

    bool open_ = false;
    MakeFilm request_;
    uint64_t length_ = 0, now_ = 0; // state of the time bar when the dialog opened
    std::string path_, ending_ = ".gif";
    std::shared_ptr<const FilmStills> stills_; // contents of `preview_`
    std::vector<gl::Texture> preview_;
};

} // namespace warpscope::ui
