// Views of a run: a buffer's picture or launch space, with overlays. Everything comes from measured maps; no code
// depends on a kernel.
//
// Requires a current OpenGL 3.3 core context. Text uses an ImDrawList, shared by window and figure. Large uploads take
// several frames; meanwhile the previous run stays visible.
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

enum Spaces : uint8_t { in_input = 1, in_output = 2, in_launch = 4, in_buffers = 8 };
/// Parts of shaders/view.frag: borders between owners, fills by thread marks, and marks of the block in focus.
enum ShaderPart : uint8_t { draws_owners = 1, draws_marks = 2, draws_focus = 4 };

/// Opacity of an overlay by cell size: 0 at `from` pixels per cell, `strongest` at `to`; always visible if both are 0.
struct FadeIn {
    double from = 0, to = 0;
    float strongest = 1;
    bool tint = false;       // multiplied by ViewState::strength
    bool under_paint = true; // otherwise hidden by a painted line
};

/// Input for an overlay's legend entries; `trace` of the focused block may be null.
struct LegendPart {
    const session::RunResult& result;
    const metrics::BlockTrace* trace;
    const ViewState& state;
    std::vector<LegendEntry>& entries;
};

/// Description of an overlay, from which menus, keys, tooltips, command line, legend, shader parameters and
/// measurements follow. README.md explains how to add one.
struct OverlayInfo {
    Overlay overlay{};
    std::string_view name{}, title{};
    std::string_view key{}; // a letter, or "Shift+A"
    std::string_view help{};
    std::string_view word{}; // displayed instead of `name`, and accepted as input
    uint8_t spaces = 0;      // applicable Spaces
    uint8_t at_start = 0;    // Spaces where it is initially on
    uint8_t rank = 0;        // order of removing its pill when space is short, highest first
    uint8_t shader = 0;      // ShaderPart bits; receives the opacity as show_NAME
    FadeIn fade{};
    bool (*something)(const session::RunResult&, const Content&) = nullptr; // has something to draw; null: always
    void (*legend)(const LegendPart&) = nullptr;                            // adds legend entries; may be null
    const HeatInfo* heat = nullptr;                                         // see render/maps/heat_info.hpp

    [[nodiscard]] std::string_view shown() const { return word.empty() ? name : word; }
    [[nodiscard]] bool drawn_in(Space space) const;
};
/// Returns all overlays in display order.
[[nodiscard]] const std::vector<OverlayInfo>& overlays();
[[nodiscard]] const OverlayInfo& info(Overlay overlay);
/// Returns the heat map overlays; a view shows one at a time.
[[nodiscard]] OverlaySet heat_overlays();
/// Parses a list such as "blocks,halo", "none" or "all". "all" includes only the first heat map.
[[nodiscard]] Result<OverlaySet> parse_overlays(std::string_view list);
[[nodiscard]] OverlaySet overlays_at_start(Space space);
/// Returns the overlays with something to draw over `content`.
[[nodiscard]] OverlaySet offered(const session::RunResult& result, const Content& content);

/// Plane coordinates of a cell, or of a thread in launch space.
struct CellIndex {
    int64_t x = 0, y = 0;
    friend bool operator==(const CellIndex&, const CellIndex&) = default;
};
[[nodiscard]] inline Point middle_of(CellIndex cell) {
    return {static_cast<double>(cell.x) + 0.5, static_cast<double>(cell.y) + 0.5};
}

/// A buffer cell by linear index.
struct PointedCell {
    Content content;
    uint64_t index = 0;
    friend bool operator==(const PointedCell&, const PointedCell&) = default;
};

/// Item under the cursor or pinned, with a thread if known.
struct Selection {
    std::optional<CellIndex> cell;      // on the output's plane
    std::optional<PointedCell> pointed; // in any buffer
    metrics::ThreadId thread = 0;       // owner of the cell, or idle thread there; 0: none
    bool pinned = false;

    friend bool operator==(const Selection&, const Selection&) = default;
};

struct Theme {
    bool dark = false;
    float scale = 1; // size factor of lines and text: monitor scale times user scale, larger in presentation mode
    uint32_t background = 0xffffffff; // RGBA as packed by ImGui
    float reading = 0;                // minimum font size in pixels of block numbers, for lecture halls

    friend bool operator==(const Theme&, const Theme&) = default;
};

/// Lower left corner of a view in another framebuffer.
struct WindowPart {
    uint32_t framebuffer = 0;
    int x = 0, y = 0;
};

/// A source line or PTX instruction whose cost is painted on its threads.
struct Paint {
    std::vector<uint32_t> pcs; // ascending
    metrics::Measure measure{};
    std::string title; // "line 14"

    friend bool operator==(const Paint&, const Paint&) = default;
};

/// Sectors heat maps drawn by the GPU.
struct DrawnHeat {
    metrics::Probe ranges;         // measurement of the drawn launch, without cells
    std::vector<Content> contents; // contents it is drawn over
    metrics::Range scale;          // color scale
};

/// Available extra measurements of the shown run.
struct Probes {
    std::vector<std::shared_ptr<const metrics::Probe>> made;
    std::string failure; // why the latest request failed, or empty
    std::shared_ptr<const DrawnHeat> drawn;

