#pragma once

#include <string>
#include <vector>

#include "catalog/experiment.hpp"
#include "compile/kernel_signatures.hpp"

namespace warpscope::catalog {

inline constexpr const char* array_input = "noise:4096"; // if no kernel has an input

struct KernelSetup {
    Variant variant;   // without name, title and source
    std::string input; // "picture", pattern or ""
    std::vector<Guess> guesses;
};

/// Guesses a setup; parameters must be numbers or pointers to numbers. `instance`: kernel name with template arguments.
[[nodiscard]] Result<KernelSetup> guess_setup(const compile::SourceKernel& kernel, const std::string& instance);

} // namespace warpscope::catalog
