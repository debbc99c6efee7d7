#include "gpu/executor.hpp"

#include <gtest/gtest.h>

#include "gpu/fake_runtime.hpp"

namespace warpscope::gpu {
namespace {

SharedBytes counting(size_t count) {
    Bytes bytes(count);
    for (size_t i = 0; i < count; ++i) bytes[i] = static_cast<std::byte>(i + 1);
    return std::make_shared<const Bytes>(std::move(bytes));
}

class ExecutorTest : public testing::Test {
protected:
    ExecutorTest() { runtime.kernels["_Z6doublePKhPhi"] = doubling_kernel; }

    /// Returns a plan that doubles `cells` ascending bytes into a second buffer.
    static ExecutionPlan plan(uint32_t cells) {
        ExecutionPlan plan;
        plan.buffers.resize(2);
        plan.buffers[0].layout.name = "in";
        plan.buffers[0].role = BufferRole::input;
        plan.buffers[0].initial = counting(cells);
        plan.buffers[1].layout.name = "out";
        plan.buffers[1].role = BufferRole::output;
        for (PlannedBuffer& buffer : plan.buffers) buffer.layout.shape.width = cells;
        PlannedLaunch& launch = plan.launches.emplace_back();
        launch.kernel = "double";
        launch.config = {{(cells + 31) / 32, 1, 1}, {32, 1, 1}, 0};
        launch.arguments.emplace_back(BufferArgument{0});
        launch.arguments.emplace_back(BufferArgument{1});
        launch.arguments.emplace_back(ScalarArgument{"n", ElementType::s32, static_cast<double>(cells)});
        return plan;
    }
    Executor& made() {
        if (!executor) executor = std::make_unique<Executor>(runtime, find_device(runtime));
        return *executor;
    }
    Diagnostic error_of(const ExecutionPlan& plan, const char* ptx = doubling_ptx) {
        const auto run = made().run(ptx, plan);
        EXPECT_FALSE(run);
        return run ? Diagnostic{} : run.error();
    }

