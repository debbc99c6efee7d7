// What becomes in registers of values that a block has read where nothing had written any: whether a branch, an address
// or something else with an effect came to depend on one. For a second run of the block, see differential_reads.cpp.
//
// Shuffles take them from lane to lane. Not followed further are stores, and instructions that choose between values:
// what comes of those the block's end shows.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <set>
#include <unordered_map>

#include "metrics/trace/traced_arrays.hpp"
#include "simt/events.hpp"
#include "simt/program.hpp"

namespace warpscope::metrics {

class ReadTaint {
public:
    /// `through_choices`: whatever a value may have a part in is taken to be made of it.
    ReadTaint(const simt::Program& program, bool through_choices)
        : code_(program.module())
        , through_choices_(through_choices) {}

    /// These lanes of a warp are about to load such values.
    void load(uint32_t warp, uint32_t pc, simt::LaneMask lanes) { loads_[key(warp, pc)] |= lanes; }
    /// These lanes are about to get each other's values.
    void shuffle(const simt::ShuffleEvent& event);
    void step(const simt::StepEvent& event);
    /// The loads whose values something depended on, by instruction.
    [[nodiscard]] const std::set<uint32_t>& used() const { return used_; }
    /// Constants that something made of such values was compared with.
    [[nodiscard]] const std::set<uint32_t>& compared_with() const { return compared_with_; }

private:
    using Origins = std::map<uint32_t, simt::LaneMask>; // by pc of the load: the lanes whose values come from it

    [[nodiscard]] static uint64_t key(uint32_t warp, uint32_t index) { return uint64_t{warp} << 32 | index; }
    void pass(const ptx::Instruction& in, uint32_t pc);
    [[nodiscard]] Origins origins_of(const ptx::Operand& operand) const;
    void pass_shuffle(const ptx::Instruction& in, uint32_t pc);
    void use(const ptx::Operand& operand);
    /// What an instruction's result is made of from now on.
    void set(const ptx::Instruction& in, const ptx::Operand& result, const Origins& origins);

    Instructions code_;
    bool through_choices_;
    std::unordered_map<uint64_t, simt::LaneMask> loads_; // not passed yet, by warp and pc
    struct Shuffle {
        simt::LaneMask lanes = 0;
        std::array<uint8_t, warp_size> from{};
    };
    std::unordered_map<uint64_t, Shuffle> shuffles_;             // likewise
    std::map<std::pair<uint64_t, uint32_t>, Origins> registers_; // by warp and function, and by register
    std::set<uint32_t> used_, compared_with_;
    uint64_t frame_ = 0;        // of the present step: warp and function
    simt::LaneMask active_ = 0; // likewise
};

} // namespace warpscope::metrics
