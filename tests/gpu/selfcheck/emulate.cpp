#include "gpu/selfcheck/common.hpp"
#include "ptx/parser.hpp"

namespace warpscope::selfcheck {

Result<std::shared_ptr<const metrics::Measured>> emulate(const session::RunResult& run) {
    auto module = ptx::parse(run.compiled.ptx, "kernel.ptx");
    if (!module) return tl::unexpected(module.error());
    auto program = simt::Program::build(std::make_shared<const ptx::Module>(std::move(*module)));
    if (!program) return tl::unexpected(program.error());
    metrics::MeasureOptions options;
    options.maps = options.costs = false;
    return metrics::measure(*program, run.prepared.plan, options);
}

} // namespace warpscope::selfcheck
