// Helpers for tests of Warpscope's own GPU kernels: the emulator runs these kernels, and the experiments that provide
// their input.
#pragma once

#include <cstring>
#include <gtest/gtest.h>

#include "ptx/parser.hpp"
#include "session/session.hpp"

namespace warpscope::test {

/// Returns null without a compiler.
inline std::shared_ptr<const session::RunResult> run_of(const std::string& experiment, const std::string& input,
                                                        Dim3 block) {
    static const catalog::Catalog all = catalog::load_catalog(std::string(WARPSCOPE_SOURCE_DIR) + "/cuda");
    session::Request request;
    request.experiment = std::make_shared<const catalog::Experiment>(*all.find(experiment));
    request.settings = catalog::default_settings(request.experiment->variants.front());
    request.settings.block = block;
    request.input = *input::parse_spec(input);
    request.device = session::DeviceChoice::emulator;
    auto result = session::run(request);
    return result ? *result : nullptr;
}

/// Runs a plan with instrumented PTX. Findings fail the test.
inline std::shared_ptr<const metrics::Measured> run_woven(const std::string& ptx, const ExecutionPlan& plan) {
    auto module = ptx::parse(ptx, "woven.ptx");
    EXPECT_TRUE(module) << module.error().text();
    const auto program = simt::Program::build(std::make_shared<const ptx::Module>(std::move(*module)));
    EXPECT_TRUE(program) << program.error().text();
    metrics::MeasureOptions options;
    options.uninitialized = false; // the probes' buffers start as zeros, which count as unwritten
    auto measured = metrics::measure(*program, plan, options);
    EXPECT_TRUE(measured) << measured.error().text();
    for (const metrics::LaunchMeasurement& launch : (*measured)->launches())
        for (const simt::Finding& trap : launch.findings) ADD_FAILURE() << trap.message;
    return *measured;
}

template<class T>
std::vector<T> contents(const metrics::Measured& measured, uint32_t buffer) {
    const HostBuffer bytes = measured.buffer(buffer);
    std::vector<T> out(bytes.bytes->size() / sizeof(T));
    std::memcpy(out.data(), bytes.bytes->data(), out.size() * sizeof(T));
    return out;
}

} // namespace warpscope::test
