// Runs a shipped experiment on the emulator, to compare its output with plain C++.
#pragma once

#include <map>
#include <memory>
#include <string>
#include <vector>

#include "catalog/experiment.hpp"
#include "compile/compiler.hpp"
#include "metrics/measure.hpp"

namespace warpscope::catalog::references {

struct Case {
    std::string experiment, variant;
    std::string input;   // input spec; empty for experiments without a main input
    Dim3 block{0, 0, 0}; // x == 0 uses the experiment's own block
    std::vector<std::string> settings;
    int optimization = 3;
    bool races = false; // check for races even if the experiment does not

    [[nodiscard]] std::string text() const;
};

struct Outcome {
    Prepared prepared;
    Settings settings;
    HostBuffer input;
    std::shared_ptr<const metrics::Measured> measured;
    // Values that values() returns instead of the run's, to test that a check can fail.
    std::map<std::string, std::vector<double>> replaced;

    [[nodiscard]] const metrics::LaunchMeasurement& last() const { return measured->launches().back(); }
    [[nodiscard]] std::vector<simt::Finding> findings() const; // of all launches
    /// Returns the contents of a buffer after the run.
    [[nodiscard]] std::vector<double> values(const std::string& name) const;
    [[nodiscard]] double setting(const std::string& name) const { return settings.values.at(name); }
    /// Returns the contents of a buffer before the first launch.
    [[nodiscard]] std::vector<double> initial(const std::string& name) const;
};

[[nodiscard]] std::vector<double> values_of(const HostBuffer& buffer);

[[nodiscard]] std::vector<compile::CompilerChoice> usable_compilers();

[[nodiscard]] const Catalog& shipped();

[[nodiscard]] Result<std::shared_ptr<const simt::Program>> build(const Variant& variant, const Prepared& prepared,
                                                                 compile::CompilerChoice compiler, int optimization);

/// Compiles and runs the case. An error fails the test and returns an Outcome without `measured`.
[[nodiscard]] Outcome run(const Case& wanted, compile::CompilerChoice compiler);

} // namespace warpscope::catalog::references
