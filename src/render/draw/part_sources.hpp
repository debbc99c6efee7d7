#pragma once

#include "render/gl/run_textures.hpp"
#include "render/style/level_of_detail.hpp"

namespace warpscope::render {

struct PartSources {
    std::shared_ptr<PictureMap> picture;
    std::shared_ptr<LayerMap> layer;
    std::shared_ptr<const HeatMap> heat;
    std::shared_ptr<const FocusTexture> focus;
    bool dimmed = false;

    /// Returns false if the layer belongs to another launch.
    [[nodiscard]] bool names_threads_of(const session::RunResult& run) const {
        return layer != nullptr && layer->config == run.shown().config;
    }
};

/// Creates missing maps. `state` must show a single part.
[[nodiscard]] PartSources sources_of(RunTextures::Impl& run, const ViewState& state);

[[nodiscard]] bool shows_moment(const ViewState& state, const PartSources& sources);

[[nodiscard]] uint32_t features_of(const ViewState& state, const PartSources& sources, const LevelOfDetail& f);

} // namespace warpscope::render
