// Draws one view of a run: the picture of a buffer, or the launch space, with overlays on top. Everything comes from
// the run's measured maps; nothing here knows a kernel.
//
// Needs a current OpenGL 3.3 core context. Text (values, labels) is drawn through an ImDrawList, so that window and
// figure share it. Uploads of big maps are spread over frames; until they are complete the previous run stays on
// screen.
#pragma once

#include <array>
#include <compare>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/diagnostic.hpp"
#include "base/drawing.hpp"
#include "metrics/on_demand.hpp"
#include "metrics/results.hpp"
#include "render/upload_budget.hpp"
#include "scene/view.hpp"
#include "session/session.hpp"

struct ImDrawList;

namespace warpscope::instrument {
struct LayerPlan;
}

namespace warpscope::render {

using scene::Camera;
using scene::Content;
using scene::has;
using scene::Lay;
using scene::Overlay;
using scene::OverlaySet;
using scene::Point;
using scene::Space;
using scene::operator|;

struct HeatInfo;
struct LegendEntry;
struct ViewState;

/// Spaces, as bits.
enum Spaces : uint8_t { in_input = 1, in_output = 2, in_launch = 4, in_buffers = 8 };
/// Parts of shaders/view.frag, as bits: borders between owners, fills by the marks of a cell's thread, and what belongs
/// to the block in focus.
enum ShaderPart : uint8_t { draws_owners = 1, draws_marks = 2, draws_focus = 4 };

/// How an overlay comes in as cells grow: from nothing at `from` pixels per cell to `strongest` at `to`; from the start
/// if both are 0.
struct FadeIn {
    double from = 0, to = 0;
    float strongest = 1;
    bool tint = false;       // times ViewState::strength
    bool under_paint = true; // else it gives way to a painted line, which its fill would hide
};

/// What the legend says of a part of a view; `trace`, of the block in focus, may be null.
struct LegendPart {
    const session::RunResult& result;
    const metrics::BlockTrace* trace;
    const ViewState& state;
    std::vector<LegendEntry>& entries;
};

/// All that is special about one overlay: menus, keys, pills, tooltips, the command line, the legend, the shader's
/// parameters and measurements on demand follow from it. README.md says how to add one.
struct OverlayInfo {
    Overlay overlay{};
    std::string_view name{}, title{};
    std::string_view key{}; // "Shift+A": a letter, alone or with Shift
    std::string_view help{};
    std::string_view word{}; // on screen in place of the name, and understood in its place
    uint8_t spaces = 0;      // in which it means something: of Spaces
    uint8_t at_start = 0;    // in which it is on before anything was chosen
    uint8_t rank = 0;        // how early it gives up its pill when room is short: the highest first
    uint8_t shader = 0;      // of ShaderPart; it gets the opacity as show_NAME
    FadeIn fade{};
    bool (*something)(const session::RunResult&, const Content&) = nullptr; // there to draw; null: always
    void (*legend)(const LegendPart&) = nullptr;                            // its entries; null: none of its own
    const HeatInfo* heat = nullptr;                                         // render/maps/heat_info.hpp

    [[nodiscard]] std::string_view shown() const { return word.empty() ? name : word; }
    [[nodiscard]] bool drawn_in(Space space) const;
};
/// All overlays, in display order.
[[nodiscard]] const std::vector<OverlayInfo>& overlays();
[[nodiscard]] const OverlayInfo& info(Overlay overlay);
/// Overlays that fill cells with a colour for a number; a view shows one of them at a time.
[[nodiscard]] OverlaySet heat_overlays();
/// Parses "blocks,halo"; "none" and "all" are understood, the latter being all that can be shown at once: of the heat
/// overlays it holds the first only.
[[nodiscard]] Result<OverlaySet> parse_overlays(std::string_view list);
/// Overlays that are on in a space before anything was chosen.
[[nodiscard]] OverlaySet overlays_at_start(Space space);
/// The overlays of which there is something to draw over `content`.
[[nodiscard]] OverlaySet offered(const session::RunResult& result, const Content& content);

/// A cell of the data, or in launch space a thread, by plane coordinates.
struct CellIndex {
    int64_t x = 0, y = 0;
    friend bool operator==(const CellIndex&, const CellIndex&) = default;
};
[[nodiscard]] inline Point middle_of(CellIndex cell) {
    return {static_cast<double>(cell.x) + 0.5, static_cast<double>(cell.y) + 0.5};
}

/// A cell of a buffer, by its linear index.
struct PointedCell {
    Content content;
    uint64_t index = 0;
    friend bool operator==(const PointedCell&, const PointedCell&) = default;
};

/// What is under the cursor or pinned: always a thread where one is known.
struct Selection {
    std::optional<CellIndex> cell;      // of the output's plane
    std::optional<PointedCell> pointed; // the cell pointed at, in whatever buffer
    metrics::ThreadId thread = 0;       // owner of the cell, or the surplus thread there; 0 none
    bool pinned = false;

