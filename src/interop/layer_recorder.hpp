// Kernels turn a probed kernel's records into texels (instrument/layer.hpp, instrument/cell_levels.hpp), which
// map_textures.hpp copies to OpenGL.
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
    bool filled = false; // every place has a thread

    double prepare_ms = 0; // host milliseconds
    double probed_ms = 0;  // GPU milliseconds, like the next two
    double reduced_ms = 0;
    double layer_ms = 0;
};

/// Heat maps of sectors per request.
struct DeviceHeat {
    std::shared_ptr<const UploadedRun> uploaded;
    std::vector<DeviceMap> maps; // by plane
    std::vector<instrument::CellPlane> planes;
    std::vector<std::optional<instrument::CellScale>> ranges; // by buffer of the run
    std::optional<instrument::CellScale> at_least;            // minimum color scale

    double prepare_ms = 0;
    double probed_ms = 0;
    double levels_ms = 0;
};

/// Not thread-safe.
class LayerRecorder {
public:
    LayerRecorder(gpu::Runtime& runtime, gpu::DeviceStatus device);

    [[nodiscard]] int device() const { return maker_.device(); }
    /// Waits for the layer. If owners are not where `plan` expects them, the returned layer's plan is not `placed`, and
    /// the layer has no idle threads.
    [[nodiscard]] Result<std::shared_ptr<const DeviceLayer>> record(const session::RunResult& run,
                                                                    const instrument::LayerPlan& plan);
    /// Counts the last launch's sectors. Parameters as in add_cell_levels(). Fails with ErrorKind::usage if counting is
    /// impossible.
    [[nodiscard]] Result<std::shared_ptr<const DeviceHeat>>
    record_heat(const session::RunResult& run, const std::vector<instrument::CellPlane>& planes,
                const std::optional<instrument::CellScale>& at_least);
    [[nodiscard]] bool gpu_lost() { return maker_.gpu_lost(); }

private:
    struct Recorded {
        std::shared_ptr<const UploadedRun> uploaded;
        std::vector<void*> addresses;
        std::vector<double> part_ms;
    };
    struct Wanted {
        uint32_t buffer = 0;
        std::span<uint32_t> words;
    };
    [[nodiscard]] Result<void> prepare();
    [[nodiscard]] Result<Recorded> load(const session::RunResult& run, std::string ptx, ExecutionPlan plan);
    /// Executes and times the plan in parts. A part ends before each launch in `ends`.
    [[nodiscard]] Result<void> execute(Recorded& recorded, std::span<const size_t> ends,
                                       const std::vector<Wanted>& wanted);

    gpu::Runtime& runtime_;
    RunUploader maker_;
    gpu::Stream stream_;
    std::vector<gpu::Event> events_; // [0]: before the kernels; [i + 1]: after part i
    std::shared_ptr<const gpu::DeviceBuffer> output_;
    // Returned results, freed here once unused, because freeing waits for the GPU.
    std::vector<std::shared_ptr<const void>> made_;
};

} // namespace warpscope::interop
