// Sector heat maps drawn from the GPU's own counts. The host gets values later (session::sectors_on_gpu).
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

    /// Shows the heat maps or requests their recording. Call once per frame.
    void update();
    [[nodiscard]] bool waits() const;
    /// Call after a change of the GPU.
    void forget() { asked_ = in_textures_ = {}; }
    [[nodiscard]] RunPtr shown() const { return textures_.shows_open_heat() ? in_textures_.run : nullptr; }
    [[nodiscard]] std::shared_ptr<const render::DrawnHeat> drawn() const {
        return textures_.shows_open_heat() ? drawn_ : nullptr;
    }

private:
    struct Request {
        RunPtr run;
        std::vector<render::Content> contents;
        friend bool operator==(const Request&, const Request&) = default;
    };
    using Made = Result<std::shared_ptr<const interop::DeviceHeat>>;
    [[nodiscard]] static bool missing(const Request& request, const Request& asked) {
        return request.run && !request.contents.empty() && asked != request;
    }
    void take(const Request& request, const Made& made);

    std::unique_ptr<interop::MapTextures> maps_;
    std::vector<uint32_t> attached_;
    std::pair<std::vector<render::Content>, std::vector<instrument::CellPlane>> layout_;
    Request asked_, in_textures_;
    std::shared_ptr<const render::DrawnHeat> drawn_;
    MapRecorder& recorder_;
    render::RunTextures& textures_;
};

} // namespace warpscope::ui
