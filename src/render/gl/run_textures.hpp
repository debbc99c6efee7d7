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
#include "render/maps/moment_mask.hpp"
#include "render/maps/owner_layer.hpp"

namespace warpscope::render {

struct DeleteSampler {
    void operator()(GLuint id) const { glDeleteSamplers(1, &id); }
};

struct PictureMap {
    GridTexture texture;
    Plane plane;
    HostBuffer source;
    ValueRange range;
    std::optional<double> constant;
    NotFinite not_finite;
    std::vector<uint32_t> cells = {}; // by place: 1 + output cell of the place's thread; 0: no thread
};

struct LayerMap {
    /// Empty if keys_follow.
    GridTexture keys;
    bool keys_follow = false; // the shader computes the keys
    std::optional<BlockGrid> blocks;
    GridTexture marks;
    CellRect rect;
    LaunchConfig config;
    KeyFormat format;
    std::vector<LayerBuilder::BlockPiece> pieces;
    BlockExtent block_size;
    std::shared_ptr<const metrics::Probe> surviving; // if set, marks only warps split by its branches
};

struct HeatRequest {
    HeatChoice choice;
    Content content;
    friend bool operator==(const HeatRequest&, const HeatRequest&) = default;
};

struct HeatMap {
    HeatRequest request;
    std::shared_ptr<const metrics::Probe> probe;
    /// Null if nothing is shown. Has no numbers if the GPU fills the map.
    std::unique_ptr<HeatField> field;
    CellRect rect;
    bool tinted = false;
    GridTexture texture; // levels or, if `tinted`, colors
};

struct ContentMaps {
    std::shared_ptr<PictureMap> picture;
    std::shared_ptr<LayerMap> layer;
};

/// Members are null if empty or not requested.
struct RunMaps {
    std::shared_ptr<const session::RunResult> result;
    std::shared_ptr<PictureMap> input, output, launch_picture;
    std::shared_ptr<LayerMap> data, launch;
    std::vector<std::shared_ptr<HeatMap>> heats;
    std::map<Content, ContentMaps> others;
    std::shared_ptr<const metrics::Probe> surviving; // if set, layers mark only warps split by its branches
    bool launch_tried = false;
    std::optional<Diagnostic> problem;
};

class UploadTask {
public:
    virtual ~UploadTask() = default;
    /// Returns true when finished.
    virtual bool step(UploadBudget& budget) = 0;
};

/// Each function returns null if there is nothing to do. It sets `maps.problem` if a map exceeds the driver's limits.
[[nodiscard]] std::unique_ptr<UploadTask> upload_picture(RunMaps& maps, TexturePool& pool, const Content& content);
[[nodiscard]] std::unique_ptr<UploadTask> upload_layer(RunMaps& maps, TexturePool& pool, const Content& content);
[[nodiscard]] std::unique_ptr<UploadTask> upload_launch_picture(RunMaps& maps, TexturePool& pool);
/// Adds an empty map if there is nothing to show, to avoid retries.
[[nodiscard]] std::unique_ptr<UploadTask> upload_heat(RunMaps& maps, TexturePool& pool, const HeatRequest& request,
                                                      std::shared_ptr<const metrics::Probe> probe);

struct FocusTexture {
    GridTexture texture;
    std::shared_ptr<const FocusMask> mask;
};

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

class ViewPrograms {
public:
    [[nodiscard]] static Result<ViewPrograms> create();

    [[nodiscard]] Result<gl::Program*> with(uint32_t features);

    gl::VertexArray triangle;
    gl::Handle<DeleteSampler> smooth;

private:
    std::array<std::optional<gl::Program>, 1u << feature_count> by_features_;
};

struct RunTextures::Impl {
    [[nodiscard]] static uint64_t next_id() {
        static uint64_t last = 0; // used by the drawing thread only
        return ++last;
    }
    ViewPrograms programs;
    TexturePool pool;
    RunMaps shown, coming;
    std::vector<std::function<std::unique_ptr<UploadTask>()>> tasks; // the last one runs first
    std::unique_ptr<UploadTask> task;
    const uint64_t id = next_id(); // never reused, unlike an address
    uint64_t revision = 0;         // grows whenever views change

    std::shared_ptr<const metrics::BlockTrace> trace;
    std::shared_ptr<const session::RunResult> trace_run;
    using FocusMaps = std::map<Content, std::shared_ptr<const FocusTexture>>;
    FocusMaps focus; // null: nothing to show
    FocusMaps previous_focus;
    void take_trace(const std::shared_ptr<const metrics::BlockTrace>& of_shown);
    FocusThread focus_thread;
    std::shared_ptr<const MomentCells> focus_moment;

    gl::Texture empty_picture;
    gl::Texture empty_map, empty_marks;
    gl::Texture block_order;
    std::shared_ptr<const BlocksSoFar::Order> order_made;
    bool launch_wanted = false;
    bool software = false;

    Probes probes;
    std::shared_ptr<const session::RunResult> probes_of;
    std::vector<HeatRequest> heat_requests; // newest first
    std::unique_ptr<UploadTask> heat_task, layer_task;
    std::set<Content> others_wanted;

    std::shared_ptr<LayerMap> open;
    bool open_shown = false;
    std::vector<std::shared_ptr<HeatMap>> open_heats;
    bool open_heats_shown = false, open_heats_newer = false; // `newer`: the maps belong to a later launch

    [[nodiscard]] const std::shared_ptr<LayerMap>& data_layer() const {
        return open_shown && open != nullptr ? open : shown.data;
    }
    void start(std::shared_ptr<const session::RunResult> result);
    void abandon();
    bool work(UploadBudget& budget);
    /// Returns the content of a layer whose `surviving` differs from that of `shown`.
    [[nodiscard]] std::optional<Content> stale_layer() const;
    /// Replaces stale layers. Returns true when none is left.
    bool work_on_layers(UploadBudget& budget);
    void retire(RunMaps& maps);
    /// Works immediately, without a budget.
    void need_launch();
    /// Returns null if the map is missing, and requests it.
    [[nodiscard]] std::shared_ptr<const HeatMap> need_heat(const HeatRequest& request);
    [[nodiscard]] std::shared_ptr<HeatMap> open_heat_of(const HeatRequest& request) const;
    void learn_open_heats();
    void drop_unfit_open_heats();
    /// Returns true when all heat maps are complete.
    bool work_on_heats(UploadBudget& budget);
    /// Returns null if the request needs no measurement, and nullopt if its measurement is missing.
    [[nodiscard]] std::optional<std::shared_ptr<const metrics::Probe>> probe_of(const RunMaps& maps,
                                                                                const HeatRequest& request) const;
    ContentMaps& need_other(const Content& content);
    void need_order(const std::shared_ptr<const BlocksSoFar::Order>& order);
    [[nodiscard]] std::shared_ptr<const FocusTexture> focus_of(const Content& content, const ViewState& state);
};

} // namespace warpscope::render
