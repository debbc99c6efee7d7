#pragma once

#include <string>
#include <vector>

#include "catalog/experiment.hpp"
#include "compile/kernel_signatures.hpp"

namespace warpscope::catalog {

inline constexpr const char* array_input = "noise:4096";       // input of one-dimensional kernels
inline constexpr const char* short_array_input = "noise:1024"; // input of kernels with quadratic time
// Inputs of kernels with a bounds check.
inline constexpr const char *uneven_array_input = "noise:4000", *uneven_short_array_input = "noise:1000";

struct KernelSetup {
    Variant variant;   // lacks name, title and source
    std::string input; // "picture", pattern or ""
    std::vector<Guess> guesses;
};

/// Accepts only numbers and pointers to numbers as parameters. `instance`: kernel name with template arguments.
[[nodiscard]] Result<KernelSetup> guess_setup(const compile::SourceKernel& kernel, const std::string& instance);

} // namespace warpscope::catalog
