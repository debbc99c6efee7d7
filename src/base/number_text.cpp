#include "base/number_text.hpp"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

namespace warpscope {

std::string grouped(uint64_t value) {
    std::string digits = std::to_string(value);
    if (digits.size() < 5) return digits;
    for (size_t from_end = 3, length = digits.size(); from_end < length; from_end += 3)
        digits.insert(length - from_end, "\u00a0"); // no-break space
    return digits;
}

std::string fixed(double value, int digits) {
    std::string result = fmt::format("{:.{}f}", value, digits);
    return result.find_first_not_of("-0.") == std::string::npos ? fmt::format("{:.{}f}", 0.0, digits) : result;
}

std::string three_digits(double value) {
    constexpr int min = 2, max = 8;
    const double size = std::abs(value);
    if (!(size > 0) || size >= 1) return fixed(value, min);
    std::string text = fixed(value, std::min(2 - static_cast<int>(std::floor(std::log10(size))), max));
    const size_t shortest = text.find('.') + 1 + min;
    while (text.size() > shortest && text.back() == '0') text.pop_back();
    return text;
}

} // namespace warpscope
