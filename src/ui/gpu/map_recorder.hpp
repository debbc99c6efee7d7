// Records overlays on the GPU (interop/layer_recorder.hpp), one at a time, on a worker.
#pragma once

#include <functional>
#include <memory>
#include <vector>

#include "interop/layer_recorder.hpp"
#include "render/view.hpp"
#include "ui/gpu/gpu_access.hpp"
#include "ui/gpu/live_picture.hpp"
#include "ui/workbench.hpp"
#include "workbench/background/worker.hpp"
#include "workbench/gpu/study_tasks.hpp"

namespace warpscope::ui {

struct MapRequest {
    RunPtr shown;
    RunPtr layer_of; // run to record for owners and divergence; null: the host computes these maps
    RunPtr heat_of;  // run to record for heat maps; null: the host computes these maps
    std::vector<render::Content> sectors;
};

class MapRecorder {
public:
    /// `map_request` runs on the UI thread.
    MapRecorder(const GpuAccess& gpu, LivePicture& live, StudyTasks& study, std::function<MapRequest()> map_request,
                Worker& worker, Redraw& redraw)
        : gpu_(gpu)
        , live_(live)
        , study_(study)
        , map_request_(std::move(map_request))
        , worker_(worker)
        , redraw_(redraw) {}

    [[nodiscard]] MapRequest map_request() const { return map_request_(); }
    [[nodiscard]] std::shared_ptr<const gpu::Devices> gpus() const { return live_.output().devices(); }
    /// Returns whether a recording may start. Pictures take precedence.
    [[nodiscard]] bool free() const { return !busy_ && !live_.output().under_way(); }
    [[nodiscard]] bool busy() const { return busy_; }
    enum class Kind : uint8_t { layer, heat };
    [[nodiscard]] Kind last() const { return last_; }

    /// Calls `record` on the worker, then `take` on the UI thread.
    template<class Record, class Take>
    void post(Kind kind, Record record, Take take) {
        busy_ = true;
        last_ = kind;
        worker_.post([this, record, take, device = gpus()->chosen()]() -> Worker::Finish {
            return [this, take, made = record(recorder_on(device))] {
                busy_ = false;
                redraw_.want(3);
                take(made);
            };
        });
    }
    [[nodiscard]] std::unique_ptr<interop::MapTextures> map_textures(int device) const {
        return ui::map_textures(gpu_, device);
    }
    /// Returns whether a recording may still be shown. While a slider moves, recordings of earlier values are allowed:
    /// the screen shows even older ones.
    [[nodiscard]] bool is_still_requested(const session::RunResult& made_of, int device, const RunPtr& wanted) const;
    /// Returns whether old textures may remain until `wanted` is recorded: same kernel, and same settings or a moving
    /// slider.
    [[nodiscard]] bool may_stay(const RunPtr& in_textures, const RunPtr& wanted) const;
    void fail(Message problem) { study_.fail(std::move(problem)); }
    [[nodiscard]] const std::string& device_name() const { return study_.now().device; }

private:
    [[nodiscard]] interop::LayerRecorder& recorder_on(const gpu::DeviceStatus& device);

    std::unique_ptr<interop::LayerRecorder> recorder_; // used by the worker only
    bool busy_ = false;
    Kind last_ = Kind::heat;
    GpuAccess gpu_;
    LivePicture& live_;
    StudyTasks& study_;
    std::function<MapRequest()> map_request_;
    Worker& worker_;
    Redraw& redraw_;
};

} // namespace warpscope::ui
