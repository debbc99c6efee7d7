#include "ptx/cfg.hpp"

#include <algorithm>
#include <utility>

namespace warpscope::ptx {
namespace {

struct Flow {
    bool ends_block = false, falls_through = true, leaves = false;
    bool aborts = false; // trap or noreturn call: the launch ends
};

Flow flow_of(const Instruction& instruction) {
    Flow flow;
    switch (instruction.opcode) {
    case Opcode::bra:
    case Opcode::brx: flow.ends_block = true; break;
    case Opcode::ret:
    case Opcode::exit: flow.ends_block = flow.leaves = true; break;
    case Opcode::trap: flow.ends_block = flow.leaves = flow.aborts = true; break;
    case Opcode::call: flow.ends_block = flow.leaves = flow.aborts = instruction.call.front().noreturn; break;
    default: break;
    }
    flow.falls_through = !flow.ends_block || instruction.predicated;
    return flow;
}

std::vector<uint32_t> targets_of(const Instruction& instruction) {
    if (instruction.opcode == Opcode::brx) return instruction.branch_targets;
    if (instruction.opcode == Opcode::bra) return {std::get<LabelRef>(instruction.operands[0].value).target};
    return {};
}

void split_into_blocks(const Function& function, ControlFlowGraph& graph) {
    const size_t count = function.body.size();
    std::vector<bool> leader(count + 1, false);
    leader[0] = true;
    for (size_t i = 0; i < count; ++i) {
        for (const uint32_t target : targets_of(function.body[i])) leader[target] = true;
        if (flow_of(function.body[i]).ends_block) leader[i + 1] = true;
    }
    graph.block_of.resize(count);
    for (uint32_t i = 0; i < count; ++i) {
        if (leader[i]) graph.blocks.push_back({i, i, {}, {}, false, function_end});
        graph.blocks.back().end = i + 1;
        graph.block_of[i] = static_cast<uint32_t>(graph.blocks.size() - 1);
    }
}

void connect_blocks(const Function& function, ControlFlowGraph& graph) {
    const auto block_count = static_cast<uint32_t>(graph.blocks.size());
    std::vector<uint32_t> seen_from(block_count, function_end);
    for (uint32_t b = 0; b < block_count; ++b) {
        BasicBlock& block = graph.blocks[b];
        const auto connect = [&](uint32_t successor) {
            if (std::exchange(seen_from[successor], b) == b) return;
            block.successors.push_back(successor);
            graph.blocks[successor].predecessors.push_back(b);
        };
        const Instruction& last = function.body[block.end - 1];
        const Flow flow = flow_of(last);
        block.leaves = flow.leaves;
        if (flow.falls_through && b + 1 < block_count) connect(b + 1);
        for (const uint32_t target : targets_of(last)) connect(graph.block_of[target]);
    }
}

class PostDominators {
public:
    PostDominators(const Function& function, const ControlFlowGraph& graph)
        : graph_(graph)
        , end_(static_cast<uint32_t>(graph.blocks.size()))
        , rank_(end_, unranked)
        , flow_(end_) {
        rank_blocks(function);
        for (uint32_t b = 0; b < end_; ++b)
            for (const uint32_t successor : graph.blocks[b].successors)
                if (rank_[successor] == rank_[b]) flow_[b].push_back(successor);
        number_nodes();
        solve();
    }

    [[nodiscard]] uint32_t of(uint32_t block) const {
        return dominator_[block] == end_ ? function_end : dominator_[block];
    }

private:
    /// Kinds of end that a basic block can reach, best first
    enum Rank : uint8_t { returns, may_return, aborts, may_abort, endless, unranked };

    static Rank rank_of_end(const Instruction& last) {
        const Flow flow = flow_of(last);
        if (!flow.leaves) return unranked;
        if (flow.aborts) return last.predicated ? may_abort : aborts;
        return last.predicated ? may_return : returns;
    }

    void rank_blocks(const Function& function) {
        for (const Rank rank : {returns, may_return, aborts, may_abort})
            for (uint32_t b = 0; b < end_; ++b)
                if (rank_of_end(function.body[graph_.blocks[b].end - 1]) == rank && rank_[b] >= rank) attach(b, rank);
        for (uint32_t b = end_; b-- > 0;) // represents an endless loop by one block
            if (rank_[b] == unranked) attach(b, endless);
    }

    void attach(uint32_t block, Rank rank) {
        flow_[block].push_back(end_);
        std::vector<uint32_t> work{block};
        while (!work.empty()) {
            const uint32_t b = work.back();
            work.pop_back();
            if (rank_[b] <= rank) continue;
            rank_[b] = rank;
            for (const uint32_t predecessor : graph_.blocks[b].predecessors) work.push_back(predecessor);
        }
    }

    void number_nodes() {
        std::vector<std::vector<uint32_t>> reversed(end_ + 1);
        for (uint32_t b = 0; b < end_; ++b)
            for (const uint32_t successor : flow_[b]) reversed[successor].push_back(b);
        number_.assign(end_ + 1, 0);
        std::vector<bool> visited(end_ + 1, false);
        std::vector<std::pair<uint32_t, size_t>> path{{end_, 0}};
        visited[end_] = true;
        while (!path.empty()) {
            auto& [node, next] = path.back();
            if (next == reversed[node].size()) {
                number_[node] = static_cast<uint32_t>(order_.size());
                order_.push_back(node);
                path.pop_back();
                continue;
            }
            const uint32_t child = reversed[node][next++];
            if (visited[child]) continue;
            visited[child] = true;
            path.emplace_back(child, 0);
        }
    }

    void solve() {
        dominator_.assign(end_ + 1, unknown);
        dominator_[end_] = end_;
        for (bool changed = true; changed;) {
            changed = false;
            for (auto node = order_.rbegin() + 1; node != order_.rend(); ++node) {
                uint32_t found = unknown;
                for (const uint32_t successor : flow_[*node])
                    if (dominator_[successor] != unknown)
                        found = found == unknown ? successor : intersect(found, successor);
                if (std::exchange(dominator_[*node], found) != found) changed = true;
            }
        }
    }

    [[nodiscard]] uint32_t intersect(uint32_t a, uint32_t b) const {
        while (a != b) {
            while (number_[a] < number_[b]) a = dominator_[a];
            while (number_[b] < number_[a]) b = dominator_[b];
        }
        return a;
    }

    static constexpr uint32_t unknown = ~0u;

    const ControlFlowGraph& graph_;
    uint32_t end_;
    std::vector<Rank> rank_;
    std::vector<std::vector<uint32_t>> flow_; // edges for post-dominators, see cfg.hpp
    std::vector<uint32_t> number_, order_, dominator_;
};

} // namespace

ControlFlowGraph build_cfg(const Function& function) {
    ControlFlowGraph graph;
    graph.reconvergence.assign(function.body.size(), function_end);
    if (function.body.empty()) return graph;
    split_into_blocks(function, graph);
    connect_blocks(function, graph);
    const PostDominators post_dominators(function, graph);
    for (uint32_t b = 0; b < graph.blocks.size(); ++b) {
        BasicBlock& block = graph.blocks[b];
        block.post_dominator = post_dominators.of(b);
        const Instruction& last = function.body[block.end - 1];
        const bool diverges = last.opcode == Opcode::brx || (last.opcode == Opcode::bra && last.predicated);
        if (diverges && block.post_dominator != function_end)
            graph.reconvergence[block.end - 1] = graph.blocks[block.post_dominator].first;
    }
    return graph;
}

} // namespace warpscope::ptx
