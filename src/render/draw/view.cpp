// Draws one view: sets the shader's parameters from run, state and level of detail.
#include "render/view.hpp"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "render/draw/live_part.hpp"
#include "render/draw/view_impl.hpp"
#include "render/style/level_of_detail.hpp"
#include "render/style/palette.hpp"

namespace warpscope::render {

namespace {

using Vec2 = std::array<float, 2>;
using Vec3 = std::array<float, 3>;

Vec3 vec3(Colour c) { return {c.r / 255.0f, c.g / 255.0f, c.b / 255.0f}; }
Vec3 unpacked(uint32_t rgba) {
    return vec3({static_cast<uint8_t>(rgba), static_cast<uint8_t>(rgba >> 8), static_cast<uint8_t>(rgba >> 16)});
}
Vec2 vec2(Point p) { return {static_cast<float>(p.x), static_cast<float>(p.y)}; }
std::array<int, 4> ivec4(const CellRect& r) {
    return {static_cast<int>(r.x), static_cast<int>(r.y), static_cast<int>(r.width), static_cast<int>(r.height)};
}

/// The maps one view draws; null ones are not there.
struct Sources {
    std::shared_ptr<PictureMap> picture;
    std::shared_ptr<LayerMap> layer;
    std::shared_ptr<const HeatMap> heat;
    const FocusTexture* focus = nullptr;
    bool dimmed = false; // all but the cells of an interval