    friend bool operator==(const Selection&, const Selection&) = default;
};

struct Theme {
    bool dark = false;
    float scale = 1;                  // of lines and text: monitor scale times user scale; presentation mode adds to it
    uint32_t background = 0xffffffff; // RGBA, as ImGui packs it
    float reading = 0;                // pixels: least size of the type of block numbers, for the last row of a hall

    friend bool operator==(const Theme&, const Theme&) = default;
};

/// A part of a framebuffer that a view covers, by its lower left corner.
struct WindowPart {
    uint32_t framebuffer = 0;
    int x = 0, y = 0;
};

/// A source line or a PTX instruction whose cost is painted on the threads that executed it.
struct Paint {
    std::vector<uint32_t> pcs; // ascending
    metrics::Measure measure{};
    std::string title; // "line 14"

    friend bool operator==(const Paint&, const Paint&) = default;
};

/// Heat maps of sectors that a GPU fills itself, in place of what was measured of the shown run.
struct DrawnHeat {
    metrics::Probe ranges;         // no cells; of the launch that is drawn
    std::vector<Content> contents; // over which it is drawn
    metrics::Range scale;          // of the colours
};

/// Extra measurements of the shown run that are there so far, and what failed.
struct Probes {
    std::vector<std::shared_ptr<const metrics::Probe>> made;
    std::string failure; // why the one asked for last cannot be measured; empty otherwise
    std::shared_ptr<const DrawnHeat> drawn;

    [[nodiscard]] std::shared_ptr<const metrics::Probe> find(const metrics::ProbeRequest& request) const;
    /// Returns whether that is what is drawn over the content for this request.
    [[nodiscard]] bool draws(const metrics::ProbeRequest& request, const Content& content) const;
    friend bool operator==(const Probes&, const Probes&) = default;
};

struct MomentCells;
/// Which blocks of the shown launch have begun and ended at a moment. Cells of the others are hatched.
struct BlocksSoFar {
    struct Order {
        struct Block {
            uint32_t ended_as = 0; // how many blocks have ended when it has, itself counted
            uint32_t begun_at = 0; // how many had when it began
        };
        std::vector<Block> blocks;       // by linear block index
        std::vector<uint32_t> begins_as; // likewise: its place in the order in which blocks begin, from 1 on
    };
    std::shared_ptr<const Order> order; // null: all have run
    uint32_t ended = 0;
    bool modelled = false; // the order is a model's, not recorded
    bool numbered = false; // each block has its place in the order written on it

    /// Returns whether the block has ended, so that what it wrote is there.
    [[nodiscard]] bool has(uint64_t block) const {
        return !order || block >= order->blocks.size() || order->blocks[block].ended_as <= ended;
    }
    friend bool operator==(const BlocksSoFar&, const BlocksSoFar&) = default;
};

struct ViewState {
    Space space = Space::output;
    uint32_t buffer = 0; // with `lay` and `slice` as in Content
    Lay lay = Lay::natural;
    uint32_t slice = 0;
    Camera camera;
    OverlaySet overlays = 0;
    Selection selection;
    std::optional<uint32_t> step; // of the selected thread's accesses to buffers, the one that stands out
    /// What a block has done so far (render/maps/moment_cells.hpp); takes the place of halo, ghosts, interval and the
    /// accesses of the selected thread. Null: all of it.
    std::shared_ptr<const MomentCells> moment;
    std::optional<uint32_t> interval; // between barriers: all but what the selected block touches in it is dimmed
    Theme theme;
    float covered_above = 0;               // pixels at the top that controls lie over: no block is named there
    float covered_below = 0;               // at the bottom, for the legend
    std::array<Point, 2> covered_corner{}; // from and to, of the small map; empty where there is none
    float strength = 1;                    // of tints and patterns: times the opacity that each overlay has by itself
    std::optional<Paint> paint;            // takes the place of heat, surplus, divergence and warps
    /// OpenGL's texture with the output picture, written by the GPU with its smaller levels; 0: the result's output.
    uint32_t live_texture = 0;
    Content live_content = Space::output; // what it is a picture of: the output, laid out in one way
    uint64_t live_picture = 0;            // another number for each picture that the texture has held
    BlocksSoFar so_far;                   // of the output and of launch space

