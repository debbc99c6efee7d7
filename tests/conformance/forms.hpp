// Opcode forms and the inputs that they are run on, for comparing the emulator with GPUs.
#pragma once

#include <filesystem>
#include <span>
#include <string>
#include <vector>

#include "base/buffer.hpp"
#include "base/diagnostic.hpp"

namespace warpscope::conformance {

/// Threads of the blocks that forms are run with.
inline constexpr uint32_t block_size = 128;

/// Threads that run each form on the tables of inputs.
inline constexpr uint32_t table_size = 8192;
/// Threads of one launch of a sweep over all 2^32 inputs.
inline constexpr uint32_t sweep_size = 1u << 26;

struct Form {
    uint32_t d = 4, a = 4, b = 4, c = 4; // bytes per value
    std::string ptx;                     // computes %d from %a, %b, %c
    std::string spelling;                // of a form that was made from the promised ones, with its operands

    /// What its golden line goes by.
    [[nodiscard]] const std::string& name() const { return spelling.empty() ? ptx : spelling; }
    [[nodiscard]] bool approximate() const;
    /// One input of 32 bits, so that all of them can be tried.
    [[nodiscard]] bool sweepable() const;
};

/// Reads forms.txt; the message names the file and line of a mistake.
[[nodiscard]] Result<std::vector<Form>> load_forms(const std::filesystem::path& file);

/// The kernel's last argument, for loads from the space of parameters.
inline constexpr double passed_value = 0x123456789abcd;

/// A module with a kernel for each form, named "form0", "form1" ...: thread i stores d[i] computed from a[i], b[i],
/// c[i]. Parameters: d, a, b, c, and the 64-bit number passed_value.
[[nodiscard]] std::string table_module(std::span<const Form> forms);
/// The same for one form where a is `first` + i (modulo 2^32). Parameters: d, first.
[[nodiscard]] std::string sweep_module(const Form& form);

/// table_size values of `bytes` bytes (2, 4 or 8): edge cases in many combinations, then random ones of several kinds.
/// `operand` 0, 1, 2 for a, b, c. The same on every machine.
[[nodiscard]] SharedBytes table_inputs(uint32_t bytes, uint32_t operand);

/// Value `index` of answers of `bytes` bytes each.
[[nodiscard]] uint64_t answer(const Bytes& answers, uint32_t bytes, size_t index);

/// Whether two answers of an approximate form to the input a are close enough: equal, or both no number, or apart by no
/// more than twice the error that the PTX manual states for the instruction. Sine and cosine, for which it states none
/// beyond 2 pi, are not compared there.
[[nodiscard]] bool close(const Form& form, uint64_t a, uint64_t one, uint64_t other);

} // namespace warpscope::conformance
