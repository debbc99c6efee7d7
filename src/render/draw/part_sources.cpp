#include "render/draw/part_sources.hpp"

#include "render/layout/cell_plane.hpp"

namespace warpscope::render {
namespace {

uint8_t shader_parts(const ViewState& state, const LevelOfDetail& f) {
    uint8_t parts = 0;
    for (const OverlayInfo& o : overlays())
        if (o.drawn_in(state.space) && f[o.overlay] > 0) parts |= o.shader;
    return parts;
}

} // namespace

PartSources sources_of(RunTextures::Impl& run, const ViewState& state) {
    PartSources sources;
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

bool shows_moment(const ViewState& state, const PartSources& sources) {
    return state.so_far.order && sources.layer && (state.space == Space::output || state.space == Space::launch) &&
           sources.layer->config.blocks() == state.so_far.order->blocks.size();
}

uint32_t features_of(const ViewState& state, const PartSources& sources, const LevelOfDetail& f) {
    uint32_t features = 0;
    const uint8_t parts = shader_parts(state, f);
    // The shader compares only adjacent cells to find borders, so lines must fit into cells.
    if (state.camera.pixels_per_cell >= (size::pinned / 2 + size::casing + 0.5) * state.theme.scale)
        features |= feature_magnified;
    const bool owners = (parts & draws_owners) != 0 || state.selection.thread != 0 || state.space == Space::launch;
    if (sources.layer && owners) features |= feature_owners;
    if ((features & feature_owners) != 0 && sources.layer->keys_follow) features |= feature_placed;
    if (sources.layer && (parts & draws_marks) != 0) features |= feature_marks;
    if (sources.focus != nullptr && (sources.dimmed || (parts & draws_focus) != 0)) features |= feature_focus;
    if (shows_moment(state, sources))
        features |= feature_owners | feature_timed | (sources.layer->keys_follow ? feature_placed : 0u);
    if ((features & feature_owners) != 0 && sources.layer->blocks) features |= feature_blocks;
    if (sources.heat) features |= feature_heat | (sources.heat->tinted ? feature_tints : 0u);
    return features;
}

} // namespace warpscope::render