    [[nodiscard]] Content content() const { return {space, buffer, lay, slice}; }
    void show(const Content& content) {
        space = content.space;
        buffer = content.buffer;
        lay = content.lay;
        slice = content.slice;
    }
    friend bool operator==(const ViewState&, const ViewState&) = default;
};

/// What a swatch of the legend shows; an overlay may have several.
enum class Mark : uint8_t {
    block_border,
    thread_border,
    warp_tints,
    surplus,
    unwritten, // cells of the output that no thread wrote, or has written yet
    running,   // cells whose block has begun and not ended
    halo,
    ghost,
    diverged,
    partly_idle,
    reads, // and all other numbers, from the smallest to the largest
    block_tints,
    differences, // between a GPU's recording and the emulator
    not_finite,  // cells with a value that is NaN or infinite
    finding,
    selected,
    selected_warp,
    window,      // cells that the selected thread reads and writes
    block_reads, // cells that its block reads
    current,     // the access that the user stepped to
    interval,    // cells that the block touches in the chosen interval
    lit,         // cells that a lesson's answer is about
    slabs,       // whose memory cells lie in, of several devices
    received,    // ghost rows, copied from another device
};

/// One legend entry: drawn as a swatch that matches the overlay exactly.
struct LegendEntry {
    Overlay overlay{};
    Mark mark{};
    std::string text;                        // "halo 144 cells"
    bool declared = false, modelled = false; // drawn from the experiment's declaration, not observed
};
[[nodiscard]] std::vector<LegendEntry> legend(const session::RunResult& result, const metrics::BlockTrace* trace,
                                              const ViewState& state, const Probes& probes = {});
/// Swatches of a scale are wider than others by this factor.
[[nodiscard]] inline double swatch_stretch(Mark mark) {
    return mark == Mark::reads || mark == Mark::block_tints || mark == Mark::differences ? 3 : 1;
}
/// Draws entry's swatch in the rectangle given in framebuffer pixels.
void draw_swatch(ImDrawList& list, const LegendEntry& entry, Point top_left, Point size, const Theme& theme);

/// Shared GL state of all views: shaders, textures of the present run.
class RunTextures {
public:
    [[nodiscard]] static Result<std::unique_ptr<RunTextures>> create();
    ~RunTextures();

    /// Call once per frame. Starts or goes on uploading `result`'s and `trace`'s maps, spending at most about
    /// `budget`. Returns true when what is on screen is up to date.
    bool update(const std::shared_ptr<const session::RunResult>& result,
                const std::shared_ptr<const metrics::BlockTrace>& trace,
                UploadBudget budget = UploadBudget::of_frame());
    /// Extra measurements of `run`, drawn when it is the one that is shown. Call before update().
    void set_probes(const std::shared_ptr<const session::RunResult>& run, const Probes& probes);
    /// The run whose textures are complete: what views show and what hovering must refer to. Null before the first.
    [[nodiscard]] std::shared_ptr<const session::RunResult> shown() const;
    /// Why part of the shown run cannot be drawn on this graphics driver, such as a picture wider than its textures
    /// may be.
    [[nodiscard]] std::optional<Diagnostic> problem() const;

    /// Textures for the layer of the output that the GPU itself fills (interop/layer_recorder.hpp).
    struct OpenLayer {
        uint32_t keys = 0, marks = 0; // keys: 0 where they follow from places and marks
        friend bool operator==(const OpenLayer&, const OpenLayer&) = default;
    };
    /// Makes them, or gives them again, for a layer of the kernel of `run` as `config` launches it: that run itself, or
    /// one that comes after it; `filled` says whether it has a thread at every place. None while another run is shown,
    /// or its own layer is not there.
    [[nodiscard]] std::optional<OpenLayer> open_layer(const std::shared_ptr<const session::RunResult>& run,
                                                      const LaunchConfig& config, const instrument::LayerPlan& plan,
                                                      bool filled);
    /// Their contents have changed; views draw them in place of the shown run's layer from now on, whichever that is,
    /// but what is known of that run's blocks only where it was launched the same way. `on` false: no more.
    void show_open_layer(bool on);
    /// Returns whether views do so now.
    [[nodiscard]] bool shows_open_layer() const;

