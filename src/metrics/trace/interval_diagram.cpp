#include "metrics/trace/interval_diagram.hpp"

#include <algorithm>
#include <map>
#include <set>

namespace warpscope::metrics {
namespace {

void count_threads(const Flow& flow, IntervalRow& row, uint32_t threads) {
    std::set<uint32_t> writers;
    for (const uint32_t write : row.writes) writers.insert(flow.writes[write].thread);
    std::map<uint32_t, uint32_t> by_warp;
    for (const uint32_t thread : writers) ++by_warp[thread / warp_size];
    row.threads = static_cast<uint32_t>(writers.size());
    row.warps = static_cast<uint32_t>(by_warp.size());
    for (const auto& [warp, lanes] : by_warp)
        if (lanes < std::min(warp_size, threads - warp * warp_size)) ++row.partly;
}

void find_stride(const Flow& flow, uint32_t array, IntervalRow& row, uint32_t& steps) {
    std::set<uint64_t> distances;
    for (const uint32_t w : row.writes) {
        const FlowWrite& write = flow.writes[w];
        for (uint32_t s = write.first_source; s < write.first_source + write.sources; ++s) {
            const FlowSource& source = flow.sources[s];
            if (flow.group_of(source) != array || source.by_address || source.element == write.element) continue;
            distances.insert(std::max(source.element, write.element) - std::min(source.element, write.element));
        }
    }
    if (distances.empty()) return;
    row.step = ++steps;
    if (distances.size() == 1) row.stride = *distances.begin();
}

void find_exits(const Flow& flow, IntervalDiagram& out) {
    std::set<std::pair<uint64_t, uint32_t>> exits;
    for (const FlowWrite& write : flow.writes) {
        if (flow.group_of(write) == out.array || flow.arrays[write.array].kind == FlowArray::Kind::registers) continue;
        for (uint32_t s = write.first_source; s < write.first_source + write.sources; ++s)
            if (flow.group_of(flow.sources[s]) == out.array)
                exits.insert({out.column_of(flow.sources[s].element), write.array});
    }
    for (const auto& [column, array] : exits) out.exits.push_back({column, array});
}

} // namespace

size_t IntervalDiagram::column_of(uint64_t element) const {
    const auto found = std::lower_bound(elements.begin(), elements.end(), element);
    return found != elements.end() && *found == element ? static_cast<size_t>(found - elements.begin())
                                                        : elements.size();
}

IntervalDiagram interval_diagram(const Flow& flow, uint32_t array, uint32_t threads) {
    IntervalDiagram out;
    out.array = array;
    out.row_of.assign(flow.writes.size(), no_write);
    std::map<std::pair<uint32_t, uint32_t>, IntervalRow> rows;
    std::vector<uint64_t>& touched = out.elements;
    for (uint32_t w = 0; w < flow.writes.size(); ++w) {
        const FlowWrite& write = flow.writes[w];
        if (!write.used) continue;
        if (flow.group_of(write) == array) {
            touched.push_back(write.element);
            IntervalRow& row = rows[{write.interval, write.level}];
            row.interval = write.interval;
            row.level = write.level;
            row.writes.push_back(w);
        }
        for (uint32_t s = write.first_source; s < write.first_source + write.sources; ++s)
            if (flow.group_of(flow.sources[s]) == array) touched.push_back(flow.sources[s].element);
    }
    std::sort(touched.begin(), touched.end());
    touched.erase(std::unique(touched.begin(), touched.end()), touched.end());
    uint32_t steps = 0;
    for (auto& [time, row] : rows) {
        std::ranges::stable_sort(row.writes, {}, [&](uint32_t w) { return flow.writes[w].element; });
        count_threads(flow, row, threads);
        find_stride(flow, array, row, steps);
        for (const uint32_t write : row.writes) out.row_of[write] = static_cast<uint32_t>(out.rows.size());
        out.rows.push_back(std::move(row));
    }
    find_exits(flow, out);
    return out;
}

std::vector<uint32_t> ancestors(const Flow& flow, const IntervalDiagram& diagram, uint32_t write) {
    std::set<uint32_t> found{write};
    std::vector<uint32_t> open{write};
    const bool registers = flow.arrays[diagram.array].kind == FlowArray::Kind::registers;
    auto reach = [&](uint32_t next) {
        if (next != no_write && diagram.row_of[next] != no_write && found.insert(next).second) open.push_back(next);
    };
    while (!open.empty()) {
        const FlowWrite& one = flow.writes[open.back()];
        open.pop_back();
        for (uint32_t s = one.first_source; s < one.first_source + one.sources; ++s) {
            const FlowSource& source = flow.sources[s];
            if (flow.group_of(source) != diagram.array) continue;
            reach(source.write);
            // The register of the source accumulates values, so its earlier writes also contribute.
            for (uint32_t w = source.write; registers && w != no_write;) {
                const size_t row = diagram.row_of[w];
                w = row == no_write || row == 0 ? no_write
                                                : write_at(flow, diagram, diagram.column_of(source.element), row - 1);
                reach(w);
            }
        }
    }
    return {found.begin(), found.end()};
}

uint32_t write_at(const Flow& flow, const IntervalDiagram& diagram, size_t column, size_t row) {
    if (column >= diagram.elements.size() || diagram.rows.empty()) return no_write;
    for (size_t r = std::min(row, diagram.rows.size() - 1) + 1; r-- > 0;) {
        const std::vector<uint32_t>& writes = diagram.rows[r].writes;
        for (size_t k = writes.size(); k-- > 0;)
            if (flow.writes[writes[k]].element == diagram.elements[column]) return writes[k];
    }
    return no_write;
}

} // namespace warpscope::metrics
