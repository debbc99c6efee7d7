// Owners and divergence in textures that the GPU fills immediately; a worker delivers the numbers later
// (workbench/gpu/recorded_run.hpp).
#pragma once

#include <optional>
#include <utility>

#include "ui/gpu/map_recorder.hpp"

namespace warpscope::ui {

class LayerMaps {
public:
    LayerMaps(MapRecorder& recorder, render::RunTextures& textures)
        : recorder_(recorder)
        , textures_(textures) {}

    /// Shows the layer or requests its recording. Call once per frame. `heat_waits`: heat maps need a recording as
    /// well.
    void update(bool heat_waits);
    /// Invalidates everything after a change of the GPU.
    void forget();
    /// Returns the run of the displayed layer; null if the host computes it.
    [[nodiscard]] RunPtr shown() const { return textures_.shows_open_layer() ? in_textures_ : nullptr; }

private:
    using Made = Result<std::shared_ptr<const interop::DeviceLayer>>;
    void take(const RunPtr& run, const Made& made);

    std::unique_ptr<interop::MapTextures> maps_;
    std::optional<render::RunTextures::OpenLayer> attached_; // texture registered with `maps_`
    std::pair<uint32_t, uint32_t> size_;                     // of the registered textures
    RunPtr asked_;                                           // last request to the worker
    std::optional<Made> waiting_; // result for `asked_` that arrived before the views had a layer to replace
    RunPtr in_textures_;
    MapRecorder& recorder_;
    render::RunTextures& textures_;
};

} // namespace warpscope::ui
