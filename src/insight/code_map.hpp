// Correspondence between the lines of a kernel's text and of its PTX, and the cost of each line.
#pragma once

#include <cstdint>
#include <map>
#include <set>
#include <vector>

#include "metrics/on_demand.hpp"
#include "session/session.hpp"

namespace warpscope::insight {

/// Cost of a line, with its requests to global memory by kind.
struct CodeCost : metrics::InstructionCost {
    metrics::InstructionCost loads, stores; // of instructions that do only that
    /// A line's loads and stores, grouped by the number of sectors per request.
    std::vector<metrics::InstructionCost> kinds_of_loads, kinds_of_stores;
    bool both = false;  // the line loads and stores
    bool mixed = false; // the line has several kinds of loads or of stores

    CodeCost& operator+=(const CodeCost& other);
};

/// Lines count from 1. Lines of other files than the kernel's own are left out.
struct CodeMap {
    /// Makes the map of the shown launch.
    [[nodiscard]] static CodeMap of(const session::RunResult& result);

    struct PtxLine {
        uint32_t source = 0;       // line of the kernel's text; 0: none
        std::vector<uint32_t> pcs; // ascending; several if the line's instructions share it
        CodeCost cost;
    };
    std::map<uint32_t, PtxLine> ptx;     // lines with an instruction
    std::map<uint32_t, CodeCost> source; // executed lines
    /// Lines outside all branches with instructions that not all threads executed: the compiler moved them.
    std::set<uint32_t> moved;
    CodeCost elsewhere; // in no line of the kernel's text: merged from several of them, or of another file
    std::map<uint32_t, std::vector<uint32_t>> ptx_of_line; // ascending, by line of the kernel's text
    std::map<uint32_t, std::vector<uint32_t>> pcs_of_line; // ascending, by line of the kernel's text

    /// Returns the instructions of a line of the kernel's text or, if `line` is 0, of a line of PTX.
    [[nodiscard]] std::vector<uint32_t> pcs_of(uint32_t line, uint32_t ptx_line) const;
    [[nodiscard]] uint32_t source_of(uint32_t ptx_line) const {
        const auto found = ptx.find(ptx_line);
        return found == ptx.end() ? 0 : found->second.source;
    }
    /// Returns the cost of a line of the kernel's text or, if `line` is 0, of PTX; null if it was not executed.
    [[nodiscard]] const CodeCost* cost_of(uint32_t line, uint32_t ptx_line = 0) const;
};

/// Returns the map of `result`, which keeps it.
[[nodiscard]] const CodeMap& code_map_of(const session::RunResult& result);

/// Returns the costs that can be painted: executions and lanes always, sectors and passes if there are requests.
[[nodiscard]] std::vector<metrics::Measure> measures_of(const metrics::InstructionCost& cost);
/// Returns the cost that is painted first: that of memory if there is any, else executions.
[[nodiscard]] metrics::Measure first_measure(const metrics::InstructionCost& cost);

} // namespace warpscope::insight
