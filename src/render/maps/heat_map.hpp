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

/// Drawn heat map: the painted line, else the difference of buffers, else the first active heat overlay.
struct HeatChoice {
    Overlay overlay = Overlay::none;
    std::optional<Paint> paint;
    std::shared_ptr<const insight::ValueDifference> difference = nullptr;

    [[nodiscard]] bool any() const { return paint.has_value() || difference != nullptr || overlay != Overlay::none; }
    [[nodiscard]] const HeatInfo* heat() const {
        return paint || overlay == Overlay::none ? nullptr : info(overlay).heat;
    }
    friend bool operator==(const HeatChoice&, const HeatChoice&) = default;
};
/// Skips overlays without data. `state` must show a single part.
[[nodiscard]] HeatChoice heat_choice(const session::RunResult& result, const ViewState& state);
[[nodiscard]] std::optional<metrics::ProbeRequest> probe_for(const session::RunResult& result,
                                                             const HeatChoice& choice);
[[nodiscard]] std::vector<metrics::ProbeRequest> probes_for(const session::RunResult& result, const ViewState& state);

/// Returns the contents that show sectors and have a cell_plane().
[[nodiscard]] std::vector<Content> sector_planes(const session::RunResult& result, const ViewState& state);

class HeatField {
public:
    /// Returns null if nothing is shown. `content` must not be an arrangement.
    [[nodiscard]] static std::unique_ptr<HeatField> create(std::shared_ptr<const session::RunResult> result,
                                                           const Content& content, HeatChoice choice,
                                                           std::shared_ptr<const metrics::Probe> probe);

    /// Returns the plane's cells. For a painted line over the output, adds places of idle threads.
    [[nodiscard]] const CellRect& rect() const { return rect_; }
    /// Returns the color scale's range. Costs of all buffers share it.
    [[nodiscard]] const metrics::Range& scale() const { return scale_; }
    [[nodiscard]] bool tinted() const { return is_difference() || (heat_ != nullptr && heat_->tint != nullptr); }
    [[nodiscard]] bool sparse() const { return is_difference() || (heat_ != nullptr && heat_->sparse); }
    [[nodiscard]] bool is_difference() const { return choice_.difference != nullptr; }
    [[nodiscard]] bool painted() const { return choice_.paint.has_value(); }

    [[nodiscard]] std::optional<double> value_at(CellIndex place) const;
    [[nodiscard]] std::optional<Color> color_at(CellIndex place) const;
    /// Writes rows [row, row + rows) from rect().y. An entry's lower byte is the level. The upper byte is 255, so that
    /// mipmaps average correctly. An entry without a value is 0.
    void levels(int64_t row, int64_t rows, std::span<uint16_t> out) const;
    /// Converts rows to RGBA8. In sparse fields, a higher alpha marks the more important tints.
    void tints(int64_t row, int64_t rows, std::span<uint32_t> out) const;

private:
    HeatField(std::shared_ptr<const session::RunResult> result, const Content& content, HeatChoice choice);
    [[nodiscard]] bool find_values(std::shared_ptr<const metrics::Probe> probe);
    [[nodiscard]] std::optional<double> of_cell(uint64_t cell) const;
    [[nodiscard]] std::optional<double> of_thread(metrics::ThreadId thread) const {
        return probe_->value(choice_.paint->measure, thread, result_->shown().config);
    }
    [[nodiscard]] Color tint(double value) const;
    /// Returns 0 for the most important values of a sparse field.
    [[nodiscard]] uint32_t rank(double value) const;
    template<class Put>
    void each(int64_t row, int64_t rows, const Put& put) const;

    std::shared_ptr<const session::RunResult> result_;
    Content content_;
    PlaceThreads places_;
    CellRect rect_;
    HeatChoice choice_;
    std::shared_ptr<const metrics::Probe> probe_;
    const HeatInfo* heat_;
    // At most one is set. Both are null for painted lines and differences.
    const metrics::CellCounts* counts_ = nullptr;
    const metrics::CellCosts* costs_ = nullptr;
    [[nodiscard]] double level_of(double value) const;

    metrics::Range scale_;
};

[[nodiscard]] metrics::Range range_of(const metrics::CellCounts& counts);
/// Returns whether the scale is always 1 to 32, as for sectors per request. The scale uses the square root, so that 4
/// differs clearly from 8.
[[nodiscard]] bool has_fixed_scale(const HeatChoice& choice);
[[nodiscard]] metrics::Range scale_of(const HeatChoice& choice, metrics::Range range);
inline constexpr instrument::CellScale scale_of_requests{1, 32};
/// Returns nullopt if the cells have gaps or are rearranged for display.
[[nodiscard]] std::optional<instrument::CellPlane> cell_plane(const session::RunResult& result, const Content& content);
/// Formats "4 sectors per request (scale 4 to 32)". Not for overlays with tints.
[[nodiscard]] std::string heat_text(const HeatChoice& choice, const metrics::Range& range, const metrics::Range& scale);

} // namespace warpscope::render
