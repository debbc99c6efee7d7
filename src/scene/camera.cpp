#include "scene/camera.hpp"

#include <algorithm>

namespace warpscope::scene {

Point Camera::to_pixel(Point plane, Point view_size) const {
    return {(plane.x - center.x) * pixels_per_cell + view_size.x / 2,
            (plane.y - center.y) * pixels_per_cell + view_size.y / 2};
}

Point Camera::to_plane(Point pixel, Point view_size) const {
    return {(pixel.x - view_size.x / 2) / pixels_per_cell + center.x,
            (pixel.y - view_size.y / 2) / pixels_per_cell + center.y};
}

void Camera::zoom_at(Point pixel, Point view_size, double factor) {
    const Point fixed = to_plane(pixel, view_size);
    pixels_per_cell = std::clamp(pixels_per_cell * factor, min_zoom, max_zoom);
    center.x = fixed.x - (pixel.x - view_size.x / 2) / pixels_per_cell;
    center.y = fixed.y - (pixel.y - view_size.y / 2) / pixels_per_cell;
}

void Camera::pan(Point pixel_delta) {
    center.x -= pixel_delta.x / pixels_per_cell;
    center.y -= pixel_delta.y / pixels_per_cell;
}

void Camera::fit(double width, double height, Point view_size, double margin) {
    const double room_x = std::max(view_size.x - 2 * margin, 1.0), room_y = std::max(view_size.y - 2 * margin, 1.0);
    pixels_per_cell =
        std::clamp(std::min(room_x / std::max(width, 1.0), room_y / std::max(height, 1.0)), min_zoom, max_zoom);
    center = {width / 2, height / 2};
}

} // namespace warpscope::scene
