// What is on the graphics card for one run, and the tasks that bring it there a piece per frame.
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
    Plane plane;       // on which its cells lie
    HostBuffer source; // what it was made of; the picture is reused while the same bytes are shown
    ValueRange range;
    NotFinite not_finite;        // values of `source`
    std::vector<uint32_t> cells; // of a launch picture, by place: output cell that the thread owns, plus 1
};

/// Keys and marks of a space, and what was learnt while making them.
struct LayerMap {
    /// Not read if they follow from places and marks, of every cell (LayerBuilder::keys_follow); the host's layers have
    /// none then.
    GridTexture keys;
    bool keys_follow = false;        // which saves the larger part of the layer's memory
    std::optional<BlockGrid> blocks; // where blocks are found by places alone
    GridTexture marks;
    CellRect rect;
    LaunchConfig config; // whose threads the keys name
    KeyFormat format;
    std::vector<LayerBuilder::BlockPiece> pieces;
    Point block_size; // mean, in cells
};

/// What a view wants to show as heat.
struct HeatWish {
    HeatChoice choice;
    Content content;
    friend bool operator==(const HeatWish&, const HeatWish&) = default;
};

struct HeatMap {
    HeatWish wish;
    std::shared_ptr<const metrics::Probe> probe; // that it was made of
    /// Null: there is nothing to show; in one that the GPU fills, its numbers are not known here.
    std::unique_ptr<HeatField> field;
    CellRect rect;
    bool tinted = false;
    GridTexture texture; // levels in red, or tints
};

/// What is drawn of a content that is neither the natural input nor the natural output.
struct ContentMaps {
    std::shared_ptr<PictureMap> picture;
    std::shared_ptr<LayerMap> layer;
};

/// Parts that are null are not there (nothing owned, nothing read) or not wanted yet.
struct RunMaps {
    std::shared_ptr<const session::RunResult> result;
    std::shared_ptr<PictureMap> input, output, launch_picture;
    std::shared_ptr<LayerMap> data, launch;
    std::vector<std::shared_ptr<HeatMap>> heats;
    std::map<Content, ContentMaps> others;
    bool launch_tried = false; // made, or found to be impossible
    std::optional<Diagnostic> problem;
};

/// A map on its way to the graphics card.
class UploadTask {
public:
    virtual ~UploadTask() = default;
    /// Does a part of the work, taking what it uploads from `budget`. True when finished.
    virtual bool step(UploadBudget& budget) = 0;
};

/// Each makes the map in `maps` that its name says, once finished. Null when there is nothing to make; a map that does
/// not fit the driver's textures is left out and `maps.problem` says so.
/// Maps of contents other than input, output and launch go to `maps.others`.
[[nodiscard]] std::unique_ptr<UploadTask> upload_picture(RunMaps& maps, TexturePool& pool, const Content& content);
[[nodiscard]] std::unique_ptr<UploadTask> upload_layer(RunMaps& maps, TexturePool& pool, const Content& content);
[[nodiscard]] std::unique_ptr<UploadTask> upload_launch_picture(RunMaps& maps, TexturePool& pool);
/// Adds to maps.heats; also when there is nothing to show, so that this is not tried again.
[[nodiscard]] std::unique_ptr<UploadTask> upload_heat(RunMaps& maps, TexturePool& pool, const HeatWish& wish,
                                                      std::shared_ptr<const metrics::Probe> probe);

struct FocusTexture {
    GridTexture texture;
    std::shared_ptr<const FocusMask> mask;
};

/// Switches of shaders/view.frag, in the order of their bits.
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

/// What all views draw with.
class ViewPrograms {
public:
    [[nodiscard]] static Result<ViewPrograms> create();

    /// The program for a set of features, compiled when it is first asked for.
    [[nodiscard]] Result<gl::Program*> with(uint32_t features);

    gl::VertexArray triangle;
    gl::Handle<DeleteSampler> smooth; // filters pictures whatever their own setting is

private:
    std::array<std::optional<gl::Program>, 1u << feature_count> by_features_;
};

