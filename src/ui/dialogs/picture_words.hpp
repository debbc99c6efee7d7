// Title and caption of a saved picture. They are drawn below the frame, then moved around the picture.
#pragma once

#include "base/drawing.hpp"
#include "ui/imgui/imgui_host.hpp"
#include "ui/style/style.hpp"
#include "ui/workbench.hpp"
#include "workbench/export/commands.hpp"

namespace warpscope::ui {

class PictureWords {
public:
    /// `width`: width of the saved part. `reading`: minimum letter size.
    PictureWords(const SavePicture& request, const Look& look, float width, float reading);
    [[nodiscard]] float height() const { return title_height_ + caption_height_; }
    void draw(const Look& look, float y) const;
    [[nodiscard]] Picture around(const Picture& frame, const drawing::Rect& part, float y, int scale) const;
    [[nodiscard]] drawing::Picture around(drawing::Picture part, const drawing::Picture& frame, float y) const;

private:
    std::string title_, caption_;
    float width_, reading_, title_height_ = 0, caption_height_ = 0;
};

} // namespace warpscope::ui
