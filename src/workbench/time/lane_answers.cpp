#include <algorithm>
#include <bit>
#include <cstring>

#include <fmt/format.h>

#include "workbench/time/time_cursor.hpp"

#include "insight/source_lines.hpp"
#include "language/tr.hpp"
#include "replay/answers/value_origin.hpp"

namespace warpscope::workbench {

namespace {

using replay::MemoryAddress;
using replay::ValueOrigin;

/// Returns the address and size of a cell's first NaN or infinite value.
std::optional<std::pair<MemoryAddress, uint32_t>> place_of_value(const insight::RecordedBlock& block,
                                                                 const AskTime& c) {
    const replay::CellHistory& cells = block.history->cells()[*c.buffer];
    const auto written = std::ranges::find(cells.written, c.cell, &replay::FirstAccess::cell);
    if (written == cells.written.end()) return std::nullopt;
    const HostBuffer buffer = block.run->measured->buffer(*c.buffer);
    if (!is_floating(buffer.layout.type) || !buffer.bytes) return std::nullopt;
    const uint32_t bytes = buffer.layout.cell_bytes() / std::max(1u, buffer.layout.channels);
    for (uint32_t k = 0; k < buffer.layout.channels && bytes <= 8; ++k) {
        uint64_t bits = 0;
        const uint64_t offset = c.cell * buffer.layout.cell_bytes() + uint64_t{k} * bytes;
        if (offset + bytes > buffer.bytes->size()) break;
        std::memcpy(&bits, buffer.bytes->data() + offset, bytes);
        if (replay::is_not_finite(bits, bytes))
            return std::pair(MemoryAddress{ptx::Space::global, 0, written->address + uint64_t{k} * bytes}, bytes);
    }
    return std::nullopt;
}

std::string words_of(const insight::RecordedBlock& block, const ValueOrigin& origin, const std::string& name) {
    const uint32_t line = block.line_or_call(origin.step);
    const std::string who = tr_format("lane {} of warp {}", origin.lane, origin.warp);
    std::string words;
    switch (origin.kind) {
    case ValueOrigin::Kind::made:
        words = origin.result.empty()
                    ? tr_format("{} got this value in line {}, from {}: {}.", name, line, origin.formula, who)
                    : tr_format("{} got this value in line {}: **{} = {}**, in {}.", name, line, origin.formula,
                                origin.result, who);
        break;
    case ValueOrigin::Kind::initial_memory:
        words = origin.from.empty()
                    ? tr_format("{} got this value in line {}: {} read it from memory.", name, line, who)
                    : tr_format("{} got this value in line {}: {} read it from **{}**, which already held it.", name,
                                line, who, origin.from);
        break;
    case ValueOrigin::Kind::lost:
        words = tr_format("{} had this value by line {}, in {}; its origin is unknown.", name, line, who);
        break;
    }
    const std::string text = line == 0 ? std::string() : insight::source_text(*block.run, line);
    if (!text.empty()) words += fmt::format("\n`{}`", text);
    return words;
}

/// Returns whether a loop starts in each source line. Index 0 is unused.
std::vector<bool> heads_of_loops(const std::string& source) {
    std::vector<bool> heads{false};
    for (const std::string_view line : insight::split_lines(source)) {
        bool head = false;
        for (const std::string_view word : {"for", "while"})
            for (size_t at = line.find(word); at != std::string_view::npos; at = line.find(word, at + 1)) {
                const size_t open = line.find_first_not_of(' ', at + word.size());
                const bool whole = at == 0 || line[at - 1] == ' ' || line[at - 1] == '}';
                head = head || (whole && open != std::string_view::npos && line[open] == '(');
            }
        heads.push_back(head);
    }
    return heads;
}

} // namespace

void TimeCursor::ask_for_origin(const AskTime& c) {
    stop_search_ = std::make_shared<std::atomic<bool>>(false);
    bar_.searching = true;
    ++asking_;
    worker_.post([this, block = bar_.block, c, stop = stop_search_]() -> Worker::Finish {
        std::optional<ValueOrigin> origin;
        if (const auto place = place_of_value(*block, c))
            origin = replay::origin_of_value(*block->recording, place->first, place->second,
                                             block->recording->record_count(), *stop);
        return [this, block, c, origin, stop] {
            --asking_;
            redraw_.want();
            if (stop != stop_search_) return;
            stop_search();
            if (!origin) {
                answer_ = tr_format("This block does not write a value that is NaN or infinite to {}.", c.name);
                return;
            }
            bar_.origin = FoundOrigin{block, origin->step, words_of(*block, *origin, c.name)};
            found_thread_ = FollowedThread{moment_.launch, moment_.block, origin->warp, origin->lane};
            moment_.warp = origin->warp;
            show_step(origin->step);
        };
    });
}

void TimeCursor::apply(const FollowVariable& c) {
    bar_.followed = c.variable;
    bar_.part = "variables";
    redraw_.want();
}

void TimeCursor::request_values() {
    std::optional<ValuesOf> wanted;
    if (bar_.followed) wanted = ValuesOf{bar_.block, moment_.warp, *bar_.followed};
    if (wanted == values_of_) return;
    values_of_ = wanted;
    bar_.values.reset();
    if (stop_values_) *stop_values_ = true;
    if (!wanted) return;
    stop_values_ = std::make_shared<std::atomic<bool>>(false);
    ++asking_;
    worker_.post([this, of = *wanted, stop = stop_values_]() -> Worker::Finish {
        const std::vector<bool> heads = heads_of_loops(of.block->run->source);
        const auto is_loop = [&](uint32_t step) {
            const uint32_t line = of.block->line_of(step);
            return line < heads.size() && heads[line];
        };
        auto values = std::make_shared<const replay::LaneValues>(
            replay::lane_values(*of.block->recording, of.warp, of.variable.lane, of.variable.name, is_loop, *stop));
        return [this, stop, values = std::move(values)] {
            --asking_;
            redraw_.want();
            if (stop == stop_values_ && values_of_) bar_.values = values;
        };
    });
}

} // namespace warpscope::workbench
