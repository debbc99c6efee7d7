// The program on the CUDA driver that stands in for NVIDIA's: kernels that fault or never end.
#include <chrono>

#include "command.hpp"

namespace warpscope::cli {
namespace {

class GpuCommand : public Command {
protected:
    static std::string driver(const std::string& kernels = "") {
        return "WARPSCOPE_CUDA_DRIVER='" WARPSCOPE_FAKE_DRIVER "' FAKE_CUDA_KERNELS=" + kernels;
    }
};

TEST_F(GpuCommand, SaysWhatThereIs) {
    const Outcome fake = warpscope("gpu", driver());
    EXPECT_EQ(fake.status, 0) << fake.err;
    EXPECT_NE(fake.out.find("GPU 0: Fake GPU 0, sm_90, 4 multiprocessors, 8.0 GiB; used"), std::string::npos)
        << fake.out;
    const Outcome none = warpscope("gpu", "WARPSCOPE_CUDA_DRIVER=off");
    EXPECT_EQ(none.status, 3);
    EXPECT_NE(none.out.find("driver: none (WARPSCOPE_CUDA_DRIVER=off)"), std::string::npos) << none.out;
    EXPECT_NE(none.out.find("Kernels run on the emulator."), std::string::npos) << none.out;
}

TEST_F(GpuCommand, AnEndlessLoopEndsWithAMessage) {
    const auto start = std::chrono::steady_clock::now();
    const Outcome run = warpscope("run bug_museum/endless_loop --device gpu", driver("endless_loop=hang"));
    const std::chrono::duration<double> took = std::chrono::steady_clock::now() - start;
    EXPECT_EQ(run.status, 1);
    EXPECT_NE(run.err.find("had not ended after 0.7 s on the GPU and was stopped"), std::string::npos) << run.err;
    EXPECT_NE(run.err.find("The same launch on the emulator:"), std::string::npos) << run.err;
    EXPECT_NE(run.err.find("endless_loop.cu:"), std::string::npos) << run.err;
    EXPECT_LT(took.count(), 30) << "it hung";
}

TEST_F(GpuCommand, AFaultIsNamedWithItsCause) {
    const Outcome run = warpscope("run '" WARPSCOPE_SOURCE_DIR "/tests/gpu/fault/experiment.toml' --device gpu",
                                  driver("farStore=700"));
    EXPECT_EQ(run.status, 1);
    EXPECT_NE(run.err.find("CUDA_ERROR_ILLEGAL_ADDRESS"), std::string::npos) << run.err;
    EXPECT_NE(run.err.find("out_of_bounds at far_store.cu:8"), std::string::npos) << run.err;
    EXPECT_EQ(run.err.find("restart Warpscope"), std::string::npos) << run.err;
}

TEST_F(GpuCommand, TimingWhatNeverEndsEnds) {
    const Outcome run = warpscope("time bug_museum/endless_loop --insist --repeats 3", driver("endless_loop=hang"));
    EXPECT_EQ(run.status, 1);
    EXPECT_NE(run.err.find("had not ended"), std::string::npos) << run.err;
}

} // namespace
} // namespace warpscope::cli
