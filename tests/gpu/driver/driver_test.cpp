#include <gtest/gtest.h>

#include <thread>

#include "gpu/device.hpp"
#include "gpu/driver/runtime.hpp"
#include "gpu/executor.hpp"
#include "gpu/fake_runtime.hpp"
#include "gpu/sibling_path.hpp"

namespace warpscope::gpu {
namespace {

class Settings {
public:
    explicit Settings(std::initializer_list<std::pair<const char*, const char*>> values)
        : values_(std::move(values)) {
        for (const auto& [name, value] : values_) setenv(name, value, 1);
    }
    Settings(const Settings&) = delete;
    Settings& operator=(const Settings&) = delete;
    ~Settings() {
        for (const auto& [name, value] : values_) unsetenv(name);
    }

private:
    std::vector<std::pair<const char*, const char*>> values_;
};

struct FakeDriver {
    driver::Library library = driver::open_library(sibling_path("libfake_driver.so"));
    std::unique_ptr<Runtime> runtime = driver::make_runtime(library);
};

/// Returns a plan for the kernel of doubling_ptx.
ExecutionPlan doubling_plan(uint32_t count = 100) {
    ExecutionPlan plan;
    auto contents = std::make_shared<Bytes>(count);
    for (uint32_t i = 0; i < count; ++i) (*contents)[i] = static_cast<std::byte>(i);
    for (const char* name : {"in", "out"}) {
        PlannedBuffer& buffer = plan.buffers.emplace_back();
        buffer.layout.name = name;
        buffer.layout.shape.width = count;
    }
    plan.buffers[0].initial = std::move(contents);
    plan.launches.push_back(
        {"double",
         {{1, 1, 1}, {32, 1, 1}, 0},
         {BufferArgument{0}, BufferArgument{1}, ScalarArgument{"n", ElementType::s32, static_cast<double>(count)}}});
    return plan;
}

TEST(Driver, MissingLibraryIsReported) {
    const driver::Library library = driver::open_library("/nowhere/libcuda.so.1");
    EXPECT_FALSE(library.usable());
    EXPECT_NE(library.why.find("/nowhere/libcuda.so.1"), std::string::npos);
    const auto runtime = driver::make_runtime(library);
    const DeviceStatus status = find_device(*runtime);
    EXPECT_FALSE(status.usable);
    EXPECT_EQ(status.why, "no NVIDIA driver found");
    void* memory = nullptr;
    EXPECT_EQ(runtime->allocate(1, memory), code::no_driver);
    EXPECT_EQ(runtime->describe(code::no_driver), library.why);
}

TEST(Driver, IncompleteLibraryIsTooOld) {
    const driver::Library library = driver::open_library(sibling_path("libold_driver.so"));
    EXPECT_TRUE(library.old);
    EXPECT_NE(library.why.find("has no cuGetErrorName"), std::string::npos) << library.why;
    const auto runtime = driver::make_runtime(library);
    EXPECT_EQ(find_device(*runtime).why,
              "the NVIDIA driver is too old: it supports CUDA 6.5 and this program needs 11.0");
}

TEST(Driver, DescribesItsDevices) {
    const Settings settings{{"FAKE_CUDA_DEVICES", "2"}, {"FAKE_CUDA_VERSION", "12040"}};
    FakeDriver fake;
    const Devices found = find_devices(*fake.runtime);
    ASSERT_EQ(found.all.size(), 2u);
    const DeviceStatus& second = found.all[1];
    EXPECT_TRUE(second.usable) << second.why.english();
    EXPECT_EQ(second.name, "Fake GPU 1");
    EXPECT_EQ(second.compute, "sm_90");
    EXPECT_EQ(second.driver_version, 12040);
    EXPECT_EQ(second.memory_bytes, uint64_t{8} << 30);
    EXPECT_EQ(second.multiprocessors, 4);
    EXPECT_TRUE(second.time_limit);
    EXPECT_EQ(second.limits.max_grid, (Dim3{2147483647u, 65535, 65535}));
    EXPECT_EQ(second.limits.max_block, (Dim3{1024, 1024, 64}));
    EXPECT_EQ(second.limits.max_shared_bytes, 49152u);
    EXPECT_EQ(second.multiprocessor.threads, 2048);
    EXPECT_EQ(second.multiprocessor.registers, 999);
    EXPECT_EQ(second.multiprocessor.shared_bytes, 1000u);
    EXPECT_EQ(second.multiprocessor.blocks, 32);
    EXPECT_EQ(second.multiprocessor.reserved_shared_bytes, 1024u);
}

TEST(Driver, RunsAPlanOnEachDevice) {
    const Settings settings{{"FAKE_CUDA_DEVICES", "2"}};
    FakeDriver fake;
    for (const int device : {0, 1, 0}) {
        Executor executor(*fake.runtime, find_device(*fake.runtime, device));
        for (const bool cooperative : {false, true}) {
            ExecutionPlan plan = doubling_plan();
            plan.launches[0].config.cooperative = cooperative;
            plan.symbols.push_back({"factors", plan.buffers[0].initial});
            EXPECT_FALSE(executor.run(doubling_ptx, plan)); // too large for the variable
            plan.symbols[0].contents = std::make_shared<Bytes>(8);
            const auto run = executor.run(doubling_ptx, plan, {.repeats = 2});
            ASSERT_TRUE(run) << run.error().text();
            EXPECT_EQ((*run->buffers[1].bytes)[99], std::byte{198});
            EXPECT_EQ(run->kernel.registers, 32);
            EXPECT_EQ(run->kernel.max_threads_per_block, 1024);
            EXPECT_EQ(run->kernel_ms, 0.5);
        }
    }
}

TEST(Driver, AcceptsEmptyBuffers) {
    FakeDriver fake;
    Executor executor(*fake.runtime, find_device(*fake.runtime));
    ExecutionPlan plan = doubling_plan();
    plan.buffers.emplace_back().layout.shape.width = 0;
    EXPECT_TRUE(executor.run(doubling_ptx, plan));
}

/// A thread that never chose a device uses the first device's context. The thread may also release objects of the
/// second device.
TEST(Driver, ThreadsNeedNoChosenDevice) {
    const Settings settings{{"FAKE_CUDA_DEVICES", "2"}};
    FakeDriver fake;
    Runtime& runtime = *fake.runtime;
    LibraryHandle library;
    ASSERT_EQ(runtime.use_device(1), code::success);
    ASSERT_EQ(runtime.load(doubling_ptx, library), code::success);
    std::thread([&] {
        void* memory = nullptr;
        EXPECT_EQ(runtime.allocate(16, memory), code::success);
        EXPECT_EQ(runtime.release(memory), code::success);
        EXPECT_EQ(runtime.unload(library), code::success);
        EXPECT_EQ(runtime.allocate(16, memory), code::success) << "the thread's context must be current again";
        EXPECT_EQ(runtime.release(memory), code::success);
    }).join();
}

TEST(Driver, NewerPtxIsRelabeled) {
    const Settings settings{{"FAKE_CUDA_PTX", "8.4"}, {"FAKE_CUDA_VERSION", "12040"}};
    FakeDriver fake;
    Executor executor(*fake.runtime, find_device(*fake.runtime));
    const auto run = executor.run(doubling_ptx, doubling_plan());
    ASSERT_TRUE(run) << run.error().text();
    EXPECT_EQ(run->note, "PTX 9.0 declared as 8.4 for this driver");
}

TEST(Driver, RejectedPtxHasALog) {
    FakeDriver fake;
    LibraryHandle library;
    ASSERT_EQ(fake.runtime->use_device(0), code::success);
    EXPECT_EQ(fake.runtime->load("no PTX", library), code::invalid_ptx);
    EXPECT_EQ(fake.runtime->log(library), "line 1: there is no .version");
    EXPECT_EQ(fake.runtime->unload(library), code::success);
}

TEST(Driver, ErrorsHaveNames) {
    FakeDriver fake;
    EXPECT_EQ(fake.runtime->describe(code::illegal_address),
              "CUDA_ERROR_ILLEGAL_ADDRESS: an illegal memory access was encountered");
    EXPECT_EQ(fake.runtime->describe(code::launch_failure), "CUDA_ERROR_LAUNCH_FAILED");
    EXPECT_EQ(fake.runtime->describe(12345), "CUDA error 12345");
}

TEST(Driver, FaultDisablesGpu) {
    const Settings settings{{"FAKE_CUDA_KERNELS", "double=700"}, {"FAKE_CUDA_DEVICES", "3"}};
    FakeDriver fake;
    Executor executor(*fake.runtime, find_device(*fake.runtime, 2));
    const auto run = executor.run(doubling_ptx, doubling_plan());
    ASSERT_FALSE(run);
    EXPECT_NE(run.error().message.english().find("CUDA_ERROR_ILLEGAL_ADDRESS"), std::string::npos);
    EXPECT_FALSE(executor.status().usable);
}

} // namespace
} // namespace warpscope::gpu
