// What a thread did to the buffers of the plan, in words.
#include "ui/wording/inspector_text.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "render/maps/focus_mask.hpp"
#include "ui/widgets/widgets.hpp"

namespace warpscope::ui {

namespace {

using render::Content;
using render::Space;

std::string cells(uint64_t count) { return fmt::format("{} cell{}", grouped(count), count == 1 ? "" : "s"); }

std::string use_text(const render::BufferUse& use) {
    std::string text;
    const auto add = [&](std::string words) { text += (text.empty() ? "" : ", ") + std::move(words); };
    // Several accesses to one cell are worth a word: a channel each, or one in each step of a loop.
    const auto times = [](uint64_t accesses, uint64_t distinct, std::string_view what) {
        return accesses > distinct ? fmt::format(" in {} {}", grouped(accesses), what) : std::string();
    };
    if (use.loads > 0) add("reads " + cells(use.read) + times(use.loads, use.read, "loads"));
    if (use.stores > 0) add("writes " + cells(use.written) + times(use.stores, use.written, "stores"));
    if (use.atomics > 0) add(fmt::format("{} atomic{}", grouped(use.atomics), use.atomics == 1 ? "" : "s"));
    return text;
}

std::string_view verb(simt::AccessKind kind) {
    switch (kind) {
    case simt::AccessKind::load: return "load";
    case simt::AccessKind::store: return "store";
    case simt::AccessKind::atomic: break;
    }
    return "atomic on";
}

AccessStep describe(const session::RunResult& result, const metrics::TraceAccess& access, uint32_t number) {
    const Content content = render::canonical(result, {Space::buffer, access.buffer});
    const BufferLayout& layout = result.prepared.plan.buffers[access.buffer].layout;
    AccessStep step{number, fmt::format("{} {}", verb(access.kind), cell_name(layout, access.cell)), {}, {}};
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
    for (const metrics::TraceAccess& access : trace.accesses)
        facts.elsewhere += access.thread == thread && access.buffer == ~0u ? 1 : 0;
    if (step && !numbers.empty()) {
        const auto number = std::min(*step, facts.steps - 1);
        facts.step = describe(result, trace.accesses[numbers[number]], number);
    }
    return facts;
}

std::string CellFacts::times(uint32_t count) const {
    std::string text = fmt::format("{} time{}", grouped(count), count == 1 ? "" : "s");
    if (channels > 1 && count > 0 && count % channels == 0)
        text += fmt::format(" ({} × {} channels)", grouped(count / channels), channels);
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
