#include "metrics/finding_location.hpp"

#include <array>

#include "metrics/findings/finding_list.hpp"
#include "ptx/analysis/bit_semantics.hpp"
#include "simt/message_parts.hpp"

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
    const Message place = element.index < 0 ? Message() : place_message(index_of(element, layout), layout);
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

RaceLines race_lines(const simt::Finding& finding, std::span<const simt::InstructionInfo> instructions) {
    const auto loads = [&](uint32_t pc) {
        return pc < instructions.size() && ptx::head_of(instructions[pc].text).starts_with("ld");
    };
    const auto line = [](const SourceLocation& at) { return SourceLocation{at.file, at.line, 0}; };
    const bool own_loads = loads(finding.pc), other_loads = loads(finding.other_pc);
    if (!own_loads && other_loads) return {line(finding.source), line(finding.other_source), false};
    return {line(finding.other_source), line(finding.source), !own_loads};
}

bool says_line(const simt::Finding& finding) { return finding.message.format().starts_with("Line {} "); }

bool lacks_block_barrier(const simt::Finding& finding) {
    const auto arguments = finding.message.arguments();
    const auto* const advice = arguments.empty() ? nullptr : std::get_if<Message>(&arguments.back().value);
    return advice != nullptr && (*advice == barrier_advice() || *advice == barrier_advice_in_line(false) ||
                                 *advice == barrier_advice_in_line(true));
}

Message missing_bounds_check(const Measured& measured, const simt::Finding& finding) {
    if (finding.kind != simt::FindingKind::race_global || !finding.has_other) return {};
    const auto element = element_of(measured, finding);
    const ExecutionPlan& plan = measured.plan();
    if (!element || !element->inside || finding.launch >= plan.launches.size()) return {};
    const BufferLayout& layout = plan.buffers[element->buffer].layout;
    const LaunchConfig& config = plan.launches[finding.launch].config;
    const bool is_plane = layout.shape.height > 1 && layout.shape.depth <= 1;
    if (!is_plane || uint64_t{config.grid.y} * config.block.y <= 1 || config.grid.z * config.block.z != 1) return {};
    const int64_t cell = element->index / layout.channels, width = layout.shape.width;
    using Side = std::pair<const Dim3*, const Dim3*>;
    for (const auto& [block, thread] : std::array{Side(&finding.block_index, &finding.thread_index),
                                                  Side(&finding.other_block_index, &finding.other_thread_index)}) {
        const int64_t column = int64_t{block->x} * config.block.x + thread->x;
        const int64_t row = int64_t{block->y} * config.block.y + thread->y;
        if (column < width || row * width + column != cell) continue;
        return msg("column {} of {} is outside the row (width {}): a bounds check is missing", column,
                   simt::thread_message(*thread, block, {}), width);
    }
    return {};
}

Message finding_message(const Measured& measured, const simt::Finding& finding, std::string_view element) {
    const auto at = element_of(measured, finding);
    if (!at) return element.empty() ? finding.message : with_place(finding.message, element);
    const BufferLayout& layout = measured.plan().buffers[at->buffer].layout;
    const std::string place = !element.empty() ? std::string(element)
                              : at->inside     ? layout.name + "[" + std::to_string(at->index) + "]"
                                               : "";
    const Message message = place.empty() ? finding.message : with_place(finding.message, place);
    const Message cause = missing_bounds_check(measured, finding);
    const Message explained = cause.empty() ? message : with_advice(message, cause);
    const bool is_row = layout.shape.height <= 1 && layout.shape.depth <= 1 && layout.channels == 1;
    if (is_row && !(message == finding.message)) return explained;
    return msg("{}. It is {}", explained, element_message(*at, layout));
}

} // namespace warpscope::metrics
