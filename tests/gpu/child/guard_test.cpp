#include "gpu/child/guard.hpp"

#include <gtest/gtest.h>

#include <chrono>
#include <sys/socket.h>

#include "gpu/child/process.hpp"
#include "gpu/fake_runtime.hpp"
#include "gpu/sibling_path.hpp"

namespace warpscope::gpu {
namespace {

using Clock = std::chrono::steady_clock;

double seconds_since(Clock::time_point start) { return std::chrono::duration<double>(Clock::now() - start).count(); }

class GuardTest : public testing::Test {
protected:
    void SetUp() override {
        setenv("WARPSCOPE_CUDA_DRIVER", sibling_path("libfake_driver.so").c_str(), 1);
        setenv("FAKE_CUDA_DEVICES", "2", 1);
        setenv("FAKE_CUDA_KERNELS", "spin=hang,stray=700,trap=719", 1);
    }
    void TearDown() override {
        for (const char* name : {"WARPSCOPE_CUDA_DRIVER", "FAKE_CUDA_DEVICES", "FAKE_CUDA_KERNELS"}) unsetenv(name);
    }

    /// Doubles 100 bytes with a kernel whose name selects additional behavior.
    Result<GpuRun> run(const std::string& name, RunOptions options = {}, int device = 0) {
        std::string ptx = doubling_ptx;
        const std::string symbol = "_Z6doublePKhPhi";
        ptx.replace(ptx.find(symbol), symbol.size(), name);
        ExecutionPlan plan;
        plan.buffers.resize(2);
        plan.buffers[0].layout.shape.width = plan.buffers[1].layout.shape.width = 100;
        plan.buffers[0].initial = std::make_shared<Bytes>(100, std::byte{21});
        plan.launches.push_back({name,
                                 {{1, 1, 1}, {32, 1, 1}, 0},
                                 {BufferArgument{0}, BufferArgument{1}, ScalarArgument{"n", ElementType::s32, 100}}});
        if (options.time_limit == 10) options.time_limit = 0.2;
        return guard.run(device, ptx, plan, options);
    }
    bool works() {
        const auto ran = run("double");
        EXPECT_TRUE(ran) << ran.error().text();
        return ran && ran->buffers[1].bytes && (*ran->buffers[1].bytes)[99] == std::byte{42};
    }

