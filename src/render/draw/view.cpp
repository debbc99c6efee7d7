#include "render/view.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "render/draw/drawn_area.hpp"
#include "render/draw/live_part.hpp"
#include "render/draw/part_sources.hpp"
#include "render/draw/part_uniforms.hpp"
#include "render/draw/view_impl.hpp"

namespace warpscope::render {

namespace {

void bind_picture(uint32_t unit, GLuint texture) {
    glActiveTexture(GL_TEXTURE0 + unit);
    glBindTexture(GL_TEXTURE_2D, texture);
}

class SavedBindings {
public:
    SavedBindings() {
        glGetIntegerv(GL_DRAW_FRAMEBUFFER_BINDING, &draw_);
        glGetIntegerv(GL_READ_FRAMEBUFFER_BINDING, &read_);
        glGetIntegerv(GL_VIEWPORT, viewport_.data());
    }
    ~SavedBindings() {
        glBindFramebuffer(GL_DRAW_FRAMEBUFFER, static_cast<GLuint>(draw_));
        glBindFramebuffer(GL_READ_FRAMEBUFFER, static_cast<GLuint>(read_));
        glViewport(viewport_[0], viewport_[1], viewport_[2], viewport_[3]);
    }
    SavedBindings(const SavedBindings&) = delete;
    SavedBindings& operator=(const SavedBindings&) = delete;

private:
    GLint draw_ = 0, read_ = 0;
    std::array<GLint, 4> viewport_{};
};

} // namespace

View::View(std::unique_ptr<Impl> impl)
    : impl_(std::move(impl)) {}
View::~View() = default;

Result<std::unique_ptr<View>> View::create() {
    auto impl = std::make_unique<Impl>();
    Result<gl::Framebuffer> framebuffer = gl::Framebuffer::create(1, 1);
    if (!framebuffer) return tl::unexpected(framebuffer.error());
    impl->framebuffer = std::move(*framebuffer);
    return std::unique_ptr<View>(new View(std::move(impl)));
}

PartClip clip_of(const std::vector<Part>& parts, size_t part, const Camera& camera, Point size) {
    if (parts.size() == 1) return {{0, 0}, size};
    if (stacked(parts)) {
        const auto seam = [&](size_t above) {
            const CellRect &upper = parts[above].rect, &lower = parts[above + 1].rect;
            const double middle = static_cast<double>(upper.y + upper.height + lower.y) / 2;
            return std::clamp(std::floor(camera.to_pixel({0, middle}, size).y), 0.0, size.y);
        };
        return {{0, part == 0 ? 0 : seam(part - 1)}, {size.x, part + 1 == parts.size() ? size.y : seam(part)}};
    }
    Point seam;
    for (const Part& p : parts) {
        if (p.rect.x < 0) seam.x = static_cast<double>(p.rect.x + p.rect.width) / 2;
        if (p.rect.y < 0) seam.y = static_cast<double>(p.rect.y + p.rect.height) / 2;
    }
    const Point at = camera.to_pixel(seam, size);
    const double x = std::clamp(std::floor(at.x), 0.0, size.x), y = std::clamp(std::floor(at.y), 0.0, size.y);
    const bool left = parts[part].rect.x < 0, above = parts[part].rect.y < 0;
    return {{left || seam.x == 0 ? 0 : x, above || seam.y == 0 ? 0 : y}, {left ? x : size.x, above ? y : size.y}};
}

namespace {

struct Target {
    GLuint framebuffer = 0;
    GLint x = 0, y = 0;
    GLsizei width = 0, height = 0;

