#include "metrics/trace/traced_arrays.hpp"

#include <algorithm>
#include <set>

#include "base/symbol_name.hpp"
#include "metrics/trace/bank_conflicts.hpp"
#include "metrics/values/instructions.hpp"

namespace warpscope::metrics {
namespace {

template<class Edge>
void for_each_edge(const Flow& flow, Edge&& edge) {
    for (const FlowWrite& write : flow.writes)
        for (uint32_t s = write.first_source; write.used && s < write.first_source + write.sources; ++s)
            edge(flow.sources[s], write);
}

void group(Flow& flow) {
    std::vector<FlowArray>& arrays = flow.arrays;
    for (uint32_t k = 0; k < arrays.size(); ++k) arrays[k].group = k;
    std::set<std::pair<uint32_t, uint32_t>> ways;
    for_each_edge(flow, [&](const FlowSource& source, const FlowWrite& write) {
        if (source.element != write.element) ways.insert({source.array, write.array});
    });
    for (const auto& [from, to] : ways) {
        const bool both_shared =
            arrays[from].kind == FlowArray::Kind::shared && arrays[to].kind == FlowArray::Kind::shared;
        if (from >= to || !both_shared || !ways.contains({to, from}) || arrays[to].group != to) continue;
        arrays[to].group = arrays[from].group;
        arrays[arrays[from].group].name += " and " + arrays[to].name;
    }
}

} // namespace

FlowArrays::FlowArrays(const BlockTrace& trace, const simt::Program& program, uint32_t kernel,
                       const ExecutionPlan& plan) {
    for (uint32_t k = 0; k < plan.buffers.size(); ++k) {
        FlowArray array;
        array.name = plan.buffers[k].layout.name;
        array.buffer = k;
        array.element_bytes = plan.buffers[k].layout.cell_bytes();
        arrays_.push_back(std::move(array));
    }
    first_shared_ = static_cast<uint32_t>(arrays_.size());
    for (const simt::SharedVariableInfo& variable : program.shared_variables(kernel)) {
        FlowArray array;
        array.kind = FlowArray::Kind::shared;
        array.name = plain_name(variable.name);
        array.begin = variable.offset;
        arrays_.push_back(std::move(array));
    }
    registers_ = static_cast<uint32_t>(arrays_.size());
    FlowArray registers;
    registers.kind = FlowArray::Kind::registers;
    registers.name = "registers of the threads";
    arrays_.push_back(std::move(registers));
    find_element_sizes(trace, program);
}

uint32_t FlowArrays::shared_array_of(uint64_t offset) const {
    uint32_t found = first_shared_;
    for (uint32_t k = first_shared_; k < registers_; ++k)
        if (arrays_[k].begin <= offset) found = k;
    return found;
}

void FlowArrays::find_element_sizes(const BlockTrace& trace, const simt::Program& program) {
    const Instructions instructions(program.module());
    std::vector<uint32_t> smallest(arrays_.size(), ~0u);
    for (const TraceRequest& request : trace.requests) {
        const TraceAccess& access = trace.accesses[request.first];
        if (access.space != ptx::Space::shared || first_shared_ == registers_) continue;
        uint32_t& size = smallest[shared_array_of(access.address)];
        size = std::min(size, access.bytes / std::max<uint32_t>(1, instructions.at(access.pc).modifiers.vector));
    }
    for (uint32_t k = first_shared_; k < registers_; ++k)
        if (smallest[k] != ~0u) arrays_[k].element_bytes = std::max(1u, smallest[k]);
}

std::optional<FlowPlace> FlowArrays::locate(const TraceAccess& access, uint64_t address) const {
    if (access.space == ptx::Space::shared && first_shared_ != registers_) {
        const uint32_t array = shared_array_of(address);
        return FlowPlace{array, (address - arrays_[array].begin) / arrays_[array].element_bytes};
    }
    if (access.space != ptx::Space::global || access.buffer == ~0u) return std::nullopt;
    return FlowPlace{access.buffer, access.cell + (address - access.address) / arrays_[access.buffer].element_bytes};
}

void group_and_count(Flow& flow) {
    group(flow);
    for (const FlowWrite& write : flow.writes)
        if (write.used) ++flow.arrays[flow.group_of(write)].writes;
    for_each_edge(flow, [&](const FlowSource& source, const FlowWrite& write) {
        if (flow.group_of(source) == flow.group_of(write) && source.element != write.element)
            ++flow.arrays[flow.group_of(write)].inner;
    });
}

} // namespace warpscope::metrics
