// Types as a source's text has them. Private to src/compile.
#pragma once

#include <string>
#include <vector>

#include "compile/kernel_signatures.hpp"
#include "compile/signatures/source_numbers.hpp"
#include "compile/source/source_pool.hpp"

namespace warpscope::compile {

/// A type's words as one text, aliases and macros replaced: "unsigned char" of "ubyte", where there is "typedef
/// unsigned char ubyte;".
[[nodiscard]] std::string resolved_type(const SourcePool& pool, const std::vector<std::string>& words);

/// The variables in the device's memory that are numbers, or arrays of a known extent.
[[nodiscard]] std::vector<SourceVariable> device_variables(const SourcePool& pool, const SourceNumbers& numbers);

/// Classes without members and bases.
[[nodiscard]] std::vector<std::string> empty_types(const SourcePool& pool);

} // namespace warpscope::compile
