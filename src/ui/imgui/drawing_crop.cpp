#include "ui/imgui/drawing_crop.hpp"

#include <algorithm>
#include <utility>

namespace warpscope::ui {

namespace {

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

struct Bounds {
    double left = 1e30, top = 1e30, right = -1e30, bottom = -1e30;

    void add(double x, double y, double around) {
        left = std::min(left, x - around);
        top = std::min(top, y - around);
        right = std::max(right, x + around);
        bottom = std::max(bottom, y + around);
    }
    void add(const drawing::Rect& r, double around = 0) {
        add(r.x, r.y, around);
        add(r.x + r.width, r.y + r.height, around);
    }
    void operator()(const drawing::Shape& shape) {
        const double around = 2 * shape.style.width;
        for (const drawing::Rect& r : shape.rects) add(r, around);
        for (const drawing::Path& path : shape.paths)
            for (const drawing::Point& p : path.points) add(p.x, p.y, around);
    }
    void operator()(const drawing::Text& text) {
        add({text.at.x, text.at.y - text.size, text.width, 1.5 * text.size}, text.rim_width);
    }
    void operator()(const drawing::Image& image) { add(image.at); }
    void operator()(const drawing::Group& group) {
        if (group.clip)
            add(*group.clip);
        else
            for (const drawing::Item& item : group.items) std::visit(*this, item.is);
    }
};

void clip_group(drawing::Group& group, double width, double height) {
    std::erase_if(group.items, [&](drawing::Item& item) {
        Bounds bounds;
        std::visit(bounds, item.is);
        if (bounds.right <= 0 || bounds.bottom <= 0 || bounds.left >= width || bounds.top >= height) return true;
        if (auto* inner = std::get_if<drawing::Group>(&item.is)) clip_group(*inner, width, height);
        return false;
    });
}

} // namespace

drawing::Picture cropped(drawing::Picture picture, const drawing::Rect& part) {
    Mover{part.x, part.y}(picture.content);
    clip_group(picture.content, part.width, part.height);
    drawing::Group clipped{{}, drawing::Rect{0, 0, part.width, part.height}, {}};
    clipped.items.push_back({std::move(picture.content)});
    return {part.width, part.height, std::move(clipped), std::move(picture.notes)};
}

drawing::Picture stacked(std::vector<drawing::Picture> pictures) {
    drawing::Picture out;
    for (drawing::Picture& one : pictures) {
        Mover{0, -out.height}(one.content);
        out.width = std::max(out.width, one.width);
        out.height += one.height;
        out.content.items.push_back({std::move(one.content)});
        drawing::add_notes(out.notes, one.notes);
    }
    return out;
}

} // namespace warpscope::ui
