#include <algorithm>

#include "instrument/layer.hpp"
#include "render/gl/run_textures.hpp"

namespace warpscope::render {

std::optional<RunTextures::OpenLayer> RunTextures::open_layer(const std::shared_ptr<const session::RunResult>& run,
                                                              const LaunchConfig& config,
                                                              const instrument::LayerPlan& plan, bool filled) {
    Impl& impl = *impl_;
    const std::shared_ptr<LayerMap>& own = impl.shown.data;
    if (run == nullptr || run != impl.shown.result || own == nullptr) return std::nullopt;
    const CellRect rect{0, 0, plan.width, plan.height};
    const bool same_launch = config == own->config;
    const std::optional<KeyFormat> format = KeyFormat::of(config);
    if (!format || format->block_shift() != plan.key_shift) return std::nullopt;
    if (impl.open == nullptr || !(impl.open->rect == rect)) {
        impl.open = std::make_shared<LayerMap>();
        impl.open->marks = GridTexture::create(gl::PixelFormat::r8ui, plan.width, plan.height, Reduction::any);
    }
    if (!plan.placed && !impl.open->keys.texture)
        impl.open->keys = GridTexture::create(gl::PixelFormat::r32ui, plan.width, plan.height, Reduction::none);
    impl.open->rect = rect;
    impl.open->config = config;
    impl.open->format = *format;
    // Uses the same shader as for the run's layer, because compiling another takes 0.2 s.
    impl.open->keys_follow = plan.placed;
    impl.open->blocks.reset();
    if (plan.placed && filled) impl.open->blocks = BlockGrid{config.block.x, config.block.y, config.grid.x};
    impl.open->pieces = same_launch ? own->pieces : std::vector<LayerBuilder::BlockPiece>();
    const auto grown = [](uint32_t now, uint32_t before) { return static_cast<double>(now) / before; };
    impl.open->block_size = {own->block_size.x * grown(config.block.x, own->config.block.x),
                             own->block_size.y * grown(config.block.y, own->config.block.y),
                             own->block_size.is_in_line};
    impl.open_shown = false; // until the GPU has filled it
    return OpenLayer{plan.placed ? 0 : impl.open->keys.texture.id(), impl.open->marks.texture.id()};
}

void RunTextures::show_open_layer(bool on) {
    if (!on && !impl_->open_shown) return;
    impl_->open_shown = on;
    ++impl_->revision;
}

bool RunTextures::shows_open_layer() const { return impl_->open_shown && impl_->data_layer() == impl_->open; }

std::optional<std::vector<uint32_t>> RunTextures::open_heat(const std::shared_ptr<const session::RunResult>& run,
                                                            const std::vector<Content>& contents, bool newer) {
    Impl& impl = *impl_;
    if (run == nullptr || run != impl.shown.result) return std::nullopt;
    std::vector<std::shared_ptr<HeatMap>> before = std::exchange(impl.open_heats, {});
    std::vector<uint32_t> ids;
    for (const Content& content : contents) {
        const HeatRequest request{{Overlay::sectors, std::nullopt}, content};
        const CellRect rect = plane_of(*run, content).rect();
        const auto known = std::ranges::find_if(before, [&](const std::shared_ptr<HeatMap>& heat) {
            return heat->request == request && heat->rect == rect;
        });
        auto heat = known != before.end() ? *known : std::make_shared<HeatMap>();
        if (known == before.end()) {
            heat->request = request;
            heat->rect = rect;
            heat->texture = GridTexture::create(gl::PixelFormat::rg8, static_cast<uint32_t>(rect.width),
                                                static_cast<uint32_t>(rect.height), Reduction::average);
        }
        heat->field.reset();
        ids.push_back(heat->texture.texture.id());
        impl.open_heats.push_back(std::move(heat));
    }
    impl.open_heats_newer = newer;
    impl.open_heats_shown = false;
    return ids;
}

void RunTextures::show_open_heat(bool on) {
    if (!on && !impl_->open_heats_shown) return;
    impl_->open_heats_shown = on;
    ++impl_->revision;
}

bool RunTextures::shows_open_heat() const { return impl_->open_heats_shown; }

std::shared_ptr<HeatMap> RunTextures::Impl::open_heat_of(const HeatRequest& request) const {
    const auto found = std::ranges::find_if(
        open_heats, [&](const std::shared_ptr<HeatMap>& heat) { return heat->request == request; });
    return open_heats_shown && found != open_heats.end() ? *found : nullptr;
}

void RunTextures::Impl::learn_open_heats() {
    if (!open_heats_shown || open_heats_newer) return;
    for (const std::shared_ptr<HeatMap>& heat : open_heats)
        if (heat->field == nullptr)
            if (auto probe = probe_of(shown, heat->request))
                heat->field =
                    HeatField::create(shown.result, heat->request.content, heat->request.choice, std::move(*probe));
}

void RunTextures::Impl::drop_unfit_open_heats() {
    const auto fits = [this](const std::shared_ptr<HeatMap>& heat) {
        return cell_plane(*shown.result, heat->request.content) &&
               plane_of(*shown.result, heat->request.content).rect() == heat->rect;
    };
    if (!std::ranges::all_of(open_heats, fits)) open_heats_shown = false;
}

} // namespace warpscope::render