    void bind() const {
        glBindFramebuffer(GL_FRAMEBUFFER, framebuffer);
        glViewport(x, y, width, height);
    }
    void cut(const PartClip& clip) const {
        glEnable(GL_SCISSOR_TEST);
        glScissor(x + static_cast<GLint>(clip.low.x), y + static_cast<GLint>(height - clip.high.y),
                  static_cast<GLsizei>(clip.high.x - clip.low.x), static_cast<GLsizei>(clip.high.y - clip.low.y));
    }
    [[nodiscard]] Point size() const { return {static_cast<double>(width), static_cast<double>(height)}; }
};

/// Clears only the area without parts, because compute GPUs fill pixels slowly.
void clear(const Target& target, const std::vector<WaitingPart>& parts, const Theme& theme) {
    const Point size = target.size();
    const PartClip drawn = parts.size() == 1 ? parts[0].clip : PartClip{};
    const Point &low = drawn.low, &high = drawn.high;
    const Vec3 ground = unpacked(theme.background);
    target.bind();
    glClearColor(ground[0], ground[1], ground[2], 1);
    for (const PartClip& bare : {PartClip{{0, 0}, {size.x, low.y}}, PartClip{{0, low.y}, {low.x, high.y}},
                                 PartClip{{high.x, low.y}, {size.x, high.y}}, PartClip{{0, high.y}, size}}) {
        if (is_empty(bare)) continue;
        target.cut(bare);
        glClear(GL_COLOR_BUFFER_BIT);
    }
    glDisable(GL_SCISSOR_TEST);
}

void set_blocks(gl::Program& program, const BlockGrid& blocks) {
    program.set("blocks_per_cell", vec2({1.0 / blocks.width, 1.0 / blocks.height}));
    program.set("blocks_across", static_cast<int>(blocks.across));
}

Result<void> draw_part(RunTextures::Impl& run, const Target& target, const ViewState& state, const Part& part,
                       const PartSources& sources, const Marker& marker) {
    const session::RunResult* result = run.shown.result.get();
    const double ppc = state.camera.pixels_per_cell;
    GLuint picture = sources.picture ? sources.picture->texture.texture.id() : run.empty_picture.id();
    const auto live = result != nullptr ? live_part(*result, state, part.rect) : std::nullopt;
    if (live) picture = state.live_texture;

    const metrics::Probe* surviving = sources.layer ? sources.layer->surviving.get() : nullptr;
    const LevelOfDetail fade = level_of_detail(state, sources.layer ? sources.layer->block_size : BlockExtent{},
                                               result != nullptr ? diverged_share(*result, surviving) : 0);
    Result<gl::Program*> made = run.programs.with(features_of(state, sources, fade));
    if (!made) return tl::unexpected(made.error());
    gl::Program& program = **made;
    target.bind();
    for (const GLenum capability : {GL_BLEND, GL_DEPTH_TEST, GL_CULL_FACE}) glDisable(capability);
    program.use();
    const bool timed = shows_moment(state, sources);
    if (timed) run.need_order(state.so_far.order); // before the bindings below, because it binds a texture
    bind_picture(0, picture);
    bind_picture(1, sources.heat ? sources.heat->texture.texture.id() : run.empty_picture.id());
    bind_picture(2,
                 sources.layer && !sources.layer->keys_follow ? sources.layer->keys.texture.id() : run.empty_map.id());
    bind_picture(3, sources.layer ? sources.layer->marks.texture.id() : run.empty_marks.id());
    if (timed) {
        program.set("order_width", static_cast<int>(run.block_order.width()));
        program.set("blocks_ended", state.so_far.ended);
        bind_picture(5, run.block_order.id());
    }
    bind_picture(4, sources.focus ? sources.focus->texture.texture.id() : run.empty_marks.id());
    glBindSampler(0, run.programs.smooth.id());
    glBindSampler(1, run.programs.smooth.id());

    const int level = ppc < 1 ? static_cast<int>(std::log2(1 / ppc)) : 0;
    const auto level_of = [level](const GridTexture& map) { return std::min(level, map.levels - 1); };
    const Point size{static_cast<double>(part.rect.width), static_cast<double>(part.rect.height)};
    Point notch = size;
    if (result != nullptr)
        if (const Plane plane = plane_of(*result, part.content); plane.last_row_width() < plane.width())
            notch = {static_cast<double>(plane.last_row_width()), size.y - 1};
    set_camera(program, state, target.size(), size, notch,
               {static_cast<double>(target.x), static_cast<double>(target.y)});
    set_colors(program, state.theme);
    set_level_of_detail(program, state, fade, result != nullptr && result->unwritten_cells() > 0);
    program.set("picture_strength", picture_strength(result, state));
    program.set("picture_corner", vec2(live ? live->corner : Point{}));
    program.set("picture_extent", vec2(live ? live->extent : size));
    program.set("picture_level", static_cast<float>(std::max(0.0, -std::log2(ppc))));
    program.set("heat_rect", ivec4(sources.heat ? sources.heat->rect : CellRect{0, 0, 1, 1}));
    program.set("keys_rect", ivec4(sources.layer ? sources.layer->rect : CellRect{}));
    if (sources.layer && sources.layer->keys_follow) {
        const LaunchConfig& config = sources.layer->config;
        program.set("placed_block",
                    std::array<int, 2>{static_cast<int>(config.block.x), static_cast<int>(config.block.y)});
        set_blocks(program, {config.block.x, config.block.y, config.grid.x});
    } else if (sources.layer && sources.layer->blocks) {
        set_blocks(program, *sources.layer->blocks);
    }
    program.set("marks_level", sources.layer ? level_of(sources.layer->marks) : 0);
    program.set("focus_rect", ivec4(sources.focus ? sources.focus->mask->rect : CellRect{}));
    program.set("show_interval", sources.dimmed ? 1.0f : 0.0f);
    // A tint over a color scale looks like another value of the scale.
    program.set("show_block_reads", sources.dimmed || sources.heat ? 0.0f : 1.0f);
    program.set("focus_level", sources.focus ? level_of(sources.focus->texture) : 0);
    program.set("block_shift", sources.layer ? static_cast<int>(sources.layer->format.block_shift()) : 6);
    // A volume needs no frame, because each slice has one.
    const bool framed = result != nullptr && plane_of(*result, part.content).slices() == 1;
    program.set("show_frame", framed ? 1.0f : 0.0f);
    set_selection(program, result, state, sources, marker);
    run.programs.triangle.draw_triangles(3);

    glBindSampler(0, 0);
    glBindSampler(1, 0);
    glActiveTexture(GL_TEXTURE0);
    glUseProgram(0);
    return {};
}

/// Saves memory by drawing a large map alone: Mesa's software renderer keeps the textures of a batch of drawing
/// commands, even deleted ones, until a later batch.
class AlonePass {
public:
    AlonePass(const RunTextures::Impl& run, const Content& content) {
        if (!run.software || run.shown.result == nullptr) return;
        const CellRect cells = extent_of(*run.shown.result, content);
        alone_ = is_large(static_cast<uint64_t>(cells.width * cells.height));
        if (alone_) glFinish();
    }
    ~AlonePass() {
        if (alone_) glFinish();
    }
    AlonePass(const AlonePass&) = delete;
    AlonePass& operator=(const AlonePass&) = delete;

private:
    bool alone_ = false;
};

} // namespace

uint64_t View::drawings() const { return impl_->drawings; }

uint32_t View::draw(RunTextures& textures, const ViewState& state, uint32_t width, uint32_t height) {
    const uint32_t texture = prepare(textures, state, width, height);
    paint(textures, state.live_texture, state.live_picture);
    return texture;
}

uint32_t View::prepare(RunTextures& textures, const ViewState& state, uint32_t width, uint32_t height) {
    RunTextures::Impl& run = textures.impl();
    Impl& view = *impl_;
    view.waiting.reset();
    width = std::max(width, 1u);
    height = std::max(height, 1u);
    if (view.framebuffer.width() != width || view.framebuffer.height() != height) {
        if (auto framebuffer = gl::Framebuffer::create(width, height)) view.framebuffer = std::move(*framebuffer);
        view.drawn.reset();
    }
    DrawnState wanted{state, width, height, run.id, run.revision};
    if (view.drawn == wanted) return view.framebuffer.color().id();

    const session::RunResult* result = run.shown.result.get();
    const Point size{static_cast<double>(width), static_cast<double>(height)};
    std::vector<Part> parts{{state.content(), {0, 0}, {0, 0, 1, 1}}};
    if (result != nullptr) parts = parts_of(*result, state.content());
    const std::vector<DrawnPart> before = std::exchange(view.parts, {});
    const bool keeps = view.drawn && only_moment_differs(*view.drawn, wanted) && before.size() == parts.size();
    view.drawn.reset();
    WaitingPicture waiting{std::move(wanted), keeps, {}};
    for (size_t i = 0; i < parts.size(); ++i) {
        const ViewState alone = state_of(state, parts[i]);
        const PartSources sources = result != nullptr ? sources_of(run, alone) : PartSources{};
        const Marker marker = marker_of(result, alone, size, sources);
        const PartClip area = keeps ? changed_area(before[i], parts[i], sources, alone, size, marker.ring)
                                    : area_of(parts[i], sources, alone, size, marker.ring);
        const PartClip clip = intersection(clip_of(parts, i, state.camera, size), area);
        if (!is_empty(clip)) waiting.parts.push_back({alone, parts[i], sources, marker, clip});
        view.parts.push_back(
            {parts[i], sources.layer, sources.picture, sources.heat,
             result != nullptr ? finding_places(*result, parts[i].content) : std::vector<FindingPlace>(),
             sources.focus != nullptr ? sources.focus->mask : nullptr, sources.dimmed, marker.ring});
    }
    view.waiting = std::move(waiting);
    return view.framebuffer.color().id();
}

View::Painted View::paint(RunTextures& textures, uint32_t live_texture, uint64_t live_picture,
                          const std::optional<WindowPart>& window) {
    RunTextures::Impl& run = textures.impl();
    Impl& view = *impl_;
    std::optional<WaitingPicture> waiting = std::exchange(view.waiting, std::nullopt);
    // Skips a picture that prepare() made from older maps.
    if (!waiting || waiting->state.revision != run.revision) return Painted::nothing;
    const auto take_newest = [&](ViewState& state) {
        if (state.live_texture == 0) return;
        state.live_texture = live_texture;
        state.live_picture = live_picture;
    };
    DrawnState& now = waiting->state;
    take_newest(now.state);
    const AlonePass alone_pass(run, now.state.content());
    const SavedBindings saved;
    // A picture that the window has shown once goes to the texture, so that later frames can reuse it.
    const bool directly = window && now.state.live_texture != 0 && !waiting->keeps && view.in_window != now;
    Target target{view.framebuffer.id(), 0, 0, static_cast<GLsizei>(now.width), static_cast<GLsizei>(now.height)};
    if (directly) {
        target.framebuffer = window->framebuffer;
        target.x = window->x;
        target.y = window->y;
    }
    view.in_window.reset();
    if (!waiting->keeps) {
        clear(target, waiting->parts, now.state.theme);
        ++view.drawings;
    }
    for (WaitingPart& part : waiting->parts) {
        take_newest(part.state);
        target.cut(part.clip);
        const Result<void> drawn = draw_part(run, target, part.state, part.part, part.sources, part.marker);
        glDisable(GL_SCISSOR_TEST);
        if (!drawn) {
            run.shown.problem = drawn.error();
            return Painted::texture;
        }
        ++view.drawings;
    }
    (directly ? view.in_window : view.drawn) = std::move(now);
    return directly ? Painted::window : Painted::texture;
}

} // namespace warpscope::render
