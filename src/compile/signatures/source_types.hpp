#pragma once

#include <string>
#include <vector>

#include "compile/kernel_signatures.hpp"
#include "compile/signatures/source_numbers.hpp"
#include "compile/source/source_pool.hpp"

namespace warpscope::compile {

/// Resolves aliases and macros: "unsigned char" for "ubyte".
[[nodiscard]] std::string resolved_type(const SourcePool& pool, const std::vector<std::string>& words);

[[nodiscard]] std::vector<SourceVariable> device_variables(const SourcePool& pool, const SourceNumbers& numbers);

[[nodiscard]] std::vector<std::string> empty_types(const SourcePool& pool);

} // namespace warpscope::compile
