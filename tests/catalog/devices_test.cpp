// Experiments on several devices: buffer parts, copies, waiting and mistakes in the file.
#include <gmock/gmock.h>

#include "base/plan/devices.hpp"
#include "catalog/experiment.hpp"
#include "input/scratch_folder.hpp"

namespace warpscope::catalog {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

HostBuffer column(uint32_t height) {
    input::InputSpec spec;
    spec.shape = {2, height, 1};
    return input::generate(spec, ElementType::u8, 1);
}

/// An input with two bytes per row, and a buffer with one additional row per part.
const std::string head =
    "devices = \"n\"\n[value]\nslab = \"ceil_div(height, n)\"\nrows = \"min(slab, height - first)\"\n"
    "first = \"min(height, device*slab)\"\n"
    "[[parameter]]\nname = \"n\"\nrange = [1, 100]\ninitial = 3\n"
    "[[buffer]]\nname = \"in\"\nrole = \"input\"\nmain = true\nparts = \"n\"\n"
    "[[buffer]]\nname = \"a\"\nshape = [\"width\", \"n*(slab + 1)\"]\nparts = \"n\"\n"
    "[[buffer]]\nname = \"out\"\nrole = \"output\"\nshape = [\"width\", \"height\"]\nparts = \"n\"\n";
const std::string first_launch = "[[launch]]\nkernel = \"first\"\ndevice = \"each\"\ngrid = [\"rows\"]\n"
                                 "arguments = [\"a@device, 1\", \"s32:rows\"]\n";
const std::string second_launch = "[[launch]]\nkernel = \"second\"\ndevice = \"each\"\ngrid = [\"rows\"]\n"
                                  "arguments = [\"out@device\", \"a@device\"]\n";
const std::string from_above = "[[launch.copy]]\nfrom = \"a@device - 1, slab\"\nto = \"a@device\"\n"
                               "rows = \"min(1, device)*min(1, rows)\"\n";

class MultipleDevices : public ::testing::Test {
protected:
    Result<Experiment> load(const std::string& text) {
        folder.write("basic.cu", "");
        return load_experiment(folder.write("experiment.toml", text + "[[variant]]\nname = \"basic\"\n"));
    }
    Result<Prepared> prepared(const std::string& text, uint32_t height, double devices = 3) {
        auto loaded = load(text);
        if (!loaded) return tl::unexpected(loaded.error());
        Settings settings = default_settings(loaded->variants.front());
        settings.values["n"] = devices;
        return prepare(loaded->variants.front(), settings, column(height));
    }
    std::string problem(const std::string& text) {
        const auto loaded = load(text);
        return loaded ? "" : loaded.error().text();
    }
    ScratchFolder folder;
};

TEST_F(MultipleDevices, EachHasItsPartAndLaunch) {
    const auto made = prepared(head + first_launch, 7);
    ASSERT_TRUE(made) << made.error().text();
    const ExecutionPlan& plan = made->plan;
    EXPECT_EQ(plan.devices, 3u);
    EXPECT_EQ(plan.buffers[0].part_bytes, 6u);
    EXPECT_EQ(plan.buffers[1].part_bytes, 8u) << "three rows and one more";
    EXPECT_EQ(part_of(plan.buffers[2], 2).bytes(), 2u) << "the last has one row";
    ASSERT_EQ(plan.launches.size(), 3u);
    for (uint32_t device = 0; device < 3; ++device) {
        EXPECT_EQ(plan.launches[device].device, device);
        EXPECT_EQ(std::get<BufferArgument>(plan.launches[device].arguments[0]).offset, 8 * device + 2);
        EXPECT_EQ(std::get<ScalarArgument>(plan.launches[device].arguments[1]).value, device == 2 ? 1 : 3);
    }
}

TEST_F(MultipleDevices, DevicesWithoutRowsStayIdle) {
    const auto made = prepared(head + first_launch + from_above, 5, 4);
    ASSERT_TRUE(made) << made.error().text();
    EXPECT_EQ(made->plan.launches.size(), 3u) << "two rows, two, one, none";
    EXPECT_EQ(made->plan.copies.size(), 2u);
    EXPECT_TRUE(prepared(head + first_launch + from_above, 1, 64));
    const auto many = prepared(head + first_launch, 5, 65);
    ASSERT_FALSE(many);
    EXPECT_THAT(many.error().text(), HasSubstr("1 to 64"));
}

TEST_F(MultipleDevices, BothEndsWaitForACopy) {
    const auto made = prepared(head + first_launch + second_launch + from_above, 6);
    ASSERT_TRUE(made) << made.error().text();
    const ExecutionPlan& plan = made->plan;
    ASSERT_EQ(plan.copies.size(), 2u);
    EXPECT_EQ(plan.copies[0].before, 3u);
    EXPECT_EQ(plan.copies[0].from.offset, 4u) << "row 2 of part 0";
    EXPECT_EQ(plan.copies[0].to.offset, 6u);
    EXPECT_EQ(plan.copies[0].bytes, 2u);
    ASSERT_EQ(plan.launches.size(), 6u);
    for (size_t launch = 0; launch < 3; ++launch) EXPECT_THAT(plan.launches[launch].awaited, IsEmpty());
    EXPECT_THAT(plan.launches[3].awaited, ElementsAre(0u));
    EXPECT_THAT(plan.launches[4].awaited, ElementsAre(0u, 1u));
    EXPECT_THAT(plan.launches[5].awaited, ElementsAre(1u));
}

TEST_F(MultipleDevices, CopiesFinishBeforeTheNextOne) {
    const std::string fill = "[[launch.copy]]\nfrom = \"in@device\"\nto = \"a@device, 1\"\nrows = \"rows\"\n";
    const auto made = prepared(head + first_launch + fill + from_above, 6);
    ASSERT_TRUE(made) << made.error().text();
    ASSERT_EQ(made->plan.copies.size(), 5u);
    for (uint32_t device = 0; device < 3; ++device) EXPECT_EQ(made->plan.copies[device].to.device, device);
    EXPECT_EQ(made->plan.copies[3].from.buffer, 1u) << "reads the result of the previous copy";
    const std::vector<Step> steps = steps_of(made->plan);
    EXPECT_THAT(steps[3].after, ::testing::Contains(0u)) << "device 1 gets a row of device 0's";
}

TEST_F(MultipleDevices, LaterKernelMayWait) {
    const auto made = prepared(head + first_launch + from_above + "needed_by = \"second\"\n" + second_launch, 6);
    ASSERT_TRUE(made) << made.error().text();
    EXPECT_EQ(made->plan.copies[0].before, 0u);
    for (size_t launch = 0; launch < 3; ++launch) EXPECT_THAT(made->plan.launches[launch].awaited, IsEmpty());
    EXPECT_THAT(made->plan.launches[4].awaited, ElementsAre(0u, 1u));
}

/// The launch that needs the copy has no block on this device, so the device's next launch waits instead.
TEST_F(MultipleDevices, IdleDeviceWaitsInNextLaunch) {
    std::string none = first_launch + from_above;
    none.replace(none.find("grid = [\"rows\"]"), 15, "grid = [\"rows - rows\"]");
    const auto made = prepared(head + none + second_launch, 6);
    ASSERT_TRUE(made) << made.error().text();
    ASSERT_EQ(made->plan.launches.size(), 3u);
    EXPECT_THAT(made->plan.launches[1].awaited, ElementsAre(0u, 1u));
}

TEST_F(MultipleDevices, MistakesAreExplained) {
    const auto changed = [](std::string text, const std::string& from, const std::string& to) {
        text.replace(text.find(from), from.size(), to);
        return text;
    };
    const std::string all = head + first_launch + from_above;
    EXPECT_EQ(problem(all), "");
    EXPECT_THAT(problem(changed(all, "slab = \"ceil_div(height, n)\"", "slab = \"rows\"")), HasSubstr("names itself"));
    EXPECT_THAT(problem(changed(all, "first = \"min(height", "width = \"min(height")),
                HasSubstr("already has a meaning"));
    EXPECT_THAT(problem(changed(all, "device = \"each\"", "device = \"all\"")), HasSubstr("\"each\""));
    EXPECT_THAT(problem(changed(all, "device = \"each\"\n", "")), HasSubstr("'rows' in \"rows\" is not known"));
    EXPECT_THAT(problem(changed(all, "to = \"a@device\"", "to = \"a\"")), HasSubstr("is not a part of a buffer"));
    EXPECT_THAT(problem(changed(all, "to = \"a@device\"", "to = \"b@device\"")), HasSubstr("no buffer 'b' in parts"));
    EXPECT_THAT(problem(all + "needed_by = \"third\"\n"), HasSubstr("no launch uses 'third'"));
    EXPECT_THAT(problem(changed(all, "parts = \"n\"", "parts = \"n\"\nalong = \"w\"")), HasSubstr("along"));
    const auto refused = [&](const std::string& text) {
        const auto made = prepared(text, 6);
        return made ? "" : made.error().text();
    };
    EXPECT_THAT(refused(changed(all, "slab\"\nto", "slab + 5\"\nto")), HasSubstr("has no row 7"));
    EXPECT_THAT(refused(changed(all, "a@device - 1", "a@device + 2")), HasSubstr("has no part 3"));
    EXPECT_THAT(refused(changed(all, "parts = \"n\"", "parts = \"n\"\nalong = \"x\"")), HasSubstr("along x"));
}

} // namespace
} // namespace warpscope::catalog
