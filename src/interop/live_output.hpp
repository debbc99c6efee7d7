// The GPU's picture on the screen: runs kernels on the GPU and passes the output to OpenGL by CUDA-OpenGL interop, or
// by a host copy if that fails. Without a driver it is inactive and states the reason.
//
// prepare() is slow and runs on a worker. show() and poll() run on the OpenGL thread and do not wait for the GPU.
// WARPSCOPE_INTEROP=off forces host copies.
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
    bool kept_off = false; // the emulator found a fault, so the kernel needs the user's consent to run on the GPU
    bool lost = false;     // a fault made the GPU unusable for this process
    bool stopped = false;  // the newest kernel failed or was stopped in its separate process; the GPU is still usable
    bool known = false;    // GPUs have been enumerated; number, device and compute describe the one in use
    int number = 0;        // CUDA's number
    std::string device;    // "NVIDIA H100 80GB HBM3"
    std::string compute;   // "sm_90"
    std::string path;      // "shared texture" or "host copy"; empty if inactive
    std::string why;       // reason for being inactive, or for host copies
    std::string note;      // changes made for the driver: "PTX 9.0 declared as 8.4 …"
    double kernel_ms = 0;  // newest finished launch, by CUDA events; 0 before the first
    double picture_ms = 0; // from the kernel's end to the picture, by CUDA events
    uint64_t pictures = 0; // pictures shown since the start
};

class LiveOutput {
public:
    LiveOutput();
    /// Uses other runtimes, for tests; they must outlive this. `timeout`: seconds until overdue(). `guard`: separate
    /// process for kernels with faults; null runs them in this process.
    LiveOutput(gpu::Runtime& runtime, GlBridge& bridge, double timeout = 5, gpu::Guard* guard = nullptr);
    /// Call on the GL thread, with no prepare() running. Leaks resources that an unresponsive GPU may still use.
    ~LiveOutput();

    /// Worker: enumerates the GPUs. prepare() does so if necessary.
    void find();
    /// GL thread, after find(): selects the GPU that draws the current context, unless the user chose one.
    void use_display();
    /// Selects a GPU by CUDA's number, or the display's GPU. Takes effect with the next prepare(); until then nothing
    /// is drawn.
    void use(std::optional<int> device);
    /// Returns the GPUs and the selection, or null before find().
    [[nodiscard]] std::shared_ptr<const gpu::Devices> devices() const;

    /// Worker: compiles the PTX and uploads the inputs. Cheap if only scalars changed. Becomes inactive with a reason
    /// in status() if there is no usable GPU, the run requires the emulator, or the emulator found a fault; `insists`
    /// ignores the fault. `layout`: of the picture; default: the output's rows below each other.
    [[nodiscard]] Result<void> prepare(const session::RunResult& run, bool insists = false,
                                       const std::optional<PictureLayout>& layout = {});
    /// Does the same on any thread without waiting, e.g. while a slider moves. Returns false if compilation or uploads
    /// are needed.
    [[nodiscard]] bool prepare_now(const session::RunResult& run, const std::optional<PictureLayout>& layout = {});
    /// GL thread: launches the newest prepared run once and returns whether it did. Errors make it inactive. While a
    /// picture is pending, the launch waits for poll().
    bool show();
    /// GL thread, once per frame: shows a finished picture. Does not wait.
    void poll();
    /// GL thread: defers pictures while other GPU work is running, because handing over a texture would block this
    /// thread.
    void hold(bool on);
    /// GL thread: a picture is pending; keep calling poll().
    [[nodiscard]] bool under_way() const;
    /// GL thread: the picture has been pending for long, because of a slow kernel, another program, or a driver
    /// deadlock between OpenGL and CUDA. The emulator's picture is shown meanwhile.
    [[nodiscard]] bool overdue() const;
    /// GL thread: layout of the picture in texture().
    [[nodiscard]] PictureLayout layout() const;
    /// Returns an RGBA texture with mipmaps, top row first; 0 while inactive or before the first picture.
    [[nodiscard]] uint32_t texture() const;
    /// GL thread: output values of that picture for charts; null without a picture, or with more than 65536 cells or
    /// several channels.
    [[nodiscard]] SharedBytes values() const;
    [[nodiscard]] LiveStatus status() const;

private:
    struct Impl;
    std::unique_ptr<Impl> impl_;
};

} // namespace warpscope::interop
