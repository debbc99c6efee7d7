#pragma once

#include <string>
#include <vector>

#include "source/kernel_text.hpp"

namespace warpscope::source {

enum class SubscriptUse : uint8_t { load, store, atomic };

struct Subscript {
    std::string text; // "in[row * width + col]"
    std::string_view array;
    std::vector<std::string> indices; // "tile[ty][tx]" has two
    Tokens words;
};

enum class ArrayKind : uint8_t {
    parameter, // pointer that the kernel never reassigns
    shared,    // declared __shared__
    other,     // in registers, local or constant memory
    unknown,   // may point anywhere
};
[[nodiscard]] ArrayKind kind_of_array(const KernelText& text, std::string_view array);
/// Returns the element size of a one-dimensional array of numbers, or 0.
[[nodiscard]] uint32_t declared_element_bytes(const KernelText& text, std::string_view array);

/// Returns the statement's distinct subscripts that match `use`. Returns {} if the line is outside the kernel, or if
/// a pointer or macro may make the access.
[[nodiscard]] std::vector<Subscript> subscripts_at(const KernelText& text, uint32_t line, SubscriptUse use);

[[nodiscard]] bool is_changed(const KernelText& text, std::string_view name);

} // namespace warpscope::source
