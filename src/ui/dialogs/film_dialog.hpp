#pragma once

#include <string>
#include <vector>

#include "gl/texture.hpp"
#include "ui/model/model.hpp"

namespace warpscope::ui {

struct FilmProgress {
    bool busy = false;
    const std::vector<gl::Texture>& preview;
};

class FilmDialog {
public:
    void show(const Model& model, const std::filesystem::path& folder, const std::string& suggestion);
    void hide() { open_ = false; }
    [[nodiscard]] bool open() const { return open_; }
    void draw(const Model& model, const FilmProgress& progress, Commands& commands);

private:
    void choose_range(const Model& model);
    void choose_format(const Look& look);
    void draw_preview(const Model& model, const FilmProgress& progress, Commands& commands);

    bool open_ = false;
    MakeFilm request_;
    uint64_t length_ = 0, now_ = 0; // state of the time bar when the dialog opened
    std::string path_, ending_ = ".gif";
};

} // namespace warpscope::ui
