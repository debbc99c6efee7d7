// Times of kernels on a fake GPU whose launch times depend on the block.
#include "session/timing.hpp"

#include <gtest/gtest.h>

#include "gpu/fake_runtime.hpp"
#include "input/scratch_folder.hpp"
#include "session/require_run.hpp"

namespace warpscope::session {
namespace {

/// Blocks of 256 threads take 1 ms. Larger and smaller blocks take longer.
class TimedRuntime : public gpu::FakeRuntime {
public:
    int launches = 0;

    gpu::Code find_kernel(gpu::LibraryHandle library, const char* name, gpu::KernelHandle& kernel) override {
        kernels.try_emplace(name, [this](const LaunchConfig& config, void**) {
            ++launches;
            const auto threads = static_cast<float>(config.threads_per_block());
            last_ms_ = std::max(threads / 256, 256 / threads);
        });
        return FakeRuntime::find_kernel(library, name, kernel);
    }
    gpu::Code elapsed_ms(gpu::EventHandle, gpu::EventHandle, float& milliseconds) override {
        milliseconds = last_ms_;
        return gpu::code::success;
    }

private:
    float last_ms_ = 0;
};

std::shared_ptr<const RunResult> emulated(const catalog::Experiment& experiment) {
    Request request;
    request.experiment = std::make_shared<const catalog::Experiment>(experiment);
    request.variant = experiment.variants.front().name;
    request.settings = catalog::default_settings(experiment.variants.front());
    request.input = *input::parse_spec("gradient:76x62");
    request.device = DeviceChoice::emulator;
    auto result = run(request);
    return result ? *result : nullptr;
}

TEST(BlockSweep, StopsHopelessSizesEarly) {
    const catalog::Catalog course = catalog::load_catalog(std::string(WARPSCOPE_SOURCE_DIR) + "/cuda");
    const auto result = emulated(*course.find("color_to_gray"));
    REQUIRE_RUN(result);
    TimedRuntime runtime;
    gpu::Executor executor(runtime, gpu::find_device(runtime));
    constexpr uint32_t repeats = 5;
    std::vector<int> launches;
    const auto points = sweep_on_gpu(executor, *result, repeats, nullptr,
                                     [&](const SweepPoint&) { launches.push_back(runtime.launches); });
    ASSERT_TRUE(points) << points.error().text();
    ASSERT_EQ(points->size(), sweep_blocks(2).size());
    ASSERT_EQ(launches.size(), points->size());
    EXPECT_EQ(points->front().block.count(), 256u);
    EXPECT_EQ(launches.front(), static_cast<int>(repeats) + 1) << "reported before the second size is timed";
    size_t hopeless = 0;
    for (const SweepPoint& point : *points) {
        ASSERT_TRUE(point.launch_error.empty()) << point.launch_error.english();
        EXPECT_EQ(point.hopeless, point.median_ms > hopeless_factor) << point.block.x << "x" << point.block.y;
        EXPECT_EQ(point.runs, point.hopeless ? 1 : repeats);
        hopeless += point.hopeless ? 1 : 0;
    }
    EXPECT_GT(hopeless, 10u);
    EXPECT_LT(hopeless, points->size());
}

TEST(KernelTiming, CountsIntegerOperations) {
    const ScratchFolder folder;
    folder.write("count.ptx", ".version 7.0\n.target sm_75\n.address_size 64\n"
                              ".visible .entry count(.param .u64 data)\n{\n"
                              "    .reg .b64 %p;\n    .reg .b32 %r<5>;\n    .reg .f32 %f<3>;\n"
                              "    ld.param.u64 %p, [data];\n    mov.u32 %r0, %tid.x;\n"
                              "    mad.lo.s32 %r1, %r0, 3, 4;\n"    // two integer operations
                              "    add.s32 %r2, %r1, 1;\n"          // one
                              "    xor.b32 %r3, %r2, %r1;\n"        // one
                              "    cvt.rn.f32.s32 %f0, %r3;\n"      // 0: a conversion
                              "    mul.f32 %f1, %f0, 0f40000000;\n" // a float operation
                              "    add.f32 %f2, %f1, %f0;\n"
                              "    st.global.f32 [%p], %f2;\n    ret;\n}\n");
    const auto file = folder.write("count.toml", "title = \"Count\"\nsource = \"count.ptx\"\n"
                                                 "[[buffer]]\nname = \"data\"\nrole = \"output\"\ntype = \"f32\"\n"
                                                 "shape = [1]\n[[launch]]\nkernel = \"count\"\ngrid = [1]\n"
                                                 "block = [32]\narguments = [\"data\"]\n");
    const auto experiment = catalog::load_experiment(file);
    ASSERT_TRUE(experiment) << experiment.error().text();
    const auto result = emulated(*experiment);
    ASSERT_TRUE(result);
    TimedRuntime runtime;
    gpu::Executor executor(runtime, gpu::find_device(runtime));
    const auto timing = time_on_gpu(executor, *result, 3);
    ASSERT_TRUE(timing) << timing.error().text();
    ASSERT_TRUE(timing->integer_operations);
    EXPECT_EQ(*timing->integer_operations, 32u * 4);
    EXPECT_EQ(timing->float_operations, 32u * 2);
    EXPECT_EQ(timing->kept_apart, 2u);
    setenv("WARPSCOPE_CONTRACT", "on", 1);
    EXPECT_EQ(time_on_gpu(executor, *result, 3)->kept_apart, 0u);
    unsetenv("WARPSCOPE_CONTRACT");
}

} // namespace
} // namespace warpscope::session
