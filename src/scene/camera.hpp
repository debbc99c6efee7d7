#pragma once

namespace warpscope::scene {

struct Point {
    double x = 0, y = 0;

    friend bool operator==(const Point&, const Point&) = default;
};

/// Pan and zoom that linked views share. Cell (i, j) covers [i, i+1) x [j, j+1), y down. Pixels are relative to the
/// view's top left corner.
struct Camera {
    Point center; // cell at the view's center
    double pixels_per_cell = 1;

    [[nodiscard]] Point to_pixel(Point plane, Point view_size) const;
    [[nodiscard]] Point to_plane(Point pixel, Point view_size) const;
    /// Zooms within [min_zoom, max_zoom]. The cell at `pixel` stays in place.
    void zoom_at(Point pixel, Point view_size, double factor);
    void pan(Point pixel_delta);
    /// Fits [0, width) x [0, height) into the view with `margin` pixels.
    void fit(double width, double height, Point view_size, double margin);

    static constexpr double min_zoom = 1.0 / 256, max_zoom = 512;
    friend bool operator==(const Camera&, const Camera&) = default;
};

} // namespace warpscope::scene
