// The GPU's picture on the screen: launches the kernels of a run on the GPU and gives OpenGL the output, through
// CUDA-OpenGL interop where it works and through a host copy where it does not. Always present; without CUDA at build
// or run time it says why it is inactive.
//
// prepare() is slow (JIT, uploads) and runs on a worker; show() and poll() run on the thread that owns the GL context
// and do not wait for the GPU. The environment variable WARPSCOPE_INTEROP=off forces the host copy.
#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include "session/session.hpp"

namespace warpscope::gpu {
class Runtime;
}

namespace warpscope::interop {

class GlBridge;

struct LiveStatus {
    bool active = false;   // the GPU draws the output
    std::string device;    // "NVIDIA H100 80GB HBM3"
    std::string compute;   // "sm_90"
    std::string path;      // "shared texture" or "host copy"; empty when inactive
    std::string why;       // why not active, or why a host copy
    double kernel_ms = 0;  // by CUDA events, of the newest finished launch; 0 before the first
    double picture_ms = 0; // by CUDA events, from the kernel's end to the picture in texture or host memory
    uint64_t pictures = 0; // how many have come to the texture since the start
};

class LiveOutput {
public:
    LiveOutput();
    /// With other runtimes than the system's, which must outlive it: for tests.
    LiveOutput(gpu::Runtime& runtime, GlBridge& bridge);
    /// GL thread, with the context current; no prepare() may be running.
    ~LiveOutput();

    /// Worker: compiles the run's PTX for the device and uploads its inputs. Cheap when only scalars changed. Having no
    /// usable GPU, a run that asks for the emulator, and a kernel in which the emulator found a fault are no errors:
    /// they make it inactive with the reason in status().
    [[nodiscard]] Result<void> prepare(const session::RunResult& run);
    /// GL thread: launches what was prepared last and updates the texture; does nothing when that has been shown
    /// already. Errors switch to inactive and say why. A host copy that is still under way lets the newest launch wait
    /// for poll().
    void show();
    /// GL thread, once per frame: collects finished timings and host copies.
    void poll();
    /// RGB texture of the output's size, top row first; 0 while inactive, and before the first host copy has arrived.
    [[nodiscard]] uint32_t texture() const;
    [[nodiscard]] LiveStatus status() const;

private:
    struct Impl;
    std::unique_ptr<Impl> impl_;
};

} // namespace warpscope::interop
