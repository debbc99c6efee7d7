// Overlays as the GPU measures them, without a way through the host: a kernel with probes runs, further kernels make
// keys and marks of what it recorded (instrument/layer.hpp), and these are copied into OpenGL's textures.
#pragma once

#include <memory>
#include <vector>

#include "instrument/layer.hpp"
#include "interop/scene.hpp"
#include "interop/shared_texture.hpp"

namespace warpscope::interop {

/// A recorded layer in the GPU's memory.
struct DeviceLayer {
    std::shared_ptr<const Scene> scene; // holds keys and marks
    const void* keys = nullptr;
    const void* marks = nullptr;
    instrument::LayerPlan plan;
    LaunchConfig config; // of the recorded launch

    double prepare_ms = 0; // weaving in probes, compiling, memory, uploads; on the processor's clock
    double probed_ms = 0;  // the run's kernels, the last with probes; this and the next two on the GPU's clock
    double reduced_ms = 0; // summing up records
    double layer_ms = 0;   // keys and marks
};

/// On a worker; not thread-safe.
class LayerRecorder {
public:
    LayerRecorder(gpu::Runtime& runtime, gpu::DeviceStatus device);

    [[nodiscard]] int device() const { return maker_.device(); }
    /// Runs the plan of `run` with probes and waits for its layer. `run` is as for SceneMaker::make(). Where owners
    /// turn out not to stand where `plan` takes them to, the layer has no surplus threads, and its plan says so.
    [[nodiscard]] Result<std::shared_ptr<const DeviceLayer>> record(const session::RunResult& run,
                                                                    const instrument::LayerPlan& plan);
    [[nodiscard]] bool gpu_lost() { return maker_.gpu_lost(); }

private:
    [[nodiscard]] Result<void> prepare();

    gpu::Runtime& runtime_;
    SceneMaker maker_;
    gpu::Stream stream_;
    std::vector<gpu::Event> events_; // before the kernels, and after each of the three parts
    std::shared_ptr<const gpu::DeviceBuffer> output_;
    std::vector<std::shared_ptr<const DeviceLayer>> made_; // let go of here: freeing GPU memory waits for the GPU
};

/// The textures that layers are copied to: keys of one u32 and marks of one byte per texel, all levels of
/// mip_levels(). On the thread of the OpenGL context.
class LayerTextures {
public:
    LayerTextures(gpu::Runtime& runtime, GlBridge& bridge, int device);
    ~LayerTextures();
    LayerTextures(const LayerTextures&) = delete;
    LayerTextures& operator=(const LayerTextures&) = delete;

    [[nodiscard]] int device() const { return device_; }
    /// Registers the textures, which must outlive this.
    [[nodiscard]] Result<void> attach(uint32_t keys, uint32_t marks);
    /// Queues the copy; OpenGL's commands after this see the layer, whose memory is held until the next call but one.
    [[nodiscard]] Result<void> take(std::shared_ptr<const DeviceLayer> layer);

private:
    gpu::Runtime& runtime_;
    GlBridge& bridge_;
    int device_;
    gpu::Stream stream_;
    Registration keys_, marks_;
    std::shared_ptr<const DeviceLayer> shown_, before_; // its copy may still be under way
};

} // namespace warpscope::interop
