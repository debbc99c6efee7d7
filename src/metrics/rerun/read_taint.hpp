// Follows unwritten values through registers and shuffles, to find branches and addresses that depend on them. Does not
// follow stores: their effects show in the block's outcome.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <set>
#include <unordered_map>
#include <vector>

#include "metrics/values/register_flow.hpp"
#include "simt/events.hpp"
#include "simt/program.hpp"

namespace warpscope::metrics {

/// Sets of loads from which values derive. Equal sets have the same number; 0 is the empty set.
class OriginSets {
public:
    using Set = std::vector<uint32_t>;

    [[nodiscard]] uint32_t of(uint32_t pc) { return number_of({pc}); }
    [[nodiscard]] uint32_t joined(uint32_t a, uint32_t b);
    [[nodiscard]] const Set& operator[](uint32_t number) const { return sets_[number]; }

private:
    [[nodiscard]] uint32_t number_of(const Set& set);

    std::vector<Set> sets_{Set{}};
    std::map<Set, uint32_t> numbers_{{Set{}, 0}};
    std::unordered_map<uint64_t, uint32_t> joins_; // key: numbers of both sets
};

class ReadTaint final : public RegisterFlow<ReadTaint> {
public:
    /// `through_choices`: whether to follow selections (selp).
    ReadTaint(const simt::Program& program, bool through_choices)
        : RegisterFlow(program.module())
        , through_choices_(through_choices) {}

    /// Announces that a load's next execution gives `lanes` unwritten values.
    void load(uint32_t warp, uint32_t pc, simt::LaneMask lanes) { loads_[key(warp, pc)] |= lanes; }
    void shuffle(const simt::ShuffleEvent& event);
    void step(const simt::StepEvent& event);
    /// Returns the loads on which a branch or address depends.
    [[nodiscard]] const std::set<uint32_t>& used() const { return used_; }
    [[nodiscard]] const std::set<uint32_t>& compared_with() const { return compared_with_; }

private:
    friend RegisterFlow<ReadTaint>;

    [[nodiscard]] static uint64_t key(uint32_t warp, uint32_t index) { return uint64_t{warp} << 32 | index; }
    [[nodiscard]] bool sees_none() const { return loads_.empty() && !any_tagged(); }
    [[nodiscard]] uint32_t joined(uint32_t a, uint32_t b) { return origins_.joined(a, b); }
    [[nodiscard]] static bool holds_data(const ptx::Function&, uint32_t) { return true; }
    [[nodiscard]] static bool computes(const ptx::Instruction& in);
    [[nodiscard]] size_t first_source(const ptx::Instruction& in) const;
    void computed(const ptx::Instruction& in, simt::LaneMask lanes);
    void guarded(const ptx::Instruction& in) { use(in.predicate.index); }
    void access(const ptx::Instruction& in, uint32_t pc);
    void shuffle(const ptx::Instruction& in, uint32_t pc);
    void across_lanes(const ptx::Instruction& in, uint32_t pc);
    void depends(const ptx::Instruction& in, uint32_t pc);
    void use(uint32_t reg);
    void use(const ptx::Operand& operand);

    bool through_choices_;
    OriginSets origins_;
    std::unordered_map<uint64_t, simt::LaneMask> loads_; // pending; key: warp and pc
    struct Shuffle {
        simt::LaneMask lanes = 0;
        std::array<uint8_t, warp_size> from{};
    };
    std::unordered_map<uint64_t, Shuffle> shuffles_;
    std::set<uint32_t> used_, compared_with_;
    uint32_t warp_ = 0;
};

} // namespace warpscope::metrics