    /// Makes textures for the heat of sectors over these contents of `run`, or gives them again; `newer`: for those of
    /// a launch that comes after it. None while another run is shown.
    [[nodiscard]] std::optional<std::vector<uint32_t>> open_heat(const std::shared_ptr<const session::RunResult>& run,
                                                                 const std::vector<Content>& contents, bool newer);
    /// As for the layer: they are drawn in place of the shown run's own from now on.
    void show_open_heat(bool on);
    [[nodiscard]] bool shows_open_heat() const;

    struct Impl;
    [[nodiscard]] Impl& impl() { return *impl_; }

private:
    explicit RunTextures(std::unique_ptr<Impl> impl);
    std::unique_ptr<Impl> impl_;
};

/// Where the name of a buffer stands on the screen.
struct NameArea {
    Point low, high;
};

/// One view's framebuffer.
class View {
public:
    [[nodiscard]] static Result<std::unique_ptr<View>> create();
    ~View();

    /// Renders picture and overlays at `width` x `height` framebuffer pixels; returns the GL texture to show (rows
    /// bottom up as OpenGL has them: use uv (0,1)-(1,0)).
    uint32_t draw(RunTextures& run, const ViewState& state, uint32_t width, uint32_t height);
    /// The same in two steps, so that a kernel can be launched in between, before OpenGL has work to do: prepare()
    /// returns the texture, and paint() fills it, with `live_texture` as it is then in place of ViewState's, where that
    /// has one. Between the two `run` must not be updated: then nothing is drawn, and prepare() is to be called again.
    uint32_t prepare(RunTextures& run, const ViewState& state, uint32_t width, uint32_t height);
    /// What paint() has drawn into.
    enum class Painted : uint8_t { nothing, texture, window };
    /// `window`: where in a framebuffer the picture will be seen. What a kernel has just written is drawn there, since
    /// it is seen once as long as kernels follow each other, and a GPU that is made for computing takes long to lay a
    /// texture over a window; the texture is then as it was, and is filled when the same is painted again.
    Painted paint(RunTextures& run, uint32_t live_texture, uint64_t live_picture,
                  const std::optional<WindowPart>& window = std::nullopt);
    /// Grows whenever the texture's pixels may have changed.
    [[nodiscard]] uint64_t drawings() const;
    /// Draws the text that belongs on top (values from 28 px per cell, labels from 56 px, block numbers) at `origin`.
    void draw_text(ImDrawList& list, const session::RunResult& result, const ViewState& state, Point origin,
                   Point size) const;
    /// Of the last draw_text(): names of buffers beside their data.
    [[nodiscard]] const std::vector<NameArea>& names() const;
    /// What was drawn last, which was of `result`, as shapes: a named group for each overlay, or an image where there
    /// would be thousands of shapes; `notes` is told. Pixels of the view lie at `origin` and further.
    [[nodiscard]] drawing::Group shapes(const session::RunResult& result, Point origin,
                                        std::vector<std::string>& notes) const;
    /// OpenGL's, that draw() has returned last.
    [[nodiscard]] uint32_t texture() const;

    struct Impl;

private:
    explicit View(std::unique_ptr<Impl> impl);
    std::unique_ptr<Impl> impl_;
};

/// The cell of the content's buffer (linear index), or in launch space the thread (ThreadId - 1), at a place of the
/// plane; none where the plane is empty. Two-dimensional data lie as they are; long one-dimensional arrays are wrapped
/// into rows and volumes lie as slices side by side, so use this and not y * width + x.
[[nodiscard]] std::optional<uint64_t> index_at(const session::RunResult& result, const Content& content,
                                               CellIndex place);
/// The inverse of index_at.
[[nodiscard]] CellIndex place_of(const session::RunResult& result, const Content& content, uint64_t index);

/// Extent of the plane, in cells (data) or threads (launch), without surplus. Of an arrangement: its middle.
[[nodiscard]] Point plane_size(const session::RunResult& result, const Content& content);
/// Extent including surplus threads drawn beyond the edge: what "fit" shows.
[[nodiscard]] Point plane_size_with_surplus(const session::RunResult& result, const Content& content);
/// What lies at plane coordinates `p`.
[[nodiscard]] Selection pick(const session::RunResult& result, const Content& content, Point p);

} // namespace warpscope::render
