// Shows the GPU's picture on the screen, by CUDA-OpenGL interop or by a host copy. Without a driver, it stays inactive.
//
// Threads: prepare() is slow and runs on a worker. show(), poll() and all others without a note run on the OpenGL
// thread and do not wait. WARPSCOPE_INTEROP=off forces host copies.
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
    bool active = false;
    bool kept_off = false; // needs consent, because the emulator found a fault
    bool lost = false;     // the GPU cannot be used by this process any more
    bool stopped = false;  // the newest kernel failed in a separate process
    bool known = false;    // number, device and compute are valid
    int number = 0;
    std::string device;    // "NVIDIA H100 80GB HBM3"
    std::string compute;   // "sm_90"
    std::string path;      // "shared texture", "host copy" or empty
    std::string why;       // reason for being inactive, or for a host copy
    std::string note;      // "PTX 9.0 declared as 8.4 …"
    double kernel_ms = 0;  // time of the newest kernel, or 0
    double picture_ms = 0; // time from the kernel's end to the complete picture
    uint64_t pictures = 0;
};

class LiveOutput {
public:
    LiveOutput();
    /// Constructor for tests. The arguments must outlive this object. `timeout` is in seconds, see overdue(). `guard`
    /// runs faulty kernels in a separate process; it may be null.
    LiveOutput(gpu::Runtime& runtime, GlBridge& bridge, double timeout = 5, gpu::Guard* guard = nullptr);
    /// Requires that no prepare() is running. Leaks what an unresponsive GPU may still use.
    ~LiveOutput();

    /// Finds the GPUs, on a worker. prepare() calls it if necessary.
    void find();
    /// Selects the GPU of the current OpenGL context, unless the user chose one. Call it after find().
    void use_display();
    /// Selects a GPU by CUDA's number; nullopt is the GPU that OpenGL uses. Takes effect with the next prepare().
    void use(std::optional<int> device);
    /// Returns null before find(). Any thread may call it.
    [[nodiscard]] std::shared_ptr<const gpu::Devices> devices() const;

    /// Compiles and uploads, on a worker. It is cheap if only scalars changed. Without a usable GPU, or with a fault
    /// unless `insists`, it becomes inactive and status() has the reason.
    [[nodiscard]] Result<void> prepare(const session::RunResult& run, bool insists = false,
                                       const std::optional<PictureLayout>& layout = {});
    /// Does the same without waiting, on any thread. Returns false if prepare() is needed.
    [[nodiscard]] bool prepare_now(const session::RunResult& run, const std::optional<PictureLayout>& layout = {});
    /// Launches the newest run once and returns whether it did. While a picture is pending, the run waits for poll().
    bool show();
    /// Advances the pending picture. Call it once per frame.
    void poll();
    /// Defers pictures during other GPU work, because CUDA would block when it gets a texture.
    void hold(bool on);
    /// Returns whether a kernel or picture is running.
    [[nodiscard]] bool under_way() const;
    /// Returns whether the picture is late: a slow kernel, another program or a driver deadlock. The emulator's picture
    /// is shown meanwhile.
    [[nodiscard]] bool overdue() const;
    [[nodiscard]] PictureLayout layout() const;
    /// Returns an RGBA texture with mipmaps, top row first; 0 without a picture.
    [[nodiscard]] uint32_t texture() const;
    /// Returns the values for charts; null above 65536 cells or with several channels.
    [[nodiscard]] SharedBytes values() const;
    /// Returns the status. Any thread may call it.
    [[nodiscard]] LiveStatus status() const;

private:
    struct Impl;
    std::unique_ptr<Impl> impl_;
};

} // namespace warpscope::interop
