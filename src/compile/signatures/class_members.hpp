// Parameters and members of classes as a source's text declares them. Private to src/compile.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "compile/kernel_signatures.hpp"
#include "compile/signatures/source_numbers.hpp"
#include "compile/source/source_pool.hpp"

namespace warpscope::compile {

/// "const float* in", which stands in tokens [first, end).
[[nodiscard]] SourceParameter parameter_of(const SourcePool& pool, const std::vector<Token>& tokens, size_t first,
                                           size_t end);

struct ClassMembers {
    std::vector<SourceParameter> members;
    uint32_t alignment = 0; // that the class asks for; 0: none
};

/// Returns the members of the class `type` with those of their own classes. There are none where the texts have no such
/// class, or one with bases, bit fields, arrays of an unknown extent, or alignments of members.
[[nodiscard]] ClassMembers class_members(const SourcePool& pool, const SourceNumbers& numbers, std::string_view type);

/// Gives a parameter the members of the class that it is, or points to.
void add_members(const SourcePool& pool, const SourceNumbers& numbers, SourceParameter& parameter);

} // namespace warpscope::compile
