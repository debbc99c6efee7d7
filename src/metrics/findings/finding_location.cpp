#include "metrics/finding_location.hpp"

#include <fmt/format.h>

namespace warpscope::metrics {
namespace {

/// Rounds toward negative infinity.
int64_t floor_div(int64_t a, int64_t b) { return a / b - (a % b < 0 ? 1 : 0); }

std::string counted(int64_t count, std::string_view what) {
    return fmt::format("{} {}{}", count, what, count == 1 ? "" : "s");
}

std::string extent_text(const BufferLayout& layout) {
    const Shape& shape = layout.shape;
    std::string text;
    if (shape.depth > 1) text = counted(shape.depth, "plane") + " of ";
    if (shape.depth > 1 || shape.height > 1)
        return text + fmt::format("{} of {}", counted(shape.height, "row"), counted(shape.width, "column"));
    return counted(static_cast<int64_t>(layout.elements()), "element");
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

std::string element_text(const BufferElement& element, const BufferLayout& layout) {
    std::string text = fmt::format("element {} of '{}'", element.index, layout.name);
    const ElementIndex index = index_of(element, layout);
    std::string place;
    if (layout.shape.depth > 1) place = fmt::format("plane {}, ", index.plane);
    if (layout.shape.depth > 1 || layout.shape.height > 1)
        place += fmt::format("row {}, column {}", index.row, index.column);
    else if (layout.channels > 1)
        place = fmt::format("cell {}", index.column + index.row * layout.shape.width);
    if (layout.channels > 1) place += fmt::format(", channel {}", index.channel);
    if (!place.empty()) text += fmt::format(" ({})", place);
    if (!element.inside) text += fmt::format(", which has {}", extent_text(layout));
    return text;
}

std::optional<BufferElement> element_of(const Measured& measured, const simt::Finding& finding) {
    // Without a size there was no access. Addresses near null or of other spaces belong to no buffer.
    if (finding.space != ptx::Space::global || finding.bytes == 0) return std::nullopt;
    if (finding.kind == simt::FindingKind::null_pointer || finding.kind == simt::FindingKind::wrong_space)
        return std::nullopt;
    return measured.element(finding.address);
}

std::string finding_text(const Measured& measured, const simt::Finding& finding) {
    const auto element = element_of(measured, finding);
    if (!element) return finding.message;
    const BufferLayout& layout = measured.plan().buffers[element->buffer].layout;
    return fmt::format("{}. It is {}", finding.message, element_text(*element, layout));
}

} // namespace warpscope::metrics
