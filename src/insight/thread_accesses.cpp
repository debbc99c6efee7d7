#include "insight/thread_accesses.hpp"

#include <algorithm>
#include <bit>
#include <iterator>
#include <map>

namespace warpscope::insight {

namespace {

bool reads(simt::AccessKind kind) { return kind != simt::AccessKind::store; }
bool writes(simt::AccessKind kind) { return kind != simt::AccessKind::load; }

} // namespace

ThreadAccesses::ThreadAccesses(const session::RunResult& result, const metrics::BlockTrace& trace) {
    const auto threads = static_cast<size_t>(result.shown().config.threads_per_block());
    const std::vector<PlannedBuffer>& buffers = result.prepared.plan.buffers;
    const auto counts = [&](const metrics::TraceAccess& access) {
        return access.buffer < buffers.size() && access.thread < threads;
    };
    first_.assign(threads + 1, 0);
    elsewhere_.assign(threads, 0);
    for (const metrics::TraceAccess& access : trace.accesses)
        if (counts(access))
            ++first_[access.thread + 1];
        else if (access.thread < threads)
            ++elsewhere_[access.thread];
    for (size_t i = 1; i <= threads; ++i) first_[i] += first_[i - 1];
    accesses_.resize(first_.back());
    std::vector<size_t> next(first_.begin(), first_.end() - 1);
    std::vector<std::vector<uint64_t>> seen(buffers.size()); // one bit per cell
    for (size_t i = 0; i < trace.accesses.size(); ++i) {
        const metrics::TraceAccess& access = trace.accesses[i];
        if (!counts(access)) continue;
        accesses_[next[access.thread]++] = static_cast<uint32_t>(i);
        if (!reads(access.kind)) continue;
        const uint64_t cells = buffers[access.buffer].layout.shape.cells();
        std::vector<uint64_t>& words = seen[access.buffer];
        if (words.empty()) words.resize((cells + 63) / 64);
        if (access.cell < cells) words[access.cell / 64] |= uint64_t{1} << access.cell % 64;
    }
    loaded_.resize(buffers.size());
    for (size_t buffer = 0; buffer < buffers.size(); ++buffer)
        for (size_t word = 0; word < seen[buffer].size(); ++word)
            for (uint64_t rest = seen[buffer][word]; rest != 0; rest &= rest - 1)
                loaded_[buffer].push_back(word * 64 + static_cast<uint64_t>(std::countr_zero(rest)));
}

std::span<const uint32_t> ThreadAccesses::of(uint32_t thread) const {
    if (size_t{thread} + 1 >= first_.size()) return {};
    return std::span(accesses_).subspan(first_[thread], first_[thread + 1] - first_[thread]);
}

uint64_t ThreadAccesses::elsewhere(uint32_t thread) const {
    return thread < elsewhere_.size() ? elsewhere_[thread] : 0;
}

std::span<const uint64_t> ThreadAccesses::loaded(uint32_t buffer) const {
    return buffer < loaded_.size() ? std::span<const uint64_t>(loaded_[buffer]) : std::span<const uint64_t>{};
}

namespace {

Memo::Key key_of(const metrics::BlockTrace& trace) {
    return {reinterpret_cast<uintptr_t>(&trace), trace.block, trace.accesses.size()};
}

using CellsByBuffer = std::vector<IntervalCells>;

CellsByBuffer cells_of(const metrics::BlockTrace& trace, uint32_t interval, size_t buffers) {
    CellsByBuffer by_buffer(buffers);
    std::vector<std::vector<uint64_t>> read(buffers), written(buffers);
    for (const metrics::TraceAccess& access : trace.accesses) {
        if (access.interval != interval || access.buffer >= buffers) continue;
        if (reads(access.kind)) read[access.buffer].push_back(access.cell);
        if (writes(access.kind)) written[access.buffer].push_back(access.cell);
    }
    const auto distinct = [](std::vector<uint64_t>& cells) {
        std::sort(cells.begin(), cells.end());
        cells.erase(std::unique(cells.begin(), cells.end()), cells.end());
    };
    for (size_t buffer = 0; buffer < buffers; ++buffer) {
        IntervalCells& there = by_buffer[buffer];
        distinct(read[buffer]);
        distinct(written[buffer]);
        there.read = read[buffer].size();
        there.written = written[buffer].size();
        std::ranges::set_union(read[buffer], written[buffer], std::back_inserter(there.cells));
    }
    return by_buffer;
}

} // namespace

const ThreadAccesses& accesses_of(const session::RunResult& result, const metrics::BlockTrace& trace) {
    return *result.derived.newest<ThreadAccesses>(key_of(trace), [&] { return ThreadAccesses(result, trace); });
}

const std::vector<IntervalCells>& interval_cells(const session::RunResult& result, const metrics::BlockTrace& trace,
                                                 uint32_t interval) {
    Memo::Key key = key_of(trace);
    key[1] = trace.block << 32 | interval;
    return *result.derived.newest<CellsByBuffer>(
        key, [&] { return cells_of(trace, interval, result.prepared.plan.buffers.size()); });
}

std::vector<BufferUse> uses_of(const metrics::BlockTrace& trace, const ThreadAccesses& accesses, uint32_t thread) {
    struct Cells {
        BufferUse use;
        std::vector<uint64_t> read, written;
    };
    std::map<uint32_t, Cells> by_buffer;
    for (const uint32_t number : accesses.of(thread)) {
        const metrics::TraceAccess& access = trace.accesses[number];
        Cells& cells = by_buffer[access.buffer];
        if (access.kind == simt::AccessKind::load)
            ++cells.use.loads;
        else if (access.kind == simt::AccessKind::store)
            ++cells.use.stores;
        else
            ++cells.use.atomics;
        if (reads(access.kind)) cells.read.push_back(access.cell);
        if (writes(access.kind)) cells.written.push_back(access.cell);
    }
    const auto distinct = [](std::vector<uint64_t>& cells) {
        std::sort(cells.begin(), cells.end());
        return static_cast<uint64_t>(std::unique(cells.begin(), cells.end()) - cells.begin());
    };
    std::vector<BufferUse> uses;
    for (auto& [buffer, cells] : by_buffer) {
        cells.use.buffer = buffer;
        cells.use.read = distinct(cells.read);
        cells.use.written = distinct(cells.written);
        uses.push_back(cells.use);
    }
    return uses;
}

} // namespace warpscope::insight
