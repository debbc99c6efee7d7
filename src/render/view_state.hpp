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
#include "insight/blocks_so_far.hpp"
#include "insight/moment_cells.hpp"
#include "insight/value_difference.hpp"
#include "metrics/on_demand.hpp"
#include "metrics/results.hpp"
#include "scene/view.hpp"
#include "session/session.hpp"

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
using insight::BlocksSoFar;
using insight::MomentCells;

struct HeatInfo;
struct LegendEntry;
struct ViewState;

enum Spaces : uint8_t { in_input = 1, in_output = 2, in_launch = 4, in_buffers = 8 };
/// Features of shaders/view.frag that an overlay needs.
enum ShaderPart : uint8_t { draws_owners = 1, draws_marks = 2, draws_focus = 4 };

/// Opacity by zoom: 0 at `from` pixels per cell, `strongest` at `to`. If `from` and `to` are 0, the overlay is always
/// visible.
struct FadeIn {
    double from = 0, to = 0;
    float strongest = 1;
    bool tint = false; // opacity is multiplied by ViewState::strength
    bool under_paint = true;
};

struct Probes;

/// `trace` may be null.
struct LegendPart {
    const session::RunResult& result;
    const metrics::BlockTrace* trace;
    const ViewState& state;
    const Probes& probes;
    std::vector<LegendEntry>& entries;
};

struct OverlayInfo {
    Overlay overlay{};
    std::string_view name{}, title{};
    std::string_view key{}; // "A" or "Shift+A"
    std::string_view help{};
    std::string_view word{}; // short name that replaces `name` for users
    uint8_t spaces = 0;      // Spaces bits
    uint8_t at_start = 0;    // Spaces bits: where the overlay is on initially
    uint8_t rank = 0;        // the view's header omits the highest rank first
    uint8_t shader = 0;      // ShaderPart bits; the uniform show_NAME is its opacity
    FadeIn fade{};
    // Returns whether there are data to show; null: always.
    bool (*something)(const session::RunResult&, const Content&) = nullptr;
    void (*legend)(const LegendPart&) = nullptr;
    const HeatInfo* heat = nullptr;

    [[nodiscard]] std::string_view shown() const { return word.empty() ? name : word; }
    [[nodiscard]] bool drawn_in(Space space) const;
};
[[nodiscard]] const std::vector<OverlayInfo>& overlays();
[[nodiscard]] const OverlayInfo& info(Overlay overlay);
[[nodiscard]] OverlaySet heat_overlays();
/// Parses "blocks,halo", "none" or "all". "all" includes only the first heat map.
[[nodiscard]] Result<OverlaySet> parse_overlays(std::string_view list);
[[nodiscard]] OverlaySet overlays_at_start(Space space);
[[nodiscard]] OverlaySet offered(const session::RunResult& result, const Content& content);

/// Plane coordinates of a cell or, in launch space, of a thread.
struct CellIndex {
    int64_t x = 0, y = 0;
    friend bool operator==(const CellIndex&, const CellIndex&) = default;
};
[[nodiscard]] inline Point middle_of(CellIndex cell) {
    return {static_cast<double>(cell.x) + 0.5, static_cast<double>(cell.y) + 0.5};
}

struct PointedCell {
    Content content;
    uint64_t index = 0;
    friend bool operator==(const PointedCell&, const PointedCell&) = default;
};

struct Selection {
    std::optional<CellIndex> cell; // on the output's plane
    std::optional<PointedCell> pointed;
    metrics::ThreadId thread = 0; // may be an idle thread; 0: none
    bool pinned = false;

    friend bool operator==(const Selection&, const Selection&) = default;
};

struct Theme {
    bool dark = false;
    float scale = 1;                  // factor for lines and text
    uint32_t background = 0xffffffff; // in ImGui's byte order
    float reading = 0;                // minimum font size of block numbers, for lecture halls

    friend bool operator==(const Theme&, const Theme&) = default;
};

/// Area of another framebuffer, by its lower left corner.
struct WindowPart {
    uint32_t framebuffer = 0;
    int x = 0, y = 0;
};

struct Paint {
    std::vector<uint32_t> pcs;
    metrics::Measure measure{};
    std::string title;

    friend bool operator==(const Paint&, const Paint&) = default;
};

struct DrawnHeat {
    metrics::Probe ranges; // only ranges, no cell values
    std::vector<Content> contents;
    metrics::Range scale;
};

