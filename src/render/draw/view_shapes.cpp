#include "language/tr.hpp"
#include "render/draw/part_shapes.hpp"
#include "scene/names.hpp"

namespace warpscope::render {

drawing::Group View::shapes(const session::RunResult& result, Point origin, std::vector<std::string>& notes) const {
    const Impl& view = *impl_;
    drawing::Group all;
    all.clip = drawing::Rect{origin.x, origin.y, static_cast<double>(view.framebuffer.width()),
                             static_cast<double>(view.framebuffer.height())};
    drawing::Shape ground;
    ground.style.fill = view.drawn ? opaque(view.drawn->state.theme.background) : 0;
    ground.rects.push_back(*all.clip);
    const std::string name(view.drawn ? scene::name_of(view.drawn->state.space) : "view");
    const bool live = view.drawn.has_value() && view.drawn->state.live_texture != 0;
    bool as_shapes = view.drawn.has_value() && !live;
    all.items.push_back({std::move(ground)});
    std::vector<Part> parts;
    for (const DrawnPart& drawn : view.parts) parts.push_back(drawn.part);
    const Point size{all.clip->width, all.clip->height};
    std::vector<std::string> said;
    for (size_t i = 0; i < parts.size() && as_shapes; ++i) {
        if (!exists(result, parts[i].content)) continue;
        const ViewState alone = state_of(view.drawn->state, parts[i]);
        auto shapes = PartShapes(result, alone, view.parts[i], origin, size,
                                 parts.size() == 1 ? name : fmt::format("{}-{}", name, i + 1))
                          .make(said);
        as_shapes = shapes.has_value();
        if (!as_shapes) break;
        const PartClip clip = clip_of(parts, i, view.drawn->state.camera, size);
        if (parts.size() > 1)
            shapes->clip = drawing::Rect{origin.x + clip.low.x, origin.y + clip.low.y, clip.high.x - clip.low.x,
                                         clip.high.y - clip.low.y};
        all.items.push_back({std::move(*shapes)});
    }
    if (as_shapes) {
        drawing::add_notes(notes, said);
        return all;
    }
    all.items.resize(1);
    all.items.push_back({drawing::Group{name,
                                        {},
                                        {{drawing::Image{*all.clip, view.framebuffer.width(), view.framebuffer.height(),
                                                         view.framebuffer.read_rgba(), true}}}}});
    const uint32_t width = view.framebuffer.width(), height = view.framebuffer.height();
    notes.push_back(
        live ? tr_format("The view '{}' is embedded as an image of {} × {} pixels, since the GPU draws it.", name,
                         width, height)
             : tr_format("The view '{}' is embedded as an image of {} × {} pixels, since it has too many shapes.", name,
                         width, height));
    return all;
}

uint32_t View::texture() const { return impl_->framebuffer.color().id(); }

} // namespace warpscope::render
