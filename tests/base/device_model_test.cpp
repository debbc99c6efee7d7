#include "base/devices/device_model.hpp"

#include <gtest/gtest.h>

namespace warpscope {
namespace {

TEST(DeviceModel, EveryModelIsComplete) {
    for (const DeviceModel& model : device_models()) {
        EXPECT_EQ(find_device_model(model.name), &model);
        EXPECT_GT(model.multiprocessors, 0);
        EXPECT_GE(model.threads_per_multiprocessor, 1024);
        EXPECT_GE(model.max_shared_bytes_per_block, 48 * 1024);
        EXPECT_LT(model.max_shared_bytes_per_block, model.shared_bytes_per_multiprocessor + 1);
        EXPECT_GE(model.memory_bytes, uint64_t{8} << 30);
        // Data sheets round the bandwidth, which is the product of clock, bus width and 2.
        const double gigabytes = 2e3 * model.memory_clock_khz * (model.bus_bits / 8) / 1e9;
        EXPECT_NEAR(gigabytes, model.gigabytes, 0.03 * model.gigabytes) << model.name;
    }
}

TEST(DeviceModel, FindsModelsByNameOrPrefix) {
    EXPECT_EQ(find_device_model("t4")->name, "T4");
    EXPECT_EQ(find_device_model("h100")->name, "H100 SXM");
    EXPECT_EQ(find_device_model("rtx 4060")->name, "RTX 4060");
    EXPECT_EQ(find_device_model("NVIDIA A100-SXM4-80GB")->name, "A100 80 GB SXM");
    EXPECT_EQ(find_device_model("emulator"), nullptr);
    EXPECT_EQ(find_device_model(""), nullptr);
    const auto unknown = known_device_model("Voodoo 2");
    ASSERT_FALSE(unknown);
    EXPECT_NE(unknown.error().hint.english().find("RTX 3090"), std::string::npos);
}

} // namespace
} // namespace warpscope
