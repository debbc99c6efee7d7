#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "compile/kernel_signatures.hpp"
#include "compile/signatures/source_numbers.hpp"
#include "compile/source/source_pool.hpp"

namespace warpscope::compile {

[[nodiscard]] SourceParameter parameter_of(const SourcePool& pool, const std::vector<source::Token>& tokens,
                                           size_t first, size_t end);

struct ClassMembers {
    std::vector<SourceParameter> members;
    uint32_t alignment = 0;
};

/// Returns members, including nested classes; {} for unknown classes, bases, bit fields, arrays of unknown extent or
/// aligned members.
[[nodiscard]] ClassMembers class_members(const SourcePool& pool, const SourceNumbers& numbers, std::string_view type);

void add_members(const SourcePool& pool, const SourceNumbers& numbers, SourceParameter& parameter);

} // namespace warpscope::compile
