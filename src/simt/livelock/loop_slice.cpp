#include "simt/livelock/loop_slice.hpp"

#include <algorithm>
#include <utility>

#include "simt/analysis/fence_loops.hpp"

namespace warpscope::simt {
namespace {

using Kind = LoopPart::Kind;

/// A branch whose sides meet again whatever they do, and what lies between: which way it goes does not matter as long
/// as that has no part in what decides.
struct Aside {
    uint32_t branch = 0;
    std::vector<uint32_t> between; // instructions
    bool matters = false;
};

/// Whether it can be left out of a round or put into it without anybody's seeing.
bool is_optional(const LoopPart& part) {
    switch (part.kind) {
    case Kind::pure:
    case Kind::load:
    case Kind::branch:
    case Kind::nothing:
    case Kind::print: return true;
    case Kind::store: return part.of_stack && part.results.empty();
    default: return false;
    }
}

/// Collects the blocks between a branch and where its sides meet.
class Between {
public:
    Between(const ptx::ControlFlowGraph& flow, uint32_t from, uint32_t meeting)
        : flow_(flow)
        , meeting_(meeting)
        , state_(flow.blocks.size()) {
        state_[from] = on_the_way;
        for (const uint32_t next : flow.blocks[from].successors) visit(next);
    }
    /// Nothing if there is a loop among them, or a way to an end.
    [[nodiscard]] const std::vector<uint32_t>* blocks() const { return closed_ ? &blocks_ : nullptr; }

private:
    static constexpr uint8_t on_the_way = 1, seen = 2;
    static constexpr size_t most = 64;

    void visit(uint32_t block) {
        if (block == meeting_ || state_[block] == seen || !closed_) return;
        if (state_[block] == on_the_way || flow_.blocks[block].leaves || blocks_.size() == most) {
            closed_ = false;
            return;
        }
        state_[block] = on_the_way;
        blocks_.push_back(block);
        for (const uint32_t next : flow_.blocks[block].successors) visit(next);
        state_[block] = seen;
    }

    const ptx::ControlFlowGraph& flow_;
    const uint32_t meeting_;
    std::vector<uint8_t> state_;
    std::vector<uint32_t> blocks_;
    bool closed_ = true;
};

/// By register, whether it holds a point in time or a span of it: it comes from a clock, by calculation or by way of
/// the stack. What comes of a comparison is neither.
class TimeFinder {
public:
    TimeFinder(const std::vector<LoopPart>& parts, size_t registers)
        : of_time_(registers) {
        for (bool more = true; more;) {
            more = false;
            for (const LoopPart& part : parts) more = follow(part) || more;
        }
    }
    [[nodiscard]] std::vector<uint8_t> result() && { return std::move(of_time_); }

private:
    /// Whether something new has been found.
    bool follow(const LoopPart& part) {
        const auto is_of_time = [&](uint32_t r) { return of_time_[r] != 0; };
        if (part.kind == Kind::store)
            return !part.place.empty() && std::ranges::any_of(part.values, is_of_time) &&
                   places_.insert(part.place).second;
        const bool comes = part.reads_time || (part.kind == Kind::load && places_.count(part.place) != 0) ||
                           std::ranges::any_of(part.operands, [&](uint32_t r) {
                               return is_of_time(r) && std::ranges::find(part.conditions, r) == part.conditions.end();
                           });
        bool more = false;
        if (comes)
            for (const uint32_t r : part.results) more = std::exchange(of_time_[r], uint8_t{1}) == 0 || more;
        return more;
    }

    std::vector<uint8_t> of_time_;
    std::set<std::string> places_; // of the stack
};

class Slicer {
public:
    Slicer(const ptx::ControlFlowGraph& flow, const std::vector<LoopPart>& parts, size_t registers,
           std::set<uint32_t> executed, std::set<uint32_t> stored)
        : flow_(flow)
        , parts_(parts)
        , executed_(std::move(executed))
        , stored_(std::move(stored))
        , considered_(executed_)
        , decides_(registers) {}

    [[nodiscard]] bool run() {
        for (const uint32_t k : executed_)
            if (parts_[k].kind == Kind::unknown) return false;
        find_asides();
        while (std::exchange(changed_, false)) {
            for (Aside& aside : asides_) judge(aside);
            for (const uint32_t k : considered_) follow(k);
        }
        return true;
    }

