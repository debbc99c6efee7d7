// Values that threads hold, as a graph: what was loaded, what was brought by a shuffle, and what was made of two
// others.
#pragma once

#include <cstdint>
#include <unordered_map>
#include <vector>

#include "metrics/trace/data_flow.hpp"

namespace warpscope::metrics {

using Value = uint32_t;
inline constexpr Value no_value = 0; // a constant, or not known: depends on nothing that was loaded

/// When something was written: epoch, then level. 0: before the block began.
using FlowTime = uint64_t;
[[nodiscard]] constexpr FlowTime flow_time(uint32_t epoch, uint32_t level) {
    return uint64_t{epoch} << 32 | (level + 1);
}

class ValueGraph {
public:
    ValueGraph();

    [[nodiscard]] Value loaded(const FlowSource& from, FlowTime written);
    [[nodiscard]] Value exchanged(Value of, uint32_t write, FlowTime when);
    /// Made of both.
    [[nodiscard]] Value joined(Value a, Value b);
    /// The latest write that it depends on; 0 when there is none in this block.
    [[nodiscard]] FlowTime time(Value value) const { return nodes_[value].time; }
    /// Appends the loads that `value` was made of, each once, and marks the shuffles on the way as used.
    void collect(Value value, std::vector<FlowSource>& sources, std::vector<FlowWrite>& writes);
    [[nodiscard]] bool full() const { return nodes_.size() >= most_nodes; }

private:
    static constexpr size_t most_nodes = 1'500'000;
    enum class Kind : uint8_t { nothing, load, exchange, join };
    struct Node {
        Kind kind{};
        uint32_t a = 0, b = 0; // load: index in leaves_; exchange: value and write; join: values
        FlowTime time = 0;
    };
    std::vector<Node> nodes_;
    std::vector<FlowSource> leaves_;
    std::vector<uint32_t> seen_; // by node: the number of the last collect() that came by
    uint32_t collects_ = 0;
    std::vector<Value> path_;
    std::unordered_map<uint64_t, Value> joins_;
};

} // namespace warpscope::metrics
