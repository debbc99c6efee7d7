// Maps of numbers over a view: how often cells are loaded, what their requests cost, which block loads them, and what a
// painted line cost the threads that own them. Knows no OpenGL.
#pragma once

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "instrument/cell_levels.hpp"
#include "render/maps/heat_info.hpp"
#include "render/maps/owner_layer.hpp"

namespace warpscope::render {

/// What a view shows as heat: the painted line, else the first of the heat overlays that are on, else nothing.
struct HeatChoice {
    Overlay overlay = Overlay::none;
    std::optional<Paint> paint;

    [[nodiscard]] bool any() const { return paint.has_value() || overlay != Overlay::none; }
    /// Of the overlay; null for a painted line and for nothing.
    [[nodiscard]] const HeatInfo* heat() const {
        return paint || overlay == Overlay::none ? nullptr : info(overlay).heat;
    }
    friend bool operator==(const HeatChoice&, const HeatChoice&) = default;
};
/// `state` is of a single part. Overlays of which there is nothing to draw over its content are passed over.
[[nodiscard]] HeatChoice heat_choice(const session::RunResult& result, const ViewState& state);
/// The extra measurement that it needs; none when the run itself holds what is shown.
[[nodiscard]] std::optional<metrics::ProbeRequest> probe_for(const session::RunResult& result,
                                                             const HeatChoice& choice);
/// Those that the parts of a view need, without duplicates.
[[nodiscard]] std::vector<metrics::ProbeRequest> probes_for(const session::RunResult& result, const ViewState& state);

/// The contents over which a view shows the heat of sectors and a GPU can lay it out by itself (cell_plane).
[[nodiscard]] std::vector<Content> sector_planes(const session::RunResult& result, const ViewState& state);

/// The numbers of one choice, by place of a view's plane.
class HeatField {
public:
    /// Null when there is nothing to show over `content` (no arrangement): nothing of the kind happened to its buffer,
    /// or the threads of a painted line have no place there. `probe` is what probe_for asked for.
    [[nodiscard]] static std::unique_ptr<HeatField> create(std::shared_ptr<const session::RunResult> result,
                                                           const Content& content, HeatChoice choice,
                                                           std::shared_ptr<const metrics::Probe> probe);

    /// The places that have numbers: the plane, or over the output for a painted line the cells of surplus threads too.
    [[nodiscard]] const CellRect& rect() const { return rect_; }
    /// Of the colours. Costs of cells have one scale for all buffers, so that views can be compared.
    [[nodiscard]] const metrics::Range& scale() const { return scale_; }
    /// Blocks are named by tints, and so are differences; other numbers are levels of viridis.
    [[nodiscard]] bool tinted() const { return heat_ != nullptr && heat_->tint != nullptr; }
    /// Few cells may have a number, which must stay visible however small they get.
    [[nodiscard]] bool sparse() const { return heat_ != nullptr && heat_->sparse; }
    [[nodiscard]] bool painted() const { return choice_.paint.has_value(); }

    [[nodiscard]] std::optional<double> value_at(CellIndex place) const;
    [[nodiscard]] std::optional<Colour> colour_at(CellIndex place) const;
    /// Rows [row, row + rows) counted from rect().y: 0 where there is no number, else 255 in the upper byte and in the
    /// lower 0 to 255 from the smallest to the largest. So means of several are right wherever some have none.
    void levels(int64_t row, int64_t rows, std::span<uint16_t> out) const;
    /// The same as colours (RGBA8), for a tinted field. Of a sparse one the graver have the higher alpha, by 1.
    void tints(int64_t row, int64_t rows, std::span<uint32_t> out) const;

private:
    HeatField(std::shared_ptr<const session::RunResult> result, const Content& content, HeatChoice choice);
    [[nodiscard]] bool find_values(std::shared_ptr<const metrics::Probe> probe);
    [[nodiscard]] std::optional<double> of_cell(uint64_t cell) const;
    [[nodiscard]] std::optional<double> of_thread(metrics::ThreadId thread) const {
        return probe_->value(choice_.paint->measure, thread, result_->shown().config);
    }
    [[nodiscard]] Colour tint(double value) const;
    template<class Put>
    void each(int64_t row, int64_t rows, const Put& put) const;

    std::shared_ptr<const session::RunResult> result_;
    Content content_;
    PlaceThreads places_;
    CellRect rect_;
    HeatChoice choice_;
    std::shared_ptr<const metrics::Probe> probe_;
    const HeatInfo* heat_; // null for a painted line
    // By cell, one of the two.
    const metrics::CellCounts* counts_ = nullptr;
    const metrics::CellCosts* costs_ = nullptr;
    /// From 0 to 1 on the scale.
    [[nodiscard]] double level_of(double value) const;

    metrics::Range scale_;
};

/// The smallest and the largest of the counts that are not 0.
[[nodiscard]] metrics::Range range_of(const metrics::CellCounts& counts);
/// Returns whether a number has the same colour in every launch, so that two of them can be compared and what is bad
/// everywhere does not look like the best: sectors and passes per request of a warp are 1 to 32. Their colours go by
/// the root, or 4 sectors, as good as it gets for a warp of floats, would hardly differ from 8.
[[nodiscard]] bool has_fixed_scale(const HeatChoice& choice);
/// The scale of the colours: a fixed one, else `range`.
[[nodiscard]] metrics::Range scale_of(const HeatChoice& choice, metrics::Range range);
/// Where a fixed scale begins and ends.
inline constexpr instrument::CellScale scale_of_requests{1, 32};
/// The buffer of a content whose heat a GPU can lay out by itself: one that is shown as it lies. None of others.
[[nodiscard]] std::optional<instrument::CellPlane> cell_plane(const session::RunResult& result, const Content& content);
/// "4 sectors per request (scale 4 to 32)": what heat of `range` means when its colours are of `scale`. Not for a
/// tinted choice.
[[nodiscard]] std::string heat_text(const HeatChoice& choice, const metrics::Range& range, const metrics::Range& scale);

} // namespace warpscope::render
