// Mipmap levels of cell maps, and uploads in several frames.
#include "render/gl/streamed_texture.hpp"

#include <cmath>
#include <gmock/gmock.h>

#include "render/gl/run_textures.hpp"
#include "render/maps/buffer_picture.hpp"
#include "render/stage_fixture.hpp"

namespace warpscope::render {
namespace {

using test::WithStage;
class Uploads : public WithStage {};

template<class Texel>
std::vector<Texel> level_of(const GridTexture& grid, int level) {
    const gl::PixelLayout layout = gl::layout_of(grid.texture.format());
    const uint32_t width = std::max(grid.texture.width() >> level, 1u);
    const uint32_t height = std::max(grid.texture.height() >> level, 1u);
    std::vector<Texel> texels(size_t{width} * height);
    glBindTexture(GL_TEXTURE_2D, grid.texture.id());
    glPixelStorei(GL_PACK_ALIGNMENT, 1);
    glGetTexImage(GL_TEXTURE_2D, level, layout.format, layout.type, texels.data());
    glPixelStorei(GL_PACK_ALIGNMENT, 4);
    glBindTexture(GL_TEXTURE_2D, 0);
    return texels;
}

/// Pushes `texels` in strips of `rows` rows, then finishes with `budget` bytes at a time. Returns the number of steps.
template<class Texel>
int push(GridTexture& grid, Reduction reduction, const std::vector<Texel>& texels, uint32_t rows, uint64_t budget) {
    MipmapUpload<Texel> upload(grid, reduction);
    const uint32_t width = grid.texture.width();
    for (uint32_t y = 0; y < grid.texture.height(); y += rows) {
        const uint32_t n = std::min(rows, grid.texture.height() - y);
        upload.push(std::span(texels).subspan(size_t{y} * width, size_t{n} * width));
    }
    int calls = 1;
    for (UploadBudget left(budget); !upload.finish(left); left = UploadBudget(budget)) ++calls;
    return calls;
}

TEST_F(Uploads, SmallerLevelsKeepEveryMark) {
    for (const auto& [width, height] : {std::pair{1u, 1u}, {7u, 1u}, {1u, 9u}, {13u, 11u}, {64u, 33u}, {101u, 37u}})
        for (const uint32_t rows : {1u, 3u, 100u}) {
            GridTexture grid = GridTexture::create(gl::PixelFormat::r8ui, width, height, Reduction::any);
            std::vector<uint8_t> texels(size_t{width} * height);
            texels[texels.size() - 1] = 2; // in the corner, which smaller levels of odd sizes lose most easily
            texels[texels.size() / 2] |= 4;
            push(grid, Reduction::any, texels, rows, 8);
            EXPECT_EQ(level_of<uint8_t>(grid, 0), texels);
            for (int level = 0; level < grid.levels; ++level) {
                uint8_t all = 0;
                for (const uint8_t t : level_of<uint8_t>(grid, level)) all |= t;
                EXPECT_EQ(all, 6) << width << 'x' << height << " level " << level << ", strips of " << rows;
            }
        }
}

TEST_F(Uploads, SmallerLevelsKeepTheHighestMark) {
    for (const auto& [width, height] : {std::pair{1u, 9u}, {13u, 11u}, {64u, 33u}}) {
        GridTexture grid = GridTexture::create(gl::PixelFormat::rgba8, width, height, Reduction::highest);
        std::vector<uint32_t> texels(size_t{width} * height, 0xfd00ff00);
        constexpr uint32_t gravest = 0xff0000ff;
        texels[texels.size() - 1] = gravest;
        texels[texels.size() / 2] = 0xfeff0000;
        push(grid, Reduction::highest, texels, 3, 1 << 20);
        for (int level = 0; level < grid.levels; ++level)
            EXPECT_EQ(level_of<uint32_t>(grid, level).back(), gravest) << width << 'x' << height << " level " << level;
    }
}

TEST_F(Uploads, PicturesAreAveraged) {
    GridTexture grid = GridTexture::create(gl::PixelFormat::rgba8, 4, 2, Reduction::average);
    const std::vector<uint32_t> texels{0xff000000, 0xff0000ff, 0xff00ff00, 0xff00ff00,
                                       0xff000000, 0xff0000ff, 0xff00ff00, 0xff00ff00};
    push(grid, Reduction::average, texels, 1, 1 << 20);
    EXPECT_EQ(level_of<uint32_t>(grid, 1), (std::vector<uint32_t>{0xff000080, 0xff00ff00}));
}

TEST_F(Uploads, SmallerLevelsUseTheBudget) {
    GridTexture grid = GridTexture::create(gl::PixelFormat::r8ui, 256, 256, Reduction::any);
    EXPECT_GT(push(grid, Reduction::any, std::vector<uint8_t>(65536), 256, 1024), 10);
}

TEST_F(Uploads, BudgetEndsByBytesOrTime) {
    UploadBudget budget(100);
    budget.spend(99);
    EXPECT_FALSE(budget.over());
    budget.spend(5);
    EXPECT_TRUE(budget.over());
    EXPECT_TRUE(UploadBudget(100, UploadBudget::Clock::now()).over());
    EXPECT_FALSE(UploadBudget::of_frame().over());
}

TEST_F(Uploads, OldRunStaysUntilCompletion) {
    const auto first = test::fake_run(), second = test::fake_run({.shape = {301, 211, 1}, .block = {32, 8, 1}});
    stage().show(first);
    RunTextures& textures = stage().textures();
    int frames = 1;
    for (; !textures.update(second, nullptr, UploadBudget(4096)); ++frames) ASSERT_EQ(textures.shown(), first);
    EXPECT_EQ(textures.shown(), second);
    EXPECT_GT(frames, 3) << "a small budget must spread the work";
    EXPECT_TRUE(textures.update(second, nullptr, UploadBudget(1)));
}

TEST_F(Uploads, RangeSearchSpansFrames) {
    const auto run = test::fake_run({.shape = {2048, 1024, 1}, .channels = 1, .type = ElementType::f32});
    RunTextures& textures = stage().textures();
    const auto short_frame = [] {
        return UploadBudget(uint64_t{16} << 20, UploadBudget::Clock::now() + std::chrono::milliseconds(1));
    };
    int frames = 0; // a search of all values takes longer than a frame, so it must continue in the next one
    while (frames < 1000 && !textures.update(run, nullptr, short_frame())) ++frames;
    EXPECT_LT(frames, 1000);
    EXPECT_EQ(textures.shown(), run);
}

TEST_F(Uploads, NewestRunWins) {
    const auto first = test::fake_run(), second = test::fake_run({.shape = {301, 211, 1}, .block = {32, 8, 1}}),
               third = test::fake_run({.shape = {31, 21, 1}});
    stage().show(first);
    RunTextures& textures = stage().textures();
    EXPECT_FALSE(textures.update(second, nullptr, UploadBudget(4096)));
    while (!textures.update(third, nullptr, UploadBudget(4096))) ASSERT_EQ(textures.shown(), first);
    EXPECT_EQ(textures.shown(), third);
    EXPECT_FALSE(textures.update(second, nullptr, UploadBudget(4096)));
    EXPECT_TRUE(textures.update(third, nullptr, UploadBudget(4096))) << "the shown run needs no upload";
}

TEST_F(Uploads, OtherRunRedrawsTheView) {
    const auto run = test::fake_run();
    stage().show(run);
    const ViewState state = test::view_of(*run, Space::output, "blocks", 200, 160);
    (void)stage().picture(state, 200, 160);
    // Another set of textures for the same run must be drawn again, although its revision is equal.
    const auto other = RunTextures::create();
    ASSERT_TRUE(other) << other.error().text();
    for (int frame = 0; frame < 1000 && !(*other)->update(run, nullptr); ++frame) {
    }
    (*other)->impl().revision = stage().textures().impl().revision;
    const uint64_t before = stage().view().drawings();
    (void)stage().view().draw(**other, state, 200, 160);
    EXPECT_GT(stage().view().drawings(), before);
}

TEST_F(Uploads, PiecewiseUploadGivesSamePicture) {
    const auto run = test::fake_run({.shape = {301, 211, 1}, .block = {33, 7, 1}});
    const ViewState state = test::view_of(*run, Space::output, "blocks,surplus,divergence", 200, 160);
    stage().show(run);
    const test::Image at_once = stage().picture(state, 200, 160);
    stage().show(test::fake_run());
    while (!stage().textures().update(run, nullptr, UploadBudget(1000))) {
    }
    EXPECT_EQ(stage().picture(state, 200, 160), at_once);
}

TEST_F(Uploads, EqualTexturesAreReused) {
    RunTextures::Impl& impl = stage().textures().impl();
    stage().show(test::fake_run());
    const GLuint first = impl.shown.data->marks.texture.id();
    ASSERT_NE(first, 0u);
    stage().show(test::fake_run({.radius = 3}));
    stage().show(test::fake_run({.radius = 4}));
    EXPECT_EQ(impl.shown.data->marks.texture.id(), first);
}

TEST_F(Uploads, GraysTakeOneBytePerCell) {
    RunTextures::Impl& impl = stage().textures().impl();
    for (const uint32_t channels : {1u, 3u}) {
        const auto run = test::fake_run({.channels = channels});
        stage().show(run);
        const gl::Texture& texture = impl.shown.output->texture.texture;
        EXPECT_EQ(texture.format(), channels == 1 ? gl::PixelFormat::r8 : gl::PixelFormat::rgba8);
        // Both formats show the colors of the cells.
        ViewState state = test::view_of(*run, Space::output, "", 76 * 4, 62 * 4);
        state.camera.pixels_per_cell = 4;
        state.camera.center = {38, 31};
        const test::Image image = stage().picture(state, 76 * 4, 62 * 4);
        for (const auto& [x, y] : {std::pair{5u, 7u}, {40u, 30u}, {70u, 58u}}) {
            const uint32_t color = cell_color(run->output, value_range(run->output), uint64_t{y} * 76 + x);
            const test::Pixel wanted{static_cast<uint8_t>(color), static_cast<uint8_t>(color >> 8),
                                     static_cast<uint8_t>(color >> 16)};
            EXPECT_EQ(image.at(static_cast<int>(4 * x + 2), static_cast<int>(4 * y + 2)), wanted)
                << channels << " channels, cell " << x << ' ' << y;
        }
    }
}

TEST_F(Uploads, NonFiniteValuesHaveTheirColor) {
    auto run = std::make_shared<session::RunResult>(
        *test::fake_run({.shape = {37, 23, 1}, .channels = 1, .type = ElementType::f32}));
    Bytes data(run->output.layout.bytes());
    for (uint64_t i = 0; i < run->output.layout.elements(); ++i) store_element(data.data(), ElementType::f32, i, 0.5);
    store_element(data.data(), ElementType::f32, 3 * 37 + 5, std::nan(""));
    store_element(data.data(), ElementType::f32, 20 * 37 + 30, INFINITY);
    run->output.bytes = std::make_shared<const Bytes>(data);
    run->derived = {};
    stage().show(run);
    const ViewState state = test::view_of(*run, Space::output, "none", 370, 230);
    const test::Image image = stage().picture(state, 370, 230);
    EXPECT_EQ(test::pixel_of(image, state, 5, 3), (test::Pixel{255, 0, 255}));
    const test::Pixel other = test::pixel_of(image, state, 8, 3);
    EXPECT_EQ(other.r, other.g);
    EXPECT_EQ(other.g, other.b);
    EXPECT_NEAR(other.r, 128, 1);

    const auto counted = [](const session::RunResult& shown, Space space) {
        std::vector<std::string> lines;
        for (const LegendEntry& entry : legend(shown, nullptr, test::view_of(shown, space, "none", 370, 230)))
            if (entry.mark == Mark::not_finite) lines.push_back(entry.text);
        return lines;
    };
    EXPECT_THAT(counted(*run, Space::output), testing::ElementsAre("2 values are NaN or infinite"));
    EXPECT_THAT(counted(*run, Space::input), testing::IsEmpty());
    // This run has the same bytes, so its picture is not made again.
    const auto again = std::make_shared<session::RunResult>(*run);
    stage().show(again);
    EXPECT_THAT(counted(*again, Space::output), testing::ElementsAre("2 values are NaN or infinite"));
}

TEST_F(Uploads, KeysAreKeptOnlyIfNeeded) {
    RunTextures::Impl& impl = stage().textures().impl();
    stage().show(test::fake_run());
    EXPECT_TRUE(impl.shown.data->keys_follow);
    EXPECT_FALSE(impl.shown.data->keys.texture);
    stage().show(test::fake_run({.cells_per_thread = 3}));
    EXPECT_FALSE(impl.shown.data->keys_follow);
    EXPECT_TRUE(impl.shown.data->keys.texture);
}

TEST_F(Uploads, LargeTexturesAreFreed) {
    TexturePool pool;
    for (const auto& [side, kept] : {std::pair{64u, true}, {4096u, false}}) {
        GridTexture texture = pool.take(gl::PixelFormat::r8ui, side, side, Reduction::none);
        const GLuint id = texture.texture.id();
        pool.give(std::move(texture));
        EXPECT_EQ(glIsTexture(id) == GL_TRUE, kept) << side;
    }
}

TEST_F(Uploads, UnchangedInputIsNotUploadedAgain) {
    RunTextures::Impl& impl = stage().textures().impl();
    const auto first = test::fake_run();
    stage().show(first);
    const auto input = impl.shown.input;
    auto second = std::make_shared<session::RunResult>(*test::fake_run({.block = {8, 8, 1}}));
    second->input = first->input;
    stage().show(second);
    EXPECT_EQ(impl.shown.input, input);
    EXPECT_NE(impl.shown.output, nullptr);
}

TEST_F(Uploads, OversizedPictureIsExplained) {
    const uint32_t max = stage().info().max_texture_side;
    const auto run = test::fake_run({.shape = {max + 1, 2, 1}, .block = {256, 1, 1}, .radius = 0, .channels = 1});
    stage().show(run);
    EXPECT_EQ(stage().textures().shown(), run);
    const auto problem = stage().textures().problem();
    ASSERT_TRUE(problem);
    EXPECT_THAT(problem->text(), testing::HasSubstr(std::to_string(max + 1)));
    EXPECT_THAT(problem->text(), testing::HasSubstr(std::to_string(max)));
    const test::Image image = stage().picture(test::view_of(*run, Space::output, "all", 64, 48), 64, 48);
    EXPECT_EQ(image.width, 64u);
    stage().show(test::fake_run());
    EXPECT_FALSE(stage().textures().problem());
}

} // namespace
} // namespace warpscope::render
