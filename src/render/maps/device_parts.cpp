#include "render/maps/device_parts.hpp"

#include <algorithm>

#include "base/plan/devices.hpp"

namespace warpscope::render {
namespace {

/// Returns the rectangles of cells [first, end): slices, rows or line pieces.
std::vector<CellRect> rects_of(const Plane& plane, const BufferLayout& layout, uint64_t first, uint64_t end) {
    const Shape& shape = layout.shape;
    std::vector<CellRect> rects;
    if (first == end) return rects;
    const auto signed_of = [](uint64_t cells) { return static_cast<int64_t>(cells); };
    if (shape.depth > 1) {
        const uint64_t slice = uint64_t{shape.width} * shape.height;
        for (uint64_t z = first / slice; z < end / slice; ++z) rects.push_back(plane.slice(static_cast<uint32_t>(z)));
    } else if (shape.height > 1) {
        rects.push_back(
            {0, signed_of(first / shape.width), layout.seen().width, signed_of((end - first) / shape.width)});
    } else if (plane.wrapped()) {
        const auto width = static_cast<uint64_t>(plane.width());
        for (uint64_t at = first; at < end;) {
            const uint64_t after = std::min(end, (at / width + 1) * width);
            rects.push_back({signed_of(at % width), signed_of(at / width), signed_of(after - at), 1});
            at = after;
        }
    } else {
        rects.push_back({signed_of(first), 0, signed_of(end - first), 1});
    }
    return rects;
}

} // namespace

DeviceParts device_parts(const session::RunResult& result, const Content& content) {
    DeviceParts out;
    const ExecutionPlan& plan = result.prepared.plan;
    if (content.space == Space::launch || content.space == Space::matrices || plan.devices < 2) return out;
    const uint32_t number = buffer_of(result, content);
    const PlannedBuffer& buffer = plan.buffers[number];
    const Plane plane = plane_of(result, content);
    const bool slices = buffer.layout.shape.depth > 1 && content.lay == Lay::natural;
    if (buffer.part_bytes == 0 || !(plane.flat() || plane.wrapped() || slices)) return out;
    const uint32_t cell = buffer.layout.cell_bytes();
    const auto rects = [&](uint64_t begin, uint64_t end) {
        return rects_of(plane, buffer.layout, begin / cell, end / cell);
    };
    for (uint32_t device = 0; device < plan.devices; ++device)
        if (const ByteRange part = part_of(buffer, device); part.bytes() != 0)
            out.slabs.push_back({device, rects(part.begin, part.end)});
    uint32_t last = 0;
    for (const PlannedCopy& copy : plan.copies)
        if (copy.to.buffer == number && copy.from.device != copy.to.device) last = copy.before;
    for (const PlannedCopy& copy : plan.copies) {
        if (copy.to.buffer != number || copy.from.buffer != number || copy.from.device == copy.to.device ||
            copy.before != last)
            continue;
        const auto source = rects(copy.from.offset, copy.from.offset + copy.bytes),
                   target = rects(copy.to.offset, copy.to.offset + copy.bytes);
        if (!source.empty() && !target.empty())
            out.ghosts.push_back({copy.from.device, copy.to.device, copy.bytes, source.front(), target.front()});
    }
    return out;
}

} // namespace warpscope::render
