// The program with a fake CUDA driver: kernels that fault or never end.
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

TEST_F(GpuCommand, ListsDevices) {
    const Outcome fake = warpscope("gpu", driver());
    EXPECT_EQ(fake.status, 0) << fake.err;
    EXPECT_NE(fake.out.find("GPU 0: Fake GPU 0, sm_90, 4 multiprocessors, 8.0 GiB; used"), std::string::npos)
        << fake.out;
    const Outcome none = warpscope("gpu", "WARPSCOPE_CUDA_DRIVER=off");
    EXPECT_EQ(none.status, 3);
    EXPECT_NE(none.out.find("driver: none (WARPSCOPE_CUDA_DRIVER=off)"), std::string::npos) << none.out;
    EXPECT_NE(none.out.find("Kernels run on the emulator."), std::string::npos) << none.out;
}

TEST_F(GpuCommand, PrefersTheUsersCounters) {
    fs::create_directories(folder / "warpscope");
    const std::string data = " XDG_DATA_HOME='" + folder.string() + "'";
    write("warpscope/hardware_counters.json",
          R"({"device": "Fake GPU 0", "driver": "1", "date": "2026-11-29", "counters": ["load sectors"],
              "variants": {"a/b": {"emulator": [1], "hardware": [1]}}})");
    const Outcome own = warpscope("gpu", driver() + data);
    EXPECT_NE(own.out.find("hardware counters of Fake GPU 0 (driver 1, 2026-11-29)"), std::string::npos) << own.out;
    write("warpscope/hardware_counters.json", "[]");
    const Outcome damaged = warpscope("gpu", driver() + data);
    EXPECT_NE(damaged.out.find("hardware counters of NVIDIA H200"), std::string::npos) << damaged.out;
    EXPECT_NE(damaged.err.find("has no hardware counters"), std::string::npos) << damaged.err;
}

TEST_F(GpuCommand, MissingDeviceSetsExitStatus) {
    const std::string none = "WARPSCOPE_CUDA_DRIVER=off";
    const Outcome run = warpscope("run box_blur --input noise:8x8 --device gpu", none);
    EXPECT_EQ(run.status, 3) << run.err;
    EXPECT_NE(run.err.find("emulator"), std::string::npos) << run.err;
    // The program is not started, because programs that ignore errors would continue with meaningless data.
    const Outcome program = warpscope("run '" WARPSCOPE_SOURCE_DIR "/tests/programs/compaction.cu' --device gpu", none);
    EXPECT_EQ(program.status, 3) << program.err;
    EXPECT_EQ(program.err, run.err);
    EXPECT_EQ(program.out, "");
}

TEST_F(GpuCommand, EndlessLoopEndsWithAMessage) {
    const auto start = std::chrono::steady_clock::now();
    const Outcome run = warpscope("run bug_museum/endless_loop --device gpu", driver("endless_loop=hang"));
    const std::chrono::duration<double> took = std::chrono::steady_clock::now() - start;
    EXPECT_EQ(run.status, 1);
    EXPECT_NE(run.err.find("had not ended after 0.7 s on the GPU and was stopped"), std::string::npos) << run.err;
    EXPECT_NE(run.err.find("The same launch on the emulator:"), std::string::npos) << run.err;
    EXPECT_NE(run.err.find("endless_loop.cu:"), std::string::npos) << run.err;
    EXPECT_LT(took.count(), 30) << "it hung";
}

TEST_F(GpuCommand, FaultNamesItsCause) {
    const Outcome run = warpscope("run '" WARPSCOPE_SOURCE_DIR "/tests/gpu/fault/experiment.toml' --device gpu",
                                  driver("farStore=700"));
    EXPECT_EQ(run.status, 1);
    EXPECT_NE(run.err.find("CUDA_ERROR_ILLEGAL_ADDRESS"), std::string::npos) << run.err;
    EXPECT_NE(run.err.find("out_of_bounds at far_store.cu:8"), std::string::npos) << run.err;
    EXPECT_EQ(run.err.find("restart Warpscope"), std::string::npos) << run.err;
}

