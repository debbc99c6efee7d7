#include "simt/memory/cooperative_workspace.hpp"

#include <bit>
#include <string_view>

#include <fmt/format.h>

namespace warpscope::simt {
namespace {

const Inst* yield_after_arrival(Warp& warp, const Inst* i, std::byte* frame) {
    const uint64_t workspace = warp.worker->launch->grid_workspace;
    if (workspace == 0 || warp.exec == 0) return i + 1;
    const uint64_t base = slot<uint64_t>(frame, i->a)[std::countr_zero(warp.exec)];
    const uint64_t address = base + static_cast<uint64_t>(int64_t{static_cast<int32_t>(i->b)});
    if (address - workspace >= sizeof(GridWorkspace)) return i + 1;
    warp.block->should_yield = true;
    warp.turn -= warp.slice;
    warp.slice = 0;
    return i + 1;
}

/// Without line information, the function's name decides.
bool is_of_grid_group(const Program::Impl& code, const InstructionInfo& info) {
    const std::string_view function = code.module->functions[info.function].name;
    return info.source.file.ends_with("cooperative_groups.h") ||
           function.find("10grid_group") != std::string_view::npos;
}

} // namespace

Handler grid_arrival() { return yield_after_arrival; }

Message trap_hint(const Warp& warp, uint32_t pc) {
    const LaunchState& launch = *warp.worker->launch;
    const InstructionInfo& trap = launch.code->instructions[pc];
    constexpr std::string_view instead = "// instead of ";
    if (const size_t at = trap.text.find(instead); at != std::string::npos)
        return msg("the compiler replaced {} with a trap: a kernel cannot change constants",
                   std::string_view(trap.text).substr(at + instead.size()));
    if (!launch.code->reads_grid_workspace || launch.config.cooperative) {
        // A trap without a source line comes from the compiler.
        return trap.source.line != 0
                   ? msg("the kernel executed a trap instruction")
                   : msg("the compiler replaced the code with a trap because its behavior is undefined, as for a store "
                         "to __constant__ memory through a pointer: the compiler's warnings name the line");
    }
    if (is_of_grid_group(*launch.code, trap))
        return msg("grid.sync() in a launch that is not cooperative: give the launch `cooperative = true`");
    return msg("the kernel executed a trap instruction, as grid.sync() does in a launch that is not cooperative: if "
               "this is the cause, give the launch `cooperative = true`");
}

} // namespace warpscope::simt
