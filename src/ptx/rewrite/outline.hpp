// The outermost level of a module's text: what it declares and defines, as runs of tokens. For rewriting texts that are
// not to be understood further. Private to src/ptx.
#pragma once

#include <string_view>
#include <vector>

#include "base/diagnostic.hpp"
#include "ptx/lexer.hpp"

namespace warpscope::ptx {

enum class Linkage : uint8_t { own, visible, weak, external };

/// Something at the outermost level of a text: tokens [first, end).
struct Item {
    enum class Kind : uint8_t { function, variable, file, section, heading, other };
    Kind kind = Kind::other;
    Linkage linkage = Linkage::own;
    bool defines = false; // a function with a body, a variable that is not another file's
    bool shared = false;
    std::string_view name;
    size_t first = 0, end = 0;
};

/// A text of PTX as its outermost level; `whole` must outlive it.
struct Outline {
    std::string_view whole;
    std::vector<Token> tokens; // the last one is the end of the text
    std::vector<Item> items;
};

/// What is in functions is not looked at. Fails where the text has no tokens of PTX.
[[nodiscard]] Result<Outline> outline_of(std::string_view whole);

} // namespace warpscope::ptx
