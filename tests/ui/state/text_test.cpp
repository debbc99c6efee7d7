#include <filesystem>
#include <fstream>
#include <gtest/gtest.h>
#include <unistd.h>

#include "ui/code/cost_columns.hpp"
#include "ui/code/find_text.hpp"
#include "ui/wording/inspector_text.hpp"
#include "ui/wording/phrases.hpp"
#include "ui/workbench.hpp"
#include "workbench/document/text_key.hpp"
#include "workbench/editing/diff_memo.hpp"
#include "workbench/editing/kernel_file.hpp"
#include "workbench/editing/text_history.hpp"

namespace warpscope::ui {
namespace {

TEST(Phrases, EstimatesAreRounded) {
    EXPECT_EQ(rough_duration(12), "1 s");
    EXPECT_EQ(rough_duration(791), "1 s");
    EXPECT_EQ(rough_duration(7400), "7 s");
    EXPECT_EQ(rough_duration(43'000), "40 s");
    EXPECT_EQ(rough_duration(185'900), "3 min");
}

TEST(DiffMemo, AsksForEachPairOnce) {
    DiffMemo memo;
    const DiffMemo::Made* first = &memo.of("a\nf(b);\n", "a\nf(c);\n");
    EXPECT_EQ(first->replaced, (std::vector<uint32_t>{1, 2}));
    EXPECT_EQ(&memo.of("x\n", "y\n"), &memo.of("x\n", "y\n"));
    EXPECT_EQ(&memo.of("a\nf(b);\n", "a\nf(c);\n"), first) << "it is still there";
}

TEST(FindText, IgnoresCase) {
    const auto marks = find_text({"int Pixel = pixel;", "", "PIXELpixel"}, "pixel", 5);
    ASSERT_EQ(marks.size(), 4u);
    EXPECT_EQ(marks[0].line, 1u);
    EXPECT_EQ(marks[0].begin, 4u);
    EXPECT_EQ(marks[3].end, 10u);
    EXPECT_TRUE(marks[1].now) << "round and round";
    EXPECT_TRUE(find_text({"a"}, "", 0).empty());
    EXPECT_TRUE(find_text({"a"}, "b", 3).empty());
}

TEST(ChangeText, DescribesTheDifference) {
    EXPECT_EQ(change_text(10, 10), "");
    EXPECT_EQ(change_text(0, 10), "new");
    EXPECT_EQ(change_text(100, 125), "+25 %");
    EXPECT_EQ(change_text(100, 50), "−50 %");
    EXPECT_EQ(change_text(1000, 1004), "+0.4 %");
    EXPECT_EQ(change_text(100000, 99999), "−<0.1 %");
    EXPECT_EQ(change_text(10, 45), "× 4.5");
    EXPECT_EQ(change_text(10, 0), "gone");
}

TEST(ElementText, NegativeIndexHasNoRow) {
    BufferLayout layout;
    layout.name = "in";
    layout.shape = {900, 600, 1};
    EXPECT_EQ(element_text({0, -901, false}, layout), "in[-901] is outside");
    EXPECT_EQ(element_text({0, 540000, false}, layout), "in[600, 0] is outside");
    EXPECT_EQ(element_text({0, 901, true}, layout), "in[1, 1]");
}

TEST(CostText, RecognizesRedistributedInstructions) {
    using Lines = std::vector<std::pair<uint64_t, uint64_t>>;
    EXPECT_TRUE(is_redistributed({10000, 9990}, Lines{{500, 500}, {100, 72}}));
    EXPECT_TRUE(is_redistributed({10000, 10000}, Lines{{0, 72}}));
    EXPECT_FALSE(is_redistributed({10000, 9990}, Lines{{500, 500}, {0, 0}}));
    EXPECT_FALSE(is_redistributed({10000, 9000}, Lines{{100, 72}})) << "the edit itself saves instructions";
}

TEST(CostText, CountsAtomicOperations) {
    const insight::CodeCost before;
    insight::CodeCost now;
    now.atomic_operations = 2080;
    EXPECT_EQ(cost_text(CostKind::atomics, now), "2080");
    EXPECT_EQ(cost_text(CostKind::atomics, before), "");
    EXPECT_NE(cost_tip(now).find("2080 atomic operations"), std::string::npos) << cost_tip(now);
    EXPECT_NE(cost_tip(now, {}, true).find("outside all branches"), std::string::npos) << "a hint at the compiler";
    EXPECT_EQ(cost_tip(now).find("outside all branches"), std::string::npos);
    ChangedCosts changed;
    changed.add(&now, &before);
    EXPECT_TRUE(changed.atomics);
    EXPECT_FALSE(changed.sectors);
}
} // namespace
} // namespace warpscope::ui
