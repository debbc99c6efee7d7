// Scenes are values: a difference in any part makes them different.
#include "scene/scene.hpp"

#include <functional>
#include <vector>

#include <gtest/gtest.h>

namespace warpscope::scene {
namespace {

TEST(Scene, EveryPartIsCompared) {
    const std::vector<std::function<void(Scene&)>> changes{
        [](Scene& s) { s.source.experiment = "scan"; },
        [](Scene& s) { s.source.variant = "brent_kung"; },
        [](Scene& s) { s.source.settings.values["radius"] = 2; },
        [](Scene& s) { s.source.settings.block.x += 1; },
        [](Scene& s) { s.source.input.file = "picture.png"; },
        [](Scene& s) { s.source.text = ""; },
        [](Scene& s) { s.moment.scope = Scope::warp; },
        [](Scene& s) { s.moment.step = 3; },
        [](Scene& s) { s.views[0].overlays = Overlay::blocks | Overlay::halo; },
        [](Scene& s) { s.views[1].form = Form::bars; },
        [](Scene& s) { s.views[1].reference.buffer = "b"; },
        [](Scene& s) { s.views[1].reference.is_baseline = true; },
        [](Scene& s) {
            s.camera = Camera{{1, 2}, 3};
        },
        [](Scene& s) { s.matrices = Camera{}; },
        [](Scene& s) {
            s.pin = Spot{Space::launch, {1, 2}};
        },
        [](Scene& s) { s.step = 0; },
        [](Scene& s) { s.interval = 0; },
        [](Scene& s) { s.slice = 0; },
        [](Scene& s) {
            s.painted = PaintedCode{{7, 0}, metrics::Measure::sectors};
        },
    };
    for (size_t i = 0; i < changes.size(); ++i) {
        Scene one, same;
        changes[i](one);
        EXPECT_NE(one, Scene()) << "change " << i;
        changes[i](same);
        EXPECT_EQ(one, same) << "change " << i;
        for (size_t other = 0; other < i; ++other) {
            Scene another;
            changes[other](another);
            EXPECT_NE(one, another) << i << " and " << other;
        }
    }
}

TEST(Moment, WholeRunHasNoParts) {
    const Moment all;
    EXPECT_EQ(all.scope, Scope::all);
    EXPECT_NE(all, (Moment{.scope = Scope::block, .launch = 0, .block = 3, .warp = 0, .step = 0}));
}

} // namespace
} // namespace warpscope::scene
