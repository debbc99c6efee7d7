#pragma once

#include <string>
#include <vector>

#include "catalog/experiment.hpp"
#include "compile/kernel_signatures.hpp"

namespace warpscope::catalog {

struct KernelSetup {
    Variant variant;   // without name, title and source
    std::string input; // "picture", a pattern, or ""
    std::vector<Guess> guesses;
};

/// Fails for unsupported parameter types. `instance`: name with template arguments.
[[nodiscard]] Result<KernelSetup> guess_setup(const compile::SourceKernel& kernel, const std::string& instance);

} // namespace warpscope::catalog
