#include "ui/imgui/drawing_crop.hpp"

#include <utility>

namespace warpscope::ui {

namespace {

/// Moves everything to the left and up.
struct Mover {
    double x, y;

    void operator()(drawing::Point& p) const { p = {p.x - x, p.y - y}; }
    void operator()(drawing::Rect& r) const { r = {r.x - x, r.y - y, r.width, r.height}; }
    void operator()(drawing::Shape& shape) const {
        for (drawing::Rect& r : shape.rects) (*this)(r);
        for (drawing::Path& path : shape.paths)
            for (drawing::Point& p : path.points) (*this)(p);
        (*this)(shape.style.pattern.origin);
    }
    void operator()(drawing::Text& text) const { (*this)(text.at); }
    void operator()(drawing::Image& image) const { (*this)(image.at); }
    void operator()(drawing::Group& group) const {
        if (group.clip) (*this)(*group.clip);
        for (drawing::Item& item : group.items) std::visit(*this, item.is);
    }
};

} // namespace

drawing::Picture cropped(drawing::Picture picture, const drawing::Rect& part) {
    Mover{part.x, part.y}(picture.content);
    drawing::Group clipped{{}, drawing::Rect{0, 0, part.width, part.height}, {}};
    clipped.items.push_back({std::move(picture.content)});
    return {part.width, part.height, std::move(clipped), std::move(picture.notes)};
}

} // namespace warpscope::ui
