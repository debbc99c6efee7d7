// Opcode forms and their inputs, for comparing the emulator with GPUs.
#pragma once

#include <filesystem>
#include <span>
#include <string>
#include <vector>

#include "base/buffer.hpp"
#include "base/diagnostic.hpp"

namespace warpscope::conformance {

/// Threads per block.
inline constexpr uint32_t block_size = 128;

/// Threads of a launch on tables of inputs.
inline constexpr uint32_t table_size = 8192;
/// Threads per launch of a sweep over all 2^32 inputs.
inline constexpr uint32_t sweep_size = 1u << 26;

struct Form {
    uint32_t d = 4, a = 4, b = 4, c = 4; // bytes per value
    std::string ptx;                     // computes %d from %a, %b, %c
    std::string spelling;                // spelling with operands, if the form comes from docs/PTX.md

    /// Returns the name that starts the form's line in a golden file.
    [[nodiscard]] const std::string& name() const { return spelling.empty() ? ptx : spelling; }
    [[nodiscard]] bool approximate() const;
    /// Returns whether the form has a single 32-bit input, so that a sweep can test every value.
    [[nodiscard]] bool sweepable() const;
};

/// Reads forms.txt. Errors name file and line.
[[nodiscard]] Result<std::vector<Form>> load_forms(const std::filesystem::path& file);

/// Last kernel argument, for loads from parameter space.
inline constexpr double passed_value = 0x123456789abcd;

/// Returns a module with kernels form0, form1, ...: thread i stores d[i], computed from a[i], b[i], c[i]. Parameters:
/// d, a, b, c, and passed_value.
[[nodiscard]] std::string table_module(std::span<const Form> forms);
/// Returns a module with one kernel, in which a = `first` + i modulo 2^32. Parameters: d, first.
[[nodiscard]] std::string sweep_module(const Form& form);

/// Returns table_size values of `bytes` bytes (2, 4 or 8): combinations of edge cases, then several kinds of random
/// values. `operand` 0, 1, 2 means a, b, c. The values are the same on every machine.
[[nodiscard]] SharedBytes table_inputs(uint32_t bytes, uint32_t operand);

/// Returns the result at `index`. Each result has `bytes` bytes.
[[nodiscard]] uint64_t answer(const Bytes& answers, uint32_t bytes, size_t index);

/// Returns whether two results of an approximate form for the input `a` agree: equal, both NaN, or within twice the
/// error that the PTX manual states. Sine and cosine are not compared beyond 2 pi, for which the manual states no
/// error.
[[nodiscard]] bool close(const Form& form, uint64_t a, uint64_t one, uint64_t other);

} // namespace warpscope::conformance
