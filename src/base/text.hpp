#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/dim3.hpp"

namespace warpscope {

[[nodiscard]] constexpr std::string_view trim(std::string_view text, std::string_view blanks = " \t\r\n\f\v") {
    const size_t begin = text.find_first_not_of(blanks);
    if (begin == std::string_view::npos) return {};
    return text.substr(begin, text.find_last_not_of(blanks) - begin + 1);
}

[[nodiscard]] std::string index_text(const Dim3& index);

/// Omits the directions that `extent` lacks: "(1, 0, 0)", "(1, 0)", "1".
[[nodiscard]] std::string short_index_text(const Dim3& index, const Dim3& extent);

/// Formats ascending numbers as "4, 7-9, 12".
[[nodiscard]] std::string ranges_text(const std::vector<uint32_t>& ascending);

} // namespace warpscope
