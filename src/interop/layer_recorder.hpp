// Overlays as the GPU measures them, without a way through the host: a kernel with probes runs, further kernels make
// textures' contents of what it recorded (instrument/layer.hpp, instrument/cell_levels.hpp), and these are copied into
// OpenGL's textures
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

/// A recorded layer in the GPU's memory.
struct DeviceLayer {
    std::shared_ptr<const UploadedRun> uploaded; // holds the maps
    DeviceMap keys, marks;
    instrument::LayerPlan plan;
    LaunchConfig config; // of the recorded launch
    bool filled = false; // every place has a thread

    double prepare_ms = 0; // weaving in probes, compiling, memory, uploads; on the processor's clock
    double probed_ms = 0;  // the run's kernels, the last with probes; this and the next two on the GPU's clock
    double reduced_ms = 0; // summing up records
    double layer_ms = 0;   // keys and marks
};

/// Sectors per request of each cell in the GPU's memory, as the textures of heat maps.
struct DeviceHeat {
    std::shared_ptr<const UploadedRun> uploaded; // holds the maps
    std::vector<DeviceMap> maps;                 // by plane
    std::vector<instrument::CellPlane> planes;
    std::vector<std::optional<instrument::CellScale>> ranges; // of the means, by buffer of the run
    std::optional<instrument::CellScale> at_least;            // of the colours

    double prepare_ms = 0; // as above
    double probed_ms = 0;  // the run's kernels, the last with probes, and the means
    double levels_ms = 0;  // of the textures
};

/// On a worker; not thread-safe.
class LayerRecorder {
public:
    LayerRecorder(gpu::Runtime& runtime, gpu::DeviceStatus device);

    [[nodiscard]] int device() const { return maker_.device(); }
    /// Runs the plan of `run` with probes and waits for its layer. `run` is as for RunUploader::make(). Where owners
    /// turn out not to stand where `plan` takes them to, the layer has no surplus threads, and its plan says so.
    [[nodiscard]] Result<std::shared_ptr<const DeviceLayer>> record(const session::RunResult& run,
                                                                    const instrument::LayerPlan& plan);
    /// Runs it with the probes that count sectors by cell in its last launch, and waits for the textures. `planes` and
    /// `at_least` as in add_cell_levels(). ErrorKind::usage where they cannot be counted so.
    [[nodiscard]] Result<std::shared_ptr<const DeviceHeat>>
    record_heat(const session::RunResult& run, const std::vector<instrument::CellPlane>& planes,
                const std::optional<instrument::CellScale>& at_least);
    [[nodiscard]] bool gpu_lost() { return maker_.gpu_lost(); }

private:
    /// A plan with probes, on its way to the GPU or run there.
    struct Recorded {
        std::shared_ptr<const UploadedRun> uploaded;
        std::vector<void*> addresses; // by plan buffer
        std::vector<double> part_ms;  // on the GPU's clock
    };
    /// Words that are wanted on the host.
    struct Wanted {
        uint32_t buffer = 0;
        std::span<uint32_t> words;
    };
    [[nodiscard]] Result<void> prepare();
    [[nodiscard]] Result<Recorded> load(const session::RunResult& run, std::string ptx, ExecutionPlan plan);
    /// Runs the parts of its plan that end before the launches `ends`, and waits.
    [[nodiscard]] Result<void> execute(Recorded& recorded, std::span<const size_t> ends,
                                       const std::vector<Wanted>& wanted);

    gpu::Runtime& runtime_;
    RunUploader maker_;
    gpu::Stream stream_;
    std::vector<gpu::Event> events_; // before the kernels, and after each part
    std::shared_ptr<const gpu::DeviceBuffer> output_;
    std::vector<std::shared_ptr<const void>> made_; // let go of here: freeing GPU memory waits for the GPU
};

} // namespace warpscope::interop
