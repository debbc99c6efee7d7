// A value is loaded, received by a shuffle, or joined from two values.
#pragma once

#include <cstdint>
#include <unordered_map>
#include <vector>

#include "metrics/trace/data_flow.hpp"

namespace warpscope::metrics {

using Value = uint32_t;
inline constexpr Value no_value = 0; // constant or unknown

/// Time of a write: interval, then FlowWrite::level. 0: before the block.
using FlowTime = uint64_t;
[[nodiscard]] constexpr FlowTime flow_time(uint32_t interval, uint32_t level) {
    return uint64_t{interval} << 32 | (level + 1);
}

class ValueGraph {
public:
    ValueGraph();

    [[nodiscard]] Value loaded(const FlowSource& from, FlowTime written);
    [[nodiscard]] Value exchanged(Value of, uint32_t write, FlowTime when);
    [[nodiscard]] Value joined(Value a, Value b);
    /// Returns the time of the latest write that contributes to the value, or 0.
    [[nodiscard]] FlowTime time(Value value) const { return nodes_[value].time; }
    /// Appends the loads that contribute to `value`, without duplicates. Marks contributing shuffles as used.
    void collect(Value value, std::vector<FlowSource>& sources, std::vector<FlowWrite>& writes);
    [[nodiscard]] bool full() const { return nodes_.size() >= max_nodes; }

private:
    static constexpr size_t max_nodes = 1'500'000;
    enum class Kind : uint8_t { nothing, load, exchange, join };
    struct Node {
        Kind kind{};
        uint32_t a = 0, b = 0; // load: index in leaves_; exchange: value and write; join: values
        FlowTime time = 0;
    };
    std::vector<Node> nodes_;
    std::vector<FlowSource> leaves_;
    std::vector<uint32_t> seen_; // number of the last collect() that visited the node
    uint32_t collects_ = 0;
    std::vector<Value> path_;
    std::unordered_map<uint64_t, Value> joins_;
};

} // namespace warpscope::metrics
