// Names of functions and variables: mangled, as the source has them, and as a person writes them.
#pragma once

#include <string>
#include <string_view>

namespace warpscope {

/// Returns whether a name of C++ may hold the character: letters, digits, '_'.
[[nodiscard]] constexpr bool is_identifier_char(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
}

/// As the source has it: "image::blur<float, 3>(float*)" for _ZN5image4blurIfLi3EEEvPT_. The symbol itself when it is
/// not mangled.
[[nodiscard]] std::string written_name(std::string_view symbol);

/// The last part of a variable's name as the source has it: "tile" for _ZZ9transposePfPKfiiE4tile.
[[nodiscard]] std::string plain_name(std::string_view symbol);

/// The function's own identifier in a name mangled by the Itanium C++ rules: "blur" in _Z4blurPhi, _ZN5image4blurEv and
/// _Z4blurILi16EEvPh. Empty when the name is not mangled.
[[nodiscard]] std::string_view identifier_of(std::string_view symbol);

/// What a person writes to name a function, taken apart: "image::blur<float, 3>" and "(float*, int)". Without the
/// result's type and blanks around the parts.
struct NameParts {
    std::string_view name, parameters;
};
[[nodiscard]] NameParts parts_of(std::string_view written);

/// "blur" in "image::blur<float, 3>(float*)" and in "_Z4blurPhi": what the text of the source calls the function.
[[nodiscard]] std::string_view identifier_in(std::string_view written);

enum class NameMatch {
    none,
    partly, // "blur" names image::blur<float, 3>(float*), too
    fully,  // with all its namespaces
};

/// Returns whether `wanted` names `symbol`. Namespaces in front, template arguments from some on and the parameters may
/// be left out, and types may be spelled in any of their ways: "const unsigned*" is "unsigned int const*".
[[nodiscard]] NameMatch match_name(std::string_view symbol, std::string_view wanted);

} // namespace warpscope
