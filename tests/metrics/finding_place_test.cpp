// Elements that findings name, inside and outside of buffers.
#include <cstdlib>

#include <gtest/gtest.h>

#include "metrics/finding_location.hpp"

namespace warpscope::metrics {
namespace {

BufferLayout layout(ElementType type, uint32_t channels, Shape shape) { return {"P", type, channels, shape}; }

TEST(FindingPlace, NamesRowsAndColumns) {
    const BufferLayout matrix = layout(ElementType::f32, 1, {80, 48, 1});
    EXPECT_EQ(index_of({0, 3 * 80 + 57, true}, matrix), (ElementIndex{0, 3, 57, 0}));
    EXPECT_EQ(element_message({0, 3 * 80 + 57, true}, matrix), "element 297 of 'P' (row 3, column 57)");
    EXPECT_EQ(element_message({0, 48 * 80 + 1, false}, matrix),
              "element 3841 of 'P' (row 48, column 1), which has 48 rows of 80 columns");
}

TEST(FindingPlace, RowsBeforeBufferAreNegative) {
    const BufferLayout matrix = layout(ElementType::f32, 1, {80, 48, 1});
    EXPECT_EQ(index_of({0, -1, false}, matrix), (ElementIndex{0, -1, 79, 0}));
    EXPECT_EQ(element_message({0, -81, false}, matrix), "element -81 of 'P', which has 48 rows of 80 columns")
        << "the kernel may have computed row -1, column -1";
    const BufferLayout pixels = layout(ElementType::u8, 3, {10, 4, 1});
    EXPECT_EQ(index_of({0, -1, false}, pixels), (ElementIndex{0, -1, 9, 2}));
}

TEST(FindingPlace, NamesArraysPixelsAndVolumes) {
    EXPECT_EQ(element_message({0, 37, true}, layout(ElementType::u32, 1, {256, 1, 1})), "element 37 of 'P'");
    EXPECT_EQ(element_message({0, 256, false}, layout(ElementType::u32, 1, {256, 1, 1})),
              "element 256 of 'P', which has 256 elements");
    EXPECT_EQ(element_message({0, 1, false}, layout(ElementType::u32, 1, {1, 1, 1})),
              "element 1 of 'P', which has 1 element");
    EXPECT_EQ(element_message({0, 3 * (2 * 10 + 7) + 1, true}, layout(ElementType::u8, 3, {10, 4, 1})),
              "element 82 of 'P' (row 2, column 7, channel 1)");
    EXPECT_EQ(element_message({0, 7, true}, layout(ElementType::u8, 3, {10, 1, 1})),
              "element 7 of 'P' (cell 2, channel 1)");
    EXPECT_EQ(element_message({0, (2 * 4 + 1) * 10 + 3, true}, layout(ElementType::f32, 1, {10, 4, 3})),
              "element 93 of 'P' (plane 2, row 1, column 3)");
    EXPECT_EQ(element_message({0, 120, false}, layout(ElementType::f32, 1, {10, 4, 3})),
              "element 120 of 'P' (plane 3, row 0, column 0), which has 3 planes of 4 rows of 10 columns");
}

class PlaneRun : public Measured {
public:
    PlaneRun() {
        plan_.buffers.push_back({layout(ElementType::s32, 1, {900, 60, 1}), BufferRole::output, nullptr});
        plan_.launches.push_back({"kernel", {{57, 4, 1}, {16, 16, 1}}, {BufferArgument{0}}});
    }
    [[nodiscard]] const std::vector<LaunchMeasurement>& launches() const override { return launches_; }
    [[nodiscard]] HostBuffer buffer(uint32_t) const override { return {}; }
    [[nodiscard]] const simt::Program& program() const override { std::abort(); }
    [[nodiscard]] const ExecutionPlan& plan() const override { return plan_; }
    [[nodiscard]] bool canceled() const override { return false; }
    [[nodiscard]] Result<BlockTrace> trace_block(uint32_t, uint64_t, const std::atomic<bool>*) const override {
        return fail(ErrorKind::failed, "");
    }
    [[nodiscard]] Result<Probe> probe(const ProbeRequest&, const std::atomic<bool>*) const override {
        return fail(ErrorKind::failed, "");
    }
    [[nodiscard]] std::optional<BufferCell> locate(uint64_t) const override { return std::nullopt; }
    [[nodiscard]] std::optional<BufferElement> element(uint64_t address) const override {
        return BufferElement{0, static_cast<int64_t>(address / 4), true};
    }

private:
    ExecutionPlan plan_;
    std::vector<LaunchMeasurement> launches_;
};

simt::Finding global_race(uint64_t element) {
    simt::Finding finding;
    finding.kind = simt::FindingKind::race_global;
    finding.space = ptx::Space::global;
    finding.address = 4 * element;
    finding.bytes = 4;
    finding.has_other = true;
    finding.thread_index = {0, 1, 0};
    finding.other_block_index = {56, 0, 0};
    finding.other_thread_index = {4, 0, 0}; // column 900 of row 0
    finding.message = msg("Line {} writes {}; {} writes it there as well: {}", 9, "'P'", "another", "use an atomic");
    return finding;
}

TEST(FindingPlace, ColumnOutsideRowNeedsBoundsCheck) {
    const PlaneRun run;
    EXPECT_EQ(finding_message(run, global_race(900), "out[y * width + x]"),
              "Line 9 writes out[y * width + x]; another writes it there as well: column 900 of thread (4, 0, 0) of "
              "block (56, 0, 0) is outside the row (width 900): a bounds check is missing. It is element 900 of 'P' "
              "(row 1, column 0)");
    EXPECT_TRUE(finding_message(run, global_race(901)).english().starts_with("Line 9 writes P[901]; another "));
    EXPECT_TRUE(says_line(global_race(900)));
    EXPECT_TRUE(missing_bounds_check(run, global_race(901)).empty()) << "not the element of this column";
}

} // namespace
} // namespace warpscope::metrics
