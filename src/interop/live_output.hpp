// The GPU's picture on the screen, by CUDA-OpenGL interop or a host copy. Inactive without a driver.
//
// prepare() is slow and runs on a worker. show() and poll() run on the OpenGL thread without waiting.
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
    bool active = false;
    bool kept_off = false; // needs consent, because the emulator found a fault
    bool lost = false;     // GPU lost for this process
    bool stopped = false;  // the newest kernel failed in a separate process
    bool known = false;    // number, device and compute are valid
    int number = 0;
    std::string device;    // "NVIDIA H100 80GB HBM3"
    std::string compute;   // "sm_90"
    std::string path;      // "shared texture", "host copy" or empty
    std::string why;       // why inactive, or why a host copy
    std::string note;      // "PTX 9.0 declared as 8.4 …"
    double kernel_ms = 0;  // newest launch, or 0
    double picture_ms = 0; // from the kernel's end
    uint64_t pictures = 0;
};

class LiveOutput {
public:
    LiveOutput();
    /// Used by tests; arguments must outlive this. `timeout`: seconds until overdue(). `guard`: separate process for
    /// faulty kernels, or null.
    LiveOutput(gpu::Runtime& runtime, GlBridge& bridge, double timeout = 5, gpu::Guard* guard = nullptr);
    /// GL thread, with no prepare() running. Leaks what an unresponsive GPU may use.
    ~LiveOutput();

    /// Worker. prepare() does so if necessary.
    void find();
    /// GL thread, after find(): uses the GPU of the current context, unless the user chose one.
    void use_display();
    /// CUDA's number, or the display's GPU. Takes effect with the next prepare().
    void use(std::optional<int> device);
    /// Null before find().
    [[nodiscard]] std::shared_ptr<const gpu::Devices> devices() const;

    /// Worker: compiles and uploads; cheap if only scalars changed. Without a usable GPU, or with a fault unless
    /// `insists`, becomes inactive with a reason in status().
    [[nodiscard]] Result<void> prepare(const session::RunResult& run, bool insists = false,
                                       const std::optional<PictureLayout>& layout = {});
    /// Any thread, without waiting. Returns false if prepare() is needed.
    [[nodiscard]] bool prepare_now(const session::RunResult& run, const std::optional<PictureLayout>& layout = {});
    /// GL thread: launches the newest run once and returns whether it did. Waits for poll() while a picture is pending.
    bool show();
    /// GL thread, once per frame.
    void poll();
    /// GL thread: defers pictures during other GPU work, because handing over a texture would block.
    void hold(bool on);
    /// GL thread.
    [[nodiscard]] bool under_way() const;
    /// GL thread: a slow kernel, another program or a driver deadlock. The emulator's picture is shown meanwhile.
    [[nodiscard]] bool overdue() const;
    /// GL thread.
    [[nodiscard]] PictureLayout layout() const;
    /// RGBA with mipmaps, top row first; 0 without a picture.
    [[nodiscard]] uint32_t texture() const;
    /// GL thread: values for charts; null above 65536 cells or with several channels.
    [[nodiscard]] SharedBytes values() const;
    [[nodiscard]] LiveStatus status() const;

private:
    struct Impl;
    std::unique_ptr<Impl> impl_;
};

} // namespace warpscope::interop
