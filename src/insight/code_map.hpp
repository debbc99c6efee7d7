// Maps between a kernel's source lines and its PTX, with costs.
#pragma once

#include <cstdint>
#include <map>
#include <set>
#include <vector>

#include "metrics/on_demand.hpp"
#include "session/session.hpp"

namespace warpscope::insight {

/// Cost of a line, with requests to global memory by kind.
struct CodeCost : metrics::InstructionCost {
    metrics::InstructionCost loads, stores; // instructions that only load, only store
    /// Costs by number of sectors per request.
    std::vector<metrics::InstructionCost> kinds_of_loads, kinds_of_stores;
    bool both = false;
    bool mixed = false; // several kinds of loads or of stores

    CodeCost& operator+=(const CodeCost& other);
};

/// Counts lines from 1. Omits lines of files other than the kernel's own.
struct CodeMap {
    [[nodiscard]] static CodeMap of(const session::RunResult& result);

    struct PtxLine {
        uint32_t source = 0;       // line of the kernel's source; 0: none
        std::vector<uint32_t> pcs; // ascending; several if the line's instructions share it
        CodeCost cost;
    };
    std::map<uint32_t, PtxLine> ptx;     // lines with an instruction
    std::map<uint32_t, CodeCost> source; // executed lines
    /// Lines outside all branches with instructions that not all threads executed: the compiler moved them.
    std::set<uint32_t> moved;
    CodeCost elsewhere;                                    // cost of PTX from several source lines, or from other files
    std::map<uint32_t, std::vector<uint32_t>> ptx_of_line; // PTX lines, ascending, by source line
    std::map<uint32_t, std::vector<uint32_t>> pcs_of_line; // instructions, ascending, by source line

    /// Returns the instructions of a source line or, if `line` is 0, of a PTX line.
    [[nodiscard]] std::vector<uint32_t> pcs_of(uint32_t line, uint32_t ptx_line) const;
    [[nodiscard]] uint32_t source_of(uint32_t ptx_line) const {
        const auto found = ptx.find(ptx_line);
        return found == ptx.end() ? 0 : found->second.source;
    }
    /// Returns the cost of a source line or, if `line` is 0, of a PTX line; null if it was not executed.
    [[nodiscard]] const CodeCost* cost_of(uint32_t line, uint32_t ptx_line = 0) const;
};

[[nodiscard]] const CodeMap& code_map_of(const session::RunResult& result);

/// Returns executions and lanes; also sectors and passes if there are requests.
[[nodiscard]] std::vector<metrics::Measure> measures_of(const metrics::InstructionCost& cost);
/// Returns the cost of memory if there is any, else executions.
[[nodiscard]] metrics::Measure first_measure(const metrics::InstructionCost& cost);

} // namespace warpscope::insight
