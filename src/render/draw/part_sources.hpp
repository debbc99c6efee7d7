// Which maps a part of a view draws, and which features of the shader that takes.
#pragma once

#include "render/gl/run_textures.hpp"
#include "render/style/level_of_detail.hpp"

namespace warpscope::render {

/// The maps one view draws; null ones are not there.
struct PartSources {
    std::shared_ptr<PictureMap> picture;
    std::shared_ptr<LayerMap> layer;
    std::shared_ptr<const HeatMap> heat;
    std::shared_ptr<const FocusTexture> focus;
    bool dimmed = false; // all but the cells of an interval

    /// Returns whether the layer's keys name threads of the run that is shown: the GPU's own may be of a newer launch.
    [[nodiscard]] bool names_threads_of(const session::RunResult& run) const {
        return layer != nullptr && layer->config == run.shown().config;
    }
};

/// Makes what is missing of them. `state` is of a single part.
[[nodiscard]] PartSources sources_of(RunTextures::Impl& run, const ViewState& state);

/// Returns whether cells are hatched whose blocks have not ended.
[[nodiscard]] bool shows_moment(const ViewState& state, const PartSources& sources);

/// Features of the shader (render/gl) for what shows.
[[nodiscard]] uint32_t features_of(const ViewState& state, const PartSources& sources, const LevelOfDetail& f);

} // namespace warpscope::render
