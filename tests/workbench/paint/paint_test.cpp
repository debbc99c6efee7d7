#include <algorithm>
#include <cstdlib>

#include <gtest/gtest.h>

#include "scene/saved_scene.hpp"
#include "session/require_run.hpp"
#include "workbench/document/launch_setup.hpp"
#include "workbench/feature/dispatcher.hpp"
#include "workbench/finish_jobs.hpp"
#include "workbench/paint/paint_feature.hpp"

namespace warpscope::workbench {
namespace {

const scene::Content input_view = scene::Space::input;

class Paint : public testing::Test {
protected:
    Paint() { dispatcher.add(paint); }

    static Start start() {
        Start how;
        how.catalog = std::make_shared<const catalog::Catalog>(catalog::load_catalog(catalog::catalog_folder()));
        how.device = session::DeviceChoice::emulator;
        scene::LaunchSetup setup = default_setup(*how.catalog->find("box_blur"), "");
        setup.input = *input::parse_spec("noise:24x16");
        setup.settings.values["radius"] = 2;
        how.setup = setup;
        return how;
    }
    void run() {
        session::Request request;
        request.experiment = {document.start.catalog, document.experiment()};
        request.variant = document.scene.source.variant;
        request.settings = document.scene.source.settings;
        request.input = document.scene.source.input;
        request.device = session::DeviceChoice::emulator;
        document.shown = session::run(request).value_or(nullptr);
        update();
    }
    void update() {
        paint.update();
        finish(document.worker);
        paint.update();
    }
    void stroke(const scene::Content& view, std::initializer_list<scene::Point> places) {
        bool begins = true;
        for (const scene::Point& place : places) dispatcher.send(PaintTo{view, place, std::exchange(begins, false)});
        dispatcher.send(EndStroke{});
    }
    void undo() { document.scene.source = document.history.undo(document.undo_step()).source; }
    /// Shows a made-up run with a buffer of four cells.
    void show_cells(ElementType type, uint32_t channels) {
        auto fake = std::make_shared<session::RunResult>();
        const BufferLayout layout{"v", type, channels, {4, 1, 1}};
        fake->prepared.plan.buffers.push_back(
            {layout, BufferRole::input, std::make_shared<const Bytes>(layout.bytes())});
        document.shown = fake;
    }
    [[nodiscard]] std::vector<uint64_t> painted_cells() const {
        std::vector<uint64_t> cells;
        for (const input::Painting& painting : document.scene.source.input.painting.all())
            for (const input::PaintedRun& run : painting.runs)
                for (uint64_t k = 0; k < run.count; ++k) cells.push_back(run.first + k);
        return cells;
    }
    [[nodiscard]] bool says(std::string_view words) const {
        return std::ranges::any_of(document.notices.shown(), [&](const Notice& notice) {
            return notice.words.english().find(words) != std::string::npos;
        });
    }

