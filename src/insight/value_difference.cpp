#include "insight/value_difference.hpp"

#include <algorithm>
#include <cmath>
#include <cstring>

namespace warpscope::insight {

namespace {

double subtract_values(double value, double reference) {
    const bool both_nan = std::isnan(value) && std::isnan(reference);
    return both_nan || value == reference ? 0 : value - reference;
}

/// Subtracts 64-bit integers exactly, because double rounds them.
double subtract_elements(const HostBuffer& values, const HostBuffer& reference, uint64_t element) {
    const ElementType type = values.layout.type;
    const bool is_signed = type == ElementType::s64;
    if (type != reference.layout.type || (!is_signed && type != ElementType::u64))
        return subtract_values(element_as_double(values.bytes->data(), type, element),
                               element_as_double(reference.bytes->data(), reference.layout.type, element));
    uint64_t a = 0, b = 0;
    std::memcpy(&a, values.bytes->data() + element * sizeof a, sizeof a);
    std::memcpy(&b, reference.bytes->data() + element * sizeof b, sizeof b);
    const bool is_less = is_signed ? static_cast<int64_t>(a) < static_cast<int64_t>(b) : a < b;
    return is_less ? -static_cast<double>(b - a) : static_cast<double>(a - b);
}

/// Compares magnitudes; NaN is the largest.
bool differs_more(double a, double b) { return !std::isnan(b) && (std::isnan(a) || std::abs(a) > std::abs(b)); }

} // namespace

double ValueDifference::at(uint64_t cell) const {
    double max = 0;
    for (uint32_t channel = 0; channel < values.layout.channels; ++channel) {
        const uint64_t element = cell * values.layout.channels + channel;
        const double found = subtract_elements(values, reference, element);
        if (differs_more(found, max)) max = found;
    }
    return max;
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
