// Owners and divergence drawn by the GPU. The host gets values later (workbench/gpu/recorded_run.hpp).
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

    /// Shows owners and divergence or requests their recording. Call once per frame. `heat_waits`: heat maps also wait
    /// for a recording.
    void update(bool heat_waits);
    /// Call after a change of the GPU.
    void forget();
    [[nodiscard]] RunPtr shown() const { return textures_.shows_open_layer() ? in_textures_ : nullptr; }

private:
    using Made = Result<std::shared_ptr<const interop::DeviceLayer>>;
    void take(const RunPtr& run, const Made& made);

    std::unique_ptr<interop::MapTextures> maps_;
    std::optional<render::RunTextures::OpenLayer> attached_;
    std::pair<uint32_t, uint32_t> size_;
    RunPtr asked_;
    std::optional<Made> waiting_; // recording of `asked_`, kept until the views have a layer that it can replace
    RunPtr in_textures_;
    MapRecorder& recorder_;
    render::RunTextures& textures_;
};

} // namespace warpscope::ui
