// Maps a kernel's source lines to PTX and back, with costs.
#pragma once

#include <cstdint>
#include <map>
#include <set>
#include <vector>

#include "metrics/on_demand.hpp"
#include "session/session.hpp"

namespace warpscope::insight {

/// Cost of a line. `loads` and `stores` are the parts for global memory.
struct CodeCost : metrics::InstructionCost {
    metrics::InstructionCost loads, stores;
    /// One entry per combination of sectors and ideal sectors per request.
    std::vector<metrics::InstructionCost> kinds_of_loads, kinds_of_stores;
    bool both = false;
    bool mixed = false; // loads or stores of several kinds

    CodeCost& operator+=(const CodeCost& other);
};

/// Line numbers start at 1. Lines of files other than the kernel's own are omitted.
struct CodeMap {
    [[nodiscard]] static CodeMap of(const session::RunResult& result);

    struct PtxLine {
        uint32_t source = 0;       // line of the kernel's source; 0: none
        std::vector<uint32_t> pcs; // ascending; several if the PTX line has several instructions
        CodeCost cost;
    };
    std::map<uint32_t, PtxLine> ptx;     // PTX lines that contain instructions
    std::map<uint32_t, CodeCost> source; // executed lines
    /// Unconditional lines to which the compiler moved instructions from a branch. Only some threads executed these
    /// instructions.
    std::set<uint32_t> moved;
    std::set<uint32_t> removed;                            // lines with statements, without instructions
    CodeCost elsewhere;                                    // cost of instructions without a line in the kernel's file
    std::map<uint32_t, std::vector<uint32_t>> ptx_of_line; // PTX lines, ascending, by source line
    std::map<uint32_t, std::vector<uint32_t>> pcs_of_line; // instructions, ascending, by source line

    /// Returns the instructions of a source line or, if `line` is 0, of a PTX line.
    [[nodiscard]] std::vector<uint32_t> pcs_of(uint32_t line, uint32_t ptx_line) const;
    [[nodiscard]] uint32_t source_of(uint32_t ptx_line) const {
        const auto found = ptx.find(ptx_line);
        return found == ptx.end() ? 0 : found->second.source;
    }
    /// Returns the cost of a source line or, if `line` is 0, of a PTX line; null if not executed.
    [[nodiscard]] const CodeCost* cost_of(uint32_t line, uint32_t ptx_line = 0) const;
};

[[nodiscard]] const CodeMap& code_map_of(const session::RunResult& result);

[[nodiscard]] std::vector<metrics::Measure> measures_of(const metrics::InstructionCost& cost);
/// Returns the first measure that the cost has: splits, sectors, passes or executions.
[[nodiscard]] metrics::Measure first_measure(const metrics::InstructionCost& cost);

} // namespace warpscope::insight
