#include "insight/value_difference.hpp"

#include <algorithm>
#include <cmath>

namespace warpscope::insight {

namespace {

double subtract_values(double value, double reference) {
    const bool both_nan = std::isnan(value) && std::isnan(reference);
    return both_nan || value == reference ? 0 : value - reference;
}

/// Compares magnitudes; NaN is the largest.
bool differs_more(double a, double b) { return !std::isnan(b) && (std::isnan(a) || std::abs(a) > std::abs(b)); }

} // namespace

double ValueDifference::at(uint64_t cell) const {
    double most = 0;
    for (uint32_t channel = 0; channel < values.layout.channels; ++channel) {
        const uint64_t element = cell * values.layout.channels + channel;
        const double found =
            subtract_values(element_as_double(values.bytes->data(), values.layout.type, element),
                            element_as_double(reference.bytes->data(), reference.layout.type, element));
        if (differs_more(found, most)) most = found;
    }
    return most;
}

bool ValueDifference::is_of(const session::RunResult& run, const Content& shown) const {
    return shown.space == content.space && shown.buffer == content.buffer && exists(run, shown) &&
           contents_of(run, shown).bytes == values.bytes;
}

bool can_subtract(const BufferLayout& values, const BufferLayout& reference) {
    return values.shape == reference.shape && values.padding == reference.padding &&
           values.channels == reference.channels;
}

ValueDifference subtract(const Content& content, HostBuffer values, HostBuffer reference) {
    ValueDifference made;
    made.content = content;
    made.values = std::move(values);
    made.reference = std::move(reference);
    const BufferLayout& layout = made.values.layout;
    made.cells = layout.seen().cells();
    for (uint64_t cell = 0; cell < layout.shape.cells(); ++cell) {
        if (layout.padding != 0 && layout.is_padding(cell)) continue;
        const double found = made.at(cell);
        if (found == 0) continue;
        ++made.different;
        if (std::isfinite(found))
            made.largest = std::max(made.largest, std::abs(found));
        else
            ++made.not_finite;
    }
    return made;
}

} // namespace warpscope::insight