TEST_F(GpuCommand, ParityAcceptsAFile) {
    // The fake driver runs no kernel, so every result differs.
    const Outcome run =
        warpscope("check --parity '" WARPSCOPE_SOURCE_DIR "/tests/session/kernels/experiment.toml'", driver());
    EXPECT_EQ(run.status, 1) << run.err;
    EXPECT_NE(run.out.find("DIFFERS: kernels/recursion on "), std::string::npos) << run.out;
    const Outcome fault =
        warpscope("check --parity '" WARPSCOPE_SOURCE_DIR "/tests/gpu/fault/experiment.toml'", driver());
    EXPECT_EQ(fault.status, 1) << fault.err;
    EXPECT_NE(fault.out.find("what the GPU makes of a fault is not defined; on the emulator: "), std::string::npos)
        << fault.out;
    const Outcome none = warpscope("check --parity nowhere.toml", driver());
    EXPECT_EQ(none.status, 3) << none.err;
    EXPECT_NE(none.err.find("nowhere.toml"), std::string::npos) << none.err;
}

TEST_F(GpuCommand, ParitySkipsUnsuitableLaunches) {
    // Each thread reads the shared element of the thread 64 further on, so a block needs 128 threads.
    write_experiment("halves",
                     "__global__ void halves(int* data) {\n    __shared__ int tile[128];\n"
                     "    tile[threadIdx.x] = threadIdx.x;\n    __syncthreads();\n"
                     "    data[threadIdx.x] = tile[(threadIdx.x + 64) % 128];\n}\n",
                     128, "grid = [1]\narguments = [\"data\"]", "[block]\nx = 128\n");
    const Outcome run = warpscope("check --parity '" + file("halves.toml") + "'", driver());
    EXPECT_EQ(run.out.find("DIFFERS: halves/halves on , block 96x1"), std::string::npos) << run.out;
    EXPECT_NE(run.out.find("skipped: "), std::string::npos) << run.out << run.err;
    EXPECT_NE(run.out.find("block 96x1: the kernel is not made for it: "), std::string::npos) << run.out;
    EXPECT_NE(run.out.find("1 differ, 1 skipped\n"), std::string::npos) << run.out;
}

TEST_F(GpuCommand, ParityNamesEverySkip) {
    const std::string kernel(
        "__global__ void whole(int* data) { data[blockIdx.x * blockDim.x + threadIdx.x] = threadIdx.x; }\n");
    write_experiment("whole", kernel, 128, "grid = [\"block.x / 128\"]\narguments = [\"data\"]", "[block]\nx = 128\n");
    const Outcome refused = warpscope("check --parity '" + file("whole.toml") + "'", driver());
    EXPECT_NE(refused.out.find("block 96x1: the launch is not possible: "), std::string::npos)
        << refused.out << refused.err;
    EXPECT_NE(refused.out.find("1 differ, 1 skipped\n"), std::string::npos) << refused.out;

    write_experiment("whole", kernel, 128, "grid = [1]\narguments = [\"data\"]",
                     "findings = [\"race_global\"]\n[block]\nx = 128\n");
    const Outcome declared = warpscope("check --parity '" + file("whole.toml") + "'", driver());
    EXPECT_EQ(declared.status, 0) << declared.err;
    EXPECT_EQ(declared.out.find("skipped: whole/basic: it declares findings (race_global)"), 0u) << declared.out;
    EXPECT_NE(declared.out.find("0 differ, 1 skipped\n"), std::string::npos) << declared.out;
}

TEST_F(GpuCommand, TimingStopsEndlessKernels) {
    const Outcome run = warpscope("time bug_museum/endless_loop --insist --repeats 3", driver("endless_loop=hang"));
    EXPECT_EQ(run.status, 1);
    EXPECT_NE(run.err.find("had not ended"), std::string::npos) << run.err;
}

TEST_F(GpuCommand, SweepPrintsTableAndBest) {
    const Outcome sweep = warpscope("time color_to_gray --sweep --repeats 1 --input gradient:76x62", driver());
    EXPECT_EQ(sweep.status, 0) << sweep.err;
    EXPECT_TRUE(sweep.out.starts_with("block,threads,median_ms,runs,note\n")) << sweep.out;
    EXPECT_NE(sweep.out.find("\n16x16,256,0.50000,1,\n"), std::string::npos) << sweep.out;
    EXPECT_NE(sweep.err.find("best: "), std::string::npos) << sweep.err;
}

