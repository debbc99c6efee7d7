// Textures of one run, and the tasks that upload them over several frames.
#pragma once

#include <array>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <vector>

#include "gl/program.hpp"
#include "render/gl/streamed_texture.hpp"
#include "render/maps/block_grid.hpp"
#include "render/maps/buffer_picture.hpp"
#include "render/maps/focus_mask.hpp"
#include "render/maps/heat_map.hpp"
#include "render/maps/moment_cells.hpp"
#include "render/maps/owner_layer.hpp"

namespace warpscope::render {

struct DeleteSampler {
    void operator()(GLuint id) const { glDeleteSamplers(1, &id); }
};

struct PictureMap {
    GridTexture texture;
    Plane plane;
    HostBuffer source; // contents; the picture is reused while they are the same
    ValueRange range;
    NotFinite not_finite;        // in `source`
    std::vector<uint32_t> cells; // launch picture, by place: output cell of the thread, plus 1
};

/// Keys and marks of a space.
struct LayerMap {
    /// Unused if keys follow from places and marks (LayerBuilder::keys_follow); then the host's layers have no keys.
    GridTexture keys;
    bool keys_follow = false;        // saves most of the layer's memory
    std::optional<BlockGrid> blocks; // set if block numbers follow from places
    GridTexture marks;
    CellRect rect;
    LaunchConfig config; // launch of the keys' threads
    KeyFormat format;
    std::vector<LayerBuilder::BlockPiece> pieces;
    Point block_size; // mean, in cells
};

/// A heat map that a view requests.
struct HeatWish {
    HeatChoice choice;
    Content content;
    friend bool operator==(const HeatWish&, const HeatWish&) = default;
};

struct HeatMap {
    HeatWish wish;
    std::shared_ptr<const metrics::Probe> probe; // measurement behind it
    /// null: nothing to show; without numbers if the GPU fills the map
    std::unique_ptr<HeatField> field;
    CellRect rect;
    bool tinted = false;
    GridTexture texture; // levels in red, or tints
};

/// Maps of a content other than the natural input and output.
struct ContentMaps {
    std::shared_ptr<PictureMap> picture;
    std::shared_ptr<LayerMap> layer;
};

/// Maps of a run; null if empty or not requested yet.
struct RunMaps {
    std::shared_ptr<const session::RunResult> result;
    std::shared_ptr<PictureMap> input, output, launch_picture;
    std::shared_ptr<LayerMap> data, launch;
    std::vector<std::shared_ptr<HeatMap>> heats;
    std::map<Content, ContentMaps> others;
    bool launch_tried = false; // made or impossible
    std::optional<Diagnostic> problem;
};

/// An upload in progress.
class UploadTask {
public:
    virtual ~UploadTask() = default;
    /// Does part of the work within `budget`. Returns true when finished.
    virtual bool step(UploadBudget& budget) = 0;
};

/// Create tasks that fill `maps`; null if there is nothing to do. Maps too large for the driver are omitted and set
/// `maps.problem`. Contents other than input, output and launch go to `maps.others`.
[[nodiscard]] std::unique_ptr<UploadTask> upload_picture(RunMaps& maps, TexturePool& pool, const Content& content);
[[nodiscard]] std::unique_ptr<UploadTask> upload_layer(RunMaps& maps, TexturePool& pool, const Content& content);
[[nodiscard]] std::unique_ptr<UploadTask> upload_launch_picture(RunMaps& maps, TexturePool& pool);
/// Adds to maps.heats, even if there is nothing to show, so that it is not retried.
[[nodiscard]] std::unique_ptr<UploadTask> upload_heat(RunMaps& maps, TexturePool& pool, const HeatWish& wish,
                                                      std::shared_ptr<const metrics::Probe> probe);

struct FocusTexture {
    GridTexture texture;
    std::shared_ptr<const FocusMask> mask;
};

/// Switches of shaders/view.frag, one bit each.
enum Feature : uint32_t {
    feature_magnified = 1,
    feature_owners = 2,
    feature_marks = 4,
    feature_focus = 8,
    feature_heat = 16,
    feature_tints = 32,
    feature_placed = 64,
    feature_timed = 128,
    feature_blocks = 256,
};
inline constexpr uint32_t feature_count = 9;

/// Shader programs shared by all views.
class ViewPrograms {
public:
    [[nodiscard]] static Result<ViewPrograms> create();

