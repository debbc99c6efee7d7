// Live textures and layers that a GPU filled. Views show them instead of the run's own.
#include <algorithm>
#include <array>
#include <cmath>

#include "render/maps/block_grid.hpp"
#include "render/maps/heat_map.hpp"
#include "render/maps/owner_layer.hpp"
#include "render/stage_fixture.hpp"

namespace warpscope::render {
namespace {

using test::Image;
using test::Pixel;
using test::pixel_of;
using test::view_of;
using test::WithStage;
class LivePixels : public WithStage {
protected:
    static constexpr uint32_t width = 320, height = 260;
};

TEST_F(LivePixels, LiveTextureReplacesTheOutputOnly) {
    const auto run = test::fake_run();
    stage().show(run);
    gl::Texture live = gl::Texture::create(gl::PixelFormat::rgb8, 76, 62);
    std::vector<uint8_t> rgb(76 * 62 * 3, 10);
    for (size_t i = 0; i < 76 * 3; ++i) rgb[i] = 250; // first row
    live.upload(rgb.data());
    for (const double zoom : {8.0, 0.9}) {
        ViewState state = view_of(*run, Space::output, "none", width, height);
        state.camera.pixels_per_cell = zoom;
        state.camera.center = {38, 8};
        const ViewState without = state;
        state.live_texture = live.id();
        const Image image = stage().picture(state, width, height);
        EXPECT_EQ(pixel_of(image, state, 38, 20), (Pixel{10, 10, 10})) << zoom;
        if (zoom > 1) {
            EXPECT_EQ(pixel_of(image, state, 38, 0), (Pixel{250, 250, 250}));
        }
        state.space = Space::input;
        EXPECT_NE(pixel_of(stage().picture(state, width, height), state, 38, 20), (Pixel{10, 10, 10}));
        EXPECT_NE(pixel_of(stage().picture(without, width, height), without, 38, 20), (Pixel{10, 10, 10}));
    }
}

// In the GPU's picture of a volume, all slices are in a row, one cell apart.
TEST_F(LivePixels, SliceIsCutFromLiveTexture) {
    const auto run = test::fake_run({.shape = {20, 10, 4}, .block = {8, 4, 1}, .radius = 0, .owns = false});
    stage().show(run);
    const Plane plane = plane_of(*run, Space::output);
    ASSERT_EQ(plane.slices(), 4u);
    gl::Texture live = gl::Texture::create(gl::PixelFormat::rgba8, static_cast<uint32_t>(plane.width()),
                                           static_cast<uint32_t>(plane.height()));
    std::vector<uint32_t> texels(static_cast<size_t>(plane.width() * plane.height()), 0);
    for (uint32_t z = 0; z < 4; ++z) {
        const CellRect slice = plane.slice(z);
        for (int64_t y = 0; y < slice.height; ++y)
            for (int64_t x = 0; x < slice.width; ++x)
                texels[static_cast<size_t>((slice.y + y) * plane.width() + slice.x + x)] =
                    0xff000000u | static_cast<uint32_t>(40 * z) << 16 | static_cast<uint32_t>(20 * y) << 8 |
                    static_cast<uint32_t>(10 * x);
    }
    live.upload(texels.data());
    ViewState state = view_of(*run, Space::output, "none", width, height);
    state.live_texture = live.id();
    for (uint32_t z = 0; z < 4; ++z) {
        state.show({Space::output, 0, Lay::slice, z});
        state.camera.pixels_per_cell = 12;
        state.camera.center = {10, 5};
        const Image image = stage().picture(state, width, height);
        for (const auto& [x, y] : {std::pair{0, 0}, {7, 3}, {19, 9}})
            EXPECT_EQ(pixel_of(image, state, x, y),
                      (Pixel{static_cast<uint8_t>(10 * x), static_cast<uint8_t>(20 * y), static_cast<uint8_t>(40 * z)}))
                << x << ", " << y << ", " << z;
    }
    state.show({Space::output, 0, Lay::transposed, 0});
    EXPECT_NE(pixel_of(stage().picture(state, width, height), state, 7, 3), (Pixel{70, 60, 0}))
        << "a texture with another layout";
}

TEST_F(LivePixels, LiveTextureUsesItsLevels) {
    const auto run = test::fake_run();
    stage().show(run);
    gl::Texture live = gl::Texture::with_levels(gl::PixelFormat::rgba8, 76, 62, 7);
    live.upload(std::vector<uint32_t>(76 * 62, 0xff000000u).data());
    live.make_levels();
    const std::vector<uint32_t> level(38 * 31, 0xff40c080u);
    glBindTexture(GL_TEXTURE_2D, live.id());
    glTexSubImage2D(GL_TEXTURE_2D, 1, 0, 0, 38, 31, GL_RGBA, GL_UNSIGNED_BYTE, level.data());
    glBindTexture(GL_TEXTURE_2D, 0);
    ViewState state = view_of(*run, Space::output, "none", width, height);
    state.live_texture = live.id();
    state.camera.pixels_per_cell = 0.5;
    state.camera.center = {38, 31};
    EXPECT_EQ(pixel_of(stage().picture(state, width, height), state, 38, 20), (Pixel{0x80, 0xc0, 0x40}));
}

// The first paint draws a kernel's output directly into the window, with the same pixels as through the view's texture.
// The next paint fills that texture.
TEST_F(LivePixels, LivePictureBypassesTheViewTexture) {
    const auto run = test::fake_run({.shape = {76, 62, 1}, .block = {16, 16, 1}});
    stage().show(run);
    gl::Texture live = gl::Texture::create(gl::PixelFormat::rgba8, 76, 62);
    std::vector<uint32_t> texels(size_t{76} * 62);
    for (uint32_t i = 0; i < texels.size(); ++i) texels[i] = 0xff000000u | i * 2654435761u >> 8;
    live.upload(texels.data());
    constexpr uint32_t window_width = 400, window_height = 300, x = 33, y = 17; // from the lower left corner
    constexpr std::array<uint8_t, 4> other{9, 8, 7, 255};
    uint64_t picture = 1;
    for (const double zoom : {3.7, 0.8}) {
        ViewState state = view_of(*run, Space::output, "blocks,divergence,surplus", width, height);
        state.camera.pixels_per_cell = zoom;
        state.camera.center = {41.3, 28.6};
        state.live_texture = live.id();
        state.live_picture = picture++;
        const Image expected = stage().picture(state, width, height);
        auto window = gl::Framebuffer::create(window_width, window_height);
        ASSERT_TRUE(window);
        window->bind();
        glClearColor(other[0] / 255.0f, other[1] / 255.0f, other[2] / 255.0f, 1);
        glClear(GL_COLOR_BUFFER_BIT);
        gl::Framebuffer::unbind();
        const WindowPart part{window->id(), x, y};
        const auto paint = [&](uint64_t number) {
            state.live_picture = number;
            (void)stage().view().prepare(stage().textures(), state, width, height);
            return stage().view().paint(stage().textures(), live.id(), number, part);
        };
        ASSERT_EQ(paint(picture), View::Painted::window);
        const std::vector<uint8_t> drawn = window->read_rgba();
        size_t differ = 0;
        for (uint32_t row = 0; row < window_height; ++row)
            for (uint32_t column = 0; column < window_width; ++column) {
                const uint8_t* const got = &drawn[(size_t{row} * window_width + column) * 4];
                const int64_t top = window_height - y - height; // upper edge of the part
                const bool inside = column >= x && column < x + width && row >= top && row < top + height;
                const uint8_t* const wanted =
                    inside ? &expected.rgba[((row - static_cast<size_t>(top)) * width + column - x) * 4] : other.data();
                differ += std::equal(got, got + 3, wanted) ? 0 : 1;
            }
        EXPECT_EQ(differ, 0u) << "at " << zoom << " pixels per cell";
        EXPECT_EQ(paint(picture), View::Painted::texture) << "a repeated picture uses the texture";
        EXPECT_EQ(paint(picture), View::Painted::nothing);
        EXPECT_EQ(paint(++picture), View::Painted::window);
        ++picture;
        state.live_texture = 0;
        EXPECT_EQ(paint(picture), View::Painted::texture) << "nothing is live";
    }
}

TEST_F(LivePixels, ViewIsRedrawnForEachPicture) {
    const auto run = test::fake_run();
    stage().show(run);
    gl::Texture live = gl::Texture::create(gl::PixelFormat::rgb8, 76, 62);
    for (const double zoom : {8.0, 0.9}) {
        ViewState state = view_of(*run, Space::output, "none", width, height);
        state.camera.pixels_per_cell = zoom;
        state.camera.center = {38, 8};
        state.live_texture = live.id();
        for (const uint8_t value : {uint8_t{10}, uint8_t{99}, uint8_t{200}}) {
            live.upload(std::vector<uint8_t>(76 * 62 * 3, value).data());
            ++state.live_picture;
            EXPECT_EQ(pixel_of(stage().picture(state, width, height), state, 38, 20), (Pixel{value, value, value}))
                << zoom;
        }
    }
}

/// Does the GPU's work: fills all keys and marks of the largest level.
void fill_layer(const RunTextures::OpenLayer& layer, const instrument::LayerPlan& plan,
                const std::vector<uint32_t>& keys, const std::vector<uint8_t>& marks) {
    const auto w = static_cast<GLsizei>(plan.width), h = static_cast<GLsizei>(plan.height);
    glPixelStorei(GL_UNPACK_ALIGNMENT, 1);
    glBindTexture(GL_TEXTURE_2D, layer.keys);
    glTexSubImage2D(GL_TEXTURE_2D, 0, 0, 0, w, h, GL_RED_INTEGER, GL_UNSIGNED_INT, keys.data());
    glBindTexture(GL_TEXTURE_2D, layer.marks);
    glTexSubImage2D(GL_TEXTURE_2D, 0, 0, 0, w, h, GL_RED_INTEGER, GL_UNSIGNED_BYTE, marks.data());
    glBindTexture(GL_TEXTURE_2D, 0);
    glPixelStorei(GL_UNPACK_ALIGNMENT, 4);
}

TEST_F(LivePixels, GpuLayerReplacesHostLayer) {
    const auto run = test::fake_run();
    stage().show(run);
    auto plan = layer_plan(*run, run->shown().config);
    ASSERT_TRUE(plan);
    ASSERT_TRUE(plan->placed);
    plan->placed = false; // makes the shader read the keys
    const ViewState state = view_of(*run, Space::output, "blocks,warps", width, height);
    const Image own = stage().picture(state, width, height);
    RunTextures& textures = stage().textures();
    const auto open = textures.open_layer(run, run->shown().config, *plan, false);
    ASSERT_TRUE(open);
    const auto fill = [&](const std::vector<uint32_t>& keys, const std::vector<uint8_t>& marks) {
        fill_layer(*open, *plan, keys, marks);
        textures.show_open_layer(true);
    };
    const auto builder = LayerBuilder::create(*run, Space::output);
    std::vector<uint32_t> keys(plan->places());
    std::vector<uint8_t> marks(plan->places());
    builder->build(0, plan->height, keys, marks);
    fill(keys, marks);
    EXPECT_TRUE(textures.shows_open_layer());
    EXPECT_EQ(stage().picture(state, width, height), own);
    fill(std::vector<uint32_t>(plan->places(), keys.front()), marks); // one thread owns all cells
    EXPECT_NE(stage().picture(state, width, height), own);
    textures.show_open_layer(false);
    EXPECT_EQ(stage().picture(state, width, height), own);

    plan->placed = true; // the shader computes keys from places and, if some places have no thread, from marks
    for (const bool filled : {false, true}) {
        const auto placed = textures.open_layer(run, run->shown().config, *plan, filled);
        ASSERT_TRUE(placed);
        EXPECT_EQ(placed->keys, 0u);
        EXPECT_EQ(placed->marks, open->marks);
        textures.show_open_layer(true);
        EXPECT_EQ(stage().picture(state, width, height), own);
    }

    const auto other = test::fake_run({.shape = {31, 17, 1}});
    EXPECT_FALSE(textures.open_layer(other, other->shown().config, *plan, false)) << "the layer belongs to another run";
}

// The shown run's layer finds blocks by place. A layer filled by the GPU is read cell by cell.
TEST_F(LivePixels, BlockBordersMatchInBothMethods) {
    const auto run = test::fake_run({.shape = {397, 211, 1}, .block = {32, 8, 1}});
    stage().show(run);
    auto plan = layer_plan(*run, run->shown().config);
    ASSERT_TRUE(plan);
    plan->placed = false;
    RunTextures& textures = stage().textures();
    const auto builder = LayerBuilder::create(*run, Space::output);
    std::vector<uint32_t> keys(plan->places());
    std::vector<uint8_t> marks(plan->places());
    builder->build(0, plan->height, keys, marks);
    BlockGridFinder finder(builder->format().block_shift());
    finder.add_rows(keys, plan->width);
    ASSERT_EQ(finder.found(), (BlockGrid{32, 8, 13})) << "the two pictures must use different methods";
    for (const double zoom : {0.3, 0.71, 1.3, 6.0, 30.0})
        for (const metrics::ThreadId thread : {0, 5000}) {
            SCOPED_TRACE(testing::Message() << zoom << ", thread " << thread);
            ViewState state = view_of(*run, Space::output, "blocks", width, height);
            state.camera.pixels_per_cell = zoom;
            state.camera.center = {190, 100};
            state.selection.thread = thread;
            const Image own = stage().picture(state, width, height);
            const auto open = textures.open_layer(run, run->shown().config, *plan, false);
            ASSERT_TRUE(open);
            fill_layer(*open, *plan, keys, marks);
            textures.show_open_layer(true);
            EXPECT_EQ(stage().picture(state, width, height), own);
            textures.show_open_layer(false);
        }
}

// The GPU's layer may belong to a launch that the emulator has not run yet, with other threads.
TEST_F(LivePixels, NewerLayerIgnoresTheSelection) {
    const auto run = test::fake_run({.shape = {76, 62, 1}, .block = {16, 16, 1}});
    stage().show(run, test::fake_trace(*run, 0, 2));
    LaunchConfig newer = run->shown().config;
    newer.block = {8, 4, 1};
    newer.grid = {10, 16, 1};
    auto plan = layer_plan(*run, newer);
    ASSERT_TRUE(plan);
    EXPECT_EQ(plan->width, 80u);
    EXPECT_EQ(plan->height, 64u);
    plan->placed = false; // makes the shader read the keys
    RunTextures& textures = stage().textures();
    const auto open = textures.open_layer(run, newer, *plan, false);
    ASSERT_TRUE(open);
    std::vector<uint32_t> keys(plan->places());
    const KeyFormat format = *KeyFormat::of(newer);
    for (uint32_t y = 0; y < plan->height; ++y)
        for (uint32_t x = 0; x < plan->width; ++x)
            keys[size_t{y} * plan->width + x] = format.key(size_t{y / 4} * 10 + x / 8, y % 4 * 8 + x % 8, x >= 76);
    glBindTexture(GL_TEXTURE_2D, open->keys);
    glTexSubImage2D(GL_TEXTURE_2D, 0, 0, 0, static_cast<GLsizei>(plan->width), static_cast<GLsizei>(plan->height),
                    GL_RED_INTEGER, GL_UNSIGNED_INT, keys.data());
    glBindTexture(GL_TEXTURE_2D, 0);
    textures.show_open_layer(true);

    ViewState state = view_of(*run, Space::output, "blocks,accesses", width, height);
    const Image plain = stage().picture(state, width, height);
    // Blocks of 8 x 4 are drawn, with a border at cell 8. Blocks of 16 x 16 have no border there.
    EXPECT_NE(pixel_of(plain, state, 8, 9), pixel_of(plain, state, 9, 9));
    state.selection.thread = 1; // in block 0 of both launches, at cell (0, 0)
    const Point cell = state.camera.to_pixel({0.5, 0.5}, {static_cast<double>(width), static_cast<double>(height)});
    const auto changed_away_from_the_cell = [&] {
        const Image image = stage().picture(state, width, height);
        int changed = 0;
        for (int y = 0; y < static_cast<int>(height); ++y)
            for (int x = 0; x < static_cast<int>(width); ++x)
                changed += std::hypot(x - cell.x, y - cell.y) > 16 && image.at(x, y) != plain.at(x, y) ? 1 : 0;
        return changed;
    };
    EXPECT_EQ(changed_away_from_the_cell(), 0);
    textures.show_open_layer(false);
    EXPECT_GT(changed_away_from_the_cell(), 0);
}

TEST_F(LivePixels, GpuHeatReplacesHostHeat) {
    const auto run = test::fake_run();
    stage().show(run);
    const Probes probes = test::fake_probes(*run);
    const ViewState state = view_of(*run, Space::output, "sectors", width, height);
    RunTextures& textures = stage().textures();
    const auto fill = [&](uint32_t texture, const std::vector<uint16_t>& levels) {
        glPixelStorei(GL_UNPACK_ALIGNMENT, 1);
        glBindTexture(GL_TEXTURE_2D, texture);
        for (GLint level = 0, w = 76, h = 62; w > 1; w = std::max(w / 2, 1), h = std::max(h / 2, 1), ++level)
            glTexSubImage2D(GL_TEXTURE_2D, level, 0, 0, w, h, GL_RG, GL_UNSIGNED_BYTE, levels.data());
        glBindTexture(GL_TEXTURE_2D, 0);
        glPixelStorei(GL_UNPACK_ALIGNMENT, 4);
        textures.show_open_heat(true);
    };
    // The heat map is drawn before the host has measurements, as happens while a slider moves.
    const auto open = textures.open_heat(run, {Space::output}, true);
    ASSERT_TRUE(open);
    ASSERT_EQ(open->size(), 1u);
    const HeatChoice choice{Overlay::sectors, {}};
    const auto field = HeatField::create(run, Space::output, choice, probes.find(*probe_for(*run, choice)));
    std::vector<uint16_t> levels(76 * 62);
    field->levels(0, 62, levels);
    const Image without = stage().picture(state, width, height);
    fill(open->front(), levels);
    EXPECT_TRUE(textures.shows_open_heat());
    const Image filled = stage().picture(state, width, height);
    EXPECT_NE(filled, without);
    textures.set_probes(run, probes);
    stage().show(run);
    textures.show_open_heat(false);
    (void)stage().picture(state, width, height);
    stage().show(run); // makes the heat map that the picture requested
    EXPECT_EQ(stage().picture(state, width, height), filled) << "the host's heat map";

    // Reuses the texture with other contents.
    EXPECT_EQ(textures.open_heat(run, {Space::output}, false), open);
    fill(open->front(), std::vector<uint16_t>(76 * 62, 0xffff));
    const Image other = stage().picture(state, width, height);
    EXPECT_NE(other, filled);

    const auto smaller = test::fake_run({.shape = {31, 17, 1}});
    EXPECT_FALSE(textures.open_heat(smaller, {Space::output}, false)) << "the heat map belongs to another run";
    stage().show(smaller);
    EXPECT_FALSE(textures.shows_open_heat()) << "the new run has other cells";
}

} // namespace
} // namespace warpscope::render