struct RunTextures::Impl {
    [[nodiscard]] static uint64_t next_id() {
        static uint64_t last = 0; // on the thread that draws
        return ++last;
    }
    ViewPrograms programs;
    TexturePool pool;
    RunMaps shown, coming;
    std::vector<std::function<std::unique_ptr<UploadTask>()>> tasks; // for `coming`, last first, not begun
    std::unique_ptr<UploadTask> task;                                // under way
    const uint64_t id = next_id();                                   // another for each: two runs' may lie at one place
    uint64_t revision = 0;                                           // grows whenever a view would look different

    std::shared_ptr<const metrics::BlockTrace> trace;
    std::shared_ptr<const session::RunResult> trace_run; // the run that `focus` was made for
    using FocusMaps = std::map<Content, std::shared_ptr<const FocusTexture>>;
    FocusMaps focus;        // made when a view asks for it; null: nothing to show
    FocusMaps former_focus; // of the moment before: many moments change no cell of a buffer
    /// The trace of a block of the run that is shown.
    void take_trace(const std::shared_ptr<const metrics::BlockTrace>& of_shown);
    FocusThread focus_thread;                        // whose accesses are in `focus`
    std::shared_ptr<const MomentCells> focus_moment; // that `focus` shows instead, or null

    gl::Texture empty_picture;          // transparent; stands in for maps that are not there
    gl::Texture empty_map, empty_marks; // without owners
    gl::Texture block_order;            // of the moment that is shown: when each block begins and ends, row by row
    std::shared_ptr<const BlocksSoFar::Order> order_made;
    bool launch_wanted = false;
    bool software = false; // OpenGL draws with the processor

    Probes probes;
    std::shared_ptr<const session::RunResult> probes_of;
    std::vector<HeatWish> heat_wishes;     // what views showed last, newest first
    std::unique_ptr<UploadTask> heat_task; // for `shown`
    std::set<Content> others_wanted;

    std::shared_ptr<LayerMap> open; // filled by the GPU; null when there is none
    bool open_shown = false;
    std::vector<std::shared_ptr<HeatMap>> open_heats;        // the same for heat maps of sectors
    bool open_heats_shown = false, open_heats_newer = false; // newer: of a launch after the shown run's

    /// Of the output.
    [[nodiscard]] const std::shared_ptr<LayerMap>& data_layer() const {
        return open_shown && open != nullptr ? open : shown.data;
    }
    void start(std::shared_ptr<const session::RunResult> result);
    /// Forgets `coming`.
    void abandon();
    bool work(UploadBudget& budget);
    void retire(RunMaps& maps);
    /// Makes maps of the shown run that a view needs for the first time, at once.
    void need_launch();
    /// The map for a wish, if it is there, otherwise it is made from the next update on. Null also if there is nothing
    /// to show.
    [[nodiscard]] std::shared_ptr<const HeatMap> need_heat(const HeatWish& wish);
    /// The one that the GPU fills, where that is shown.
    [[nodiscard]] std::shared_ptr<HeatMap> open_heat_of(const HeatWish& wish) const;
    /// Gives those of the shown run their numbers, once these have come to the host.
    void learn_open_heats();
    /// Shows none of them any more when the run that is shown now has other cells.
    void drop_unfit_open_heats();
    /// Makes the heat maps of the shown run that are wished for and can be made; true when none is missing.
    bool work_on_heats(UploadBudget& budget);
    /// The extra measurement for a wish: null when none is needed; none when it is not there yet.
    [[nodiscard]] std::optional<std::shared_ptr<const metrics::Probe>> probe_of(const RunMaps& maps,
                                                                                const HeatWish& wish) const;
    /// Makes what is drawn of a content of RunMaps::others when a view needs it for the first time, at once.
    ContentMaps& need_other(const Content& content);
    /// Makes `block_order` for a view that shows a moment.
    void need_order(const std::shared_ptr<const BlocksSoFar::Order>& order);
    /// The marks on `content` of the block in focus, its selected thread, and the access the user stepped to. Null when
    /// there are none.
    [[nodiscard]] std::shared_ptr<const FocusTexture> focus_of(const Content& content, const ViewState& state);
};

} // namespace warpscope::render
