// Small PTX kernels with threads that reconverge or wait for each other.
#pragma once

#include "simt/harness.hpp"

namespace warpscope::simt {

/// Returns a kernel k(out) that stores %r0 to %o, the thread's place in `out`. %t is the thread, %l the lane, %b the
/// block.
inline std::string splits_kernel(const std::string& body, const std::string& before = {}) {
    return module_text(before +
                       ".visible .entry k(.param .u64 out)\n{\n.reg .b64 %out, %o, %a<9>;\n.reg .b32 %t, %l, %b, "
                       "%r<9>;\n.reg .pred %p<9>;\nld.param.u64 %out, [out];\nmov.u32 %t, %tid.x;\n"
                       "mov.u32 %b, %ctaid.x;\nmov.u32 %l, %laneid;\nmov.u32 %r0, 0;\nmad.wide.u32 %o, %t, 4, %out;\n" +
                       body + "\nst.global.u32 [%o], %r0;\nret;\n}\n");
}

struct SplitRun {
    std::vector<uint32_t> out;
    LaunchOutcome outcome;
};

inline SplitRun run_kernel(const std::string& ptx, uint32_t blocks, uint32_t threads,
                           const LaunchOptions& options = {}) {
    Machine machine(ptx);
    machine.options = options;
    if (options.workers == 0) machine.options.workers = 1;
    const uint32_t out = machine.buffer("out", std::vector<uint32_t>(threads));
    LaunchOutcome outcome = machine.run("k", {{blocks, 1, 1}, {threads, 1, 1}, 0}, machine.address(out));
    return {machine.read<uint32_t>(out), std::move(outcome)};
}

inline std::vector<std::string> kinds_of(const SplitRun& result) {
    std::vector<std::string> kinds;
    for (const Finding& trap : result.outcome.findings) kinds.emplace_back(name_of(trap.kind));
    return kinds;
}

} // namespace warpscope::simt
