// Overlays straight from the GPU's recording (interop/layer_recorder.hpp): the worker that records, for the layer of
// owners and divergence and for heat maps of sectors, one recording at a time.
#pragma once

#include <functional>
#include <memory>
#include <vector>

#include "interop/layer_recorder.hpp"
#include "render/view.hpp"
#include "ui/background/background_worker.hpp"
#include "ui/gpu/gpu_access.hpp"
#include "ui/gpu/live_picture.hpp"
#include "ui/gpu/study_tasks.hpp"

namespace warpscope::ui {

/// What maps are wanted in this moment.
struct MapWishes {
    RunPtr shown;    // the result on the screen
    RunPtr layer_of; // the run whose owners and divergence the GPU should make; null: the host does
    RunPtr heat_of;  // and the one whose heat
    std::vector<render::Content> sectors; // that views show the heat of sectors over
};

class MapRecorder {
public:
    /// `wishes` tells of the present ones; called on the UI thread.
    MapRecorder(const GpuAccess& gpu, LivePicture& live, StudyTasks& study, std::function<MapWishes()> wishes,
                Worker& worker, Redraw& redraw)
        : gpu_(gpu)
        , live_(live)
        , study_(study)
        , wishes_(std::move(wishes))
        , worker_(worker)
        , redraw_(redraw) {}

    [[nodiscard]] MapWishes wishes() const { return wishes_(); }
    /// The GPU that is used; null before it is known.
    [[nodiscard]] std::shared_ptr<const gpu::Devices> gpus() const { return live_.output().devices(); }
    /// Returns whether a recording may begin: none is under way, nor a picture, which comes first.
    [[nodiscard]] bool free() const { return !busy_ && !live_.output().under_way(); }
    [[nodiscard]] bool busy() const { return busy_; }
    enum class Kind : uint8_t { layer, heat };
    /// Of the last recording: while a slider moves they take turns.
    [[nodiscard]] Kind last() const { return last_; }

    /// Records on the worker with `record`, and has `take` called with what it made on the UI thread.
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
        return gpu_.map_textures(device);
    }
    /// Returns whether what `device` has made of a run is to be shown. While a slider moves on, that of a step before
    /// is newer than what is on the screen.
    [[nodiscard]] bool still_wanted(const session::RunResult& made_of, int device, const RunPtr& wanted) const;
    /// Returns whether what is in the textures is better than none until there is something of the wanted run: only
    /// while something newer than the result is shown, or of the same launch.
    [[nodiscard]] bool may_stay(const RunPtr& in_textures, const RunPtr& wanted) const;
    void fail(Message problem) { study_.fail(std::move(problem)); }
    /// Name of the GPU in use.
    [[nodiscard]] const std::string& device_name() const { return study_.now().device; }

private:
    [[nodiscard]] interop::LayerRecorder& recorder_on(const gpu::DeviceStatus& device);

    std::unique_ptr<interop::LayerRecorder> recorder_; // the worker's
    bool busy_ = false;
    Kind last_ = Kind::heat;
    GpuAccess gpu_;
    LivePicture& live_;
    StudyTasks& study_;
    std::function<MapWishes()> wishes_;
    Worker& worker_;
    Redraw& redraw_;
};

} // namespace warpscope::ui