    /// Returns the program for a set of features, compiled on first use.
    [[nodiscard]] Result<gl::Program*> with(uint32_t features);

    gl::VertexArray triangle;
    gl::Handle<DeleteSampler> smooth; // filters pictures whatever their texture's filter

private:
    std::array<std::optional<gl::Program>, 1u << feature_count> by_features_;
};

struct RunTextures::Impl {
    [[nodiscard]] static uint64_t next_id() {
        static uint64_t last = 0; // used on the drawing thread only
        return ++last;
    }
    ViewPrograms programs;
    TexturePool pool;
    RunMaps shown, coming;
    std::vector<std::function<std::unique_ptr<UploadTask>()>> tasks; // pending uploads for `coming`, last first
    std::unique_ptr<UploadTask> task;
    const uint64_t id = next_id(); // unique, because addresses may be reused
    uint64_t revision = 0;         // incremented whenever views may look different

    std::shared_ptr<const metrics::BlockTrace> trace;
    std::shared_ptr<const session::RunResult> trace_run; // run of `focus`
    using FocusMaps = std::map<Content, std::shared_ptr<const FocusTexture>>;
    FocusMaps focus;        // made on request; null: nothing to show
    FocusMaps former_focus; // of the previous moment: many moments change nothing in a buffer
    /// Takes the block trace of the shown run.
    void take_trace(const std::shared_ptr<const metrics::BlockTrace>& of_shown);
    FocusThread focus_thread;                        // thread of `focus`
    std::shared_ptr<const MomentCells> focus_moment; // shown by `focus` instead, or null

    gl::Texture empty_picture;          // transparent placeholder
    gl::Texture empty_map, empty_marks; // placeholders without owners
    gl::Texture block_order;            // begin and end of each block at the shown moment, row by row
    std::shared_ptr<const BlocksSoFar::Order> order_made;
    bool launch_wanted = false;
    bool software = false; // OpenGL renders in software

    Probes probes;
    std::shared_ptr<const session::RunResult> probes_of;
    std::vector<HeatWish> heat_wishes;     // recently shown, newest first
    std::unique_ptr<UploadTask> heat_task; // for `shown`
    std::set<Content> others_wanted;

    std::shared_ptr<LayerMap> open; // filled by the GPU, or null
    bool open_shown = false;
    std::vector<std::shared_ptr<HeatMap>> open_heats;        // sectors heat maps filled by the GPU
    bool open_heats_shown = false, open_heats_newer = false; // newer: of a launch after the shown run's

    [[nodiscard]] const std::shared_ptr<LayerMap>& data_layer() const {
        return open_shown && open != nullptr ? open : shown.data;
    }
    void start(std::shared_ptr<const session::RunResult> result);
    /// Discards `coming`.
    void abandon();
    bool work(UploadBudget& budget);
    void retire(RunMaps& maps);
    /// Creates launch maps immediately.
    void need_launch();
    /// Returns a heat map if it exists, otherwise requests it. Null also if there is nothing to show.
    [[nodiscard]] std::shared_ptr<const HeatMap> need_heat(const HeatWish& wish);
    /// Returns the map filled by the GPU, if shown.
    [[nodiscard]] std::shared_ptr<HeatMap> open_heat_of(const HeatWish& wish) const;
    /// Copies numbers to GPU-filled heat maps once they are on the host.
    void learn_open_heats();
    /// Hides GPU-filled maps that do not fit the shown run's cells.
    void drop_unfit_open_heats();
    /// Works on requested heat maps; returns true if none is missing.
    bool work_on_heats(UploadBudget& budget);
    /// Returns the extra measurement for a request: null if none is needed, nullopt if missing.
    [[nodiscard]] std::optional<std::shared_ptr<const metrics::Probe>> probe_of(const RunMaps& maps,
                                                                                const HeatWish& wish) const;
    /// Creates the maps of another content immediately.
    ContentMaps& need_other(const Content& content);
    /// Updates `block_order` for a moment.
    void need_order(const std::shared_ptr<const BlocksSoFar::Order>& order);
    /// Returns the marks of the focused block, thread and access on `content`, or null.
    [[nodiscard]] std::shared_ptr<const FocusTexture> focus_of(const Content& content, const ViewState& state);
};

} // namespace warpscope::render
