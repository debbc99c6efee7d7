#pragma once

#include <string_view>
#include <vector>

#include "source/tokens.hpp"

namespace warpscope::source {

enum class DeclarationKind : uint8_t {
    scope, // namespace X { } or extern "C" { }
    type,  // class, struct or union
    enumeration,
    alias, // typedef, using X =, namespace X =, using A::x
    using_namespace,
    function,
    variable,
    directive,
    other, // access specifier, static_assert, semicolon, macro
};

struct Declaration {
    DeclarationKind kind{};
    size_t first = 0, end = 0;           // tokens; `end` is exclusive
    size_t body_first = 0, body_end = 0; // equal without body
    std::vector<std::string_view> names;
    std::vector<Declaration> inner;
};

/// Splits a text into declarations without name lookup. `class_name`: enclosing class.
[[nodiscard]] std::vector<Declaration> declarations_of(const Tokens& tokens, size_t first, size_t end,
                                                       std::string_view class_name = {});

[[nodiscard]] bool is_attribute_word(std::string_view word);

} // namespace warpscope::source
