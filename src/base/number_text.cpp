#include "base/number_text.hpp"

#include <fmt/format.h>

namespace warpscope {

std::string grouped(uint64_t value) {
    std::string digits = std::to_string(value);
    if (digits.size() < 5) return digits;
    for (size_t from_end = 3, length = digits.size(); from_end < length; from_end += 3)
        digits.insert(length - from_end, "\u00a0"); // does not break at the end of a line
    return digits;
}

std::string fixed(double value, int digits) {
    std::string result = fmt::format("{:.{}f}", value, digits);
    return result.find_first_not_of("-0.") == std::string::npos ? fmt::format("{:.{}f}", 0.0, digits) : result;
}

} // namespace warpscope
