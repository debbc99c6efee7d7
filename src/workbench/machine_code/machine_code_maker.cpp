#include "workbench/machine_code/machine_code_maker.hpp"

#include <algorithm>

#include "base/sha256.hpp"
#include "gpu/contraction.hpp"

namespace warpscope::workbench {

namespace {

constexpr size_t max_cached = 16;

bool have_same_ptx(const RunPtr& a, const RunPtr& b) {
    return a && b && a->request.variant == b->request.variant && a->source == b->source &&
           a->compiled.ptx == b->compiled.ptx;
}

} // namespace

void MachineCodeMaker::follow(const RunPtr& run) {
    if (run == run_) return;
    cancel();
    if (!have_same_ptx(run, run_)) {
        lines_.reset();
        problem_.reset();
    }
    is_made_ = false;
    run_ = run;
}

void MachineCodeMaker::start(uint32_t capability) {
    if (capability != capability_) {
        cancel();
        is_made_ = false;
        lines_.reset();
        problem_.reset();
        capability_ = capability;
    }
    if (is_made_ || cancel_ || !run_) return;
    cancel_ = std::make_shared<std::atomic<bool>>(false);
    worker_.post([this, capability, run = run_, cancel = cancel_]() -> Worker::Finish {
        if (*cancel) return {};
        auto code = assemble(*run, capability, *cancel);
        if (*cancel) return {};
        std::shared_ptr<const insight::MachineLines> lines;
        std::optional<Diagnostic> problem;
        if (code)
            lines = std::make_shared<const insight::MachineLines>(
                insight::MachineLines::of(*run, insight::machine_code_of(*run, *code)));
        else
            problem = code.error();
        return [this, cancel, lines, problem] {
            if (cancel != cancel_) return;
            cancel_.reset();
            is_made_ = true;
            lines_ = lines;
            problem_ = problem;
            redraw_.want(2);
        };
    });
}

Result<MachineCodeMaker::CodePtr> MachineCodeMaker::assemble(const session::RunResult& run, uint32_t capability,
                                                             const std::atomic<bool>& cancel) {
    if (!assembler_) return tl::unexpected(sass::missing_tool("nvdisasm"));
    const std::string ptx = insight::ptx_to_assemble(run, gpu::contracts());
    std::string checksum = sha256(ptx);
    const auto known = std::ranges::find_if(
        cache_, [&](const Cached& one) { return one.capability == capability && one.checksum == checksum; });
    if (known != cache_.end()) return known->code;
    auto made = assembler_(ptx, capability, &cancel);
    if (!made) return tl::unexpected(made.error());
    auto code = std::make_shared<const sass::MachineCode>(std::move(*made));
    cache_.push_front({std::move(checksum), capability, code});
    if (cache_.size() > max_cached) cache_.pop_back();
    return code;
}

void MachineCodeMaker::cancel() {
    if (cancel_) *cancel_ = true;
    cancel_.reset();
}

} // namespace warpscope::workbench
