// Runs a shipped experiment on the emulator, so that its output can be compared with plain C++.
#pragma once

#include <map>
#include <memory>
#include <string>
#include <vector>

#include "catalog/experiment.hpp"
#include "compile/compiler.hpp"
#include "metrics/measure.hpp"

namespace warpscope::catalog::references {

/// One run: what to launch, with what.
struct Case {
    std::string experiment, variant;
    std::string input;   // input spec; empty for experiments without a main input
    Dim3 block{0, 0, 0}; // x == 0: the experiment's own
    std::vector<std::string> settings;
    int optimisation = 3;
    bool races = false; // look for races even where the experiment does not

    [[nodiscard]] std::string text() const;
};

struct Outcome {
    Prepared prepared;
    Settings settings;
    HostBuffer input;
    std::shared_ptr<const metrics::Measured> measured;
    std::map<std::string, std::vector<double>> replaced; // values() of these buffers: to show that a check can fail

    [[nodiscard]] const metrics::LaunchMeasurement& last() const { return measured->launches().back(); }
    [[nodiscard]] std::vector<simt::Finding> findings() const; // of all launches
    /// Contents after the run of the buffer called `name`, as doubles.
    [[nodiscard]] std::vector<double> values(const std::string& name) const;
    /// The value of a parameter.
    [[nodiscard]] double setting(const std::string& name) const { return settings.values.at(name); }
    /// What a buffer held before the first launch.
    [[nodiscard]] std::vector<double> initial(const std::string& name) const;
};

[[nodiscard]] std::vector<double> values_of(const HostBuffer& buffer);

/// The compilers of this machine.
[[nodiscard]] std::vector<compile::CompilerChoice> usable_compilers();

/// The shipped experiments.
[[nodiscard]] const Catalog& shipped();

/// The program of a variant with these definitions.
[[nodiscard]] Result<std::shared_ptr<const simt::Program>> build(const Variant& variant, const Prepared& prepared,
                                                                 compile::CompilerChoice compiler, int optimisation);

/// Compiles with `compiler` and runs. Anything that fails is a test failure and gives an Outcome without `measured`.
[[nodiscard]] Outcome run(const Case& wanted, compile::CompilerChoice compiler);

} // namespace warpscope::catalog::references
