// How one kernel may be launched, guessed from its text. Private to src/catalog.
#pragma once

#include <string>
#include <vector>

#include "catalog/experiment.hpp"
#include "compile/kernel_signatures.hpp"

namespace warpscope::catalog {

inline constexpr const char* array_input = "noise:4096";       // what a kernel of no picture is given at first
inline constexpr const char* short_array_input = "noise:1024"; // where it goes through all of it for each element

struct KernelSetup {
    Variant variant;   // without name, title and source
    std::string input; // what its main input opens: "picture" or a pattern; empty: it has none
    std::vector<Guess> guesses;
};

/// `instance`: the kernel's name, with a template's arguments. Fails where a parameter is no number and no pointer to
/// numbers.
[[nodiscard]] Result<KernelSetup> guess_setup(const compile::SourceKernel& kernel, const std::string& instance);

} // namespace warpscope::catalog
