// PTX compiled in advance for computers without a compiler. `warpscope bank` writes it.
#pragma once

#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "compile/compiler.hpp"

namespace warpscope::compile {

struct BankEntry {
    std::string key;
    CompileResult result;
};

/// Makes a key from kernel_checksum() and `debug`. The key is the same for all compilers.
[[nodiscard]] std::string bank_key(const CompileRequest& request);

[[nodiscard]] Result<void> write_bank(const std::filesystem::path& file, std::span<const BankEntry> entries);

/// Adds a bank that compile() uses if no compiler works. Thread-safe.
[[nodiscard]] Result<void> add_bank(const std::filesystem::path& file);
/// `file` names the bank in errors.
[[nodiscard]] Result<void> add_bank_text(std::string_view text, const std::filesystem::path& file);

[[nodiscard]] std::optional<CompileResult> find_in_banks(const CompileRequest& request);

} // namespace warpscope::compile
