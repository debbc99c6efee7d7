// The GPU and its pictures, as panels read them.
#pragma once

#include <memory>
#include <optional>

#include "base/buffer.hpp"
#include "gpu/device.hpp"
#include "gpu/live_status.hpp"
#include "workbench/gpu/gpu_results.hpp"

namespace warpscope::workbench {

struct GpuModel {
    GpuStudy study;
    gpu::LiveStatus live;
    std::shared_ptr<const gpu::Devices> gpus; // null before they are known
    uint64_t live_picture = 0;    // another number for each picture that the views may show in place of the result's
    std::optional<float> partial; // such a picture is of a run under way: the share of its blocks that have run
    SharedBytes live_values;      // output that the GPU's picture shows; null: only the picture is known
    bool live_has_result = false; // the GPU has the picture of the result
    bool live_ahead = false;      // the GPU's picture is newer than the result, which is still being measured
    bool layer_ahead = false;     // so are owners and divergence on the data
    bool heat_ahead = false;      // so is the heat of sectors
    bool heat_newer = false;      // the heat of sectors is of another launch than the result
};

} // namespace warpscope::workbench
