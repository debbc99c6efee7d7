// Which `array[index]` of a kernel's text a line's access can have been. Where the text leaves a choice there is no
// answer.
#pragma once

#include <string>
#include <vector>

#include "metrics/findings/kernel_tokens.hpp"

namespace warpscope::metrics {

enum class SubscriptUse : uint8_t { load, store, atomic };

struct Subscript {
    std::string text;                 // "in[row * width + col]", blanks as written, in one line
    std::string_view array;           // the name before the first bracket
    std::vector<std::string> indices; // "row * width + col"; of "tile[ty][tx]" both
    std::vector<Word> words;          // of the indices
};

/// What an array is, as far as the text tells.
enum class ArrayKind : uint8_t {
    parameter, // of the kernel, a pointer that the kernel leaves as it was given
    shared,    // declared __shared__
    other,     // an array in registers, local or constant memory
    unknown,   // may point anywhere
};
[[nodiscard]] ArrayKind kind_of_array(const KernelText& text, std::string_view array);
/// Bytes of an element of an array that the text declares with one dimension of plain numbers; else 0.
[[nodiscard]] uint32_t declared_element_bytes(const KernelText& text, std::string_view array);

/// All subscripts of the statement at `line` that may be an access of this use, each text once. Empty when the line is
/// outside of the kernel's body, or when something else of the statement may be the access: a pointer, a macro.
[[nodiscard]] std::vector<Subscript> subscripts_at(const KernelText& text, uint32_t line, SubscriptUse use);

/// Returns whether the kernel's body gives `name` another value or meaning than it has from outside.
[[nodiscard]] bool is_changed(const KernelText& text, std::string_view name);

} // namespace warpscope::metrics
