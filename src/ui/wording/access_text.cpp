#include "ui/wording/inspector_text.hpp"

#include <fmt/format.h>

#include "language/tr.hpp"
#include "metrics/finding_location.hpp"
#include "ui/widgets/widgets.hpp"

namespace warpscope::ui {

std::string use_text(const insight::BufferUse& use) {
    std::string text;
    const auto add = [&](std::string words) { text += (text.empty() ? "" : ", ") + std::move(words); };
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

std::string element_text(const metrics::BufferElement& element, const BufferLayout& layout) {
    const metrics::ElementIndex at = metrics::index_of(element, layout);
    // Prints an index before the start unchanged, because -901 would become row -2.
    const std::string place = element.index < 0         ? fmt::format("[{}]", element.index)
                              : layout.shape.depth > 1  ? fmt::format("[{}, {}, {}]", at.plane, at.row, at.column)
                              : layout.shape.height > 1 ? fmt::format("[{}, {}]", at.row, at.column)
                                                        : fmt::format("[{}]", at.row * layout.shape.width + at.column);
    return fmt::format("{}{}{}", layout.name, place, element.inside ? "" : tr(" is outside"));
}

std::string access_text(const session::RunResult& result, const insight::AccessStep& step) {
    const BufferLayout& layout = result.prepared.plan.buffers[step.buffer].layout;
    const std::string cell = cell_name(layout, step.cell);
    std::string text = step.kind == simt::AccessKind::load    ? tr_format("load {}", cell)
                       : step.kind == simt::AccessKind::store ? tr_format("store {}", cell)
                                                              : tr_format("atomic on {}", cell);
    const HostBuffer contents =
        insight::contents_of(result, insight::canonical(result, {scene::Space::buffer, step.buffer}));
    if (contents.bytes && step.cell < layout.shape.cells()) text += " = " + insight::cell_text(contents, step.cell);
    if (step.line != 0) text += tr_format(", line {}", step.line);
    return text;
}

std::string loaded_text(const session::RunResult& result, const metrics::BlockTrace* trace,
                        const insight::ThreadFacts& thread) {
    if (trace == nullptr || trace->block != thread.block_number) return "";
    constexpr size_t few = 3;
    const std::vector<metrics::BufferCell> cells = insight::loaded_inputs(result, *trace, thread.thread_number);
    std::string text;
    if (cells.size() > few) {
        // The cells of a buffer are adjacent in `cells`.
        for (size_t begin = 0; begin < cells.size();) {
            const uint32_t buffer = cells[begin].buffer;
            size_t end = begin;
            while (end < cells.size() && cells[end].buffer == buffer) ++end;
            const uint64_t count = end - begin;
            text += (text.empty() ? "" : ", ") + tr_count(count, "{} cell of {}", "{} cells of {}", grouped(count),
                                                          result.prepared.plan.buffers[buffer].layout.name);
            begin = end;
        }
        return text;
    }
    bool in_memory_order = false;
    for (const auto& [buffer, cell] : cells) {
        const auto facts =
            insight::cell_facts(result, insight::canonical(result, {scene::Space::buffer, buffer}), cell);
        if (!facts) continue;
        const BufferLayout& layout = result.prepared.plan.buffers[buffer].layout;
        // If the kernel orders a volume differently, coordinates would name another cell.
        const bool has_own_order = result.input_apart && buffer == result.prepared.input_buffer &&
                                   layout.shape.depth > 1 && layout.channels == 1;
        in_memory_order |= has_own_order;
        text += (text.empty() ? "" : ", ") + (has_own_order ? fmt::format("{}[{}]", layout.name, cell) : facts->name);
        if (!facts->value.empty()) text += " = " + facts->value;
    }
    return in_memory_order ? tr_format("{} (the view shows memory order)", text) : text;
}

std::string times_text(uint32_t count, uint32_t channels) {
    std::string text = tr_count(count, "{} time", "{} times", grouped(count));
    if (channels > 1 && count > 0 && count % channels == 0)
        text += tr_format(" ({} × {} channels)", grouped(count / channels), channels);
    return text;
}

} // namespace warpscope::ui