    FakeRuntime runtime;
    std::unique_ptr<Executor> executor;
};

TEST_F(ExecutorTest, ReturnsEveryBuffer) {
    for (const uint32_t cells : {1u, 31u, 33u, 101u}) {
        const auto run = made().run(doubling_ptx, plan(cells));
        ASSERT_TRUE(run) << run.error().text();
        ASSERT_EQ(run->buffers.size(), 2u);
        EXPECT_EQ(*run->buffers[0].bytes, *counting(cells));
        for (uint32_t i = 0; i < cells; ++i)
            EXPECT_EQ(static_cast<uint8_t>((*run->buffers[1].bytes)[i]), static_cast<uint8_t>((i + 1) * 2));
        EXPECT_EQ(run->device, "Fake GPU");
    }
    EXPECT_EQ(runtime.blocks_alive(), 0u);
    EXPECT_EQ(runtime.calls["load"], 1) << "the same PTX is compiled once";
}

TEST_F(ExecutorTest, SeveralDevicesShareOneGpu) {
    ExecutionPlan divided = plan(8);
    divided.devices = 2;
    for (PlannedBuffer& buffer : divided.buffers) buffer.part_bytes = 4;
    divided.launches.push_back(divided.launches[0]);
    for (uint32_t device = 0; device < 2; ++device) {
        PlannedLaunch& launch = divided.launches[device];
        launch.device = device;
        launch.arguments = {BufferArgument{0, uint64_t{4} * device}, BufferArgument{1, uint64_t{4} * device},
                            ScalarArgument{"n", ElementType::s32, 4}};
    }
    divided.copies.push_back({{1, 0, 0}, {0, 4, 1}, 2, 1}); // the second launch reads the output of the first
    const auto run = made().run(doubling_ptx, divided);
    ASSERT_TRUE(run) << run.error().text();
    std::vector<int> got;
    for (const std::byte byte : *run->buffers[1].bytes) got.push_back(static_cast<int>(byte));
    EXPECT_EQ(got, (std::vector<int>{2, 4, 6, 8, 4, 8, 14, 16}));
}

TEST_F(ExecutorTest, EmptyMemoryHoldsUndefinedByte) {
    runtime.kernels["_Z6doublePKhPhi"] = [](const LaunchConfig&, void**) {};
    const auto run = made().run(doubling_ptx, plan(7));
    ASSERT_TRUE(run) << run.error().text();
    EXPECT_EQ(*run->buffers[1].bytes, Bytes(7, undefined_byte));
}

TEST_F(ExecutorTest, RepeatsStartFromEqualBuffers) {
    std::vector<int> seen;
    runtime.kernels["_Z6doublePKhPhi"] = [&](const LaunchConfig&, void** arguments) {
        auto* in = const_cast<uint8_t*>(argument<const uint8_t*>(arguments, 0));
        seen.push_back(in[0]);
        in[0] = 99;
    };
    const auto run = made().run(doubling_ptx, plan(3), {.repeats = 4});
    ASSERT_TRUE(run) << run.error().text();
    EXPECT_EQ(seen, (std::vector{1, 1, 1, 1}));
    EXPECT_EQ(run->times_ms, (std::vector{0.5, 1.5, 2.5, 3.5}));
    EXPECT_EQ(run->kernel_ms, 2.5);
}

TEST_F(ExecutorTest, PassesLaunchConfiguration) {
    LaunchConfig got;
    runtime.kernels["_Z6doublePKhPhi"] = [&](const LaunchConfig& config, void**) { got = config; };
    ExecutionPlan changed = plan(5);
    changed.launches[0].config = {{3, 5, 7}, {33, 1, 2}, 128};
    ASSERT_TRUE(made().run(doubling_ptx, changed));
    EXPECT_EQ(got, changed.launches[0].config);
}

TEST_F(ExecutorTest, CooperativeLaunchNeedsRoom) {
    bool cooperative = false;
    runtime.kernels["_Z6doublePKhPhi"] = [&](const LaunchConfig& config, void**) { cooperative = config.cooperative; };
    ExecutionPlan max = plan(256), too_many = plan(257); // 4 multiprocessors hold 2 blocks of 32 threads each
    max.launches[0].config.cooperative = too_many.launches[0].config.cooperative = true;
    EXPECT_TRUE(made().run(doubling_ptx, max));
    EXPECT_TRUE(cooperative);
    const Diagnostic error = error_of(too_many);
    EXPECT_EQ(error.kind, ErrorKind::usage);
    EXPECT_NE(error.message.english().find("the 9 blocks of a cooperative launch"), std::string::npos) << error.text();
    EXPECT_NE(error.message.english().find("room for 8"), std::string::npos) << error.text();
    EXPECT_EQ(runtime.calls["launch"], 1);
}

TEST_F(ExecutorTest, WritesSymbols) {
    runtime.symbols["factors"].resize(8);
    ExecutionPlan changed = plan(1);
    changed.symbols.push_back({"factors", counting(6)});
    ASSERT_TRUE(made().run(doubling_ptx, changed));
    EXPECT_EQ(static_cast<int>(runtime.symbols["factors"][5]), 6);
    EXPECT_EQ(static_cast<int>(runtime.symbols["factors"][6]), 0);
    changed.symbols[0].contents = counting(9);
    EXPECT_EQ(error_of(changed).message, "The variable 'factors' has 8 bytes, but its initial values have 9.");
    changed.symbols[0].name = "nobody";
    EXPECT_NE(error_of(changed).message.english().find("'nobody'"), std::string::npos);
}

TEST_F(ExecutorTest, ArgumentsMustFitTheKernel) {
    ExecutionPlan changed = plan(5);
    changed.launches[0].arguments.pop_back();
    EXPECT_EQ(error_of(changed).message,
              "Kernel double(unsigned char const*, unsigned char*, int): it has 3 parameters "
              "and the launch gives 2 arguments.");
    changed.launches[0].arguments.emplace_back(ScalarArgument{"n", ElementType::s64, 5});
    EXPECT_EQ(error_of(changed).message,
              "Kernel double(unsigned char const*, unsigned char*, int): argument 3: 'n' is s64 with 8 bytes, but the "
              "kernel takes 4 bytes.");
    EXPECT_EQ(runtime.calls["launch"], 0);
}

TEST_F(ExecutorTest, StructsKeepTheirMemoryLayout) {
    constexpr const char* ptx = ".version 7.0\n.target sm_70\n.address_size 64\n"
                                ".visible .entry _Z4takePfi5Image(.param .u64 a, .param .u32 b, "
                                ".param .align 16 .b8 c[48]) { ret; }\n";
    struct alignas(16) Image {
        float gain;
        alignas(16) float center[4];
        const std::byte* pixels;
    };
    Image got{};
    const std::byte* out = nullptr;
    runtime.kernels["_Z4takePfi5Image"] = [&](const LaunchConfig&, void** arguments) {
        out = argument<const std::byte*>(arguments, 0);
        got = argument<Image>(arguments, 2);
    };
    ExecutionPlan changed = plan(5);
    PlannedLaunch& launch = changed.launches[0];
    launch.kernel = "take(float*, int, Image)";
    StructArgument center, image;
    for (const double value : {1, 2, 3, 4}) center.add(ScalarArgument{"", ElementType::f32, value});
    center.align(16);
    image.add(ScalarArgument{"", ElementType::f32, 0.5});
    image.add(center);
    image.add(BufferArgument{1});
    launch.arguments = {BufferArgument{1}, ScalarArgument{"", ElementType::s32, 7}, image};
    const auto run = made().run(ptx, changed);
    ASSERT_TRUE(run) << run.error().text();
    EXPECT_EQ(got.gain, 0.5f);
    EXPECT_EQ(got.center[3], 4);
    EXPECT_EQ(got.pixels, out);
    std::get<StructArgument>(launch.arguments[2]).add(ScalarArgument{"", ElementType::f64, 1});
    std::get<StructArgument>(launch.arguments[2]).add(ScalarArgument{"", ElementType::f64, 1});
    EXPECT_NE(error_of(changed, ptx).message.english().find("it is a struct of 64 bytes"), std::string::npos);
}

TEST_F(ExecutorTest, UnknownKernelIsNamed) {
    ExecutionPlan changed = plan(5);
    changed.launches[0].kernel = "triple";
    EXPECT_NE(error_of(changed).message.english().find("there is no kernel 'triple'"), std::string::npos);
}

TEST_F(ExecutorTest, IllegalLaunchIsRejectedEarly) {
    ExecutionPlan changed = plan(5);
    changed.launches[0].config.block = {33, 32, 1};
    EXPECT_EQ(error_of(changed).kind, ErrorKind::usage);
    changed.launches[0].config.block = {513, 1, 1};
    runtime.max_threads_per_block = 512;
    executor.reset();
    const Diagnostic too_many = error_of(changed);
    EXPECT_NE(too_many.message.english().find("32 registers per thread, allows 512"), std::string::npos)
        << too_many.text();
    EXPECT_EQ(runtime.calls["launch"], 0);
}

TEST_F(ExecutorTest, ContentsMustMatchBufferSize) {
    ExecutionPlan changed = plan(5);
    changed.buffers[0].initial = counting(4);
    EXPECT_EQ(error_of(changed).message, "Buffer 'in' has 5 bytes, but its initial contents have 4.");
}

TEST_F(ExecutorTest, OutOfMemoryReleasesBuffers) {
    runtime.failures["allocate"] = code::out_of_memory;
    const Diagnostic error = error_of(plan(5));
    EXPECT_EQ(error.kind, ErrorKind::environment);
    EXPECT_NE(error.message.english().find("too little free memory"), std::string::npos);
    runtime.failures.clear();
    EXPECT_TRUE(made().run(doubling_ptx, plan(5))) << "the GPU stays usable";
    EXPECT_EQ(runtime.blocks_alive(), 0u);
}

TEST_F(ExecutorTest, NewerPtxIsRelabeled) {
    runtime.newest_ptx = "8.4";
    runtime.driver = 12040;
    const auto run = made().run(doubling_ptx, plan(5));
    ASSERT_TRUE(run) << run.error().text();
    EXPECT_EQ(run->note, "PTX 9.0 declared as 8.4 for this driver");
    EXPECT_NE(runtime.loaded_ptx.find(".version 8.4\n"), std::string::npos);
    EXPECT_EQ(runtime.libraries_alive(), 1);
}

TEST_F(ExecutorTest, OldDriverIsExplained) {
    runtime.newest_ptx = "none";
    runtime.driver = 12040;
    runtime.compiler_log = "ptxas fatal: Unsupported .version";
    const Diagnostic error = error_of(plan(5));
    EXPECT_EQ(error.kind, ErrorKind::environment);
    EXPECT_NE(error.message.english().find("newer than the driver understands"), std::string::npos);
    EXPECT_NE(error.message.english().find("\nptxas fatal: Unsupported .version"), std::string::npos);
    EXPECT_NE(error.hint.english().find("--compiler clang"), std::string::npos);
    EXPECT_EQ(runtime.libraries_alive(), 0);
}

TEST_F(ExecutorTest, InvalidPtxHasItsLine) {
    const Diagnostic error = error_of(plan(5), ".version 9.0\n.target sm_75\n.entry 7(\n");
    EXPECT_EQ(error.where.line, 3u) << error.text();
    EXPECT_EQ(runtime.calls["load"], 0);
}

TEST_F(ExecutorTest, FaultDisablesGpu) {
    runtime.kernel_fault = code::illegal_address;
    const Diagnostic fault = error_of(plan(5));
    EXPECT_EQ(fault.kind, ErrorKind::failed);
    EXPECT_NE(fault.message.english().find("read or wrote outside its buffers"), std::string::npos);
    EXPECT_NE(fault.hint.english().find("restart Warpscope"), std::string::npos);
    EXPECT_FALSE(made().status().usable);
    const int launches = runtime.calls["launch"];
    const Diagnostic later = error_of(plan(5));
    EXPECT_EQ(later.kind, ErrorKind::environment);
    EXPECT_NE(later.message.english().find("an earlier kernel's fault"), std::string::npos);
    EXPECT_EQ(runtime.calls["launch"], launches);
}

TEST_F(ExecutorTest, LaunchErrorKeepsGpuUsable) {
    runtime.failures["launch"] = code::launch_out_of_resources;
    EXPECT_NE(error_of(plan(5)).hint.english().find("smaller block"), std::string::npos);
    EXPECT_TRUE(made().status().usable);
}

TEST_F(ExecutorTest, SwitchesToAnotherGpu) {
    runtime.devices = 2;
    runtime.names = {"First", "Second"};
    ASSERT_TRUE(made().run(doubling_ptx, plan(5)));
    made().use(find_device(runtime, 1));
    EXPECT_EQ(runtime.libraries_alive(), 0) << "modules of the first GPU must be unloaded";
    EXPECT_EQ(runtime.handles_alive(), 0);
    const auto run = made().run(doubling_ptx, plan(5));
    ASSERT_TRUE(run) << run.error().text();
    EXPECT_EQ(run->device, "Second");
    EXPECT_EQ(runtime.launch_devices, (std::vector{0, 1}));
}

TEST_F(ExecutorTest, FaultDisablesEveryGpu) {
    runtime.devices = 2;
    runtime.kernel_fault = code::illegal_address;
    (void)error_of(plan(5));
    made().use(find_device(runtime, 1));
    EXPECT_EQ(made().status().device, 1);
    EXPECT_FALSE(made().status().usable);
    EXPECT_NE(made().status().hint.english().find("restart"), std::string::npos);
}

TEST_F(ExecutorTest, ReleasesEverything) {
    ASSERT_TRUE(made().run(doubling_ptx, plan(5)));
    executor.reset();
    EXPECT_EQ(runtime.handles_alive(), 0);
    EXPECT_EQ(runtime.libraries_alive(), 0);
    EXPECT_EQ(runtime.blocks_alive(), 0u);
}

} // namespace
} // namespace warpscope::gpu
