#pragma once

#include <optional>

#include "metrics/trace/data_flow.hpp"

namespace warpscope::metrics {

struct FlowPlace {
    uint32_t array = 0; // index in Flow::arrays
    uint64_t element = 0;
};

/// Arrays in this order: buffers, shared arrays, registers.
class FlowArrays {
public:
    FlowArrays(const BlockTrace& trace, const simt::Program& program, uint32_t kernel, const ExecutionPlan& plan);

    [[nodiscard]] const std::vector<FlowArray>& all() const { return arrays_; }
    [[nodiscard]] uint32_t registers() const { return registers_; }
    /// Returns nullopt for local memory and for addresses outside buffers.
    [[nodiscard]] std::optional<FlowPlace> locate(const TraceAccess& access, uint64_t address) const;

private:
    [[nodiscard]] uint32_t shared_array_of(uint64_t offset) const;
    void find_element_sizes(const BlockTrace& trace, const simt::Program& program);

    std::vector<FlowArray> arrays_;
    uint32_t first_shared_ = 0, registers_ = 0;
};

void group_and_count(Flow& flow);

} // namespace warpscope::metrics
