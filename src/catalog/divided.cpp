#include "catalog/divided.hpp"

#include <algorithm>
#include <set>

#include "base/plan/devices.hpp"
#include "catalog/arguments.hpp"
#include "language/tr.hpp"

namespace warpscope::catalog {
namespace {

tl::unexpected<Diagnostic> refusal(Message message) { return fail(ErrorKind::usage, std::move(message)); }

uint32_t extent_along(char axis, const Shape& shape) {
    return axis == 'x' ? shape.width : axis == 'y' ? shape.height : shape.depth;
}

Result<int64_t> value_of(const std::vector<NamedValue>& values, const Expression& text, const Lookup& lookup,
                         size_t depth) {
    std::optional<Diagnostic> inner;
    auto value = evaluate(text, [&](std::string_view name) -> std::optional<int64_t> {
        if (const auto plain = lookup(name)) return plain;
        const auto named = std::ranges::find(values, name, &NamedValue::name);
        if (named == values.end() || depth > values.size()) return std::nullopt;
        const auto found = value_of(values, named->value, lookup, depth + 1);
        if (!found) inner = found.error();
        return found ? std::optional(*found) : std::nullopt;
    });
    if (!value && inner) return tl::unexpected(std::move(*inner));
    return value;
}

} // namespace

Result<int64_t> evaluate_with(const std::vector<NamedValue>& values, const Expression& text, const Lookup& lookup) {
    return value_of(values, text, lookup, 0);
}

Result<void> divide(const BufferSpec& spec, const Number& number, PlannedBuffer& planned) {
    const auto parts = number(spec.parts);
    if (!parts) return tl::unexpected(parts.error());
    if (*parts < 1 || *parts > max_devices)
        return refusal(msg("'{}' would have {} parts; 1 to {} are possible.", spec.name, *parts, max_devices));
    const Shape& shape = planned.layout.shape;
    const bool whole_rows = spec.along == 'z' || (shape.depth == 1 && (spec.along == 'y' || shape.height == 1));
    if (!whole_rows)
        return refusal(msg("'{}' has {} x {} x {} cells and cannot be divided along {}: parts are of whole "
                           "rows, or planes of a volume.",
                           spec.name, shape.width, shape.height, shape.depth, spec.along));
    const uint64_t rows = extent_along(spec.along, shape), count = static_cast<uint64_t>(*parts);
    planned.part_bytes = (rows + count - 1) / count * (planned.layout.bytes() / rows);
    return {};
}

uint64_t CopyPlanner::row_bytes(uint32_t buffer) const {
    const BufferLayout& layout = plan_.buffers[buffer].layout;
    return layout.bytes() / extent_along(variant_.buffers[buffer].along, layout.shape);
}

Result<PlannedCopy::End> CopyPlanner::end(uint32_t buffer, const Expression& part, const Expression& row,
                                          const Number& number) const {
    const PlannedBuffer& planned = plan_.buffers[buffer];
    const auto device = number(part), rows = number(row);
    if (!device) return tl::unexpected(device.error());
    if (!rows) return tl::unexpected(rows.error());
    if (*device < 0 || *device >= plan_.devices)
        return refusal(msg("'{}' has no part {} ({}).", planned.layout.name, *device, part));
    const ByteRange range = part_of(planned, static_cast<uint32_t>(*device));
    const uint64_t bytes = row_bytes(buffer);
    if (*rows < 0 || static_cast<uint64_t>(*rows) > range.bytes() / bytes)
        return refusal(msg("Part {} of '{}' has no row {} ({}).", *device, planned.layout.name, *rows, row));
    return PlannedCopy::End{buffer, range.begin + static_cast<uint64_t>(*rows) * bytes, static_cast<uint32_t>(*device)};
}

Result<PlannedCopy::End> CopyPlanner::end(const std::string& text, uint64_t iteration, const Number& number) const {
    const auto parsed = parse_argument(text);
    if (!parsed) return tl::unexpected(parsed.error());
    const auto spec =
        std::ranges::find(variant_.buffers, parsed->names[iteration % parsed->names.size()], &BufferSpec::name);
    return end(static_cast<uint32_t>(spec - variant_.buffers.begin()), parsed->part, parsed->row, number);
}

Result<void> CopyPlanner::add(const LaunchSpec& spec, const CopySpec& copy, uint64_t iteration, const Number& number) {
    const auto rows = number(copy.rows);
    if (!rows) return tl::unexpected(rows.error());
    if (*rows <= 0) return {};
    const auto from = end(copy.from, iteration, number);
    if (!from) return tl::unexpected(from.error());
    const auto to = end(copy.to, iteration, number);
    if (!to) return tl::unexpected(to.error());
    const uint64_t bytes = static_cast<uint64_t>(*rows) * row_bytes(from->buffer);
    for (const uint32_t device : std::set{from->device, to->device})
        pending_.push_back({static_cast<uint32_t>(plan_.copies.size()), device,
                            copy.needed_by.empty() ? spec.kernel : copy.needed_by, false});
    plan_.copies.push_back({*from, *to, bytes, static_cast<uint32_t>(plan_.launches.size())});
    return {};
}

void CopyPlanner::settle(const LaunchSpec& spec, size_t first) {
    for (Pending& pending : pending_) pending.is_due |= pending.needed_by == spec.kernel;
    for (size_t i = first; i < plan_.launches.size(); ++i) {
        PlannedLaunch& launch = plan_.launches[i];
        std::erase_if(pending_, [&](const Pending& pending) {
            const bool waits = pending.is_due && pending.device == launch.device;
            if (waits) launch.awaited.push_back(pending.copy);
            return waits;
        });
    }
}

} // namespace warpscope::catalog
