// Shared by the tests of the PTX module.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "ptx/parser.hpp"

namespace warpscope::ptx::testing {

/// tests/ptx in the source tree.
[[nodiscard]] std::filesystem::path folder();
/// Files of tests/ptx/`name` that end in `extension`, sorted.
[[nodiscard]] std::vector<std::filesystem::path> files_in(const std::string& name, const std::string& extension);
[[nodiscard]] std::string contents(const std::filesystem::path& path);

/// Compares with a golden file, or writes it when WARPSCOPE_REBASE=1.
void expect_golden(const std::string& actual, const std::filesystem::path& golden);

/// The module without what a round trip through to_text() may change: line numbers, spelling, notes.
[[nodiscard]] Module without_spelling(Module module);

/// Parses a kernel body wrapped in a small module with registers %r0-9, %rd0-9, %f0-9, %fd0-9, %h0-9 and %p0-9, the
/// variables shared_array, global_array and device_function. Fails the test when it does not parse.
[[nodiscard]] Module parse_kernel(const std::string& body);
[[nodiscard]] std::string kernel_text(const std::string& body);

} // namespace warpscope::ptx::testing
