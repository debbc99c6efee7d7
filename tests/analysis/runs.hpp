#pragma once

#include <gtest/gtest.h>

#include "session/session.hpp"

namespace warpscope::analysis {

using Ran = std::shared_ptr<const session::RunResult>;

/// Runs on the emulator with default settings except `values`; an empty input means the default. Returns nullptr and
/// fails the test on an error.
inline Ran run(std::shared_ptr<const catalog::Experiment> experiment, const std::string& variant,
               const std::string& input, const std::map<std::string, double>& values = {}) {
    session::Request request;
    request.experiment = std::move(experiment);
    request.variant = variant;
    request.settings = catalog::default_settings(*request.experiment->find(variant));
    for (const auto& [name, value] : values) request.settings.values[name] = value;
    if (!input.empty()) request.input = *input::parse_spec(input);
    request.device = session::DeviceChoice::emulator;
    auto result = session::run(request);
    EXPECT_TRUE(result) << result.error().text();
    return result ? *result : nullptr;
}

/// Runs an experiment of the catalog.
inline Ran run(const std::string& experiment, const std::string& variant, const std::string& input,
               const std::map<std::string, double>& values = {}) {
    static const catalog::Catalog catalog = catalog::load_catalog(WARPSCOPE_SOURCE_DIR "/cuda");
    return run(std::make_shared<const catalog::Experiment>(*catalog.find(experiment)), variant, input, values);
}

} // namespace warpscope::analysis
