// What a thread did to the buffers of the plan, in words.
#include "ui/wording/inspector_text.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "language/tr.hpp"
#include "render/maps/focus_mask.hpp"
#include "ui/widgets/widgets.hpp"

namespace warpscope::ui {

namespace {

using render::Content;
using render::Space;

std::string use_text(const render::BufferUse& use) {
    std::string text;
    const auto add = [&](std::string words) { text += (text.empty() ? "" : ", ") + std::move(words); };
    // Several accesses to one cell are worth a word: a channel each, or one in each step of a loop.
    if (use.loads > use.read)
        add(tr_count(use.read, "reads {} cell in {} loads", "reads {} cells in {} loads", grouped(use.read),
                     grouped(use.loads)));
    else if (use.loads > 0)
        add(tr_count(use.read, "reads {} cell", "reads {} cells", grouped(use.read)));
    if (use.stores > use.written)
        add(tr_count(use.written, "writes {} cell in {} stores", "writes {} cells in {} stores", grouped(use.written),
                     grouped(use.stores)));
    else if (use.stores > 0)
        add(tr_count(use.written, "writes {} cell", "writes {} cells", grouped(use.written)));
    if (use.atomics > 0) add(tr_count(use.atomics, "{} atomic", "{} atomics", grouped(use.atomics)));
    return text;
}

/// `cell`: "M[10][4]".
std::string access_words(simt::AccessKind kind, const std::string& cell) {
    switch (kind) {
    case simt::AccessKind::load: return tr_format("load {}", cell);
    case simt::AccessKind::store: return tr_format("store {}", cell);
    case simt::AccessKind::atomic: break;
    }
    return tr_format("atomic on {}", cell);
}

AccessStep describe(const session::RunResult& result, const metrics::TraceAccess& access, uint32_t number) {
    const Content content = render::canonical(result, {Space::buffer, access.buffer});
    const BufferLayout& layout = result.prepared.plan.buffers[access.buffer].layout;
    AccessStep step{number, access_words(access.kind, cell_name(layout, access.cell)), {}, {}};
    const HostBuffer contents = render::contents_of(result, content);
    if (contents.bytes && access.cell < layout.shape.cells()) step.value = cell_text(contents, access.cell);
    const auto& instructions = result.measured->program().instructions();
    if (access.pc < instructions.size() && instructions[access.pc].source.line > 0)
        step.line = instructions[access.pc].source.line;
    return step;
}

} // namespace

std::string cell_name(const BufferLayout& layout, uint64_t cell) {
    const Dim3 at = index_of(cell, {layout.shape.width, layout.shape.height, layout.shape.depth});
    if (layout.shape.depth > 1) return fmt::format("{}[{}][{}][{}]", layout.name, at.z, at.y, at.x);
    if (layout.shape.height > 1) return fmt::format("{}[{}][{}]", layout.name, at.y, at.x);
    return fmt::format("{}[{}]", layout.name, cell);
}

AccessFacts access_facts(const session::RunResult& result, const metrics::BlockTrace& trace, uint32_t thread,
                         std::optional<uint32_t> step) {
    const render::ThreadAccesses& accesses = render::accesses_of(result, trace);
    const std::span<const uint32_t> numbers = accesses.of(thread);
    AccessFacts facts;
    facts.truncated = trace.truncated;
    facts.steps = static_cast<uint32_t>(numbers.size());
    for (const render::BufferUse& use : render::uses_of(trace, accesses, thread))
        facts.buffers.push_back({result.prepared.plan.buffers[use.buffer].layout.name, use_text(use)});
    facts.elsewhere = accesses.elsewhere(thread);
    if (step && !numbers.empty()) {
        const auto number = std::min(*step, facts.steps - 1);
        facts.step = describe(result, trace.accesses[numbers[number]], number);
    }
    return facts;
}

std::string loaded_text(const session::RunResult& result, const metrics::BlockTrace* trace, const ThreadFacts& thread) {
    if (trace == nullptr || trace->block != thread.block_number) return "";
    constexpr size_t few = 3;
    std::vector<std::pair<uint32_t, uint64_t>> cells; // buffer and cell
    for (const uint32_t number : render::accesses_of(result, *trace).of(thread.thread_number)) {
        const metrics::TraceAccess& access = trace->accesses[number];
        if (access.kind == simt::AccessKind::load &&
            result.prepared.plan.buffers[access.buffer].role == BufferRole::input)
            cells.emplace_back(access.buffer, access.cell);
    }
    std::ranges::sort(cells);
    const auto repeated = std::ranges::unique(cells);
    cells.erase(repeated.begin(), repeated.end());
    if (cells.size() > few) return tr_count(cells.size(), "{} cell", "{} cells", grouped(cells.size()));
    std::string text;
    for (const auto& [buffer, cell] : cells) {
        const HostBuffer contents = render::contents_of(result, render::canonical(result, {Space::buffer, buffer}));
        text += (text.empty() ? "" : ", ") + cell_name(result.prepared.plan.buffers[buffer].layout, cell);
        if (contents.bytes && cell < contents.layout.shape.cells()) text += " = " + cell_text(contents, cell);
    }
    return text;
}

std::string CellFacts::times(uint32_t count) const {
    std::string text = tr_count(count, "{} time", "{} times", grouped(count));
    if (channels > 1 && count > 0 && count % channels == 0)
        text += tr_format(" ({} × {} channels)", grouped(count / channels), channels);
    return text;
}

std::optional<CellFacts> cell_facts(const session::RunResult& result, const render::Selection& selection) {
    if (!selection.pointed || !render::exists(result, selection.pointed->content)) return std::nullopt;
    const auto& [content, index] = *selection.pointed;
    const BufferLayout& layout = result.prepared.plan.buffers[render::buffer_of(result, content)].layout;
    if (index >= layout.shape.cells()) return std::nullopt;
    CellFacts facts{cell_name(layout, index), {}, {}, {}, layout.channels};
    const HostBuffer contents = render::contents_of(result, content);
    if (contents.bytes) facts.value = cell_text(contents, index);
    if (const metrics::CellMaps* maps = render::maps_of(result, content)) {
        if (index < maps->reads.size()) facts.reads = maps->reads[index];
        if (index < maps->writes.size()) facts.writes = maps->writes[index];
    }
    return facts;
}

} // namespace warpscope::ui
