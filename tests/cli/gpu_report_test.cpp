#include "cli/gpu_report.hpp"

#include <gtest/gtest.h>

namespace warpscope::cli {
namespace {

bool contains(const GpuReport& report, std::string_view words) { return report.text.find(words) != std::string::npos; }

GpuFacts working_system() {
    GpuFacts facts;
    facts.driver_library = "libcuda.so.1";
    gpu::DeviceStatus device;
    device.usable = true;
    device.name = "A GPU";
    device.compute = "sm_90";
    device.multiprocessors = 132;
    device.memory_bytes = uint64_t{80} << 30;
    device.driver_version = 13000;
    facts.devices.all = {device};
    facts.compilers = {{compile::CompilerKind::nvrtc, true, "NVRTC 13.0", "in a folder"},
                       {compile::CompilerKind::clang, true, "clang 14", "in another"}};
    facts.window = {"A GPU/PCIe", {}, {0}, false};
    facts.without_window = {"A GPU/PCIe", {}, {0}, false};
    return facts;
}

TEST(GpuReport, HealthySystemHasNoAdvice) {
    const GpuReport report = gpu_report(working_system());
    EXPECT_TRUE(report.usable);
    EXPECT_EQ(report.text, "driver: libcuda.so.1, for CUDA 13.0\n"
                           "GPU 0: A GPU, sm_90, 132 multiprocessors, 80.0 GiB; used: it is the only one\n"
                           "compiler: NVRTC 13.0 (in a folder)\n"
                           "compiler: clang 14 (in another)\n"
                           "window: OpenGL draws with A GPU/PCIe; shares textures with GPU 0\n"
                           "without a window: OpenGL draws with A GPU/PCIe; shares textures with GPU 0\n");
}

TEST(GpuReport, StatesAgreementWithCounters) {
    GpuFacts facts = working_system();
    facts.counters = "hardware counters of a GPU: equal";
    EXPECT_TRUE(contains(gpu_report(facts), "\nhardware counters of a GPU: equal\n"));
}

TEST(GpuReport, ExplainsMissingDriver) {
    GpuFacts facts = working_system();
    facts.driver_library.clear();
    facts.driver_problem = "libcuda.so.1: cannot open shared object file";
    facts.devices = {};
    facts.devices.none.why = "no NVIDIA driver found";
    facts.devices.none.hint = "install the NVIDIA driver";
    const GpuReport report = gpu_report(facts);
    EXPECT_FALSE(report.usable);
    EXPECT_TRUE(contains(report, "driver: none (libcuda.so.1: cannot open")) << report.text;
    EXPECT_TRUE(contains(report, "- no NVIDIA driver found: install the NVIDIA driver")) << report.text;
    EXPECT_TRUE(contains(report, "Kernels run on the emulator.")) << report.text;
    EXPECT_FALSE(contains(report, "shares textures")) << report.text;
}

TEST(GpuReport, LaptopCopiesPicturesThroughHost) {
    GpuFacts facts = working_system();
    facts.window = {"Mesa Intel(R) UHD Graphics", {}, {}, false};
    const GpuReport report = gpu_report(facts);
    EXPECT_TRUE(contains(report, "Intel(R) UHD Graphics; GPU 0's pictures are copied through the host")) << report.text;
    EXPECT_TRUE(contains(report, "__NV_PRIME_RENDER_OFFLOAD=1")) << report.text;
}

TEST(GpuReport, ServerNeedsNoDisplay) {
    GpuFacts facts = working_system();
    facts.window = {};
    EXPECT_FALSE(contains(gpu_report(facts), "\nwindow:"));
    EXPECT_FALSE(contains(gpu_report(facts), "\n- "));
    facts.without_window = {"llvmpipe", {}, {}, true};
    EXPECT_TRUE(contains(gpu_report(facts), "install the driver's OpenGL")) << gpu_report(facts).text;
    facts.window = {"llvmpipe", {}, {}, true};
    EXPECT_TRUE(contains(gpu_report(facts), "through a remote display")) << gpu_report(facts).text;
}

TEST(GpuReport, NamesMissingCompilers) {
    GpuFacts facts = working_system();
    facts.compilers[0].usable = false;
    EXPECT_TRUE(contains(gpu_report(facts), "compiler: NVRTC 13.0: not usable (in a folder)"));
    EXPECT_TRUE(contains(gpu_report(facts), "- no NVRTC: clang compiles"));
    facts.compilers[1].usable = false;
    EXPECT_TRUE(contains(gpu_report(facts), "- no compiler: install clang"));
}

TEST(GpuReport, DisplayGpuLimitsKernelTime) {
    GpuFacts facts = working_system();
    facts.devices.all[0].time_limit = true;
    EXPECT_TRUE(contains(gpu_report(facts), "stops kernels on GPU 0")) << gpu_report(facts).text;
}

TEST(GpuReport, SkipsBrokenGpu) {
    GpuFacts facts = working_system();
    facts.devices.all.push_back(facts.devices.all[0]);
    facts.devices.all[0].usable = false;
    facts.devices.all[0].why = "it is broken";
    facts.devices.all[1].device = 1;
    const GpuReport report = gpu_report(facts);
    EXPECT_TRUE(contains(report, "GPU 0: cannot be used: it is broken\n")) << report.text;
    EXPECT_TRUE(contains(report, "GPU 1: A GPU")) << report.text;
    EXPECT_TRUE(contains(report, "; GPU 1's pictures are copied")) << report.text;
}

} // namespace
} // namespace warpscope::cli
