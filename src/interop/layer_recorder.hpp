// Records overlays on the GPU: a kernel with probes runs, others turn its records into texels (instrument/layer.hpp,
// instrument/cell_levels.hpp); map_textures.hpp copies these to OpenGL.
#pragma once

#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "instrument/cell_levels.hpp"
#include "instrument/layer.hpp"
#include "interop/map_textures.hpp"
#include "interop/uploaded_run.hpp"

namespace warpscope::interop {

struct DeviceLayer {
    std::shared_ptr<const UploadedRun> uploaded;
    DeviceMap keys, marks;
    instrument::LayerPlan plan;
    LaunchConfig config;
    bool filled = false; // every place belongs to a thread

    double prepare_ms = 0; // host time in milliseconds
    double probed_ms = 0;  // this and the next two are GPU times
    double reduced_ms = 0;
    double layer_ms = 0;
};

/// Heat maps of sectors per request, in GPU memory.
struct DeviceHeat {
    std::shared_ptr<const UploadedRun> uploaded;
    std::vector<DeviceMap> maps; // one map per plane
    std::vector<instrument::CellPlane> planes;
    std::vector<std::optional<instrument::CellScale>> ranges; // indexed by buffer of the run
    std::optional<instrument::CellScale> at_least;            // color scale

    double prepare_ms = 0;
    double probed_ms = 0;
    double levels_ms = 0;
};

/// Used on a worker; not thread-safe.
class LayerRecorder {
public:
    LayerRecorder(gpu::Runtime& runtime, gpu::DeviceStatus device);

    [[nodiscard]] int device() const { return maker_.device(); }
    /// Waits for the layer. If owners are not where `plan` expects them, it has no idle threads and its plan says so.
    [[nodiscard]] Result<std::shared_ptr<const DeviceLayer>> record(const session::RunResult& run,
                                                                    const instrument::LayerPlan& plan);
    /// Counts sectors in the last launch. Parameters as in add_cell_levels(). ErrorKind::usage if impossible.
    [[nodiscard]] Result<std::shared_ptr<const DeviceHeat>>
    record_heat(const session::RunResult& run, const std::vector<instrument::CellPlane>& planes,
                const std::optional<instrument::CellScale>& at_least);
    [[nodiscard]] bool gpu_lost() { return maker_.gpu_lost(); }

private:
    /// A plan with probes, uploaded or already run.
    struct Recorded {
        std::shared_ptr<const UploadedRun> uploaded;
        std::vector<void*> addresses;
        std::vector<double> part_ms; // GPU time of each part
    };
    struct Wanted {
        uint32_t buffer = 0;
        std::span<uint32_t> words;
    };
    [[nodiscard]] Result<void> prepare();
    [[nodiscard]] Result<Recorded> load(const session::RunResult& run, std::string ptx, ExecutionPlan plan);
    /// Runs the plan in parts, which end before the launches `ends`.
    [[nodiscard]] Result<void> execute(Recorded& recorded, std::span<const size_t> ends,
                                       const std::vector<Wanted>& wanted);

    gpu::Runtime& runtime_;
    RunUploader maker_;
    gpu::Stream stream_;
    std::vector<gpu::Event> events_; // before the kernels, and after each part
    std::shared_ptr<const gpu::DeviceBuffer> output_;
    // released here, because freeing waits for the GPU
    std::vector<std::shared_ptr<const void>> made_;
};

} // namespace warpscope::interop
