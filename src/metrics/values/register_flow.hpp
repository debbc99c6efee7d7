// Follows values through registers, for each lane. A value has a tag, whose meaning a Follower defines.
// ptx::value_flow() defines the effect of opcodes.
#pragma once

#include <bit>
#include <cstdint>
#include <map>
#include <utility>
#include <vector>

#include "metrics/values/instructions.hpp"
#include "metrics/values/tags.hpp"
#include "ptx/analysis/operands.hpp"
#include "ptx/analysis/register_effects.hpp"
#include "simt/lane_loop.hpp"

namespace warpscope::metrics {

/// Base class of a Follower, which provides:
///   Tag joined(Tag, Tag)                          tag of a value made from both
///   bool holds_data(const ptx::Function&, reg)    whether to follow a register
///   bool computes(in), size_t first_source(in)    whether to follow a computation, and from which operand on
///   void computed(in, lanes)                      followed computation in lanes with a tagged source
///   void guarded(in)                              predicated execution
///   void access(in, pc)                           loads, stores and atomics
///   void shuffle(in, pc), void across_lanes(in)   results from one other lane, or from several
///   void depends(in, pc)                          anything else; its results become untagged
template<class Follower, class Tag = uint32_t>
class RegisterFlow {
protected:
    explicit RegisterFlow(const ptx::Module& module)
        : code_(module) {}

    void follow(uint32_t warp, uint32_t first_pc, uint32_t end_pc, simt::LaneMask active) {
        const uint32_t f = code_.function_of(first_pc);
        function_ = &code_.module().functions[f];
        active_ = active;
        held_ = &registers_[{warp, f}];
        held_->resize(function_->registers.size());
        if (sites_.size() < end_pc) sites_.resize(end_pc);
        const ptx::Instruction* in = &code_.at(first_pc);
        for (uint32_t pc = first_pc; pc < end_pc; ++pc, ++in) pass(*in, pc);
    }

    [[nodiscard]] const ptx::Module& module() const { return code_.module(); }
    [[nodiscard]] const ptx::Function& function() const { return *function_; }
    [[nodiscard]] simt::LaneMask active() const { return active_; }
    [[nodiscard]] bool any_tagged() const { return tagged_registers_ != 0; }

    [[nodiscard]] const LaneTags<Tag>& held(uint32_t reg) const { return (*held_)[reg]; }
    void put(uint32_t reg, uint32_t lane, const Tag& tag) {
        LaneTags<Tag>& lanes = (*held_)[reg];
        const bool before = lanes.tagged() != 0;
        lanes.set(lane, tag);
        tagged_registers_ += static_cast<size_t>(lanes.tagged() != 0) - static_cast<size_t>(before);
    }
    void set(const ptx::Instruction& in, uint32_t reg, uint32_t lane, const Tag& tag) {
        put(reg, lane, in.predicated ? self().joined(held(reg)[lane], tag) : tag);
    }
    void set(const ptx::Instruction& in, const ptx::Operand& result, uint32_t lane, const Tag& tag) {
        for (const ptx::Operand& element : elements_of(result))
            if (const auto reg = register_of(element)) set(in, *reg, lane, tag);
    }
    void forget(const ptx::Instruction& in, uint32_t pc) {
        if (in.predicated) return;
        for (const uint32_t reg : site(in, pc).targets) forget(reg, active_);
    }
    template<class Visit>
    void for_each_tag(uint32_t reg, Visit&& visit) const {
        simt::for_each_lane(held(reg).tagged() & active_, [&](uint32_t lane) { visit(lane, held(reg)[lane]); });
    }

private:
    struct Site {
        bool is_known = false;
        ptx::ValueFlow flow{};
        std::vector<uint32_t> targets, sources; // registers; `sources` is only set for followed computations
    };

    Follower& self() { return static_cast<Follower&>(*this); }

    const Site& site(const ptx::Instruction& in, uint32_t pc) {
        Site& site = sites_[pc];
        if (site.is_known) return site;
        site.is_known = true;
        site.flow = ptx::value_flow(in);
        const size_t written = ptx::destinations(*function_, in);
        for (size_t k = 0; k < written; ++k) add_registers(in.operands[k], site.targets);
        if (site.flow == ptx::ValueFlow::computes)
            for (size_t k = std::max(written, self().first_source(in)); k < in.operands.size(); ++k)
                add_registers(in.operands[k], site.sources);
        for (std::vector<uint32_t>* registers : {&site.targets, &site.sources})
            std::erase_if(*registers, [&](uint32_t reg) { return !self().holds_data(*function_, reg); });
        return site;
    }

    void pass(const ptx::Instruction& in, uint32_t pc) {
        const Site& here = site(in, pc);
        if (in.predicated) self().guarded(in);
        switch (here.flow) {
        case ptx::ValueFlow::computes:
            if (self().computes(in)) return compute(in, here);
            break;
        case ptx::ValueFlow::loads:
        case ptx::ValueFlow::stores:
        case ptx::ValueFlow::exchanges: return self().access(in, pc);
        case ptx::ValueFlow::from_lane: return self().shuffle(in, pc);
        case ptx::ValueFlow::from_lanes: return self().across_lanes(in, pc);
        case ptx::ValueFlow::elsewhere:
        case ptx::ValueFlow::calls:
        case ptx::ValueFlow::nothing: break;
        }
        self().depends(in, pc);
        forget(in, pc);
    }

    void compute(const ptx::Instruction& in, const Site& here) {
        simt::LaneMask some = 0;
        for (const uint32_t reg : here.sources) some |= held(reg).tagged();
        some &= active_;
        if (!in.predicated)
            for (const uint32_t reg : here.targets) forget(reg, active_ & ~some);
        if (some == 0) return;
        self().computed(in, some);
        simt::for_each_lane(some, [&](uint32_t lane) {
            Tag tag{};
            for (const uint32_t reg : here.sources) tag = self().joined(tag, held(reg)[lane]);
            for (const uint32_t reg : here.targets) set(in, reg, lane, tag);
        });
    }

    void forget(uint32_t reg, simt::LaneMask lanes) {
        simt::for_each_lane(held(reg).tagged() & lanes, [&](uint32_t lane) { put(reg, lane, Tag{}); });
    }

    Instructions code_;
    std::vector<Site> sites_;
    std::map<std::pair<uint32_t, uint32_t>, std::vector<LaneTags<Tag>>> registers_; // key: warp and function
    size_t tagged_registers_ = 0;
    const ptx::Function* function_ = nullptr;
    std::vector<LaneTags<Tag>>* held_ = nullptr;
    simt::LaneMask active_ = 0;
};

} // namespace warpscope::metrics
