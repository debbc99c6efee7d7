// Records overlays on the GPU without copies to the host. A kernel with probes runs, further kernels reduce its records
// to texels (instrument/layer.hpp, instrument/cell_levels.hpp), and these are copied to OpenGL textures
// (interop/map_textures.hpp).
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

/// A recorded layer in GPU memory.
struct DeviceLayer {
    std::shared_ptr<const UploadedRun> uploaded; // owns the maps
    DeviceMap keys, marks;
    instrument::LayerPlan plan;
    LaunchConfig config; // configuration of the recorded launch
    bool filled = false; // every place has a thread

    double prepare_ms = 0; // instrumentation, compilation, allocation and uploads; host time
    double probed_ms = 0;  // kernels of the run, the last one with probes; this and the following in GPU time
    double reduced_ms = 0; // reduction of the records
    double layer_ms = 0;   // keys and marks
};

/// Sectors per request of each cell, in GPU memory, as heat map textures.
struct DeviceHeat {
    std::shared_ptr<const UploadedRun> uploaded; // owns the maps
    std::vector<DeviceMap> maps;                 // one per plane
    std::vector<instrument::CellPlane> planes;
    std::vector<std::optional<instrument::CellScale>> ranges; // ranges of the means, by buffer of the run
    std::optional<instrument::CellScale> at_least;            // range of the colors

    double prepare_ms = 0; // see DeviceLayer
    double probed_ms = 0;  // kernels with probes, and means
    double levels_ms = 0;  // texture levels
};

/// Runs on a worker; not thread-safe.
class LayerRecorder {
public:
    LayerRecorder(gpu::Runtime& runtime, gpu::DeviceStatus device);

    [[nodiscard]] int device() const { return maker_.device(); }
    /// Runs the plan of `run` with probes and waits for the layer. `run`: as in RunUploader::make(). If owners are not
    /// where `plan` expects them, the layer has no idle threads and its plan says so.
    [[nodiscard]] Result<std::shared_ptr<const DeviceLayer>> record(const session::RunResult& run,
                                                                    const instrument::LayerPlan& plan);
    /// Counts sectors by cell in the last launch and waits for the textures. `planes`, `at_least`: as in
    /// add_cell_levels(). Fails with ErrorKind::usage if counting is impossible.
    [[nodiscard]] Result<std::shared_ptr<const DeviceHeat>>
    record_heat(const session::RunResult& run, const std::vector<instrument::CellPlane>& planes,
                const std::optional<instrument::CellScale>& at_least);
    [[nodiscard]] bool gpu_lost() { return maker_.gpu_lost(); }

private:
    /// A plan with probes, uploaded or already run.
    struct Recorded {
        std::shared_ptr<const UploadedRun> uploaded;
        std::vector<void*> addresses; // indexed by plan buffer
        std::vector<double> part_ms;  // GPU times
    };
    /// Words to copy to the host.
    struct Wanted {
        uint32_t buffer = 0;
        std::span<uint32_t> words;
    };
    [[nodiscard]] Result<void> prepare();
    [[nodiscard]] Result<Recorded> load(const session::RunResult& run, std::string ptx, ExecutionPlan plan);
    /// Runs the launches in parts that end before the launches `ends`, and waits.
    [[nodiscard]] Result<void> execute(Recorded& recorded, std::span<const size_t> ends,
                                       const std::vector<Wanted>& wanted);

    gpu::Runtime& runtime_;
    RunUploader maker_;
    gpu::Stream stream_;
    std::vector<gpu::Event> events_; // before the kernels, and after each part
    std::shared_ptr<const gpu::DeviceBuffer> output_;
    // released on this thread, because freeing GPU memory waits for the GPU
    std::vector<std::shared_ptr<const void>> made_;
};

} // namespace warpscope::interop
