#pragma once

#include <string>
#include <string_view>

namespace warpscope {

[[nodiscard]] constexpr bool is_identifier_char(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
}

/// Returns "image::blur<float, 3>(float*)" for _ZN5image4blurIfLi3EEEvPT_; other symbols are unchanged.
[[nodiscard]] std::string written_name(std::string_view symbol);

/// Returns the last identifier: "tile" for _ZZ9transposePfPKfiiE4tile.
[[nodiscard]] std::string plain_name(std::string_view symbol);

/// Returns "blur" for Itanium names such as _Z4blurPhi, _ZN5image4blurEv, _Z4blurILi16EEvPh; "" for others.
[[nodiscard]] std::string_view identifier_of(std::string_view symbol);

/// Parts such as "image::blur<float, 3>" and "(float*, int)".
struct NameParts {
    std::string_view name, parameters;
};
[[nodiscard]] NameParts parts_of(std::string_view written);

/// Returns "blur" for "image::blur<float, 3>(float*)" and "_Z4blurPhi".
[[nodiscard]] std::string_view identifier_in(std::string_view written);

enum class NameMatch {
    none,
    partly, // "blur" for image::blur<float, 3>(float*)
    fully,  // with all namespaces
};

/// Returns how well `wanted` names `symbol`. `wanted` may omit namespaces, trailing template arguments and parameters,
/// and may spell types in any way.
[[nodiscard]] NameMatch match_name(std::string_view symbol, std::string_view wanted);

} // namespace warpscope
