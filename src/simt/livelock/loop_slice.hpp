// What decides how a loop goes on: the registers that its branches and the addresses of its accesses depend on, and the
// loads that these come from. Whatever else changes from round to round, a count of attempts, say, or the next random
// number, has no part in it. Private to src/simt.
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <set>
#include <vector>

#include "ptx/cfg.hpp"
#include "simt/code/decoded.hpp"
#include "simt/livelock/instruction_effects.hpp"

namespace warpscope::simt {

struct LoopSlice {
    std::vector<DecodedFunction::Range> registers; // places in the function's frame
    /// Of these, those that are not points in time or spans of it.
    std::vector<DecodedFunction::Range> timeless;
    std::set<uint32_t> loads; // pcs whose results count, also of atomics
    /// pcs of stores and atomics whose values do not change as long as `registers` do not, and of tests of an mbarrier.
    std::set<uint32_t> steady_stores;
    bool reads_time = false;
    bool has_optional_stores = false; // to the stack, which this or that round may do or leave out
};

/// Slices of a program's loops.
class LoopSlices {
public:
    explicit LoopSlices(const Program::Impl& code)
        : code_(code) {}

    /// Of the loop in `function` that consists of the instructions in `executed`, ranges of pcs. `stored`: pcs of
    /// stores whose values count as well. Nullptr: it does something whose effect is not known here.
    [[nodiscard]] const LoopSlice* find(uint32_t function, const std::map<uint32_t, uint32_t>& executed,
                                        const std::set<uint32_t>& stored);
    /// Of the outermost loop around the instruction at `pc`, whatever ways through it are taken.
    [[nodiscard]] const LoopSlice* find_around(uint32_t function, uint32_t pc);

private:
    struct FunctionParts {
        ptx::ControlFlowGraph flow;
        std::vector<LoopPart> parts;  // by instruction
        std::vector<uint8_t> of_time; // by register
    };
    FunctionParts& parts_of(uint32_t function);

    using Key = std::pair<std::map<uint32_t, uint32_t>, std::set<uint32_t>>;
    const Program::Impl& code_;
    std::map<uint32_t, FunctionParts> functions_;
    std::map<Key, std::optional<LoopSlice>> slices_;
};

} // namespace warpscope::simt
