#include "insight/value_histogram.hpp"

#include <algorithm>
#include <bit>
#include <cmath>

namespace warpscope::insight {

namespace {

constexpr size_t max_bins = 64;

ValueHistogram empty_histogram(bool is_integer, ValueLimits limits) {
    ValueHistogram empty;
    empty.is_integer = is_integer;
    if (empty.is_integer) limits = {std::ceil(limits.low), std::floor(limits.high)};
    empty.limits = limits;
    size_t bins = 1;
    if (empty.is_integer && limits.low <= limits.high) {
        const double numbers = limits.high - limits.low + 1;
        empty.bin_width = std::ceil(numbers / max_bins);
        bins = static_cast<size_t>(std::ceil(numbers / empty.bin_width));
    } else if (!empty.is_integer) {
        // Divides first, because the difference of the limits can overflow.
        const double width = limits.high / max_bins - limits.low / max_bins;
        if (width > 0) {
            bins = max_bins;
            empty.bin_width = width;
        }
    }
    empty.bins.resize(bins);
    return empty;
}

void count_value(ValueHistogram& found, double value) {
    const auto [low, high] = found.limits;
    if (std::isnan(value)) {
        ++found.nan;
    } else if (value < low) {
        ++found.below;
    } else if (value > high) {
        ++found.above;
    } else {
        // Halves first: the limits' difference can overflow.
        const double bin = (value / 2 - low / 2) / (found.bin_width / 2);
        ++found.bins[std::min(static_cast<size_t>(bin), found.bins.size() - 1)];
    }
}

CellRange range_of_cells(const BufferLayout& layout, const Content& content) {
    const uint64_t slice = uint64_t{layout.shape.width} * layout.shape.height;
    if (content.lay == scene::Lay::slice) return {content.slice * slice, slice};
    return {0, layout.shape.cells()};
}

uint64_t slice_number(const Content& content) {
    return content.lay == scene::Lay::slice ? uint64_t{content.slice} + 1 : 0;
}

Memo::Key slice_key(const Content& content) { return {slice_number(content), 0, 0}; }

Memo::Key histogram_key(const session::RunResult& run, const Content& content, ValueLimits limits) {
    const uint64_t is_input = content.space == scene::Space::input ? 1 : 0;
    const uint64_t place = slice_number(content) << 17 | uint64_t{buffer_of(run, content)} << 1 | is_input;
    return {place, std::bit_cast<uint64_t>(limits.low), std::bit_cast<uint64_t>(limits.high)};
}

} // namespace

double ValueHistogram::height_of(size_t bin, bool logarithmic) const {
    const auto max = static_cast<double>(largest), count = static_cast<double>(bins[bin]);
    if (max == 0) return 0;
    return logarithmic ? std::log1p(count) / std::log1p(max) : count / max;
}

ValueLimits ValueHistogram::range_of(size_t bin) const {
    const double first = limits.low + static_cast<double>(bin) * bin_width;
    if (bin + 1 == bins.size()) return {first, limits.high};
    return {first, first + bin_width - (is_integer ? 1 : 0)};
}

ValueHistogram count_values(const HostBuffer& buffer, CellRange cells, ValueLimits limits) {
    const BufferLayout& layout = buffer.layout;
    ValueHistogram found = empty_histogram(!is_floating(layout.type), limits);
    const std::byte* const bytes = buffer.bytes->data();
    const uint64_t end = cells.first + cells.count;
    for (uint64_t cell = cells.first; cell < end; ++cell) {
        if (layout.padding != 0 && layout.is_padding(cell)) continue;
        for (uint32_t channel = 0; channel < layout.channels; ++channel)
            count_value(found, element_as_double(bytes, layout.type, cell * layout.channels + channel));
    }
    found.largest = std::ranges::max(found.bins);
    return found;
}

std::shared_ptr<const ValueHistogram> make_histogram(const session::RunResult& run, const Content& content,
                                                     ValueLimits limits) {
    return run.derived.get<ValueHistogram>(histogram_key(run, content, limits), [&] {
        const HostBuffer buffer = contents_of(run, content);
        return count_values(buffer, range_of_cells(buffer.layout, content), limits);
    });
}

std::shared_ptr<const ValueHistogram> histogram(const session::RunResult& run, const Content& content,
                                                ValueLimits limits) {
    return run.derived.made<ValueHistogram>(histogram_key(run, content, limits));
}

std::shared_ptr<const ValueHistogram> make_histogram(const ValueDifference& difference, const Content& content) {
    return difference.derived.get<ValueHistogram>(slice_key(content), [&] {
        const BufferLayout& layout = difference.values.layout;
        const bool is_integer = !is_floating(layout.type) && !is_floating(difference.reference.layout.type);
        ValueHistogram found = empty_histogram(is_integer, {-difference.largest, difference.largest});
        const auto [first, cells] = range_of_cells(layout, content);
        for (uint64_t cell = first; cell < first + cells; ++cell)
            if (layout.padding == 0 || !layout.is_padding(cell)) count_value(found, difference.at(cell));
        found.largest = std::ranges::max(found.bins);
        return found;
    });
}

std::shared_ptr<const ValueHistogram> histogram(const ValueDifference& difference, const Content& content) {
    return difference.derived.made<ValueHistogram>(slice_key(content));
}

} // namespace warpscope::insight
