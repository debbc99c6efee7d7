// Maps and shader features that a part of a view needs.
#pragma once

#include "render/gl/run_textures.hpp"
#include "render/style/level_of_detail.hpp"

namespace warpscope::render {

/// Maps to draw from. Any of them may be null.
struct PartSources {
    std::shared_ptr<PictureMap> picture;
    std::shared_ptr<LayerMap> layer;
    std::shared_ptr<const HeatMap> heat;
    std::shared_ptr<const FocusTexture> focus;
    bool dimmed = false; // cells outside an interval are dimmed

    /// Returns whether the keys belong to the shown run; the GPU's layer may be from a newer launch.
    [[nodiscard]] bool names_threads_of(const session::RunResult& run) const {
        return layer != nullptr && layer->config == run.shown().config;
    }
};

/// Returns the maps, creating missing ones. `state` is of a single part.
[[nodiscard]] PartSources sources_of(RunTextures::Impl& run, const ViewState& state);

/// Returns whether cells of unfinished blocks are hatched.
[[nodiscard]] bool shows_moment(const ViewState& state, const PartSources& sources);

/// Returns Feature bits.
[[nodiscard]] uint32_t features_of(const ViewState& state, const PartSources& sources, const LevelOfDetail& f);

} // namespace warpscope::render