enum class CountedSplits : uint8_t {
    all,
    surviving,   // splits of branches that survive in machine code; all until they are measured
    unassembled, // all, because machine code cannot be made
};

struct Probes {
    std::vector<std::shared_ptr<const metrics::Probe>> made;
    Message failure;
    std::shared_ptr<const DrawnHeat> drawn;
    CountedSplits counted = CountedSplits::all;
    std::shared_ptr<const metrics::Probe> surviving; // measurement of surviving branches; may be null

    [[nodiscard]] std::shared_ptr<const metrics::Probe> find(const metrics::ProbeRequest& request) const;
    [[nodiscard]] bool draws(const metrics::ProbeRequest& request, const Content& content) const;
    friend bool operator==(const Probes&, const Probes&) = default;
};

struct ViewState {
    Space space = Space::output;
    uint32_t buffer = 0;
    Lay lay = Lay::natural;
    uint32_t slice = 0;
    Camera camera;
    OverlaySet overlays = 0;
    bool hides_findings = false;
    Selection selection;
    std::optional<uint32_t> step; // index of the highlighted access
    /// A block's progress. Hides halo, ghosts, interval and accesses. May be null.
    std::shared_ptr<const MomentCells> moment;
    // Barrier interval; cells that it does not access are dimmed.
    std::optional<uint32_t> interval;
    Theme theme;
    float covered_above = 0;               // pixels under controls
    float covered_below = 0;               // pixels under the legend
    std::array<Point, 2> covered_corner{}; // corners of the minimap; zero: no minimap
    float strength = 1;                    // factor for tints and patterns
    std::optional<Paint> paint;            // hides heat overlays, idle threads, divergence and warps
    std::shared_ptr<const insight::ValueDifference> difference; // of `content`; hides the picture and heat overlays
    /// OpenGL texture with a GPU's picture and mipmaps, or 0.
    uint32_t live_texture = 0;
    Content live_content = Space::output;
    uint64_t live_picture = 0; // number of the texture's picture, never reused
    BlocksSoFar so_far;

    [[nodiscard]] Content content() const { return {space, buffer, lay, slice}; }
    void show(const Content& content) {
        space = content.space;
        buffer = content.buffer;
        lay = content.lay;
        slice = content.slice;
    }
    friend bool operator==(const ViewState&, const ViewState&) = default;
};

enum class Mark : uint8_t {
    block_border,
    thread_border,
    warp_tints,
    idle_threads,
    unwritten, // never written, or not written yet
    running,
    halo,
    ghost,
    diverged,
    partly_idle,
    reads,    // color scale of a count
    one_read, // color of a single value
    block_tints,
    differences,
    signed_difference, // diverging color scale
    not_finite,
    values,
    finding,
    selected,
    selected_warp,
    window,      // cells that the selected thread accesses
    block_reads, // cells that the thread's block reads
    block_outline,
    current,
    interval, // cells that the block accesses in the chosen interval
    lit,      // cells highlighted by a lesson
    slabs,    // memory of several devices
    received, // ghost rows
};

struct LegendEntry {
    Overlay overlay{};
    Mark mark{};
    std::string text;
    bool declared = false, modeled = false;
};
[[nodiscard]] std::vector<LegendEntry> legend(const session::RunResult& result, const metrics::BlockTrace* trace,
                                              const ViewState& state, const Probes& probes = {});
[[nodiscard]] inline double swatch_stretch(Mark mark) {
    const bool is_scale = mark == Mark::reads || mark == Mark::block_tints || mark == Mark::differences ||
                          mark == Mark::signed_difference || mark == Mark::values;
    return is_scale ? 3 : 1;
}

/// Returns the linear index; ThreadId - 1 in launch space.
[[nodiscard]] std::optional<uint64_t> index_at(const session::RunResult& result, const Content& content,
                                               CellIndex place);
[[nodiscard]] CellIndex place_of(const session::RunResult& result, const Content& content, uint64_t index);

/// Returns the size without idle threads; for an arrangement, the size of its middle part.
[[nodiscard]] Point plane_size(const session::RunResult& result, const Content& content);
[[nodiscard]] Point plane_size_with_idle_threads(const session::RunResult& result, const Content& content);
[[nodiscard]] Selection pick(const session::RunResult& result, const Content& content, Point p);

} // namespace warpscope::render
