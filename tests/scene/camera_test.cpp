#include "scene/camera.hpp"

#include <gtest/gtest.h>

namespace warpscope::scene {
namespace {

constexpr Point view{640, 480};

TEST(Camera, PixelsRoundTrip) {
    const Camera camera{{12.25, -7.5}, 3.75};
    for (const Point pixel : {Point{0, 0}, Point{639.5, 479.5}, Point{123, 456}}) {
        const Point back = camera.to_pixel(camera.to_plane(pixel, view), view);
        EXPECT_NEAR(back.x, pixel.x, 1e-9);
        EXPECT_NEAR(back.y, pixel.y, 1e-9);
    }
}

TEST(Camera, CenterIsInTheMiddle) {
    const Camera camera{{3, 4}, 10};
    const Point pixel = camera.to_pixel({3, 4}, view);
    EXPECT_DOUBLE_EQ(pixel.x, 320);
    EXPECT_DOUBLE_EQ(pixel.y, 240);
}

TEST(Camera, ZoomKeepsThePointUnderCursor) {
    Camera camera{{100, 50}, 2};
    const Point cursor{37, 411};
    const Point before = camera.to_plane(cursor, view);
    for (const double factor : {1.25, 1.25, 0.3, 17.0}) {
        camera.zoom_at(cursor, view, factor);
        const Point after = camera.to_plane(cursor, view);
        EXPECT_NEAR(after.x, before.x, 1e-9);
        EXPECT_NEAR(after.y, before.y, 1e-9);
    }
    EXPECT_NEAR(camera.pixels_per_cell, 2 * 1.25 * 1.25 * 0.3 * 17, 1e-9);
}

TEST(Camera, ZoomStopsAtItsLimits) {
    Camera camera{{100, 50}, 2};
    const Point cursor{600, 20}, before = camera.to_plane(cursor, view);
    camera.zoom_at(cursor, view, 1e9);
    EXPECT_DOUBLE_EQ(camera.pixels_per_cell, Camera::max_zoom);
    EXPECT_NEAR(camera.to_plane(cursor, view).x, before.x, 1e-9);
    camera.zoom_at(cursor, view, 1e-12);
    EXPECT_DOUBLE_EQ(camera.pixels_per_cell, Camera::min_zoom);
    EXPECT_NEAR(camera.to_plane(cursor, view).y, before.y, 1e-9);
}

TEST(Camera, PanMovesByPixels) {
    Camera camera{{10, 10}, 4};
    const Point before = camera.to_pixel({11, 12}, view);
    camera.pan({8, -20});
    const Point after = camera.to_pixel({11, 12}, view);
    EXPECT_DOUBLE_EQ(after.x - before.x, 8);
    EXPECT_DOUBLE_EQ(after.y - before.y, -20);
}

TEST(Camera, FitShowsEverythingWithMargin) {
    for (const auto& [width, height] : {std::pair{76.0, 62.0}, {1.0, 1.0}, {1023.0, 769.0}, {16384.0, 3.0}}) {
        Camera camera;
        camera.fit(width, height, view, 10);
        const Point low = camera.to_pixel({0, 0}, view), high = camera.to_pixel({width, height}, view);
        EXPECT_GE(low.x, 10 - 1e-9);
        EXPECT_GE(low.y, 10 - 1e-9);
        EXPECT_LE(high.x, 630 + 1e-9);
        EXPECT_LE(high.y, 470 + 1e-9);
        EXPECT_NEAR(low.x, 640 - high.x, 1e-9) << "not in the middle";
    }
}

TEST(Camera, FitHandlesTinyViews) {
    Camera camera;
    camera.fit(76, 62, {5, 5}, 10);
    EXPECT_GE(camera.pixels_per_cell, Camera::min_zoom);
    EXPECT_DOUBLE_EQ(camera.center.x, 38);
}

} // namespace
} // namespace warpscope::scene
