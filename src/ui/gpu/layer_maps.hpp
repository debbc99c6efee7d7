// Owners and divergence as textures that the GPU fills, at once; the numbers that go with them come from a worker soon
// after (workbench/gpu/recorded_run.hpp).
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

    /// Once per frame: shows the layer, or has it recorded. `heat_waits`: heat maps are to be recorded, too.
    void update(bool heat_waits);
    /// What was made is another GPU's.
    void forget();
    /// The run whose layer the views show; null: the host's layer.
    [[nodiscard]] RunPtr shown() const { return textures_.shows_open_layer() ? in_textures_ : nullptr; }

private:
    using Made = Result<std::shared_ptr<const interop::DeviceLayer>>;
    void take(const RunPtr& run, const Made& made);

    std::unique_ptr<interop::MapTextures> maps_;
    std::optional<render::RunTextures::OpenLayer> attached_; // what `maps_` knows
    std::pair<uint32_t, uint32_t> size_;                     // of those textures
    RunPtr asked_;                                           // given to the worker last
    std::optional<Made> waiting_; // of `asked_`: made before the views had a layer whose place it could take
    RunPtr in_textures_;
    MapRecorder& recorder_;
    render::RunTextures& textures_;
};

} // namespace warpscope::ui