    [[nodiscard]] std::shared_ptr<const metrics::Probe> find(const metrics::ProbeRequest& request) const;
    /// Returns whether the GPU draws this request over the content.
    [[nodiscard]] bool draws(const metrics::ProbeRequest& request, const Content& content) const;
    friend bool operator==(const Probes&, const Probes&) = default;
};

struct MomentCells;
/// Progress of the shown launch at a moment. Cells of unfinished blocks are hatched.
struct BlocksSoFar {
    struct Order {
        struct Block {
            uint32_t ended_as = 0; // number of ended blocks when it ended, including itself
            uint32_t begun_at = 0; // number of ended blocks when it began
        };
        std::vector<Block> blocks;       // indexed by block
        std::vector<uint32_t> begins_as; // per block: position in the order of beginning, from 1
    };
    std::shared_ptr<const Order> order; // null: all blocks have ended
    uint32_t ended = 0;
    bool modelled = false; // modeled rather than recorded order
    bool numbered = false; // blocks show their position in the order

    /// Returns whether the block has ended.
    [[nodiscard]] bool has(uint64_t block) const {
        return !order || block >= order->blocks.size() || order->blocks[block].ended_as <= ended;
    }
    friend bool operator==(const BlocksSoFar&, const BlocksSoFar&) = default;
};

struct ViewState {
    Space space = Space::output;
    uint32_t buffer = 0; // `buffer`, `lay` and `slice` as in Content
    Lay lay = Lay::natural;
    uint32_t slice = 0;
    Camera camera;
    OverlaySet overlays = 0;
    Selection selection;
    std::optional<uint32_t> step; // highlighted access of the selected thread
    /// A block's progress (render/maps/moment_cells.hpp), shown instead of halo, ghosts, interval and accesses. Null:
    /// final state.
    std::shared_ptr<const MomentCells> moment;
    // barrier interval; cells that the selected block does not access in it are dimmed
    std::optional<uint32_t> interval;
    Theme theme;
    float covered_above = 0;               // pixels at the top covered by controls
    float covered_below = 0;               // pixels at the bottom covered by the legend
    std::array<Point, 2> covered_corner{}; // area of the minimap; may be empty
    float strength = 1;                    // factor for the opacity of tints and patterns
    std::optional<Paint> paint;            // replaces heat, idle threads, divergence and warps
    /// OpenGL texture with mipmaps of the output, written by the GPU; 0: uses the result's output.
    uint32_t live_texture = 0;
    Content live_content = Space::output; // layout of the live picture
    uint64_t live_picture = 0;            // unique number of the picture
    BlocksSoFar so_far;                   // progress in the output and launch space

    [[nodiscard]] Content content() const { return {space, buffer, lay, slice}; }
    void show(const Content& content) {
        space = content.space;
        buffer = content.buffer;
        lay = content.lay;
        slice = content.slice;
    }
    friend bool operator==(const ViewState&, const ViewState&) = default;
};

/// Kind of legend swatch; an overlay may have several.
enum class Mark : uint8_t {
    block_border,
    thread_border,
    warp_tints,
    surplus,
    unwritten, // output cells not written, or not yet
    running,   // cells of running blocks
    halo,
    ghost,
    diverged,
    partly_idle,
    reads, // also other numeric scales
    block_tints,
    differences, // between a GPU's recording and the emulator
    not_finite,  // NaN or infinite values
    finding,
    selected,
    selected_warp,
    window,      // the selected thread's accesses
    block_reads, // the block's reads
    current,     // the current access
    interval,    // the block's accesses in the chosen interval
    lit,         // cells highlighted by a lesson
    slabs,       // cells by device memory
    received,    // ghost rows copied from another device
};

/// A legend entry with a swatch that matches the overlay.
struct LegendEntry {
    Overlay overlay{};
    Mark mark{};
    std::string text;                        // "halo 144 cells"
    bool declared = false, modelled = false; // from the experiment's declaration or a model, not observed
};
[[nodiscard]] std::vector<LegendEntry> legend(const session::RunResult& result, const metrics::BlockTrace* trace,
                                              const ViewState& state, const Probes& probes = {});
/// Returns the relative width of a swatch; scales are wider.
[[nodiscard]] inline double swatch_stretch(Mark mark) {
    return mark == Mark::reads || mark == Mark::block_tints || mark == Mark::differences ? 3 : 1;
}
/// Draws a swatch in a rectangle in framebuffer pixels.
void draw_swatch(ImDrawList& list, const LegendEntry& entry, Point top_left, Point size, const Theme& theme);

/// OpenGL state shared by all views: shaders and the run's textures.
class RunTextures {
public:
    [[nodiscard]] static Result<std::unique_ptr<RunTextures>> create();
    ~RunTextures();

