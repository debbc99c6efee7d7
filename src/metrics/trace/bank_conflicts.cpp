#include "metrics/trace/bank_conflicts.hpp"

#include <algorithm>
#include <array>
#include <map>

#include "base/symbol_name.hpp"

namespace warpscope::metrics {
namespace {

std::array<uint64_t, warp_size> offsets_of(const BlockTrace& trace, const TraceRequest& request) {
    std::array<uint64_t, warp_size> offsets{};
    uint32_t k = request.first;
    for (simt::LaneMask rest = request.mask; rest != 0; rest &= rest - 1)
        offsets[static_cast<size_t>(std::countr_zero(rest))] = trace.accesses[k++].address;
    return offsets;
}

template<class Word>
void for_each_word(const TraceAccess& access, size_t words, Word&& word) {
    const uint64_t last = (access.address + access.bytes - 1) / bank_word;
    for (uint64_t k = access.address / bank_word; k <= last && k < words; ++k) word(k);
}

bool writes_shared(const TraceAccess& access) {
    return access.space == ptx::Space::shared && access.kind != simt::AccessKind::load;
}

void sort_by_warp(const BlockTrace& trace, BankInstruction& instruction) {
    auto warp_of = [&](uint32_t request) { return trace.accesses[trace.requests[request].first].thread / warp_size; };
    std::ranges::stable_sort(instruction.requests, {}, warp_of);
    for (uint32_t k = 0; k < instruction.requests.size(); ++k) {
        const uint32_t request = instruction.requests[k], warp = warp_of(request);
        if (instruction.warps.empty() || instruction.warps.back().warp != warp)
            instruction.warps.push_back({warp, k, 0});
        ++instruction.warps.back().count;
        const auto offsets = offsets_of(trace, trace.requests[request]);
        const uint32_t passes =
            shared_passes(offsets.data(), trace.requests[request].mask, instruction.bytes, instruction.kind);
        instruction.total_passes += passes;
        instruction.passes.push_back(passes);
        if (passes > instruction.passes[instruction.worst]) instruction.worst = k;
    }
}

std::string array_at(const std::vector<SharedArray>& arrays, uint64_t offset) {
    const auto found = std::ranges::find_if(arrays, [&](const SharedArray& array) {
        return array.offset <= offset && offset - array.offset < array.bytes;
    });
    return found != arrays.end() ? found->name : std::string();
}

} // namespace

BankFacts bank_facts(const BlockTrace& trace, const simt::Program& program, uint32_t kernel) {
    BankFacts facts;
    facts.bytes = trace.shared_bytes;
    facts.truncated = trace.truncated;
    facts.ever_written.resize(facts.words());
    for (const simt::SharedVariableInfo& variable : program.shared_variables(kernel))
        facts.arrays.push_back({plain_name(variable.name), variable.offset,
                                variable.bytes != 0 ? variable.bytes : trace.shared_bytes - variable.offset});
    for (const TraceAccess& access : trace.accesses)
        if (writes_shared(access))
            for_each_word(access, facts.words(), [&](uint64_t word) { facts.ever_written[word] = true; });
    std::map<uint32_t, BankInstruction> by_pc;
    for (uint32_t k = 0; k < trace.requests.size(); ++k) {
        const TraceAccess& first = trace.accesses[trace.requests[k].first];
        if (first.space != ptx::Space::shared) continue;
        BankInstruction& instruction = by_pc[first.pc];
        instruction.pc = first.pc;
        instruction.kind = first.kind;
        instruction.bytes = first.bytes;
        if (instruction.requests.empty()) instruction.array = array_at(facts.arrays, first.address);
        instruction.requests.push_back(k);
    }
    for (auto& [pc, instruction] : by_pc) {
        sort_by_warp(trace, instruction);
        facts.instructions.push_back(std::move(instruction));
    }
    return facts;
}

BankRequest bank_request(const BlockTrace& trace, uint32_t request) {
    const TraceRequest& asked = trace.requests[request];
    const TraceAccess& first = trace.accesses[asked.first];
    const auto offsets = offsets_of(trace, asked);
    BankRequest out;
    out.warp = first.thread / warp_size;
    out.lanes = static_cast<uint32_t>(std::popcount(asked.mask));
    out.touches = bank_schedule(offsets.data(), asked.mask, first.bytes, first.kind);
    uint32_t group = ~0u;
    for (const BankTouch& touch : out.touches) {
        out.passes = std::max(out.passes, touch.pass + 1);
        if (touch.group != group) ++out.groups;
        group = touch.group;
    }
    out.fewest = fewest_passes(out.lanes, first.bytes, out.passes);
    return out;
}

std::vector<uint32_t> last_writers(const BlockTrace& trace, uint32_t request) {
    std::vector<uint32_t> writers((trace.shared_bytes + bank_word - 1) / bank_word);
    const TraceRequest& asked = trace.requests[request];
    const size_t end = asked.first + static_cast<size_t>(std::popcount(asked.mask));
    for (size_t k = 0; k < end; ++k)
        if (writes_shared(trace.accesses[k]))
            for_each_word(trace.accesses[k], writers.size(),
                          [&](uint64_t word) { writers[word] = trace.accesses[k].thread + 1; });
    return writers;
}

} // namespace warpscope::metrics
