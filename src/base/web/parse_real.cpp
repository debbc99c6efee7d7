// Version for libc++ 19, whose std::from_chars reads only integers. The C functions accept more (blanks, "+", "0x"), so
// this code finds the end of the number first.
#include "base/parse_real.hpp"

#include <cerrno>
#include <cstdlib>
#include <string>
#include <string_view>

namespace warpscope {
namespace {

const char* skip_digits(const char* at, const char* end) {
    while (at != end && *at >= '0' && *at <= '9') ++at;
    return at;
}

bool has_prefix(const char* at, const char* end, std::string_view lower) {
    if (static_cast<size_t>(end - at) < lower.size()) return false;
    for (const char c : lower)
        if ((*at++ | 0x20) != c) return false;
    return true;
}

/// Returns the number's end, or `begin` if the text does not start with a number.
const char* end_of_number(const char* begin, const char* end) {
    const char* at = begin;
    if (at != end && *at == '-') ++at;
    if (has_prefix(at, end, "infinity")) return at + 8;
    if (has_prefix(at, end, "inf") || has_prefix(at, end, "nan")) return at + 3;
    const char* const whole = skip_digits(at, end);
    const char* stop = whole;
    if (stop != end && *stop == '.') stop = skip_digits(stop + 1, end);
    if (stop - at - (stop == whole ? 0 : 1) <= 0) return begin;
    if (stop != end && (*stop == 'e' || *stop == 'E')) {
        const char* exponent = stop + 1;
        if (exponent != end && (*exponent == '-' || *exponent == '+')) ++exponent;
        if (const char* const last = skip_digits(exponent, end); last != exponent) stop = last;
    }
    return stop;
}

template<class Real, class Read>
std::from_chars_result parse(const char* begin, const char* end, Real& value, Read read) {
    const char* const stop = end_of_number(begin, end);
    if (stop == begin) return {begin, std::errc::invalid_argument};
    errno = 0;
    const Real number = read(std::string(begin, stop).c_str(), nullptr);
    if (errno == ERANGE) return {stop, std::errc::result_out_of_range};
    value = number;
    return {stop, std::errc{}};
}

} // namespace

std::from_chars_result parse_real(const char* begin, const char* end, float& value) {
    return parse(begin, end, value, std::strtof);
}

std::from_chars_result parse_real(const char* begin, const char* end, double& value) {
    return parse(begin, end, value, std::strtod);
}

} // namespace warpscope