    [[nodiscard]] LoopSlice slice(const DecodedFunction& function, const std::vector<uint8_t>& of_time) const {
        LoopSlice slice;
        for (uint32_t r = 0; r < decides_.size(); ++r) {
            if (!decides_[r]) continue;
            slice.registers.push_back(function.registers[r]);
            if (of_time[r] == 0) slice.timeless.push_back(function.registers[r]);
        }
        for (const uint32_t k : considered_) {
            const LoopPart& part = parts_[k];
            if (has_deciding_result(part)) {
                slice.reads_time = slice.reads_time || part.reads_time;
                if (part.kind == Kind::load || part.kind == Kind::store) slice.loads.insert(function.first_pc + k);
            }
            const bool steady = part.kind == Kind::store ? all_decide(part.values) : part.kind == Kind::load;
            if (steady) slice.steady_stores.insert(function.first_pc + k);
        }
        for (const Aside& aside : asides_)
            for (const uint32_t k : aside.between)
                if (parts_[k].kind == Kind::store || parts_[k].kind == Kind::print) slice.has_optional_stores = true;
        return slice;
    }

private:
    void find_asides() {
        for (const uint32_t k : executed_) {
            if (parts_[k].kind != Kind::branch || flow_.reconvergence[k] == ptx::function_end) continue;
            const Between between(flow_, flow_.block_of[k], flow_.block_of[flow_.reconvergence[k]]);
            if (between.blocks() == nullptr) continue;
            Aside aside{k, {}, false};
            for (const uint32_t block : *between.blocks())
                for (uint32_t i = flow_.blocks[block].first; i < flow_.blocks[block].end; ++i)
                    aside.between.push_back(i);
            if (!std::ranges::all_of(aside.between, [&](uint32_t i) { return is_optional(parts_[i]); })) continue;
            considered_.insert(aside.between.begin(), aside.between.end());
            asides_.push_back(std::move(aside));
        }
    }
    void judge(Aside& aside) {
        const auto decides = [&](uint32_t k) { return has_deciding_result(parts_[k]); };
        if (aside.matters || std::ranges::none_of(aside.between, decides)) return;
        aside.matters = changed_ = true;
    }
    [[nodiscard]] bool is_free(uint32_t branch) const {
        return std::ranges::any_of(asides_, [&](const Aside& aside) {
            return !aside.matters &&
                   (aside.branch == branch || std::ranges::find(aside.between, branch) != aside.between.end());
        });
    }
    /// Of an instruction that rounds may do or leave out, for all that matters.
    [[nodiscard]] bool is_between(uint32_t k) const {
        return std::ranges::any_of(asides_, [&](const Aside& aside) {
            return !aside.matters && std::ranges::find(aside.between, k) != aside.between.end();
        });
    }

    void follow(uint32_t k) {
        const LoopPart& part = parts_[k];
        if (has_deciding_result(part)) {
            add(part.operands);
            add(part.steering);
            if (part.guarded) add(part.guard);
        }
        if (executed_.count(k) == 0 || part.kind == Kind::nothing || part.kind == Kind::pure || is_between(k)) return;
        if (part.kind == Kind::branch && is_free(k)) return;
        add(part.steering);
        if (part.guarded) add(part.guard);
        if (stored_.count(k) != 0) add(part.values);
    }
    void add(uint32_t reg) {
        if (!std::exchange(decides_[reg], 1)) changed_ = true;
    }
    void add(const std::vector<uint32_t>& registers) {
        for (const uint32_t r : registers) add(r);
    }
    [[nodiscard]] bool has_deciding_result(const LoopPart& part) const {
        return std::ranges::any_of(part.results, [&](uint32_t r) { return decides_[r] != 0; });
    }
    [[nodiscard]] bool all_decide(const std::vector<uint32_t>& registers) const {
        return std::ranges::all_of(registers, [&](uint32_t r) { return decides_[r] != 0; });
    }

    const ptx::ControlFlowGraph& flow_;
    const std::vector<LoopPart>& parts_;
    const std::set<uint32_t> executed_, stored_; // instructions of the function
    std::set<uint32_t> considered_;              // with those that may be executed in other rounds
    std::vector<Aside> asides_;
    std::vector<uint8_t> decides_; // by register
    bool changed_ = true;
};

} // namespace

LoopSlices::FunctionParts& LoopSlices::parts_of(uint32_t function) {
    const auto [found, is_new] = functions_.try_emplace(function);
    FunctionParts& parts = found->second;
    if (!is_new) return parts;
    const ptx::Function& source = code_.module->functions[function];
    parts.flow = ptx::build_cfg(source);
    for (const ptx::Instruction& in : source.body) parts.parts.push_back(loop_part(source, in));
    // Of all of the function: what a loop reads is often a time from before it.
    parts.of_time = TimeFinder(parts.parts, source.registers.size()).result();
    return parts;
}

const LoopSlice* LoopSlices::find_around(uint32_t function, uint32_t pc) {
    const ptx::ControlFlowGraph& flow = parts_of(function).flow;
    const uint32_t first_pc = code_.functions[function].first_pc;
    const std::vector<uint8_t> blocks = around(flow, flow.block_of[pc - first_pc]);
    std::map<uint32_t, uint32_t> all;
    for (size_t b = 0; b < blocks.size(); ++b)
        if (blocks[b] != 0) all[first_pc + flow.blocks[b].first] = first_pc + flow.blocks[b].end;
    return all.empty() ? nullptr : find(function, all, {});
}

const LoopSlice* LoopSlices::find(uint32_t function, const std::map<uint32_t, uint32_t>& executed,
                                  const std::set<uint32_t>& stored) {
    const auto [found, is_new] = slices_.try_emplace(Key{executed, stored});
    std::optional<LoopSlice>& slice = found->second;
    if (!is_new) return slice ? &*slice : nullptr;
    const FunctionParts& parts = parts_of(function);
    const DecodedFunction& decoded = code_.functions[function];
    std::set<uint32_t> instructions, stores;
    for (const auto& [first, end] : executed) {
        if (first < decoded.first_pc || end > decoded.first_pc + parts.parts.size())
            return nullptr; // of another function
        for (uint32_t pc = first; pc < end; ++pc) instructions.insert(pc - decoded.first_pc);
    }
    for (const uint32_t pc : stored) stores.insert(pc - decoded.first_pc);
    Slicer slicer(parts.flow, parts.parts, decoded.registers.size(), std::move(instructions), std::move(stores));
    if (slicer.run()) slice = slicer.slice(decoded, parts.of_time);
    return slice ? &*slice : nullptr;
}

} // namespace warpscope::simt
