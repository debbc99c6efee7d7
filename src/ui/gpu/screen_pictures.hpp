// Textures that replace those of the displayed run, from the GPU or a launch in progress.
#pragma once

#include <memory>
#include <optional>

#include "ui/gpu/heat_maps.hpp"
#include "ui/gpu/layer_maps.hpp"
#include "ui/gpu/live_picture.hpp"
#include "ui/model/model.hpp"
#include "ui/state/partial_picture.hpp"
#include "workbench/document/document.hpp"
#include "workbench/gpu/gpu_pictures.hpp"
#include "workbench/gpu/recorded_run.hpp"

namespace warpscope::ui {

class ViewGrid;

class ScreenPictures : public GpuPictures {
public:
    ScreenPictures(Document& document, const Model& model, ViewGrid& views, const GpuAccess& gpu, StudyTasks& study,
                   const RecordedRun& recorded, Worker& gpu_worker, Worker& layer_worker);

    void find_gpus() override { live_.output().find(); }
    void use_display() override { live_.output().use_display(); }
    gpu::DeviceStatus use(std::optional<int> device) override {
        live_.output().use(device);
        return gpus()->chosen();
    }
    void change_gpu() override;
    [[nodiscard]] bool knows_gpus() const override { return live_.gpus_known(); }
    [[nodiscard]] std::shared_ptr<const gpu::Devices> gpus() const override { return live_.output().devices(); }
    [[nodiscard]] gpu::LiveStatus status() const override { return live_.output().status(); }
    void update() override;
    void prepare_newest(const RunPtr& shown) override { live_.prepare_newest(shown); }
    void show_now(const session::Request& request, std::chrono::steady_clock::time_point asked) override {
        live_.show_now(request, asked);
    }
    void fall_back() override { live_.fall_back(); }
    void insist(const RunPtr& run) override { live_.insist(run); }
    [[nodiscard]] bool insists(const RunPtr& run) const override { return live_.insists(run); }
    [[nodiscard]] RunPtr take_stopped() override { return live_.take_stopped(); }
    [[nodiscard]] RunPtr ahead() const override { return live_.ahead(); }
    [[nodiscard]] bool shows_ahead(const RunPtr& shown) const override { return live_.shows_ahead(shown); }
    void fill(GpuModel& model, const RunPtr& shown) const override;

    void update_maps();
    /// Returns the texture that replaces the output's, or 0.
    [[nodiscard]] uint32_t texture() const;
    /// Returns a number that changes with texture()'s contents.
    [[nodiscard]] uint64_t picture() const;
    [[nodiscard]] bool has_new_partial() const;
    [[nodiscard]] std::shared_ptr<const metrics::BlockTrace> partial_trace() const;
    [[nodiscard]] std::shared_ptr<const render::DrawnHeat> drawn_heat() const { return heat_.drawn(); }
    [[nodiscard]] const LivePicture& live() const { return live_; }

private:
    [[nodiscard]] bool shows_partial() const;
    [[nodiscard]] MapRequest map_request() const;

    Runs& runs_;
    const WindowState& window_;
    const Model& model_;
    ViewGrid& views_;
    const StudyTasks& study_;
    const RecordedRun& recorded_;
    LivePicture live_;
    PartialPicture partial_;
    MapRecorder recorder_;
    LayerMaps layers_;
    HeatMaps heat_;
};

} // namespace warpscope::ui
