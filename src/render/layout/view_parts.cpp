#include <algorithm>
#include <cmath>
#include <map>

#include "render/layout/cell_plane.hpp"

namespace warpscope::render {

namespace {

constexpr int64_t strip_gap = 1;

std::optional<uint64_t> cell_owned_by(const session::RunResult& result, metrics::ThreadId thread) {
    const metrics::CellArray* owner = owner_map(result);
    if (owner == nullptr || !owns_cell(result.shown().ownership, thread)) return std::nullopt;
    const Plane plane = plane_of(result, Space::output);
    if (const auto place = placed_at(result.shown(), plane, thread))
        if (const auto index = plane.index_at(*place); index && (*owner)[*index] == thread) return index;
    constexpr size_t max = size_t{16} << 20;
    if (owner->size() > max) return std::nullopt;
    const auto found = std::find(owner->begin(), owner->end(), thread);
    return found == owner->end() ? std::nullopt : std::optional(static_cast<uint64_t>(found - owner->begin()));
}

Dim3 threads_of_launch(const LaunchConfig& config) {
    return {config.grid.x * config.block.x, config.grid.y * config.block.y, config.grid.z * config.block.z};
}

} // namespace

Plane plane_of(const session::RunResult& result, const Content& content) {
    const LaunchConfig& config = result.shown().config;
    if (content.space == Space::launch) return Plane::of_launch(config);
    const bool line = config.grid.y * config.grid.z * config.block.y * config.block.z == 1;
    const auto& arrangement = result.prepared.arrangement;
    size_t strips = arrangement && !arrangement->strips.empty() ? arrangement->strips.size() : 1;
    if (shows_letters(result, content)) strips *= 4; // wider strips make letters larger
    const BufferLayout& layout = layout_of(result, content);
    return Plane::of_data(layout.shape, content.lay, content.slice, line ? config.block.x : 0, strips, layout.padding);
}

std::vector<Part> parts_of(const session::RunResult& result, const Content& content) {
    if (content.space != Space::matrices || !result.prepared.arrangement)
        return {{content, {0, 0}, plane_of(result, content).rect()}};
    const auto& [left, above, center, transposed, strips] = *result.prepared.arrangement;
    const auto part = [&](uint32_t buffer, Lay lay) {
        const Content shown = canonical(result, {Space::buffer, buffer, lay});
        return Part{shown, {0, 0}, plane_of(result, shown).rect()};
    };
    if (!strips.empty()) {
        std::vector<Part> stack;
        for (const uint32_t buffer : strips) {
            const int64_t top = stack.empty() ? 0 : stack.back().rect.y + stack.back().rect.height + strip_gap;
            stack.push_back(part(buffer, Lay::natural));
            stack.back().rect.y = stack.back().origin.y = top;
        }
        return stack;
    }
    const auto upright = [&](uint32_t buffer) {
        const Shape& shape = result.prepared.plan.buffers[buffer].layout.shape;
        return shape.height == 1 && shape.depth == 1 ? Lay::column : Lay::natural;
    };
    Part middle = part(center, upright(center));
    int64_t longest = std::max(middle.rect.width, middle.rect.height);
    std::vector<Part> parts;
    if (left) parts.push_back(part(*left, Lay::natural));
    if (above) parts.push_back(part(*above, transposed ? Lay::transposed : upright(*above)));
    for (const Part& p : parts) longest = std::max({longest, p.rect.width, p.rect.height});
    const int64_t gap = std::max<int64_t>(1, longest / 40);
    if (left) parts.front().rect.x = parts.front().origin.x = -gap - parts.front().rect.width;
    if (above) parts.back().rect.y = parts.back().origin.y = -gap - parts.back().rect.height;
    parts.push_back(middle);
    return parts;
}

Content arranged_output(const session::RunResult& result) {
    for (const Part& part : parts_of(result, Space::matrices))
        if (part.content.space == Space::output) return part.content;
    return Space::output;
}

ViewState state_of(const ViewState& state, const Part& part) {
    ViewState alone = state;
    alone.show(part.content);
    alone.camera.center = {state.camera.center.x - static_cast<double>(part.origin.x),
                           state.camera.center.y - static_cast<double>(part.origin.y)};
    return alone;
}

bool stacked(const std::vector<Part>& parts) {
    return parts.size() > 1 && std::ranges::all_of(parts, [](const Part& p) { return p.rect.x == 0 && p.rect.y >= 0; });
}

CellRect extent_of(const session::RunResult& result, const Content& content) {
    int64_t left = 0, top = 0, right = 0, bottom = 0;
    const std::vector<Part> parts = parts_of(result, content);
    if (stacked(parts))
        left = -std::max<int64_t>(1, parts.front().rect.width / 12); // leaves room for names and numbers
    for (const Part& part : parts) {
        left = std::min(left, part.rect.x);
        top = std::min(top, part.rect.y);
        right = std::max(right, part.rect.x + part.rect.width);
        bottom = std::max(bottom, part.rect.y + part.rect.height);
    }
    return {left, top, right - left, bottom - top};
}

std::optional<CellIndex> selected_place(const session::RunResult& result, const Content& content,
                                        const Selection& selection) {
    const auto inside = [&](const Plane& plane, uint64_t index) -> std::optional<CellIndex> {
        if (index >= plane.items()) return std::nullopt;
        const CellIndex place = plane.place_of(index);
        return plane.rect().contains(place) ? std::optional(place) : std::nullopt;
    };
    const metrics::ThreadId thread = selection.thread;
    const bool known = thread != 0 && thread <= result.shown().config.threads();
    if (content.space == Space::launch)
        return known ? std::optional(place_of(result, Space::launch, thread - 1)) : std::nullopt;
    const Plane plane = plane_of(result, content);
    if (selection.pointed && exists(result, selection.pointed->content) &&
        buffer_of(result, selection.pointed->content) == buffer_of(result, content))
        return inside(plane, selection.pointed->index);
    if (!lines_up(result, content)) return std::nullopt;
    const Plane output = plane_of(result, Space::output);
    if (selection.cell)
        if (const auto index = output.index_at(*selection.cell)) return inside(plane, *index);
    return known && plane == output ? placed_at(result.shown(), plane, thread) : std::nullopt;
}

std::optional<uint64_t> index_at(const session::RunResult& result, const Content& content, CellIndex place) {
    const Plane plane = plane_of(result, content);
    const std::optional<uint64_t> index = plane.index_at(place);
    if (!index || content.space != Space::launch) return index;
    const LaunchConfig& config = result.shown().config;
    return thread_at(config, index_of(*index, threads_of_launch(config))) - 1;
}

CellIndex place_of(const session::RunResult& result, const Content& content, uint64_t index) {
    const Plane plane = plane_of(result, content);
    if (content.space != Space::launch) return plane.place_of(index);
    const LaunchConfig& config = result.shown().config;
    return plane.place_of(
        linear_index(global_index(config, static_cast<metrics::ThreadId>(index + 1)), threads_of_launch(config)));
}

Point plane_size(const session::RunResult& result, const Content& content) {
    const Plane plane = plane_of(result, content);
    return {static_cast<double>(plane.width()), static_cast<double>(plane.height())};
}

Point plane_size_with_idle_threads(const session::RunResult& result, const Content& content) {
    const Plane plane = plane_of(result, content);
    if (content.space == Space::launch || !lines_up(result, content) || !(plane == plane_of(result, Space::output)))
        return plane_size(result, content);
    const CellRect rect = extent_with_idle_threads(result.shown(), plane);
    return {static_cast<double>(rect.x + rect.width), static_cast<double>(rect.y + rect.height)};
}

float part_name_type(const Theme& theme) {
    constexpr float usual = 16, share_of_reading = 1.1f;
    return std::max(usual * theme.scale, share_of_reading * theme.reading);
}

int64_t row_of_name(const session::RunResult& result, const Part& middle) {
    const auto height = static_cast<double>(middle.rect.height);
    const double reach = std::min(plane_size_with_idle_threads(result, middle.content).y, 4.0 / 3 * height);
    return middle.rect.y + std::max(middle.rect.height, static_cast<int64_t>(std::ceil(reach)));
}

namespace {

Selection pick_thread(const session::RunResult& result, CellIndex place) {
    const std::optional<uint64_t> thread = index_at(result, Space::launch, place);
    if (!thread) return {};
    Selection selection;
    selection.thread = static_cast<metrics::ThreadId>(*thread + 1);
    if (const auto cell = cell_owned_by(result, selection.thread)) {
        selection.cell = place_of(result, Space::output, *cell);
        selection.pointed = PointedCell{Space::output, *cell};
    }
    return selection;
}

Selection pick_cell(const session::RunResult& result, const Content& content, CellIndex place) {
    Selection selection;
    const Plane plane = plane_of(result, content), output = plane_of(result, Space::output);
    const std::optional<uint64_t> index = plane.index_at(place);
    if (index) selection.pointed = PointedCell{content, *index};
    if (const auto* threads = threads_of(result, content); threads != nullptr && index)
        selection.thread = (*threads)[*index];
    if (lines_up(result, content)) {
        if (index) selection.cell = output.place_of(*index);
        if (selection.thread == 0 && plane == output) {
            const metrics::ThreadId thread = placed_thread(result.shown(), plane, place);
            if (thread != 0 && !owns_cell(result.shown().ownership, thread)) selection.thread = thread;
        }
    } else if (selection.thread != 0) {
        if (const auto cell = cell_owned_by(result, selection.thread)) selection.cell = output.place_of(*cell);
    }
    return selection;
}

} // namespace

Selection pick(const session::RunResult& result, const Content& content, Point p) {
    if (!exists(result, content) || !(std::abs(p.x) < 1e12 && std::abs(p.y) < 1e12)) return {};
    const CellIndex place{static_cast<int64_t>(std::floor(p.x)), static_cast<int64_t>(std::floor(p.y))};
    if (content.space == Space::launch) return pick_thread(result, place);
    if (content.space != Space::matrices) return pick_cell(result, content, place);
    for (const Part& part : parts_of(result, content))
        if (part.rect.contains(place))
            return pick_cell(result, part.content, {place.x - part.origin.x, place.y - part.origin.y});
    return {};
}

} // namespace warpscope::render
