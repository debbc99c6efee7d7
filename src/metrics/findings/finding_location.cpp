#include "metrics/finding_location.hpp"

namespace warpscope::metrics {
namespace {

int64_t floor_div(int64_t a, int64_t b) { return a / b - (a % b < 0 ? 1 : 0); }

Message extent_message(const BufferLayout& layout) {
    const Shape& shape = layout.shape;
    if (shape.depth <= 1 && shape.height <= 1)
        return msg_count(layout.elements(), "{} element", "{} elements", layout.elements());
    const Message rows = msg_count(shape.height, "{} row", "{} rows", shape.height);
    const Message plane = msg_count(shape.width, "{} of {} column", "{} of {} columns", rows, shape.width);
    return shape.depth <= 1 ? plane : msg_count(shape.depth, "{} plane of {}", "{} planes of {}", shape.depth, plane);
}

} // namespace

ElementIndex index_of(const BufferElement& element, const BufferLayout& layout) {
    const int64_t channels = layout.channels, width = layout.shape.width;
    const int64_t cell = floor_div(element.index, channels), line = floor_div(cell, width);
    ElementIndex index{0, line, cell - line * width, static_cast<uint32_t>(element.index - cell * channels)};
    if (layout.shape.depth > 1) {
        index.plane = floor_div(line, layout.shape.height);
        index.row = line - index.plane * layout.shape.height;
    }
    return index;
}

namespace {

Message place_message(const ElementIndex& index, const BufferLayout& layout) {
    const bool channels = layout.channels > 1;
    if (layout.shape.depth > 1)
        return channels
                   ? msg("plane {}, row {}, column {}, channel {}", index.plane, index.row, index.column, index.channel)
                   : msg("plane {}, row {}, column {}", index.plane, index.row, index.column);
    if (layout.shape.height > 1)
        return channels ? msg("row {}, column {}, channel {}", index.row, index.column, index.channel)
                        : msg("row {}, column {}", index.row, index.column);
    if (channels) return msg("cell {}, channel {}", index.column + index.row * layout.shape.width, index.channel);
    return {};
}

} // namespace

Message element_message(const BufferElement& element, const BufferLayout& layout) {
    const Message place = place_message(index_of(element, layout), layout);
    if (element.inside)
        return place.empty() ? msg("element {} of '{}'", element.index, layout.name)
                             : msg("element {} of '{}' ({})", element.index, layout.name, place);
    const Message extent = extent_message(layout);
    return place.empty() ? msg("element {} of '{}', which has {}", element.index, layout.name, extent)
                         : msg("element {} of '{}' ({}), which has {}", element.index, layout.name, place, extent);
}

std::optional<BufferElement> element_of(const Measured& measured, const simt::Finding& finding) {
    // A finding without bytes is not about an access.
    if (finding.space != ptx::Space::global || finding.bytes == 0) return std::nullopt;
    if (finding.kind == simt::FindingKind::null_pointer || finding.kind == simt::FindingKind::wrong_space)
        return std::nullopt;
    return measured.element(finding.address);
}

Message finding_message(const Measured& measured, const simt::Finding& finding) {
    const auto element = element_of(measured, finding);
    if (!element) return finding.message;
    const BufferLayout& layout = measured.plan().buffers[element->buffer].layout;
    return msg("{}. It is {}", finding.message, element_message(*element, layout));
}

} // namespace warpscope::metrics