    /// Returns whether the layer's keys name threads of the run that is shown: the GPU's own may be of a newer launch.
    [[nodiscard]] bool names_threads_of(const session::RunResult& run) const {
        return layer != nullptr && layer->config == run.shown().config;
    }
};

/// `state` is of a single part.
Sources sources_of(RunTextures::Impl& run, const ViewState& state) {
    Sources sources;
    const RunMaps& maps = run.shown;
    const Content content = state.content();
    if (content.space == Space::launch) {
        run.need_launch();
        sources.picture = maps.launch_picture;
        sources.layer = maps.launch;
    } else if (content == Content(Space::output)) {
        sources.picture = maps.output;
        sources.layer = run.data_layer();
    } else if (content == Content(Space::input)) {
        sources.picture = maps.input;
        if (maps.result != nullptr && shapes_match(*maps.result)) sources.layer = run.data_layer();
    } else {
        const ContentMaps& other = run.need_other(content);
        sources.picture = other.picture;
        sources.layer = other.layer;
    }
    const bool newer_launch =
        sources.layer != nullptr && maps.result != nullptr && !sources.names_threads_of(*maps.result);
    if (content.space != Space::launch && !newer_launch) {
        sources.focus = run.focus_of(content, state);
        sources.dimmed = !state.moment && run.focus_thread.interval.has_value() && run.trace != nullptr;
    }
    if (maps.result == nullptr) return sources;
    if (HeatChoice choice = heat_choice(*maps.result, state); choice.any())
        sources.heat = run.need_heat({std::move(choice), content});
    return sources;
}

/// Of ShaderPart: what of the shader the overlays need that show.
uint8_t shader_parts(const ViewState& state, const LevelOfDetail& f) {
    uint8_t parts = 0;
    for (const OverlayInfo& o : overlays())
        if (o.drawn_in(state.space) && f[o.overlay] > 0) parts |= o.shader;
    return parts;
}

/// Returns whether cells are hatched whose blocks have not ended.
bool shows_moment(const ViewState& state, const Sources& sources) {
    return state.so_far.order && sources.layer && (state.space == Space::output || state.space == Space::launch) &&
           sources.layer->config.blocks() == state.so_far.order->blocks.size();
}

uint32_t features_of(const ViewState& state, const Sources& sources, const LevelOfDetail& f) {
    uint32_t features = 0;
    const uint8_t parts = shader_parts(state, f);
    // The widest line must fit into a cell, or the search for borders among neighbours would miss some.
    if (state.camera.pixels_per_cell >= (size::pinned / 2 + size::casing + 0.5) * state.theme.scale)
        features |= feature_magnified;
    const bool owners = (parts & draws_owners) != 0 || state.selection.thread != 0 || state.space == Space::launch;
    if (sources.layer && owners) features |= feature_owners;
    if ((features & feature_owners) != 0 && sources.layer->keys_follow) features |= feature_placed;
    if (sources.layer && (parts & draws_marks) != 0) features |= feature_marks;
    if (sources.focus != nullptr && (sources.dimmed || (parts & draws_focus) != 0)) features |= feature_focus;
    if (shows_moment(state, sources))
        features |= feature_owners | feature_timed | (sources.layer->keys_follow ? feature_placed : 0u);
    if (sources.heat) features |= feature_heat | (sources.heat->tinted ? feature_tints : 0u);
    return features;
}

void set_camera(gl::Program& program, const ViewState& state, Point view) {
    const double ppc = state.camera.pixels_per_cell, scale = state.theme.scale;
    constexpr double farthest = 1 << 30;
    Point corner = state.camera.to_plane({0, 0}, view);
    corner = {std::clamp(corner.x, -farthest, farthest), std::clamp(corner.y, -farthest, farthest)};
    const Point base{std::floor(corner.x), std::floor(corner.y)};
    const double period = size::pattern_period * scale;
    const auto shift = [&](double cells) { return cells * ppc - std::floor(cells * ppc / period) * period; };
    program.set("view_size", vec2(view));
    program.set("base_cell", std::array<int, 2>{static_cast<int>(base.x), static_cast<int>(base.y)});
    program.set("base_fraction", vec2({corner.x - base.x, corner.y - base.y}));
    program.set("pixels_per_cell", static_cast<float>(ppc));
    program.set("cells_per_pixel", static_cast<float>(1 / ppc));
    program.set("scale", static_cast<float>(scale));
    program.set("pattern_shift", vec2({shift(corner.x), shift(corner.y)}));
}

void set_colours(gl::Program& program, const Theme& theme) {
    const Greys grey = greys(theme.dark);
    program.set("background", unpacked(theme.background));
    program.set("surplus_colour", vec3(grey.surplus));
    program.set("hatch_colour", vec3(grey.surplus_hatch));
    program.set("frame_colour", vec3(grey.frame));
    program.set("unowned_colour", vec3(grey.unowned));
}

void set_level_of_detail(gl::Program& program, const ViewState& state, const LevelOfDetail& f, bool unwritten) {
    const bool launch = state.space == Space::launch;
    for (const OverlayInfo& o : overlays())
        if (o.shader != 0) program.set(fmt::format("show_{}", o.name), o.drawn_in(state.space) ? f[o.overlay] : 0.0f);
    program.set("show_unwritten", unwritten && state.space == Space::output ? f[Overlay::surplus] : 0.0f);
    program.set("show_thread_casing", f.thread_casing);
    program.set("show_plain", state.paint ? unpainted_strength : 1.0f);
    program.set("show_heat", std::min(1.0f, state.paint ? 1.0f : state.strength));
    program.set("show_window", f.window);
    program.set("show_pending", state.moment ? 1.0f : 0.0f);
    program.set("show_idle_divergence", launch ? 0.4f : 0.0f);
    program.set("show_unowned", launch ? 1.0f : 0.0f);
    program.set("show_block_borders", Vec2{f.blocks_vertical, f.blocks_horizontal});
    program.set("border_scale", f.border_scale);
    program.set("show_selected_warp", f.selected_warp);
    program.set("pattern_strength", f.patterns);
    program.set("picture_strength", launch ? 0.6f : 1.0f);
}

void set_selection(gl::Program& program, const session::RunResult* result, const ViewState& state, Point view,
                   const Sources& sources) {
    const LayerMap* layer = sources.layer.get();
    const metrics::ThreadId thread = state.selection.thread;
    const double ppc = state.camera.pixels_per_cell, scale = state.theme.scale;
    uint32_t block = 0, warp = 0;
    if (result != nullptr && sources.names_threads_of(*result) && thread != 0 &&
        thread <= result->shown().config.threads()) {
        const LaunchConfig& config = result->shown().config;
        const uint32_t key = layer->format.key(block_of(config, thread), thread_in_block(config, thread), false);
        block = key >> layer->format.block_shift();
        warp = key >> 6;
    }
    program.set("selected_block", block);
    program.set("selected_warp", warp);
    program.set("outline_width", state.selection.pinned ? size::pinned : size::selected);
    std::array<float, 4> marker{};
    float ring = 0;
    if (const auto place =
            result != nullptr ? selected_place(*result, state.content(), state.selection) : std::nullopt) {
        const auto x = static_cast<double>(place->x), y = static_cast<double>(place->y);
        const Point low = state.camera.to_pixel({x, y}, view), high = state.camera.to_pixel({x + 1, y + 1}, view);
        const Point left_top{std::floor(low.x) + 0.5, std::floor(low.y) + 0.5};
        const Point right_bottom{std::floor(high.x) + 0.5, std::floor(high.y) + 0.5};
        const double least = 4 * scale;
        marker = {static_cast<float>((left_top.x + right_bottom.x) / 2),
                  static_cast<float>((left_top.y + right_bottom.y) / 2),
                  static_cast<float>(std::max((right_bottom.x - left_top.x) / 2, least)),
                  static_cast<float>(std::max((right_bottom.y - left_top.y) / 2, least))};
        const bool tiny = layer == nullptr || std::max(layer->block_size.x, layer->block_size.y) * ppc < 10 * scale;
        if (tiny && ppc < 10 * scale) ring = static_cast<float>(11 * scale);
    }
    program.set("marker", marker);
    program.set("ring_radius", ring);
}

void bind_picture(uint32_t unit, GLuint texture) {
    glActiveTexture(GL_TEXTURE0 + unit);
    glBindTexture(GL_TEXTURE_2D, texture);
}

/// Keeps what the caller had bound, whatever happens in between.
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
    if (stacked(parts)) { // in bands
        const auto seam = [&](size_t above) {
            const CellRect &upper = parts[above].rect, &lower = parts[above + 1].rect;
            const double middle = static_cast<double>(upper.y + upper.height + lower.y) / 2;
            return std::clamp(std::floor(camera.to_pixel({0, middle}, size).y), 0.0, size.y);
        };
        return {{0, part == 0 ? 0 : seam(part - 1)}, {size.x, part + 1 == parts.size() ? size.y : seam(part)}};
    }
    // Halfway between the parts; the middle one has what is right of that and below.
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

/// What lies left of the upper part and above the left one shows nothing.
void clear_corner(View::Impl& view, const std::vector<Part>& parts, const ViewState& state, Point size) {
    const PartClip left = clip_of(parts, 0, state.camera, size), above = clip_of(parts, 1, state.camera, size);
    const Vec3 ground = unpacked(state.theme.background);
    view.framebuffer.bind();
    glEnable(GL_SCISSOR_TEST);
    glScissor(0, static_cast<GLint>(size.y - above.high.y), static_cast<GLsizei>(left.high.x),
              static_cast<GLsizei>(above.high.y));
    glClearColor(ground[0], ground[1], ground[2], 1);
    glClear(GL_COLOR_BUFFER_BIT);
    glDisable(GL_SCISSOR_TEST);
}

/// Draws one part, or a view that shows nothing, into the bound framebuffer.
Result<void> draw_part(RunTextures::Impl& run, View::Impl& view, const ViewState& state, const Part& part,
                       const Sources& sources, Point view_size) {
    const session::RunResult* result = run.shown.result.get();
    const double ppc = state.camera.pixels_per_cell;
    GLuint picture = sources.picture ? sources.picture->texture.texture.id() : run.empty_picture.id();
    const auto live = result != nullptr ? live_part(*result, state, part.rect) : std::nullopt;
    if (live) picture = state.live_texture;

    const LevelOfDetail fade = level_of_detail(state, sources.layer ? sources.layer->block_size : Point{});
    Result<gl::Program*> made = run.programs.with(features_of(state, sources, fade));
    if (!made) return tl::unexpected(made.error());
    gl::Program& program = **made;
    view.framebuffer.bind();
    for (const GLenum capability : {GL_BLEND, GL_DEPTH_TEST, GL_CULL_FACE}) glDisable(capability);
    program.use();
    const bool timed = shows_moment(state, sources);
    if (timed) run.need_order(state.so_far.order); // before the others, since making a texture binds it
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
    set_camera(program, state, view_size);
    set_colours(program, state.theme);
    set_level_of_detail(program, state, fade, result != nullptr && result->unwritten_cells() > 0);
    const Point size{static_cast<double>(part.rect.width), static_cast<double>(part.rect.height)};
    program.set("picture_size", vec2(size));
    program.set("picture_corner", vec2(live ? live->corner : Point{}));
    program.set("picture_extent", vec2(live ? live->extent : size));
    program.set("picture_level", static_cast<float>(std::max(0.0, -std::log2(ppc))));
    program.set("heat_rect", ivec4(sources.heat ? sources.heat->rect : CellRect{0, 0, 1, 1}));
    program.set("keys_rect", ivec4(sources.layer ? sources.layer->rect : CellRect{}));
    if (sources.layer && sources.layer->keys_follow) {
        const LaunchConfig& config = sources.layer->config;
        program.set("placed_block",
                    std::array<int, 2>{static_cast<int>(config.block.x), static_cast<int>(config.block.y)});
        program.set("blocks_per_cell", vec2({1.0 / config.block.x, 1.0 / config.block.y}));
        program.set("placed_grid", static_cast<int>(config.grid.x));
    }
    program.set("marks_level", sources.layer ? level_of(sources.layer->marks) : 0);
    program.set("focus_rect", ivec4(sources.focus ? sources.focus->mask->rect : CellRect{}));
    program.set("show_interval", sources.dimmed ? 1.0f : 0.0f);
    program.set("focus_level", sources.focus ? level_of(sources.focus->texture) : 0);
    program.set("block_shift", sources.layer ? static_cast<int>(sources.layer->format.block_shift()) : 6);
    // Slices have frames of their own.
    const bool framed = result != nullptr && plane_of(*result, part.content).slices() == 1;
    program.set("show_frame", framed ? 1.0f : 0.0f);
    set_selection(program, result, state, view_size, sources);
    run.programs.triangle.draw_triangles(3);

    glBindSampler(0, 0);
    glBindSampler(1, 0);
    glActiveTexture(GL_TEXTURE0);
    glUseProgram(0);
    return {};
}

/// While this lives, what is drawn is all that the driver has to draw, if it draws large maps in software.
///
/// Mesa's software driver draws in passes. A pass holds its textures, also after they were deleted, until another takes
/// its place, and each takes the first place that is free. So if a pass with large textures always has the first place,
/// the next pass of whatever kind lets go of them; else the maps of runs long gone stay in memory.
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

uint32_t View::draw(RunTextures& textures, const ViewState& state, uint32_t width, uint32_t height) {
    RunTextures::Impl& run = textures.impl();
    Impl& view = *impl_;
    width = std::max(width, 1u);
    height = std::max(height, 1u);
    if (view.framebuffer.width() != width || view.framebuffer.height() != height) {
        // When the driver has no room for this size, the old picture stays.
        if (auto framebuffer = gl::Framebuffer::create(width, height)) view.framebuffer = std::move(*framebuffer);
        view.drawn.reset();
    }
    const DrawnState wanted{state, width, height, run.revision};
    if (view.drawn == wanted) return view.framebuffer.color().id();

    const AlonePass alone_pass(run, state.content());
    const SavedBindings saved;
    const session::RunResult* result = run.shown.result.get();
    const Point size{static_cast<double>(width), static_cast<double>(height)};
    std::vector<Part> parts{{state.content(), {0, 0}, {0, 0, 1, 1}}};
    if (result != nullptr) parts = parts_of(*result, state.content());
    view.parts.clear();
    for (size_t i = 0; i < parts.size(); ++i) {
        const ViewState alone = state_of(state, parts[i]);
        const Sources sources = result != nullptr ? sources_of(run, alone) : Sources{};
        const PartClip clip = clip_of(parts, i, state.camera, size);
        glEnable(GL_SCISSOR_TEST);
        glScissor(static_cast<GLint>(clip.low.x), static_cast<GLint>(size.y - clip.high.y),
                  static_cast<GLsizei>(std::max(0.0, clip.high.x - clip.low.x)),
                  static_cast<GLsizei>(std::max(0.0, clip.high.y - clip.low.y)));
        const Result<void> drawn = draw_part(run, view, alone, parts[i], sources, size);
        glDisable(GL_SCISSOR_TEST);
        if (!drawn) {
            run.shown.problem = drawn.error();
            return view.framebuffer.color().id();
        }
        view.parts.push_back(
            {parts[i], sources.layer, sources.picture, sources.heat,
             result != nullptr ? finding_places(*result, parts[i].content) : std::vector<FindingPlace>(),
             sources.focus != nullptr ? sources.focus->mask : nullptr, sources.dimmed});
    }
    if (parts.size() == 3 && !stacked(parts)) clear_corner(view, parts, state, size);
    view.drawn = wanted;
    return view.framebuffer.color().id();
}

} // namespace warpscope::render
