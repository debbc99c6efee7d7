#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "ptx/parser.hpp"

namespace warpscope::ptx::testing {

[[nodiscard]] std::filesystem::path folder();
/// Returns files of tests/ptx/`name` with the given extension, sorted.
[[nodiscard]] std::vector<std::filesystem::path> files_in(const std::string& name, const std::string& extension);
[[nodiscard]] std::string contents(const std::filesystem::path& path);

/// Compares with a golden file, or writes it if WARPSCOPE_REBASE=1.
void expect_golden(const std::string& actual, const std::filesystem::path& golden);

/// Removes differences that a round trip may cause: line numbers, spelling, notes.
[[nodiscard]] Module without_spelling(Module module);

/// Parses a kernel body in a module with registers %r0-9, %rd0-9, %f0-9, %fd0-9, %h0-9 and %p0-9, and shared_array,
/// global_array and device_function. Fails the test on errors.
[[nodiscard]] Module parse_kernel(const std::string& body);
[[nodiscard]] std::string kernel_text(const std::string& body);

} // namespace warpscope::ptx::testing
