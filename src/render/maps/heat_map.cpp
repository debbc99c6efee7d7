#include "render/maps/heat_map.hpp"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>

#include "language/tr.hpp"

namespace warpscope::render {

namespace {

std::string number(double value) {
    return value == std::round(value) ? fmt::format("{:.0f}", value) : fmt::format("{:.1f}", value);
}

std::string painted(metrics::Measure measure, uint64_t n, const std::string& number) {
    switch (measure) {
    case metrics::Measure::executions:
        return tr_count(n, "{} instruction per thread", "{} instructions per thread", number);
    case metrics::Measure::active_lanes:
        return tr_count(n, "{} active lanes per warp instruction", "{} active lanes per warp instruction", number);
    case metrics::Measure::sectors:
        return tr_count(n, "{} sector per request of its warp", "{} sectors per request of its warp", number);
    case metrics::Measure::splits: return tr_count(n, "{} split of its warp", "{} splits of its warp", number);
    case metrics::Measure::passes: break;
    }
    return tr_count(n, "{} pass per request of its warp", "{} passes per request of its warp", number);
}

uint64_t agreeing(const metrics::Range& range) {
    const bool whole = range.high == std::round(range.high) && (range.low == range.high || range.high != 1);
    return whole ? static_cast<uint64_t>(range.high) : 2;
}

} // namespace

std::shared_ptr<const metrics::Probe> Probes::find(const metrics::ProbeRequest& request) const {
    for (const auto& probe : made)
        if (probe->request == request) return probe;
    return nullptr;
}

bool Probes::draws(const metrics::ProbeRequest& request, const Content& content) const {
    return drawn != nullptr && drawn->ranges.request == request &&
           std::find(drawn->contents.begin(), drawn->contents.end(), content) != drawn->contents.end();
}

HeatChoice heat_choice(const session::RunResult& result, const ViewState& state) {
    HeatChoice choice;
    choice.paint = state.paint;
    if (choice.paint) return choice;
    choice.difference = state.difference;
    if (choice.difference) return choice;
    const OverlaySet on = state.overlays & heat_overlays() & offered(result, state.content());
    for (const OverlayInfo& o : overlays())
        if (choice.overlay == Overlay::none && has(on, o.overlay)) choice.overlay = o.overlay;
    return choice;
}

std::optional<metrics::ProbeRequest> probe_for(const session::RunResult& result, const HeatChoice& choice) {
    metrics::ProbeRequest request;
    request.launch = static_cast<uint32_t>(result.measured->launches().size() - 1);
    if (choice.paint) {
        request.pcs = choice.paint->pcs;
        return request;
    }
    const HeatInfo* heat = choice.heat();
    if (heat == nullptr || !heat->probe) return std::nullopt;
    request.kind = *heat->probe;
    return request;
}

std::vector<metrics::ProbeRequest> probes_for(const session::RunResult& result, const ViewState& state) {
    std::vector<metrics::ProbeRequest> all;
    for (const Part& part : parts_of(result, state.content())) {
        const auto request = probe_for(result, heat_choice(result, state_of(state, part)));
        if (request && std::find(all.begin(), all.end(), *request) == all.end()) all.push_back(*request);
    }
    return all;
}

std::vector<Content> sector_planes(const session::RunResult& result, const ViewState& state) {
    std::vector<Content> contents;
    for (const Part& part : parts_of(result, state.content()))
        if (heat_choice(result, state_of(state, part)) == HeatChoice{Overlay::sectors, std::nullopt} &&
            cell_plane(result, part.content))
            contents.push_back(part.content);
    return contents;
}

metrics::Range range_of(const metrics::CellCounts& counts) {
    metrics::Range range;
    counts.visit([&](auto numbers) {
        for (const uint32_t number : numbers)
            if (number != 0) range.include(number);
    });
    return range;
}

bool has_fixed_scale(const HeatChoice& choice) {
    if (!choice.paint) return choice.heat() != nullptr && choice.heat()->of_requests;
    return choice.paint->measure == metrics::Measure::sectors || choice.paint->measure == metrics::Measure::passes;
}

metrics::Range scale_of(const HeatChoice& choice, metrics::Range range) {
    if (!range.any || !has_fixed_scale(choice)) return range;
    range.include(scale_of_requests.low);
    range.include(scale_of_requests.high);
    return range;
}

std::optional<instrument::CellPlane> cell_plane(const session::RunResult& result, const Content& content) {
    if (content.space == Space::launch || content.space == Space::matrices || !exists(result, content))
        return std::nullopt;
    const Plane plane = plane_of(result, content);
    if (!plane.gapless()) return std::nullopt;
    return instrument::CellPlane{buffer_of(result, content), static_cast<uint32_t>(plane.width()),
                                 static_cast<uint32_t>(plane.height())};
}

std::string heat_text(const HeatChoice& choice, const metrics::Range& range, const metrics::Range& scale) {
    const auto span = [](const metrics::Range& r) {
        const std::string low = number(r.low), high = number(r.high);
        return low == high ? low : tr_format("{} to {}", low, high);
    };
    const uint64_t n = agreeing(range);
    std::string text =
        choice.paint ? painted(choice.paint->measure, n, span(range)) : choice.heat()->unit(n, span(range));
    if (scale.low != range.low || scale.high != range.high) text += tr_format(" (scale {})", span(scale));
    return text;
}

HeatField::HeatField(std::shared_ptr<const session::RunResult> result, const Content& content, HeatChoice choice)
    : result_(std::move(result))
    , content_(content)
    , places_(*result_, content)
    , rect_(places_.plane().rect())
    , choice_(std::move(choice))
    , heat_(choice_.heat()) {}

std::unique_ptr<HeatField> HeatField::create(std::shared_ptr<const session::RunResult> result, const Content& content,
                                             HeatChoice choice, std::shared_ptr<const metrics::Probe> probe) {
    if (!exists(*result, content)) return nullptr;
    std::unique_ptr<HeatField> field(new HeatField(std::move(result), content, std::move(choice)));
    if (!field->choice_.any() || !field->find_values(std::move(probe))) return nullptr;
    return field;
}

bool HeatField::find_values(std::shared_ptr<const metrics::Probe> probe) {
    probe_ = std::move(probe);
    if (choice_.paint) {
        if (probe_ == nullptr) return false;
        scale_ = scale_of(choice_, probe_->ranges[static_cast<size_t>(choice_.paint->measure)]);
        if (content_ == Content(Space::output)) rect_ = places_.rect();
        return places_.any() && scale_.any;
    }
    if (choice_.difference) {
        scale_.include(-choice_.difference->largest);
        scale_.include(choice_.difference->largest);
        return choice_.difference->is_of(*result_, content_);
    }
    if (content_.space == Space::launch) return false;
    const uint64_t cells = layout_of(*result_, content_).shape.cells();
    if (heat_->counts != nullptr) {
        const metrics::CellMaps* maps = maps_of(*result_, content_);
        if (maps == nullptr || (maps->*heat_->counts).size() != cells) return false;
        counts_ = &(maps->*heat_->counts);
        scale_ = range_of(*counts_);
        return scale_.any;
    }
    costs_ = probe_ ? probe_->of_buffer(buffer_of(*result_, content_)) : nullptr;
    if (costs_ == nullptr) return false;
    scale_ = scale_of(choice_, probe_->range_of_cells());
    return costs_->range.any && heat_->cells(*costs_) == cells;
}

std::optional<double> HeatField::of_cell(uint64_t cell) const {
    if (choice_.difference) return choice_.difference->at(cell);
    if (counts_ == nullptr) return heat_->value(*costs_, cell);
    const uint32_t count = (*counts_)[cell];
    return count == 0 ? std::nullopt : std::optional<double>(count);
}

Color HeatField::tint(double value) const {
    if (!is_difference()) return heat_->tint(value, result_->shown().config);
    // Does not scale infinite and zero differences, because then the scale may be 0.
    return palette::diverging(std::isfinite(value) && value != 0 ? value / scale_.high : value);
}

uint32_t HeatField::rank(double value) const {
    if (is_difference()) return value == 0 ? 1 : 0;
    return palette::rank_of_difference(static_cast<uint8_t>(value));
}

template<class Put>
void HeatField::each(int64_t row, int64_t rows, const Put& put) const {
    const auto width = static_cast<size_t>(rect_.width);
    std::vector<metrics::ThreadId> threads(painted() ? width : 0);
    size_t i = 0;
    for (int64_t y = rect_.y + row; y < rect_.y + row + rows; ++y) {
        if (painted()) {
            places_.row(rect_.x, y, threads);
            for (const metrics::ThreadId thread : threads) put(i++, of_thread(thread));
            continue;
        }
        for (int64_t x = 0; x < rect_.width; ++x) {
            const auto cell = places_.plane().index_at({x, y});
            put(i++, cell ? of_cell(*cell) : std::nullopt);
        }
    }
}

double HeatField::level_of(double value) const {
    double low = scale_.low, high = scale_.high;
    if (has_fixed_scale(choice_)) {
        value = std::sqrt(value);
        low = std::sqrt(low);
        high = std::sqrt(high);
    }
    // If a painted line's costs are all equal, they have the maximum's color.
    return high > low ? std::clamp((value - low) / (high - low), 0.0, 1.0) : painted() ? 1 : 0;
}

void HeatField::levels(int64_t row, int64_t rows, std::span<uint16_t> out) const {
    each(row, rows, [&](size_t i, std::optional<double> value) {
        out[i] = value ? static_cast<uint16_t>(0xff00 + std::lround(255 * level_of(*value))) : uint16_t{0};
    });
}

void HeatField::tints(int64_t row, int64_t rows, std::span<uint32_t> out) const {
    each(row, rows, [&](size_t i, std::optional<double> value) {
        out[i] = value ? packed(tint(*value)) : 0u;
        if (value && sparse()) out[i] -= rank(*value) << 24;
    });
}

std::optional<double> HeatField::value_at(CellIndex place) const {
    if (!rect_.contains(place)) return std::nullopt;
    if (!painted()) {
        const auto cell = places_.plane().index_at(place);
        return cell ? of_cell(*cell) : std::nullopt;
    }
    metrics::ThreadId thread = 0;
    if (content_.space != Space::launch)
        places_.row(place.x, place.y, std::span(&thread, 1));
    else if (const auto index = index_at(*result_, Space::launch, place))
        thread = static_cast<metrics::ThreadId>(*index + 1);
    return of_thread(thread);
}

std::optional<Color> HeatField::color_at(CellIndex place) const {
    const auto value = value_at(place);
    if (!value) return std::nullopt;
    if (tinted()) return tint(*value);
    return palette::heat(level_of(*value));
}

} // namespace warpscope::render
