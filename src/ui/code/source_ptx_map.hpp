// How the lines of a kernel's text and the lines of its PTX belong together, and what each of them cost.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "render/view.hpp"
#include "scene/painted_code.hpp"
#include "session/session.hpp"

namespace warpscope::ui {

/// What a line cost, its requests of global memory also by kind.
struct CodeCost : metrics::InstructionCost {
    metrics::InstructionCost loads, stores; // of instructions that do only that
    /// The same, where instructions that move as many sectors for each request are taken together. Of a line only.
    std::vector<metrics::InstructionCost> kinds_of_loads, kinds_of_stores;
    bool both = false;  // a line loads and stores
    bool mixed = false; // a line has several kinds of loads, or of stores

    CodeCost& operator+=(const CodeCost& other);
};

struct CodeMap {
    /// Of the launch that is shown. Lines are counted from 1; those of other files than the kernel's own are left out.
    [[nodiscard]] static CodeMap of(const session::RunResult& result);

    struct PtxLine {
        uint32_t source = 0;       // line of the kernel's text; 0: none
        std::vector<uint32_t> pcs; // ascending; more than one where the line's instructions share it
        CodeCost cost;
    };
    std::map<uint32_t, PtxLine> ptx;     // lines with an instruction
    std::map<uint32_t, CodeCost> source; // lines that were executed
    CodeCost elsewhere; // in no line of the kernel's text: merged from several of them, or of another file
    std::map<uint32_t, std::vector<uint32_t>> ptx_of_line; // ascending, by line of the kernel's text
    std::map<uint32_t, std::vector<uint32_t>> pcs_of_line; // the same

    /// Instructions of a line of the kernel's text, or the one of a line of PTX; empty where there is none.
    [[nodiscard]] std::vector<uint32_t> pcs_of(uint32_t line, uint32_t ptx_line) const;
    [[nodiscard]] uint32_t source_of(uint32_t ptx_line) const {
        const auto found = ptx.find(ptx_line);
        return found == ptx.end() ? 0 : found->second.source;
    }
    /// Costs of a line of the kernel's text, or of PTX; null where nothing was executed.
    [[nodiscard]] const CodeCost* cost_of(uint32_t line, uint32_t ptx_line) const;
};

/// The map of `result`, made once and kept with it.
[[nodiscard]] const CodeMap& code_map_of(const std::shared_ptr<const session::RunResult>& result);

using scene::CodePlace;
using scene::PaintedCode;

/// What can be painted of a cost: executions and lanes always, sectors and passes where there are requests.
[[nodiscard]] std::vector<metrics::Measure> measures_of(const metrics::InstructionCost& cost);
/// What is painted first: the cost of memory where there is any, else executions.
[[nodiscard]] metrics::Measure first_measure(const metrics::InstructionCost& cost);
[[nodiscard]] render::Paint paint_of(const CodeMap& map, const PaintedCode& painted);

} // namespace warpscope::ui
