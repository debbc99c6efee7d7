// Machine code of a run as text lines, and the matching lines of source and PTX.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "insight/code_map.hpp"
#include "insight/machine_code.hpp"
#include "sass/mix.hpp"

namespace warpscope::insight {

struct MachineLine {
    std::string text;      // "@P0 BRA 0x240", or "blur:" before the first instruction of a kernel
    std::string address;   // "0140"; empty before a kernel
    uint32_t ptx_line = 0; // 0 if unknown
    uint32_t source = 0;   // line of the kernel's text; 0 if in another file
};

struct MachineLines {
    struct Kernel {
        std::string name;
        sass::Resources resources;
        uint32_t instructions = 0, predicated = 0;
    };

    [[nodiscard]] static MachineLines of(const session::RunResult& result, const MachineCodeFacts& facts);

    std::string device; // "sm_90"
    std::vector<Kernel> kernels;
    std::vector<MachineLine> lines;
    std::map<uint32_t, std::vector<uint32_t>> of_source, of_ptx;
    std::map<uint32_t, sass::LineMix> mixes;    // key: line of the kernel's text
    std::map<uint32_t, sass::BranchForm> forms; // key: PTX line of a conditional branch

    [[nodiscard]] const MachineLine* find(uint32_t line) const {
        return line == 0 || line > lines.size() ? nullptr : &lines[line - 1];
    }
    /// Returns the first machine line of a source line or, if `source` is 0, of a PTX line.
    [[nodiscard]] std::optional<uint32_t> first_of(uint32_t source, uint32_t ptx_line) const;
    /// Returns whether a PTX line's branch is also a branch in the machine code, or has an unknown form.
    [[nodiscard]] bool survives(uint32_t ptx_line) const;
};

/// Returns the forms of the source line's branches. If some of these branches split a warp in the shown launch, returns
/// only their forms.
[[nodiscard]] std::vector<sass::BranchForm> forms_of_line(const CodeMap& map, const MachineLines& machine,
                                                          uint32_t line);

/// Returns the PTX instructions of conditional branches that survive in the machine code, ascending.
[[nodiscard]] std::vector<uint32_t> surviving_branches(const session::RunResult& result, const MachineLines& machine);

/// Costs of lines, without splits at branches that the machine code no longer has.
struct SurvivingCosts {
    std::map<uint32_t, CodeCost> source, ptx; // executed lines

    [[nodiscard]] static SurvivingCosts of(const CodeMap& map, const MachineLines& machine);
    [[nodiscard]] const CodeCost* cost_of(uint32_t line, uint32_t ptx_line = 0) const;
};

/// Caches the costs for the latest `machine`.
[[nodiscard]] std::shared_ptr<const SurvivingCosts> surviving_costs_of(const session::RunResult& result,
                                                                       const MachineLines& machine);

} // namespace warpscope::insight
