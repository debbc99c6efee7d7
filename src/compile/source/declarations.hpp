// The declarations of a source text, as far as it takes to tell what runs on the GPU from what does not: found by their
// brackets and semicolons, without looking up a single name. Private to src/compile.
#pragma once

#include <string_view>
#include <vector>

#include "compile/source/tokens.hpp"

namespace warpscope::compile {

enum class DeclarationKind : uint8_t {
    scope, // namespace X { } or extern "C" { }: has inner declarations
    type,  // class, struct, union: has inner declarations
    enumeration,
    alias, // typedef, using X =, namespace X =, using A::x
    using_namespace,
    function, // with or without a body
    variable,
    directive,
    other, // access specifiers, static_assert, semicolons, what a macro makes
};

struct Declaration {
    DeclarationKind kind{};
    size_t first = 0, end = 0;           // tokens [first, end)
    size_t body_first = 0, body_end = 0; // tokens between the braces; equal without
    std::vector<std::string_view> names; // that it declares
    std::vector<Declaration> inner;
};

/// Declarations of the tokens [first, end). `class_name`: of the class that they are the members of.
[[nodiscard]] std::vector<Declaration> declarations_of(const std::vector<Token>& tokens, size_t first, size_t end,
                                                       std::string_view class_name = {});

/// Returns whether a word with brackets behind it says something about a declaration and is not its name: "alignas",
/// "__launch_bounds__".
[[nodiscard]] bool is_attribute_word(std::string_view word);

} // namespace warpscope::compile
