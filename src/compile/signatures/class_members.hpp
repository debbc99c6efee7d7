#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "compile/kernel_signatures.hpp"
#include "compile/signatures/source_numbers.hpp"
#include "compile/source/source_pool.hpp"

namespace warpscope::compile {

[[nodiscard]] SourceParameter parameter_of(const SourcePool& pool, const source::Tokens& tokens, size_t first,
                                           size_t end);

struct ClassMembers {
    std::vector<SourceParameter> members;
    uint32_t alignment = 0;
};

/// Returns members, including those of nested classes. Returns {} for unknown classes, and for classes with bases,
/// bit fields, aligned members or arrays of unknown extent.
[[nodiscard]] ClassMembers class_members(const SourcePool& pool, const SourceNumbers& numbers, std::string_view type);

void add_members(const SourcePool& pool, const SourceNumbers& numbers, SourceParameter& parameter);

} // namespace warpscope::compile
