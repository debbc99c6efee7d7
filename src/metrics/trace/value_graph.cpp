#include "metrics/trace/value_graph.hpp"

#include <algorithm>

namespace warpscope::metrics {

ValueGraph::ValueGraph()
    : nodes_(1) {}

Value ValueGraph::loaded(const FlowSource& from, FlowTime written) {
    if (full()) return no_value;
    leaves_.push_back(from);
    nodes_.push_back({Kind::load, static_cast<uint32_t>(leaves_.size() - 1), 0, written});
    return static_cast<Value>(nodes_.size() - 1);
}

Value ValueGraph::exchanged(Value of, uint32_t write, FlowTime when) {
    if (full()) return no_value;
    nodes_.push_back({Kind::exchange, of, write, when});
    return static_cast<Value>(nodes_.size() - 1);
}

Value ValueGraph::joined(Value a, Value b) {
    if (a == b || b == no_value) return a;
    if (a == no_value) return b;
    if (a > b) std::swap(a, b);
    const auto [known, is_new] = joins_.try_emplace(uint64_t{a} << 32 | b, no_value);
    if (!is_new) return known->second;
    if (full()) return no_value;
    nodes_.push_back({Kind::join, a, b, std::max(nodes_[a].time, nodes_[b].time)});
    return known->second = static_cast<Value>(nodes_.size() - 1);
}

void ValueGraph::collect(Value value, std::vector<FlowSource>& sources, std::vector<FlowWrite>& writes) {
    ++collects_;
    seen_.resize(nodes_.size());
    path_.assign(1, value);
    while (!path_.empty()) {
        const Value next = path_.back();
        path_.pop_back();
        if (seen_[next] == collects_) continue;
        seen_[next] = collects_;
        const Node& node = nodes_[next];
        switch (node.kind) {
        case Kind::nothing: break;
        case Kind::load: sources.push_back(leaves_[node.a]); break;
        case Kind::exchange:
            writes[node.b].used = true;
            path_.push_back(node.a);
            break;
        case Kind::join:
            path_.push_back(node.b);
            path_.push_back(node.a);
            break;
        }
    }
}

} // namespace warpscope::metrics