    Guard guard{sibling_path("gpu_child")};
};

TEST_F(GuardTest, SoundKernelRuns) {
    const auto ran = run("double", {.repeats = 3, .unread = {0}});
    ASSERT_TRUE(ran) << ran.error().text();
    EXPECT_EQ(ran->buffers[0].bytes, nullptr);
    EXPECT_EQ((*ran->buffers[1].bytes)[99], std::byte{42});
    EXPECT_EQ(ran->times_ms.size(), 3u);
    EXPECT_EQ(ran->device, "Fake GPU 0");
    EXPECT_EQ(guard.given_up(), 0u);
}

TEST_F(GuardTest, FaultIsNamedAndGpuRecovers) {
    for (const auto& [name, text] : {std::pair{"stray", "CUDA_ERROR_ILLEGAL_ADDRESS"}, {"trap", "LAUNCH_FAILED"}}) {
        ASSERT_TRUE(works());
        const auto ran = run(name);
        ASSERT_FALSE(ran);
        EXPECT_EQ(ran.error().kind, ErrorKind::failed);
        EXPECT_NE(ran.error().message.english().find(text), std::string::npos) << ran.error().text();
        EXPECT_EQ(ran.error().hint.english().find("restart"), std::string::npos) << ran.error().text();
        EXPECT_NE(ran.error().hint.english().find("can be used again"), std::string::npos) << ran.error().text();
    }
    EXPECT_TRUE(works());
    EXPECT_EQ(guard.given_up(), 2u);
}

TEST_F(GuardTest, TimeLimitStopsEndlessKernel) {
    ASSERT_TRUE(works());
    const auto start = Clock::now();
    const auto ran = run("spin", {.time_limit = 0.25});
    const double took = seconds_since(start);
    ASSERT_FALSE(ran);
    EXPECT_EQ(ran.error().kind, ErrorKind::failed);
    EXPECT_EQ(ran.error().message, "The kernel had not ended after 0.25 s on the GPU and was stopped.");
    EXPECT_NE(ran.error().hint.english().find("WARPSCOPE_GPU_LIMIT"), std::string::npos);
    EXPECT_GE(took, 0.25);
    EXPECT_LT(took, 1.0);
    EXPECT_TRUE(works());
    EXPECT_EQ(guard.given_up(), 1u);
}

TEST_F(GuardTest, SurvivesAHundredFaults) {
    for (int i = 0; i < 100; ++i) EXPECT_FALSE(run("stray")) << i;
    EXPECT_EQ(guard.given_up(), 100u);
    EXPECT_TRUE(works());
}

TEST_F(GuardTest, InvalidPlanIsNoFault) {
    const auto ran = guard.run(0, doubling_ptx,
                               [] {
                                   ExecutionPlan plan;
                                   plan.launches.push_back({"no_such_kernel", {}, {}});
                                   return plan;
                               }(),
                               {});
    ASSERT_FALSE(ran);
    EXPECT_NE(ran.error().message.english().find("no_such_kernel"), std::string::npos) << ran.error().text();
    EXPECT_EQ(guard.given_up(), 0u);
    EXPECT_TRUE(works());
}

TEST_F(GuardTest, EachGpuHasItsChild) {
    EXPECT_EQ(run("double", {}, 1)->device, "Fake GPU 1");
    EXPECT_EQ(run("double", {}, 0)->device, "Fake GPU 0");
    EXPECT_EQ(guard.given_up(), 0u);
}

TEST_F(GuardTest, ChildWithoutGpuSaysWhy) {
    setenv("WARPSCOPE_CUDA_DRIVER", "/nowhere/libcuda.so.1", 1);
    const auto ran = run("double");
    ASSERT_FALSE(ran);
    EXPECT_NE(ran.error().message.english().find("no NVIDIA driver found"), std::string::npos) << ran.error().text();
    setenv("WARPSCOPE_CUDA_DRIVER", sibling_path("libfake_driver.so").c_str(), 1);
    EXPECT_TRUE(works());
}

TEST_F(GuardTest, WrongChildProgramIsReported) {
    Guard wrong("/bin/true");
    const auto ran = wrong.run(0, doubling_ptx, {}, {});
    ASSERT_FALSE(ran);
    EXPECT_EQ(ran.error().message, "The process that runs kernels on the GPU ended before it could use the GPU.");
    Guard missing("/nowhere/program");
    EXPECT_NE(missing.run(0, doubling_ptx, {}, {}).error().message.english().find("cannot be started"),
              std::string::npos);
}

TEST_F(GuardTest, ChildEndsWithItsParent) {
    auto child = ChildProcess::start(sibling_path("gpu_child"), 0);
    ASSERT_TRUE(child);
    const auto deadline = Clock::now() + std::chrono::seconds(20);
    ASSERT_TRUE(child->channel().receive(deadline));
    RunMessage spin;
    spin.ptx = ".version 9.0\n.target sm_75\n.address_size 64\n.visible .entry spin()\n{\nret;\n}\n";
    spin.plan.launches.push_back({"spin", {{1, 1, 1}, {1, 1, 1}, 0}, {}});
    ASSERT_TRUE(child->channel().send(MessageKind::run, encode(spin), deadline));
    const auto started = child->channel().receive(deadline);
    ASSERT_TRUE(started);
    EXPECT_EQ(started->kind, MessageKind::started);
    // Closes the connection, as the death of the parent would.
    ASSERT_EQ(shutdown(child->channel().socket(), SHUT_WR), 0);
    EXPECT_FALSE(child->channel().receive(deadline));
    EXPECT_LT(Clock::now(), deadline) << "the child did not close its socket";
}

TEST_F(GuardTest, ExecutorSendsUntrustedKernelsThere) {
    FakeRuntime runtime;
    runtime.kernels["stray"] = doubling_kernel;
    Executor executor(runtime, find_device(runtime), &guard);
    const std::string ptx = ".version 9.0\n.target sm_75\n.address_size 64\n.visible .entry stray()\n{\nret;\n}\n";
    ExecutionPlan plan;
    plan.launches.push_back({"stray", {{1, 1, 1}, {1, 1, 1}, 0}, {}});
    EXPECT_FALSE(executor.run(ptx, plan, {.guarded = true}));
    EXPECT_EQ(guard.given_up(), 1u);
    EXPECT_EQ(runtime.calls["launch"], 0);
    EXPECT_TRUE(executor.status().usable);
}

TEST(GuardLimits, EnvironmentSetsLimits) {
    EXPECT_LT(limit_of_faulty_kernels(), 1);
    EXPECT_GT(limit_of_unknown_kernels(), limit_of_faulty_kernels());
    setenv("WARPSCOPE_GPU_LIMIT", "33.5", 1);
    EXPECT_EQ(limit_of_faulty_kernels(), 33.5);
    EXPECT_EQ(limit_of_unknown_kernels(), 33.5);
    unsetenv("WARPSCOPE_GPU_LIMIT");
}

} // namespace
} // namespace warpscope::gpu
