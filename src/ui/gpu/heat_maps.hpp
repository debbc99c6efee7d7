// Heat maps of sectors as textures that the GPU fills of its own counts. The numbers of single cells come to the host
// as an extra measurement (session::sectors_on_gpu), when the slider rests.
#pragma once

#include <utility>

#include "render/view.hpp"
#include "ui/gpu/map_recorder.hpp"

namespace warpscope::ui {

class HeatMaps {
public:
    HeatMaps(MapRecorder& recorder, render::RunTextures& textures)
        : recorder_(recorder)
        , textures_(textures) {}

    /// Once per frame: shows the heat that views show, or has it recorded.
    void update();
    /// Returns whether views show heat that was not asked for yet.
    [[nodiscard]] bool waits() const;
    /// What was made is another GPU's.
    void forget() { asked_ = in_textures_ = {}; }
    /// The run whose heat the views show; null: the host's.
    [[nodiscard]] RunPtr shown() const { return textures_.shows_open_heat() ? in_textures_.run : nullptr; }
    /// What is known of it here; null without it.
    [[nodiscard]] std::shared_ptr<const render::DrawnHeat> drawn() const {
        return textures_.shows_open_heat() ? drawn_ : nullptr;
    }

private:
    struct Wish {
        RunPtr run;
        std::vector<render::Content> contents;
        friend bool operator==(const Wish&, const Wish&) = default;
    };
    using Made = Result<std::shared_ptr<const interop::DeviceHeat>>;
    [[nodiscard]] static bool missing(const Wish& wish, const Wish& asked) {
        return wish.run && !wish.contents.empty() && asked != wish;
    }
    void take(const Wish& wish, const Made& made);

    std::unique_ptr<interop::MapTextures> maps_;
    std::vector<uint32_t> attached_;                                                     // what `maps_` knows
    std::pair<std::vector<render::Content>, std::vector<instrument::CellPlane>> layout_; // of those textures
    Wish asked_, in_textures_;
    std::shared_ptr<const render::DrawnHeat> drawn_; // of `in_textures_`
    MapRecorder& recorder_;
    render::RunTextures& textures_;
};

} // namespace warpscope::ui
