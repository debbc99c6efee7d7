// Shows the GPU's picture by CUDA-OpenGL interop or host copy; inactive without a driver.
//
// Threads: prepare() is slow and runs on a worker. Functions without a note run on the OpenGL thread and do not wait.
// WARPSCOPE_INTEROP=off forces host copies.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>

#include "gpu/device.hpp"
#include "gpu/live_status.hpp"
#include "interop/picture.hpp"
#include "session/session.hpp"

namespace warpscope::gpu {
class Guard;
class Runtime;
} // namespace warpscope::gpu

namespace warpscope::interop {

class GlBridge;

using gpu::LiveStatus;

class LiveOutput {
public:
    LiveOutput();
    /// Test constructor. Arguments must outlive the object. `timeout`: seconds until overdue(). `guard` runs faulty
    /// kernels in a child process; may be null.
    LiveOutput(gpu::Runtime& runtime, GlBridge& bridge, double timeout = 5, gpu::Guard* guard = nullptr);
    /// No prepare() may be running.
    ~LiveOutput();

    /// Finds GPUs. Runs on a worker; prepare() calls it if necessary.
    void find();
    /// Selects the current context's GPU unless the user chose one. Requires find().
    void use_display();
    /// Selects a GPU by CUDA's number for later calls of prepare(). nullopt: OpenGL's GPU.
    void use(std::optional<int> device);
    /// Null before find(). Thread-safe.
    [[nodiscard]] std::shared_ptr<const gpu::Devices> devices() const;

    /// Compiles and uploads a run. Cheap if only scalars changed. Deactivates this object if no GPU is usable, or after
    /// a dangerous finding without the user's consent; status() has the reason.
    [[nodiscard]] Result<void> prepare(const session::RunResult& run, bool insists = false,
                                       const std::optional<PictureLayout>& layout = {});
    /// Prepares without waiting. Thread-safe. Returns false if prepare() is necessary.
    [[nodiscard]] bool prepare_now(const session::RunResult& run, const std::optional<PictureLayout>& layout = {});
    /// Returns whether it launched the newest run. While a picture is pending, leaves the launch to poll().
    bool show();
    /// Call once per frame.
    void poll();
    /// Defers pictures during other GPU work, because mapping would block.
    void hold(bool on);
    [[nodiscard]] bool under_way() const;
    /// Returns whether the picture is late. Views then show the emulator's picture.
    [[nodiscard]] bool overdue() const;
    [[nodiscard]] PictureLayout layout() const;
    /// Returns an RGBA texture with mipmaps, top row first; 0 without picture.
    [[nodiscard]] uint32_t texture() const;
    /// Returns values for charts; null above 65536 cells and for several channels.
    [[nodiscard]] SharedBytes values() const;
    [[nodiscard]] LiveStatus status() const;

private:
    struct Impl;
    std::unique_ptr<Impl> impl_;
};

} // namespace warpscope::interop
