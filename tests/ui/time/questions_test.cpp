// Answers the eleven questions of docs/guide/README.md on the screen, within three actions each. With
// WARPSCOPE_QUESTIONS=FOLDER in the environment, writes the last screen of each question there.
#include <cmath>
#include <cstdlib>
#include <cstring>

#include <fmt/format.h>

#include "base/number_text.hpp"
#include "catalog/experiment.hpp"
#include "export/png.hpp"
#include "ui/driver.hpp"
#include "ui/panels/time/time_panels.hpp"

namespace warpscope::ui {
namespace {

class StudentQuestions : public testing::Test {
protected:
    void open(const std::string& experiment, const std::string& variant, const std::string& input,
              const std::string& text = "", bool laptop = false) {
        Start start = start_with(setup_of(experiment, input));
        start.setup = with_variant(*start.setup, *start.catalog->find(experiment), variant);
        if (!text.empty()) start.setup->text = text;
        if (!laptop) start.preferences.panes.drawer = 480; // avoids scrolling to the lines
        driver.emplace(start, laptop ? 1366 : 1400, laptop ? 768 : 1200);
        driver->settle();
    }
    void click(const std::string& label, ImGuiMouseButton button = ImGuiMouseButton_Left) {
        driver->click(label, button);
        done();
    }
    void click_cell(double x, double y) {
        driver->click_at(driver->at_cell("right view", x + 0.5, y + 0.5));
        done();
    }
    void key(ImGuiKeyChord chord) {
        driver->key(chord);
        done();
    }
    void wheel(const std::string& over, float notches) {
        driver->wheel(driver->middle(over), notches);
        done();
    }
    /// Clicks the field for expressions, types, and presses Enter; counts as one action.
    void ask(const std::string& expression) {
        driver->click("##watch");
        driver->type(expression);
        driver->key(ImGuiKey_Enter);
        done();
    }
    void says(const std::string& words) { EXPECT_TRUE(driver->says(words)) << words << " in\n" << driver->text(); }
    void click_at(ImVec2 at) {
        driver->click_at(at);
        done();
    }
    /// Computes a lane's sum of the first `products` products from the input.
    float sum_of_products(const insight::MomentView& moment, uint32_t lane, uint32_t products) {
        constexpr uint32_t tile = 16;
        const metrics::Measured& measured = *driver->model().result->measured;
        const Dim3 block = moment.block->recording->contents().block_index;
        const uint32_t thread = moment.warp * warp_size + lane;
        const uint32_t row = block.y * tile + thread / tile, column = block.x * tile + thread % tile;
        const auto element = [&](const std::string& name, uint32_t y, uint32_t x) {
            const auto& buffers = measured.plan().buffers;
            uint32_t number = 0;
            while (buffers.at(number).layout.name != name) ++number;
            float value = 0;
            std::memcpy(&value,
                        measured.buffer(number).bytes->data() +
                            (y * buffers[number].layout.shape.width + x) * sizeof(float),
                        sizeof(float));
            return value;
        };
        float sum = 0;
        for (uint32_t k = 0; k < products; ++k) sum += element("M", row, k) * element("N", k, column);
        return sum;
    }
    static std::string changed_product(const std::string& from, const std::string& to) {
        return changed("matmul", "tiled", from, to);
    }
    static std::string changed(const std::string& experiment, const std::string& variant, const std::string& from,
                               const std::string& to) {
        const auto catalog = catalog::load_catalog(catalog::catalog_folder());
        auto text = catalog::read_source(*catalog.find(experiment)->find(variant));
        if (!text || text->find(from) == std::string::npos) {
            ADD_FAILURE() << from << " is not in the kernel";
            return {};
        }
        return text->replace(text->find(from), from.size(), to);
    }
    void TearDown() override {
        EXPECT_LE(actions, 3);
        const char* const folder = std::getenv("WARPSCOPE_QUESTIONS");
        if (folder == nullptr || !driver) return;
        const Picture seen = driver->picture();
        const std::string name = testing::UnitTest::GetInstance()->current_test_info()->name();
        EXPECT_TRUE(exporting::save_png(std::filesystem::path(folder) / (name + ".png"), seen.width, seen.height, 4,
                                        reinterpret_cast<const std::byte*>(seen.rgba.data())));
    }
    std::optional<Driver> driver;

private:
    void done() {
        ++actions;
        driver->settle();
    }
    int actions = 0;
};

TEST_F(StudentQuestions, OwnerOfACellIsShown) {
    open("color_to_gray", "basic", "gradient:76x62");
    click_cell(25, 50);
    says("blockIdx: (1, 3, 0)");
    says("threadIdx: (9, 2, 0)");
}

TEST_F(StudentQuestions, IdleThreadIsExplained) {
    open("color_to_gray", "basic", "gradient:76x62");
    click_cell(75, 50); // the cell's warp reaches beyond the right edge
    says("line 6: col < width && row < height");
    says("lanes 12 to 15 and 28 to 31: false, col = 76 to 79");
}

TEST_F(StudentQuestions, IdleWarpIsExplained) {
    open("color_to_gray", "basic", "gradient:76x62", "", true);
    click_cell(10, 63);
    says("WHY ITS WARP IS IDLE");
    says("line 6: col < width && row < height");
    says("lanes 0 to 31: false, col = 0 to 15, width = 76, row = 62 to 63, height = 62");
    click("to line 6##to line 6");
    EXPECT_EQ(driver->model().marked_line, 6u);
}

TEST_F(StudentQuestions, WarpSplitIsExplained) {
    open("box_blur", "naive", "noise:40x40");
    click_cell(0, 0);
    click("##scope warp");
    key(ImGuiKey_X);
    says("WHY ITS WARP SPLIT");
    says("lanes 19 to 31: "); // words depend on the compiler
    EXPECT_LT(driver->text().find("WHY ITS WARP SPLIT"), driver->text().find("PINNED THREAD"))
        << "below the pinned thread's facts it would be out of sight";
}

TEST_F(StudentQuestions, TileContentsAreShown) {
    open("matmul", "tiled", "noise:64x64");
    click("##scope block");
    key(ImGuiKey_N);
    ASSERT_TRUE(driver->model().moment);
    EXPECT_EQ(driver->model().moment->shared.at(0).written, 256u);
    says("256 of 256 written");
}

TEST_F(StudentQuestions, SumInOneRoundIsFound) {
    open("matmul", "tiled", "noise:64x64");
    click("##scope warp");
    ask("lane == 5 && k == 3 && start == 0");
    click(">##watch 0");
    ASSERT_TRUE(driver->model().moment) << driver->text();
    const insight::MomentView& moment = *driver->model().moment;
    const auto in_lane_5 = [&](const std::string& name) {
        const auto row = std::ranges::find(moment.rows, name, &insight::VariableRow::name);
        return row == moment.rows.end() ? std::string() : row->text[5];
    };
    EXPECT_EQ(in_lane_5("k"), "3");
    const float sum = sum_of_products(moment, 5, 3); // rounds 0 to 2 are done
    ASSERT_NE(sum, 0);
    EXPECT_NEAR(std::strtof(in_lane_5("sum").c_str(), nullptr), sum, 1e-5f * std::abs(sum)) << in_lane_5("sum");
    says(short_value(in_lane_5("sum")));
}

/// Uses only the mouse: clicks the variable's row, which lists all rounds of its loops.
TEST_F(StudentQuestions, SumInAllRoundsIsListed) {
    open("matmul", "tiled", "noise:64x64", "", true);
    click("##scope warp");
    key(ImGuiKey_N); // a warp has no variables before its first step
    const Recorder::Item row = driver->item("variable sum");
    const Recorder::Item tab = driver->item("drawer tab");
    ASSERT_LT(row.max.y, tab.max.y) << "the row is in sight";
    click_at({row.min.x + (row.max.x - row.min.x) * 5.5f / warp_size, (row.min.y + row.max.y) / 2});
    const auto& values = driver->model().time.values;
    ASSERT_TRUE(values) << driver->text();
    EXPECT_EQ(values->loops, (std::vector<std::string>{"start", "k"}));
    EXPECT_EQ(values->values.size(), 65u) << "once before the loops, and in each of 4 times 16 rounds";
    const insight::MomentView& moment = *driver->model().moment;
    for (const auto& [start, k] : {std::pair(0u, 3u), {16u, 0u}, {48u, 15u}}) {
        const std::vector<std::string> round{std::to_string(start), std::to_string(k)};
        const auto found = std::ranges::find(values->values, round, &replay::LaneValues::Value::rounds);
        ASSERT_NE(found, values->values.end());
        const float sum = sum_of_products(moment, 5, start + k + 1);
        EXPECT_NEAR(std::strtof(found->text.c_str(), nullptr), sum, 1e-5f * std::abs(sum));
        says(fmt::format("k = {}: {}", k, short_value(found->text)));
    }
    says("start = 48");
}

TEST_F(StudentQuestions, WaitingWarpsAreListed) {
    open("box_blur", "tiled", "noise:64x48");
    click("##scope block");
    key(ImGuiKey_N);
    key(ImGuiKey_Comma);
    ASSERT_TRUE(driver->model().moment);
    size_t waiting = 0, others = 0;
    for (const insight::WarpFlag& warp : driver->model().moment->warps)
        ++(warp.state == replay::WarpState::at_barrier ? waiting : others);
    EXPECT_GT(waiting, 0u);
    EXPECT_GT(others, 0u);
    says("At the barrier: warp");
    says("Not there yet: warp");
}

TEST_F(StudentQuestions, RaceShowsTheReadValue) {
    open("bug_museum", "kogge_stone_missing_sync", "gradient:52x90");
    driver->click_findings();
    driver->settle();
    click("Make it fail##0");
    says("First difference: lane");
    says("Usual order, step");
    says("Other order, step");
}

TEST_F(StudentQuestions, BankConflictListsItsLanes) {
    open("transpose", "tiled", "noise:64x64");
    click("Shared memory##tab");
    // All 32 words of a tile's column are in one bank.
    says("32 lanes, 32 passes: bank conflict, bank 0 serves 32 different words (without conflicts: 1)");
    const Recorder::Item banks = driver->item("banks");
    for (const int lane : {0, 5}) {
        driver->move({banks.min.x + 0.5f / 32 * (banks.max.x - banks.min.x),
                      banks.min.y + (static_cast<float>(lane) + 0.5f) / 32 * (banks.max.y - banks.min.y)});
        driver->settle();
        says(fmt::format("Lane {} in pass {} of 32.", lane, lane + 1));
    }
}

TEST_F(StudentQuestions, BlockOrderIsShown) {
    open("box_blur", "naive", "gradient:64x48");
    key(ImGuiMod_Ctrl | ImGuiKey_B);
    click("blocks in time");
    says("0 of 12 blocks have ended"); // in the middle of the launch; all blocks run at once
    says("H100 SXM, modeled");
    const auto& order = driver->model().launch_time.order;
    ASSERT_TRUE(order);
    EXPECT_EQ(order->dispatch.blocks.size(), 12u);
    says("all 12 start at once");
    says("order of blocks"); // over the output's blocks
    ASSERT_TRUE(driver->model().so_far.numbered);
    const Recorder::Item chart = driver->item("blocks in time");
    // Each multiprocessor has a row; the third block is in the third row.
    driver->move({chart.min.x + 5, chart.min.y + (chart.max.y - chart.min.y) * 0.68f * 2.5f / 12});
    driver->settle();
    says("block (2, 0): starts as number 3 of 12");
}

TEST_F(StudentQuestions, NanIsFoundByExpression) {
    open("matmul", "tiled", "noise:64x64",
         changed_product("P[row * columns + col] = sum;",
                         "float mean = (sum - sum) / (columns - columns); P[row * columns + col] = mean;"));
    click("##scope warp");
    ask("isnan(mean)");
    click(">##watch 0");
    ASSERT_TRUE(driver->model().moment) << driver->text();
    EXPECT_EQ(driver->model().moment->now_line, 24u) << driver->text();
    says("nan");
}

/// Legend and cell offer "where from?". The answer is the step that made the value, with its operands.
TEST_F(StudentQuestions, CellsNanIsTraced) {
    open("transpose", "naive_row", "noise:64x64",
         changed("transpose", "naive_row", "out[col * height + row] = in[row * width + col];",
                 "float mean = (in[0] - in[0]) / (width - width); out[col * height + row] = mean;"),
         true);
    click_cell(20, 37);
    click("where does it come from?##origin");
    ASSERT_TRUE(driver->model().moment) << driver->text();
    EXPECT_EQ(driver->model().moment->now_line, 7u);
    EXPECT_EQ(driver->model().moment->moment.scope, scene::Scope::warp);
    says("0 / 0 = nan");
    says("out[37][20] got this value in line 7");
}

/// Another thread made the value and passed it on in shared memory.
TEST_F(StudentQuestions, NanIsTracedToItsThread) {
    open("matmul", "tiled", "noise:64x64",
         changed_product("M[row * inner + start + tx] : 0.0f",
                         "(row == 3 && start + tx == 18 ? (M[0] - M[0]) / (M[1] - M[1]) : M[row * inner + start + tx]) "
                         ": 0.0f"),
         true);
    says("80 values are NaN or infinite: where from?"); // a row of P
    click_at(driver->middle("where from"));
    ASSERT_TRUE(driver->model().moment) << driver->text();
    EXPECT_EQ(driver->model().moment->now_line, 13u);
    EXPECT_EQ(driver->model().moment->warp, 1u) << "row 3 of the block, column 2";
    says("0 / 0 = nan, in lane 18 of warp 1");
    const LaunchConfig& config = driver->model().result->shown().config;
    EXPECT_EQ((driver->model().selection.thread - 1) % config.threads_per_block(), 3u * 16 + 2) << "it is pinned";
}

/// On a laptop's screen, scrolling to the line and pressing its button are enough.
TEST_F(StudentQuestions, BarrierButtonShowsTheEffect) {
    open("matmul", "tiled", "noise:64x64", "", true);
    wheel("drawer tab", -3);
    click("without it?##barrier 15");
    says("without the barrier in line 15");
    says("First difference: lane");
}

TEST_F(StudentQuestions, BarrierMenuShowsTheEffect) {
    open("matmul", "tiled", "noise:64x64");
    click("source text 15", ImGuiMouseButton_Right);
    click("What changes without this barrier?##line menu");
    says("without the barrier in line 15");
    says("First difference: lane");
}

} // namespace
} // namespace warpscope::ui
