// PTX compiled in advance, for places without a compiler: the page in a browser, a computer with neither CUDA Toolkit
// nor clang. `warpscope bank` writes it.
#pragma once

#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "compile/compiler.hpp"

namespace warpscope::compile {

/// A kernel's PTX for one set of definitions.
struct BankEntry {
    std::string key; // bank_key() of the request
    CompileResult result;
};

/// Identifies the output of a request, whatever the compiler: its kernel_checksum() and whether it is optimized.
[[nodiscard]] std::string bank_key(const CompileRequest& request);

/// Writes a bank as JSON.
[[nodiscard]] Result<void> write_bank(const std::filesystem::path& file, std::span<const BankEntry> entries);

/// Makes the entries of a bank available to compile(), which takes them if no compiler is usable. Thread-safe.
[[nodiscard]] Result<void> add_bank(const std::filesystem::path& file);
/// `file` only names the bank in errors.
[[nodiscard]] Result<void> add_bank_text(std::string_view text, const std::filesystem::path& file);

/// Returns the PTX for the request from the banks added so far.
[[nodiscard]] std::optional<CompileResult> find_in_banks(const CompileRequest& request);

} // namespace warpscope::compile