    Document document{start(), [] {}};
    Models models;
    PaintFeature paint{document, models, models};
    Dispatcher dispatcher;
    static constexpr uint64_t width = 24;
};

TEST_F(Paint, StrokeIsOneUndoStep) {
    run();
    REQUIRE_RUN(document.shown);
    dispatcher.send(Perform{Action::paint_input});
    ASSERT_TRUE(models.painting.is_on);
    const input::InputSpec before = document.scene.source.input;
    stroke(input_view, {{2.5, 3.5}, {4.5, 3.5}, {8.5, 3.5}});
    EXPECT_EQ(painted_cells().size(), 7u);
    ASSERT_TRUE(document.history.can_undo());
    undo();
    EXPECT_EQ(document.scene.source.input, before);
    EXPECT_FALSE(document.history.can_undo());
}

TEST_F(Paint, EachStrokeIsAStep) {
    run();
    REQUIRE_RUN(document.shown);
    dispatcher.send(SetPainting{true});
    stroke(input_view, {{1.5, 1.5}});
    stroke(input_view, {{5.5, 1.5}});
    undo();
    EXPECT_EQ(painted_cells(), std::vector<uint64_t>{width + 1});
}

TEST_F(Paint, FastDragsLeaveNoGaps) {
    run();
    REQUIRE_RUN(document.shown);
    dispatcher.send(SetPainting{true});
    stroke(input_view, {{2.5, 3.5}, {12.5, 8.5}});
    const std::vector<uint64_t> cells = painted_cells();
    ASSERT_EQ(cells.size(), 11u);
    for (size_t i = 1; i < cells.size(); ++i) {
        const auto dx = static_cast<int64_t>(cells[i] % width) - static_cast<int64_t>(cells[i - 1] % width),
                   dy = static_cast<int64_t>(cells[i] / width) - static_cast<int64_t>(cells[i - 1] / width);
        EXPECT_LE(std::abs(dx), 1);
        EXPECT_LE(std::abs(dy), 1);
    }
}

TEST_F(Paint, LargeBrushIsClippedAtTheCorner) {
    run();
    REQUIRE_RUN(document.shown);
    dispatcher.send(SetPainting{true});
    dispatcher.send(SetBrush{{}, 3});
    stroke(input_view, {{0.5, 0.5}});
    EXPECT_EQ(painted_cells(), (std::vector<uint64_t>{0, 1, width, width + 1}));
    dispatcher.send(SetBrush{{}, 4});
    EXPECT_EQ(models.painting.size, 3u) << "not one of the sizes";
}

TEST_F(Paint, ResetIsOneUndoStep) {
    run();
    REQUIRE_RUN(document.shown);
    dispatcher.send(SetPainting{true});
    stroke(input_view, {{1.5, 1.5}});
    stroke(input_view, {{5.5, 5.5}});
    dispatcher.send(ResetInput{});
    EXPECT_TRUE(painted_cells().empty());
    undo();
    EXPECT_EQ(painted_cells().size(), 2u);
}

TEST_F(Paint, OutputsAreNotPainted) {
    run();
    REQUIRE_RUN(document.shown);
    dispatcher.send(SetPainting{true});
    stroke(scene::Space::output, {{1.5, 1.5}, {5.5, 5.5}});
    EXPECT_TRUE(painted_cells().empty());
    EXPECT_TRUE(says("Paint on an input."));
}

TEST_F(Paint, ValuesOutsideTheRangeAreClamped) {
    show_cells(ElementType::u8, 1);
    dispatcher.send(SetPainting{true});
    dispatcher.send(SetBrush{input::CellValue{200}, {}});
    EXPECT_EQ(models.painting.value[0], 200);
    EXPECT_TRUE(document.notices.shown().empty());
    dispatcher.send(SetBrush{input::CellValue{300}, {}});
    EXPECT_EQ(models.painting.value[0], 255);
    EXPECT_TRUE(says("u8"));
}

TEST_F(Paint, UnsupportedTypesAreRefused) {
    const std::initializer_list<std::pair<ElementType, uint32_t>> refused{
        {ElementType::s64, 1}, {ElementType::u64, 1}, {ElementType::f32, 2}, {ElementType::u8, 2}};
    for (const auto& [type, channels] : refused) {
        show_cells(type, channels);
        dispatcher.send(SetPainting{true});
        EXPECT_FALSE(models.painting.is_on) << name_of(type) << " x " << channels;
        EXPECT_TRUE(says("cannot be painted"));
        for (const Notice& notice : std::vector<Notice>(document.notices.shown())) document.notices.dismiss(notice.id);
    }
    const std::initializer_list<std::pair<ElementType, uint32_t>> possible{
        {ElementType::u8, 1}, {ElementType::s32, 1}, {ElementType::f32, 1}, {ElementType::u8, 3}, {ElementType::u8, 4}};
    for (const auto& [type, channels] : possible) {
        show_cells(type, channels);
        dispatcher.send(SetPainting{true});
        EXPECT_TRUE(models.painting.is_on) << name_of(type) << " x " << channels;
        dispatcher.send(SetPainting{false});
    }
}

TEST_F(Paint, EyedropperTakesACellsValue) {
    run();
    REQUIRE_RUN(document.shown);
    dispatcher.send(SetPainting{true});
    dispatcher.send(PickValue{input_view, {3.5, 2.5}});
    const HostBuffer& input = document.shown->input;
    for (uint64_t channel = 0; channel < 3; ++channel)
        EXPECT_EQ(models.painting.value[channel],
                  element_as_double(input.bytes->data(), ElementType::u8, 3 * (2 * width + 3) + channel));
}

TEST_F(Paint, SavedSceneReproducesThePaintedInput) {
    run();
    REQUIRE_RUN(document.shown);
    dispatcher.send(SetPainting{true});
    dispatcher.send(SetBrush{input::CellValue{10, 20, 30}, 5});
    stroke(input_view, {{6.5, 6.5}, {9.5, 6.5}});
    run();
    ASSERT_TRUE(document.shown);
    const SharedBytes painted = document.shown->input.bytes;
    scene::SavedScene saved;
    saved.scene.source = document.scene.source;
    const auto read = scene::from_text(scene::to_text(saved), "painted.wscope");
    ASSERT_TRUE(read) << read.error().text();
    EXPECT_EQ(read->scene.source.input, document.scene.source.input);
    document.scene.source = read->scene.source;
    run();
    ASSERT_TRUE(document.shown);
    EXPECT_EQ(*document.shown->input.bytes, *painted);
    EXPECT_EQ(element_as_double(painted->data(), ElementType::u8, 3 * (4 * width + 4) + 1), 20);
}

/// Returns the blurred picture: means of clipped windows, rounded down.
std::vector<int> blurred(const HostBuffer& picture, int radius) {
    const auto wide = static_cast<int>(picture.layout.shape.width),
               high = static_cast<int>(picture.layout.shape.height);
    std::vector<int> out;
    for (int y = 0; y < high; ++y)
        for (int x = 0; x < wide; ++x)
            for (int channel = 0; channel < 3; ++channel) {
                int sum = 0, count = 0;
                for (int v = std::max(0, y - radius); v <= std::min(high - 1, y + radius); ++v)
                    for (int u = std::max(0, x - radius); u <= std::min(wide - 1, x + radius); ++u, ++count)
                        sum +=
                            std::to_integer<int>((*picture.bytes)[static_cast<size_t>(3 * (v * wide + u) + channel)]);
                out.push_back(sum / count);
            }
    return out;
}

TEST_F(Paint, ChangedCellsMatchAReference) {
    run();
    REQUIRE_RUN(document.shown);
    const std::vector<int> before = blurred(document.shown->input, 2);
    dispatcher.send(SetPainting{true});
    dispatcher.send(SetBrush{input::CellValue{255, 0, 255}, 1});
    stroke(input_view, {{10.5, 8.5}});
    update();
    EXPECT_FALSE(models.painting.changed) << "the painted input has not run";
    run();
    ASSERT_TRUE(document.shown);
    const std::vector<int> after = blurred(document.shown->input, 2);
    uint64_t differ = 0;
    for (size_t cell = 0; cell < before.size() / 3; ++cell)
        differ += !std::equal(&before[3 * cell], &before[3 * cell] + 3, &after[3 * cell]);
    EXPECT_GT(differ, 0u);
    EXPECT_LE(differ, 25u) << "windows of 5 x 5 cells";
    ASSERT_TRUE(models.painting.changed);
    EXPECT_EQ(models.painting.changed_in, document.shown);
    EXPECT_EQ(models.painting.changed->count, differ);
    EXPECT_EQ(models.painting.changed->threads, differ) << "each thread writes one cell";
    ASSERT_TRUE(models.painting.changed->cells);
    EXPECT_EQ(models.painting.changed->cells->count(), differ);
    undo();
    run();
    EXPECT_FALSE(models.painting.changed) << "the stroke is undone";
}

TEST_F(Paint, OtherInputsArePainted) {
    document.scene.source = default_setup(*document.start.catalog->find("vector_add"), "");
    document.scene.source.input = *input::parse_spec("index:30");
    run();
    REQUIRE_RUN(document.shown);
    dispatcher.send(SetPainting{true});
    dispatcher.send(SetBrush{input::CellValue{100}, 1});
    stroke({scene::Space::buffer, 1}, {{4.5, 0.5}});
    ASSERT_NE(document.scene.source.input.painting.find("b"), nullptr);
    run();
    ASSERT_TRUE(document.shown);
    EXPECT_EQ(element_as_double(document.shown->output.bytes->data(), ElementType::f32, 4), 104);
    undo();
    run();
    ASSERT_TRUE(document.shown);
    EXPECT_LT(element_as_double(document.shown->output.bytes->data(), ElementType::f32, 4), 6);
}

TEST_F(Paint, EscStopsPainting) {
    show_cells(ElementType::u8, 1);
    dispatcher.send(SetPainting{true});
    EXPECT_TRUE(paint.perform({Action::unpin}));
    EXPECT_FALSE(models.painting.is_on);
    EXPECT_FALSE(paint.perform({Action::unpin})) << "another feature's";
}

} // namespace
} // namespace warpscope::workbench