    /// Call once per frame. Uploads maps of `result` and `trace` within about `budget`. Returns true when everything is
    /// up to date.
    bool update(const std::shared_ptr<const session::RunResult>& result,
                const std::shared_ptr<const metrics::BlockTrace>& trace,
                UploadBudget budget = UploadBudget::of_frame());
    /// Sets extra measurements of `run`. Call before update().
    void set_probes(const std::shared_ptr<const session::RunResult>& run, const Probes& probes);
    /// Returns the run with complete textures, which views show. Null before the first.
    [[nodiscard]] std::shared_ptr<const session::RunResult> shown() const;
    /// Returns why part of the run cannot be drawn by this driver, for example a picture that is too wide.
    [[nodiscard]] std::optional<Diagnostic> problem() const;

    /// Textures for the output layer filled by the GPU (interop/layer_recorder.hpp).
    struct OpenLayer {
        uint32_t keys = 0, marks = 0; // keys: 0 if they follow from places and marks
        friend bool operator==(const OpenLayer&, const OpenLayer&) = default;
    };
    /// Makes or reuses textures for a layer of the kernel of `run` launched as `config`. `filled`: every place has a
    /// thread. nullopt while another run is shown or its own layer is missing.
    [[nodiscard]] std::optional<OpenLayer> open_layer(const std::shared_ptr<const session::RunResult>& run,
                                                      const LaunchConfig& config, const instrument::LayerPlan& plan,
                                                      bool filled);
    /// Shows or hides the filled layer instead of the shown run's. Facts about blocks are used only if the launch is
    /// the same.
    void show_open_layer(bool on);
    [[nodiscard]] bool shows_open_layer() const;

    /// Makes or reuses textures for sectors heat over `contents` of `run`; `newer`: for a later launch. nullopt while
    /// another run is shown.
    [[nodiscard]] std::optional<std::vector<uint32_t>> open_heat(const std::shared_ptr<const session::RunResult>& run,
                                                                 const std::vector<Content>& contents, bool newer);
    /// Shows or hides the filled heat maps.
    void show_open_heat(bool on);
    [[nodiscard]] bool shows_open_heat() const;

    struct Impl;
    [[nodiscard]] Impl& impl() { return *impl_; }

private:
    explicit RunTextures(std::unique_ptr<Impl> impl);
    std::unique_ptr<Impl> impl_;
};

/// Screen area of a buffer's name.
struct NameArea {
    Point low, high;
};

class View {
public:
    [[nodiscard]] static Result<std::unique_ptr<View>> create();
    ~View();

    /// Draws picture and overlays and returns the texture, bottom row first: use uv (0,1)-(1,0).
    uint32_t draw(RunTextures& run, const ViewState& state, uint32_t width, uint32_t height);
    /// Splits draw() in two, so that a kernel can be launched in between. prepare() returns the texture; paint() fills
    /// it, using the current `live_texture`. If `run` is updated in between, nothing is drawn; call prepare() again.
    uint32_t prepare(RunTextures& run, const ViewState& state, uint32_t width, uint32_t height);
    /// Target of paint().
    enum class Painted : uint8_t { nothing, texture, window };
    /// `window`: place in a framebuffer where the picture will appear. A new kernel's picture is drawn there directly,
    /// which avoids a slow copy on compute GPUs. The texture is then filled when the same picture is painted again.
    Painted paint(RunTextures& run, uint32_t live_texture, uint64_t live_picture,
                  const std::optional<WindowPart>& window = std::nullopt);
    /// Returns a counter that grows whenever the texture may have changed.
    [[nodiscard]] uint64_t drawings() const;
    /// Draws values (from 28 px per cell), labels (from 56 px) and block numbers at `origin`.
    void draw_text(ImDrawList& list, const session::RunResult& result, const ViewState& state, Point origin,
                   Point size) const;
    /// Returns the buffer names of the last draw_text().
    [[nodiscard]] const std::vector<NameArea>& names() const;
    /// Returns the last drawn view of `result` as shapes, a named group per overlay, or an image if there are too many;
    /// explains this in `notes`. The view's origin is at `origin`.
    [[nodiscard]] drawing::Group shapes(const session::RunResult& result, Point origin,
                                        std::vector<std::string>& notes) const;
    /// Returns the texture that draw() returned last.
    [[nodiscard]] uint32_t texture() const;

    struct Impl;

private:
    explicit View(std::unique_ptr<Impl> impl);
    std::unique_ptr<Impl> impl_;
};

/// Returns the linear cell index (or ThreadId - 1 in launch space) at a place. Use this instead of y * width + x,
/// because lines are wrapped and volumes are laid out in slices.
[[nodiscard]] std::optional<uint64_t> index_at(const session::RunResult& result, const Content& content,
                                               CellIndex place);
/// Inverts index_at().
[[nodiscard]] CellIndex place_of(const session::RunResult& result, const Content& content, uint64_t index);

/// Returns the plane's size without idle threads; for an arrangement, of its middle part.
[[nodiscard]] Point plane_size(const session::RunResult& result, const Content& content);
/// Returns the plane's size with idle threads, which "fit" shows.
[[nodiscard]] Point plane_size_with_surplus(const session::RunResult& result, const Content& content);
/// Returns the selection at plane coordinates `p`.
[[nodiscard]] Selection pick(const session::RunResult& result, const Content& content, Point p);

} // namespace warpscope::render
