// Recording without a GPU: the emulator runs the instrumented kernel.
#pragma once

#include <gtest/gtest.h>

#include "ptx/parser.hpp"
#include "session/recorded.hpp"

namespace warpscope::session {

/// Returns the buffers after an emulated run of an instrumented kernel.
inline std::vector<HostBuffer> run_probed(const std::string& ptx, const ExecutionPlan& plan) {
    auto module = ptx::parse(ptx, "instrumented.ptx");
    EXPECT_TRUE(module) << module.error().text();
    const auto program = simt::Program::build(std::make_shared<const ptx::Module>(std::move(*module)));
    metrics::MeasureOptions options;
    options.uninitialized = false; // the probes' buffers start as zeros, which count as unwritten
    const auto measured = metrics::measure(*program, plan, options);
    std::vector<HostBuffer> buffers;
    for (uint32_t i = 0; i < plan.buffers.size(); ++i) buffers.push_back((*measured)->buffer(i));
    return buffers;
}

[[nodiscard]] inline Recording record_with_emulator(const RunResult& result) {
    Recording recording;
    recording.device = "Test GPU";
    auto probed = with_probes(result);
    EXPECT_TRUE(probed) << probed.error().text();
    recording.instrumented = std::move(*probed);
    const std::vector<HostBuffer> buffers = run_probed(recording.instrumented.ptx, recording.instrumented.plan);
    recording.readings = instrument::read(recording.instrumented, buffers);
    recording.is_order_dependent = is_order_dependent(result);
    recording.differences = differences(result, recording.instrumented, recording.readings);
    return recording;
}

} // namespace warpscope::session
