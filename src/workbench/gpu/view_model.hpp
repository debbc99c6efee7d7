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
    std::shared_ptr<const gpu::Devices> gpus;
    uint64_t live_picture = 0;
    std::optional<float> partial; // share of finished blocks
    SharedBytes live_values;
    bool live_has_result = false;
    bool live_ahead = false;  // the picture is newer than the result
    bool layer_ahead = false; // owners and divergence are newer than the result
    bool heat_ahead = false;  // the sector heat map is newer than the result
    bool heat_newer = false;
};

} // namespace warpscope::workbench
