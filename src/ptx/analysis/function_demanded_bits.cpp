#include "ptx/analysis/function_demanded_bits.hpp"

#include <algorithm>
#include <bit>

#include "ptx/analysis/bit_semantics.hpp"

namespace warpscope::ptx {
namespace {

constexpr uint32_t max_visited = 64; // registers, per stored element
constexpr uint32_t max_ways = 4;     // alternatives, per stored element

} // namespace

FunctionDemandedBits::FunctionDemandedBits(const Function& function)
    : function_(function)
    , definitions_(function)
    , needed_(function.registers.size())
    , possible_(function, definitions_)
    , stored_(function.body.size()) {
    for (uint32_t k = 0; k < function_.body.size(); ++k)
        if (is_store(function_.body[k])) trace_store(k);
    spread_all();
    needed_after_shuffles_ = needed_;
    for (const StoredShuffle& stored : stored_shuffles_) need(stored.reg, stored.bits);
    shuffles_need_ = true;
    spread_all();
}

uint64_t FunctionDemandedBits::needed(const Operand& loaded) const {
    const auto reg = register_of(loaded);
    return reg ? needed_[*reg] : 0;
}

uint64_t FunctionDemandedBits::needed_after_shuffles(const Operand& loaded) const {
    const auto reg = register_of(loaded);
    return reg ? needed_after_shuffles_[*reg] : 0;
}

void FunctionDemandedBits::trace_store(uint32_t k) {
    const Instruction& in = function_.body[k];
    const uint32_t room = 8 * element_bytes(in);
    for (const Operand& element : elements_of(in.operands[1])) {
        Stored& stored = stored_[k].emplace_back();
        visited_ = 0;
        ways_ = 1;
        const auto reg = register_of(element);
        if (!reg) continue;
        stored.is_unset = !definitions_.is_set(*reg);
        trace(*reg, {low_bits(room), 0, room}, 0, stored.sources);
        stored.ways = ways_;
    }
}

/// Traces wanted bits back to loads. Marks bits that come from no load as needed.
void FunctionDemandedBits::trace(uint32_t reg, Wanted wanted, uint32_t steps, std::vector<Source>& sources) {
    using By = Wanted::By;
    const auto at = definitions_.only(reg);
    ++traced_;
    if (!at && trace_loads(reg, wanted, sources)) return;
    if (!at || steps == longest_chain || visited_++ >= max_visited) return need(reg, wanted.bits);
    const Instruction& in = function_.body[*at];
    const auto& o = in.operands;
    if (is_load(in) && trace_load(*at, reg, wanted, sources)) return;
    if (is_move(in) && trace_move(in, reg, wanted, steps, sources)) return;
    const auto source = o.size() > 1 ? register_of(o[1]) : std::nullopt;
    if (const auto width = kept_width(in); width && source && *width >= wanted.room)
        return trace(*source, wanted, steps + 1, sources);
    if (in.opcode == Opcode::and_ && o.size() == 3 && source)
        if (const auto mask = constant_of(o[2])) {
            if (wanted.by == By::or_ing) wanted.by = By::or_ing_into_room;
            if (wanted.by == By::moving && (wanted.bits & ~*mask) != 0) wanted.by = By::masking;
            wanted.bits &= *mask;
            return trace(*source, wanted, steps + 1, sources);
        }
    if (in.opcode == Opcode::or_ && trace_or(in, wanted, steps, sources)) return;
    if (shifted_by(in) && trace_shift(in, wanted, steps, sources)) return;
    if (in.opcode == Opcode::selp && trace_selp(in, wanted, steps, sources)) return;
    if (picked_bytes(in) && trace_picked(in, wanted, steps, sources)) return;
    if (in.opcode == Opcode::shfl) return stored_shuffles_.push_back({reg, wanted.bits});
    need(reg, wanted.bits);
}

bool FunctionDemandedBits::trace_or(const Instruction& in, Wanted wanted, uint32_t steps,
                                    std::vector<Source>& sources) {
    const auto& o = in.operands;
    if (o.size() != 3 || !is_integer(in.modifiers.types.at(0))) return false;
    const auto one = register_of(o[1]), two = register_of(o[2]);
    const auto constant = constant_of(o[2]);
    if (!one || (!two && !constant)) return false;
    // Compilers copy underaligned structures by narrow loads, combined with `or`.
    const uint64_t in_one = possible_.of(*one), in_other = two ? possible_.of(*two) : *constant;
    const bool side_by_side = two && (in_one & in_other) == 0 && (wanted.bits & ~(in_one | in_other)) == 0;
    const auto trace_part = [&](uint32_t reg, uint64_t bits) {
        Wanted part = wanted;
        part.bits &= bits;
        if (side_by_side)
            part.room = static_cast<uint32_t>(std::popcount(part.bits));
        else
            part.by = Wanted::By::or_ing;
        if (part.bits != 0) trace(reg, part, steps + 1, sources);
    };
    trace_part(*one, side_by_side ? in_one : ~constant.value_or(0));
    if (two) trace_part(*two, side_by_side ? in_other : ~uint64_t{0});
    return true;
}

bool FunctionDemandedBits::trace_shift(const Instruction& in, Wanted wanted, uint32_t steps,
                                       std::vector<Source>& sources) {
    const auto source = register_of(in.operands[1]);
    const uint32_t by = *shifted_by(in);
    const bool left = in.opcode == Opcode::shl;
    // Shifted-in bits come from no load.
    const uint64_t filled = left ? low_bits(by) : ~low_bits(8 * element_bytes(in) - by);
    if (!source || (wanted.bits & filled) != 0) return false;
    wanted.bits = left ? wanted.bits >> by : wanted.bits << by;
    wanted.up += left ? static_cast<int32_t>(by) : -static_cast<int32_t>(by);
    trace(*source, wanted, steps + 1, sources);
    return true;
}

bool FunctionDemandedBits::trace_picked(const Instruction& in, Wanted wanted, uint32_t steps,
                                        std::vector<Source>& sources) {
    const auto bytes = *picked_bytes(in);
    struct Part {
        uint32_t reg = 0;
        Wanted wanted;
    };
    std::vector<Part> parts;
    for (uint32_t b = 0; b < bytes.size(); ++b) {
        const auto reg = register_of(in.operands[bytes[b].operand]);
        const int32_t up = 8 * (static_cast<int32_t>(b) - static_cast<int32_t>(bytes[b].byte));
        Wanted part = wanted;
        part.bits = moved_up(wanted.bits & 0xffull << 8 * b, -up);
        if (part.bits == 0) continue;
        // Zeros above the loaded bits come from no load.
        if (!reg || bytes[b].sign_only || (part.bits & ~possible_.of(*reg)) != 0) return false;
        part.up += up;
        part.room = std::min(wanted.room, 8u);
        parts.push_back({*reg, part});
    }
    for (const Part& part : parts) trace(part.reg, part.wanted, steps + 1, sources);
    return true;
}

bool FunctionDemandedBits::trace_load(uint32_t at, uint32_t reg, const Wanted& wanted,
                                      std::vector<Source>& sources) const {
    using By = Wanted::By;
    const Instruction& in = function_.body[at];
    // Counts `x` in `x | 1` as used: otherwise, reads of unset flags would be missed.
    if (wanted.by == By::or_ing || 8 * element_bytes(in) < wanted.room || element_bytes(in) > sizeof(uint64_t))
        return false;
    const auto elements = elements_of(in.operands[0]);
    for (uint32_t e = 0; e < elements.size(); ++e) {
        if (register_of(elements[e]) != reg) continue;
        const Source found{at, e, wanted.bits, wanted.up, wanted.by == By::masking, wanted.way};
        const auto known = std::ranges::find_if(sources, [&](const Source& s) {
            return s.load == at && s.element == e && s.up == found.up && s.masked == found.masked && s.way == found.way;
        });
        if (known == sources.end())
            sources.push_back(found);
        else
            known->bits |= found.bits;
    }
    return true;
}

bool FunctionDemandedBits::trace_loads(uint32_t reg, const Wanted& wanted, std::vector<Source>& sources) const {
    const auto all = definitions_.of(reg);
    if (all.empty()) return false;
    const auto& types = function_.body[all.front()].modifiers.types;
    const bool alike = std::ranges::all_of(all, [&](uint32_t k) {
        const Instruction& in = function_.body[k];
        return is_load(in) && !in.predicated && in.modifiers.types == types;
    });
    return alike && trace_load(all.front(), reg, wanted, sources);
}

bool FunctionDemandedBits::trace_selp(const Instruction& in, Wanted wanted, uint32_t steps,
                                      std::vector<Source>& sources) {
    const bool whole = wanted.by == Wanted::By::moving && wanted.up == 0 && wanted.bits == low_bits(wanted.room);
    if (!whole || ways_ == max_ways || 8 * element_bytes(in) < wanted.room) return false;
    for (const uint32_t k : {1u, 2u}) {
        if (k == 2) wanted.way = ways_++;
        if (const auto reg = register_of(in.operands[k])) trace(*reg, wanted, steps + 1, sources);
    }
    return true;
}

bool FunctionDemandedBits::trace_move(const Instruction& in, uint32_t reg, Wanted wanted, uint32_t steps,
                                      std::vector<Source>& sources) {
    const auto to = elements_of(in.operands[0]), from = elements_of(in.operands[1]);
    if (to.size() == 1 && from.size() == 1) {
        const auto source = register_of(from[0]);
        if (source) trace(*source, wanted, steps + 1, sources);
        return source.has_value();
    }
    const uint32_t width = part_bits(in);
    if (element_bytes(in) > sizeof(uint64_t) || (from.size() == 1 && wanted.room > width)) return false;
    if (from.size() == 1) {
        const auto source = register_of(from[0]);
        const auto part = std::ranges::find_if(to, [&](const auto& operand) { return register_of(operand) == reg; });
        const auto shift = static_cast<uint32_t>(part - to.begin()) * width;
        wanted.bits = (wanted.bits & low_bits(width)) << shift;
        wanted.up -= static_cast<int32_t>(shift);
        if (source) trace(*source, wanted, steps + 1, sources);
        return source.has_value();
    }
    for (uint32_t e = 0; e < from.size(); ++e) {
        Wanted part = wanted;
        part.bits = wanted.bits >> (e * width) & low_bits(width);
        part.up += static_cast<int32_t>(e * width);
        part.room = width;
        const auto source = register_of(from[e]);
        if (source && part.bits != 0) trace(*source, part, steps + 1, sources);
    }
    return true;
}

} // namespace warpscope::ptx