TEST_F(GpuCommand, UnsupportedCodeRunsOnGpuAlone) {
    write("tensor.ptx", ".version 7.0\n.target sm_75\n.address_size 64\n"
                        ".visible .entry tensor(.param .u64 data)\n{\n    .reg .b64 %p;\n    .reg .b32 %r<9>;\n"
                        "    ld.param.u64 %p, [data];\n    mov.u32 %r8, 16;\n"
                        "    wmma.load.c.sync.aligned.row.m16n16k16.s32 {%r0,%r1,%r2,%r3,%r4,%r5,%r6,%r7}, [%p], %r8;\n"
                        "    ret;\n}\n");
    write("tensor.toml", "title = \"Tensor\"\nsource = \"tensor.ptx\"\n[[buffer]]\nname = \"data\"\n"
                         "role = \"output\"\ntype = \"f32\"\nshape = [16, 16]\n[[launch]]\nkernel = \"tensor\"\n"
                         "grid = [1]\nblock = [32]\narguments = [\"data\"]\n");
    const std::string target = " '" + file("tensor.toml") + "' ";
    const Outcome automatic = warpscope("run" + target, driver());
    EXPECT_EQ(automatic.status, 1);
    EXPECT_NE(automatic.err.find("wmma"), std::string::npos) << automatic.err;
    EXPECT_NE(automatic.err.find("--device gpu runs it only on the GPU"), std::string::npos) << automatic.err;

    const Outcome alone = warpscope("run" + target + "--device gpu --output '" + file("out.bin") + "'", driver());
    EXPECT_EQ(alone.status, 0) << alone.err;
    EXPECT_NE(alone.err.find("on Fake GPU 0"), std::string::npos) << alone.err;
    EXPECT_NE(alone.err.find("nothing is measured, as the emulator cannot run this kernel"), std::string::npos);
    EXPECT_EQ(fs::file_size(file("out.bin")), 16u * 16 * 4);
    EXPECT_EQ(warpscope("run" + target + "--device gpu --report -", driver()).status, 1) << "it has no numbers";

    const Outcome timed = warpscope("time --insist --repeats 3" + target, driver());
    EXPECT_EQ(timed.status, 0) << timed.err;
    EXPECT_NE(timed.out.find("0.5000 ms"), std::string::npos) << timed.out;
    EXPECT_EQ(timed.out.find("bandwidth"), std::string::npos) << "bytes were not counted: " << timed.out;
    EXPECT_EQ(warpscope("time" + target, driver()).status, 1);
    EXPECT_EQ(warpscope("run" + target + "--device gpu", driver("tensor=700")).status, 1)
        << "a fault sets the exit status";
}

/// A kernel that subtracts two products, which the driver's compiler would contract to an fma.
class Contraction : public GpuCommand {
protected:
    Contraction() {
        write_experiment("cross",
                         "extern \"C\" __global__ void cross(float* data, float a, float b) {\n"
                         "    data[threadIdx.x] = a * threadIdx.x - b * blockDim.x;\n}\n",
                         32, "grid = [1]\nblock = [32]\narguments = [\"data\", \"f32:1.5\", \"f32:0.3\"]");
        std::string text = contents(file("cross.toml"));
        text.replace(text.find("s32"), 3, "f32");
        write("cross.toml", text);
    }
    /// Returns the PTX that the driver received from `warpscope COMMAND`.
    std::string given_by(const std::string& command, const std::string& options) const {
        fs::remove(file("given.ptx"));
        const Outcome outcome = warpscope(command + " '" + file("cross.toml") + "' " + options,
                                          "FAKE_CUDA_KEEPS='" + file("given.ptx") + "' " + driver());
        EXPECT_NE(outcome.status, 2) << outcome.err;
        return contents(file("given.ptx"));
    }
};

TEST_F(Contraction, DriverDoesNotFuseOperations) {
    for (const std::string command : {"run --device gpu", "record --insist", "time --insist --repeats 1"}) {
        const std::string given = given_by(command, "");
        EXPECT_NE(given.find("mul.rn.f32"), std::string::npos) << command << given;
        EXPECT_EQ(given.find("mul.f32"), std::string::npos) << command << given;
        const std::string contracted = given_by(command, "--contract");
        EXPECT_EQ(contracted.find("mul.rn.f32"), std::string::npos) << command << contracted;
        EXPECT_NE(contracted.find("mul.f32"), std::string::npos) << command << contracted;
    }
}

} // namespace
} // namespace warpscope::cli
