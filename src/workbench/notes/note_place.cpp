#include "workbench/notes/note_place.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "insight/line_diff.hpp"
#include "insight/source_lines.hpp"
#include "language/tr.hpp"
#include "render/layout/cell_plane.hpp"

namespace warpscope::workbench {

namespace {

using render::CellRect;
using scene::Note;
using scene::NotedCells;
using scene::NotedLine;
using scene::NotedThread;

constexpr scene::Point beside_place{5, -4};

std::string_view without_blanks(std::string_view line) {
    const size_t begin = line.find_first_not_of(" \t\r");
    return begin == std::string_view::npos ? std::string_view()
                                           : line.substr(begin, line.find_last_not_of(" \t\r") + 1 - begin);
}

CellRect rect_around(render::CellIndex a, render::CellIndex b) {
    const int64_t x = std::min(a.x, b.x), y = std::min(a.y, b.y);
    return {x, y, std::max(a.x, b.x) - x + 1, std::max(a.y, b.y) - y + 1};
}

std::vector<CellRect> rects_of(const render::Plane& plane, const BufferLayout& layout, const NotedCells& cells) {
    const Shape& shape = layout.shape;
    const CellCoordinates& first = cells.first;
    const CellCoordinates last{std::min<uint64_t>(cells.last.x, layout.seen().width - 1),
                               std::min<uint64_t>(cells.last.y, shape.height - 1),
                               std::min<uint64_t>(cells.last.z, shape.depth - 1)};
    const auto index = [&](uint64_t x, uint64_t y, uint64_t z) { return (z * shape.height + y) * shape.width + x; };
    std::vector<CellRect> rects;
    if (plane.wrapped()) {
        const render::CellIndex begin = plane.place_of(index(first.x, 0, 0)), end = plane.place_of(index(last.x, 0, 0));
        if (begin.y == end.y) return {rect_around(begin, end)};
        const int64_t right = plane.width() - 1;
        rects = {rect_around(begin, {right, begin.y}), rect_around({0, end.y}, end)};
        if (end.y > begin.y + 1) rects.push_back(rect_around({0, begin.y + 1}, {right, end.y - 1}));
        return rects;
    }
    for (uint64_t z = first.z; z <= last.z; ++z) {
        const uint64_t begin = index(first.x, first.y, z), end = index(last.x, last.y, z);
        const CellRect rect = rect_around(plane.place_of(begin), plane.place_of(end));
        if (plane.index_at({rect.x, rect.y})) rects.push_back(rect); // skips other slices
    }
    return rects;
}

std::vector<CellRect> cells_at(const NotedCells& cells, const session::RunResult& result,
                               const render::Content& content) {
    const auto& buffers = result.prepared.plan.buffers;
    const auto buffer = std::ranges::find_if(buffers, [&](const auto& b) { return b.layout.name == cells.buffer; });
    if (buffer == buffers.end() || content.space == render::Space::launch) return {};
    const Shape& shape = buffer->layout.shape;
    const CellCoordinates& first = cells.first;
    if (first.x >= buffer->layout.seen().width || first.y >= shape.height || first.z >= shape.depth) return {};
    for (const render::Part& part : render::parts_of(result, content)) {
        if (render::buffer_of(result, part.content) != static_cast<uint32_t>(buffer - buffers.begin())) continue;
        std::vector<CellRect> rects = rects_of(render::plane_of(result, part.content), buffer->layout, cells);
        for (CellRect& rect : rects) {
            rect.x += part.origin.x;
            rect.y += part.origin.y;
        }
        return rects;
    }
    return {};
}

std::vector<CellRect> cells_at(const NotedThread& noted, const session::RunResult& result,
                               const render::Content& content) {
    const bool shown = content.space == render::Space::launch || content == render::Content(render::Space::output);
    if (result.measured->launches().empty() || !shown) return {};
    const LaunchConfig& config = result.shown().config;
    const auto within = [](const Dim3& at, const Dim3& extent) {
        return at.x < extent.x && at.y < extent.y && at.z < extent.z;
    };
    if (!within(noted.block, config.grid) || !within(noted.thread, config.block)) return {};
    render::Selection selection;
    selection.thread =
        static_cast<metrics::ThreadId>(linear_index(noted.block, config.grid) * config.threads_per_block() +
                                       linear_index(noted.thread, config.block) + 1);
    const auto place = render::selected_place(result, content, selection);
    return place ? std::vector{rect_around(*place, *place)} : std::vector<CellRect>();
}

Note note_of(const session::RunResult& result) {
    Note note;
    note.kind = scene::NoteKind::arrow;
    note.experiment = result.request.experiment->name;
    note.offset = beside_place;
    return note;
}

std::string coordinates_text(const Dim3& at) {
    return at.z > 0 ? fmt::format("{}, {}, {}", at.x, at.y, at.z) : fmt::format("{}, {}", at.x, at.y);
}

} // namespace

bool is_on(const Note& note, const session::RunResult& result) {
    return note.experiment == result.request.experiment->name &&
           (note.variant.empty() || note.variant == result.variant().name);
}

std::vector<CellRect> noted_cells(const Note& note, const session::RunResult& result, const render::Content& content) {
    if (!is_on(note, result)) return {};
    if (const auto* cells = std::get_if<NotedCells>(&note.place)) return cells_at(*cells, result, content);
    const auto* thread = std::get_if<NotedThread>(&note.place);
    return thread != nullptr ? cells_at(*thread, result, content) : std::vector<CellRect>();
}

uint32_t noted_line(const NotedLine& noted, const std::vector<std::string_view>& lines) {
    const auto same = [&](std::string_view line) { return without_blanks(line) == without_blanks(noted.text); };
    if (noted.line <= lines.size() && (noted.text.empty() || same(lines[noted.line - 1]))) return noted.line;
    if (noted.text.empty() || std::ranges::count_if(lines, same) != 1) return 0;
    return static_cast<uint32_t>(std::ranges::find_if(lines, same) - lines.begin() + 1);
}

size_t follow_lines(scene::Notes& notes, const session::RunResult& result, std::string_view before) {
    const std::vector<std::string_view> old = insight::split_lines(before), now = insight::split_lines(result.source);
    std::vector<uint32_t> replaced;
    size_t lost = 0;
    for (Note& note : notes) {
        auto* noted = std::get_if<NotedLine>(&note.place);
        if (noted == nullptr || !is_on(note, result)) continue;
        const uint32_t was = noted_line(*noted, old);
        if (was == 0) continue;
        if (replaced.empty()) replaced = insight::lines_replaced(insight::diff_lines(old, now), old, now);
        const auto there = std::ranges::find(replaced, was);
        if (there != replaced.end()) {
            const auto index = static_cast<size_t>(there - replaced.begin());
            *noted = {static_cast<uint32_t>(index + 1), std::string(without_blanks(now[index]))};
        } else if (noted_line(*noted, now) == 0) {
            ++lost;
        }
    }
    return lost;
}

size_t lost_notes(const scene::Notes& notes, const session::RunResult& result) {
    const std::vector<std::string_view> lines = insight::split_lines(result.source);
    return static_cast<size_t>(std::ranges::count_if(notes, [&](const Note& note) {
        const auto* noted = std::get_if<NotedLine>(&note.place);
        return noted != nullptr && is_on(note, result) && noted_line(*noted, lines) == 0;
    }));
}

std::optional<Note> note_on_cell(const session::RunResult& result, const render::Selection& selection) {
    if (!selection.pointed || !render::exists(result, selection.pointed->content)) return std::nullopt;
    const uint32_t buffer = render::buffer_of(result, selection.pointed->content);
    const BufferLayout& layout = result.prepared.plan.buffers[buffer].layout;
    const uint64_t row = selection.pointed->index / layout.shape.width;
    const CellCoordinates cell{selection.pointed->index % layout.shape.width, row % layout.shape.height,
                               row / layout.shape.height};
    Note note = note_of(result);
    note.place = NotedCells{layout.name, cell, cell};
    return note;
}

std::optional<Note> note_on_thread(const session::RunResult& result, const render::Selection& selection) {
    if (result.measured->launches().empty()) return std::nullopt;
    const LaunchConfig& config = result.shown().config;
    if (selection.thread == 0 || selection.thread > config.threads()) return std::nullopt;
    Note note = note_of(result);
    note.variant = result.variant().name;
    note.place = NotedThread{index_of(render::block_of(config, selection.thread), config.grid),
                             index_of(render::thread_in_block(config, selection.thread), config.block)};
    return note;
}

Note note_on_line(const session::RunResult& result, uint32_t line, std::string_view text) {
    Note note = note_of(result);
    note.kind = scene::NoteKind::words;
    note.variant = result.variant().name;
    note.place = NotedLine{line, std::string(without_blanks(text))};
    note.offset = {};
    return note;
}

std::string place_text(const Note& note, const session::RunResult* result) {
    if (const auto* thread = std::get_if<NotedThread>(&note.place))
        return tr_format("thread {} of block {}", coordinates_text(thread->thread), coordinates_text(thread->block));
    if (const auto* line = std::get_if<NotedLine>(&note.place)) return tr_format("line {}", line->line);
    const auto& cells = std::get<NotedCells>(note.place);
    const BufferLayout* layout = nullptr;
    if (result != nullptr)
        for (const PlannedBuffer& buffer : result->prepared.plan.buffers)
            if (buffer.layout.name == cells.buffer) layout = &buffer.layout;
    const bool is_volume = layout != nullptr ? layout->shape.depth > 1 : cells.last.z > 0;
    const bool is_flat = layout != nullptr ? layout->shape.height > 1 : cells.last.y > 0;
    const auto name = [&](const CellCoordinates& c) {
        if (is_volume) return fmt::format("{}[{}][{}][{}]", cells.buffer, c.z, c.y, c.x);
        return is_flat ? fmt::format("{}[{}][{}]", cells.buffer, c.y, c.x) : fmt::format("{}[{}]", cells.buffer, c.x);
    };
    return cells.first == cells.last ? name(cells.first) : tr_format("{} to {}", name(cells.first), name(cells.last));
}

} // namespace warpscope::workbench
