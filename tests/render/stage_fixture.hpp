#pragma once

#include <gtest/gtest.h>

#include "render/fake_run.hpp"
#include "render/stage.hpp"

namespace warpscope::test {

class WithStage : public testing::Test {
protected:
    void SetUp() override {
        auto made = Stage::create();
        if (!made) GTEST_SKIP() << "no OpenGL context: " << made.error().text();
        stage_ = std::move(*made);
    }
    void TearDown() override {
        if (stage_ != nullptr) {
            EXPECT_EQ(gl::take_errors(), "");
        }
    }
    [[nodiscard]] Stage& stage() { return *stage_; }

private:
    std::unique_ptr<Stage> stage_;
};

/// Returns a view of all of `run` with the overlays of `names`.
[[nodiscard]] inline render::ViewState view_of(const session::RunResult& run, render::Space space,
                                               std::string_view names, uint32_t width, uint32_t height) {
    render::ViewState state;
    state.space = space;
    state.overlays = render::parse_overlays(names).value();
    state.camera = fitted(run, space, width, height);
    return state;
}

[[nodiscard]] inline Pixel pixel_of(const Image& image, const render::ViewState& state, double x, double y) {
    const render::Point size{static_cast<double>(image.width), static_cast<double>(image.height)};
    const render::Point p = state.camera.to_pixel({x + 0.5, y + 0.5}, size);
    return image.at(static_cast<int>(p.x), static_cast<int>(p.y));
}

} // namespace warpscope::test
