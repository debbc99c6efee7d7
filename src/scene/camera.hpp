// Where a view looks: pan and zoom over a plane of cells. Linked views share one camera.
#pragma once

namespace warpscope::scene {

struct Point {
    double x = 0, y = 0;

    friend bool operator==(const Point&, const Point&) = default;
};

/// Cell (i, j) covers [i, i+1) x [j, j+1) in plane coordinates, y down. All pixel coordinates are relative to the
/// view's top left corner and in framebuffer pixels.
struct Camera {
    Point centre;               // plane coordinates at the middle of the view
    double pixels_per_cell = 1; // zoom

    [[nodiscard]] Point to_pixel(Point plane, Point view_size) const;
    [[nodiscard]] Point to_plane(Point pixel, Point view_size) const;
    /// Zooms by `factor`, keeping the plane point under `pixel` where it is. Clamped to [min_zoom, max_zoom].
    void zoom_at(Point pixel, Point view_size, double factor);
    void pan(Point pixel_delta);
    /// Shows the rectangle [0, width) x [0, height) whole, with `margin` pixels around it.
    void fit(double width, double height, Point view_size, double margin);

    static constexpr double min_zoom = 1.0 / 256, max_zoom = 512;
    friend bool operator==(const Camera&, const Camera&) = default;
};

} // namespace warpscope::scene
