// The GPU's picture on the screen: launches the kernels of a run on the GPU and gives OpenGL the output, through
// CUDA-OpenGL interop where it works and through a host copy where it does not. Always present; without a
// driver it says why it is inactive.
//
// prepare() is slow (JIT, uploads) and runs on a worker; show() and poll() run on the thread that owns the GL context
// and do not wait for the GPU. The environment variable WARPSCOPE_INTEROP=off forces the host copy.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>

#include "gpu/device.hpp"
#include "interop/picture.hpp"
#include "session/session.hpp"

namespace warpscope::gpu {
class Guard;
class Runtime;
} // namespace warpscope::gpu

namespace warpscope::interop {

class GlBridge;

struct LiveStatus {
    bool active = false;   // the GPU draws the output
    bool kept_off = false; // the emulator found a fault, so that the kernel runs on the GPU only if the user insists
    bool lost = false;     // a fault has ended the use of the GPU in this process
    bool stopped = false;  // the newest kernel faulted or was stopped in a process of its own; the GPU can be used
    bool known = false;    // the GPUs have been asked for; the next three are of the one that is used
    int number = 0;        // CUDA's
    std::string device;    // "NVIDIA H100 80GB HBM3"
    std::string compute;   // "sm_90"
    std::string path;      // "shared texture" or "host copy"; empty when inactive
    std::string why;       // why not active, or why a host copy
    std::string note;      // what was done to make the driver take the kernel: "PTX 9.0 declared as 8.4 …"
    double kernel_ms = 0;  // by CUDA events, of the newest finished launch; 0 before the first
    double picture_ms = 0; // by CUDA events, from the kernel's end to the picture in texture or host memory
    uint64_t pictures = 0; // how many have come to the texture since the start
};

class LiveOutput {
public:
    LiveOutput();
    /// With other runtimes than the system's, which must outlive it: for tests. `timeout` in seconds: see overdue().
    /// `guard` runs kernels in which the emulator found a fault; null: they run in this process.
    LiveOutput(gpu::Runtime& runtime, GlBridge& bridge, double timeout = 5, gpu::Guard* guard = nullptr);
    /// GL thread, with the context current; no prepare() may be running. What a GPU that does not answer may still use
    /// is left to the system.
    ~LiveOutput();

    /// Worker: asks the driver for its GPUs. prepare() does so too where it has not been done.
    void find();
    /// GL thread, after find(): from now on takes the GPU that draws for the current context, unless one was named.
    void use_display();
    /// The GPU that the user has chosen, by CUDA's number; none: the one that drives the display. The picture is drawn
    /// by it from the next prepare() on, and by none until then. Runs must be prepared again.
    void use(std::optional<int> device);
    /// What find() found and which one is used; null before.
    [[nodiscard]] std::shared_ptr<const gpu::Devices> devices() const;

    /// Worker: compiles the run's PTX for the device and uploads its inputs. Cheap when only scalars changed. Having no
    /// usable GPU, a run that asks for the emulator, and a kernel in which the emulator found a fault are no errors:
    /// they make it inactive with the reason in status(). With `insists` the
    /// fault does not matter. `layout`: of the picture, otherwise the output's rows below each other.
    [[nodiscard]] Result<void> prepare(const session::RunResult& run, bool insists = false,
                                       const std::optional<PictureLayout>& layout = {});
    /// Any thread: prepare() without waiting for anything, where the kernels have been compiled and the inputs lie on
    /// the GPU already, as when a slider moves. False when it takes more, and prepare() must do it on a worker.
    [[nodiscard]] bool prepare_now(const session::RunResult& run, const std::optional<PictureLayout>& layout = {});
    /// GL thread: launches what was prepared last; whether it did. Does nothing when that has been launched already.
    /// Errors switch to inactive and say why. While a picture is under way the newest launch waits for poll().
    bool show();
    /// GL thread, once per frame: brings a picture that is complete to the texture. Waits for nothing.
    void poll();
    /// GL thread: while `on`, something else of ours is under way on the GPU which a picture must wait for, since
    /// handing it over would let this thread wait.
    void hold(bool on);
    /// GL thread: a picture is under way, for which poll() must be called again.
    [[nodiscard]] bool under_way() const;
    /// GL thread: it has been under way for long, as with a kernel that takes seconds, another program that has the
    /// GPU, or a driver in which OpenGL and CUDA wait for each other. The emulator's picture is shown until it comes.
    [[nodiscard]] bool overdue() const;
    /// GL thread: of the picture that texture() holds.
    [[nodiscard]] PictureLayout layout() const;
    /// RGBA texture of the picture's size with smaller levels, top row first; 0 while inactive, and before the first
    /// picture is complete.
    [[nodiscard]] uint32_t texture() const;
    /// GL thread: the output as that picture's launch wrote it, for charts; null while texture() is 0, and where it has
    /// more than 65536 cells or more than one channel.
    [[nodiscard]] SharedBytes values() const;
    [[nodiscard]] LiveStatus status() const;

private:
    struct Impl;
    std::unique_ptr<Impl> impl_;
};

} // namespace warpscope::interop
