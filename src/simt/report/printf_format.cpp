#include "simt/report/printf_format.hpp"

#include <algorithm>
#include <array>
#include <cstdio>
#include <cstring>

namespace warpscope::simt {
namespace {

template<class T>
std::string formatted(const std::string& specification, T value) {
    std::array<char, 512> buffer{};
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wformat-nonliteral"
    const int length = std::snprintf(buffer.data(), buffer.size(), specification.c_str(), value);
#pragma GCC diagnostic pop
    return {buffer.data(), std::min<size_t>(static_cast<size_t>(std::max(length, 0)), buffer.size() - 1)};
}

struct Arguments {
    const PrintSource& source;
    uint64_t offset = 0;
    int32_t count = 0;
    bool readable = true;

    template<class T>
    T next() {
        offset = (offset + sizeof(T) - 1) / sizeof(T) * sizeof(T);
        T value{};
        if (!source.read(offset, &value, sizeof(T))) readable = false;
        offset += sizeof(T);
        ++count;
        return value;
    }
};

struct Conversion {
    std::string flags; // flags, width and precision, with each * replaced by its argument
    bool wide = false;
    char letter = 0;
};

Conversion read_conversion(std::string_view format, size_t& at, Arguments& arguments) {
    Conversion result;
    for (; at < format.size(); ++at) {
        const char c = format[at];
        if (c == '*') {
            result.flags += std::to_string(arguments.next<int32_t>());
        } else if (std::strchr("-+ #0123456789.", c) != nullptr) {
            result.flags += c;
        } else if (std::strchr("hljztL", c) != nullptr) {
            result.wide = result.wide || c == 'l' || c == 'j' || c == 'z' || c == 't';
        } else {
            result.letter = c;
            ++at;
            break;
        }
    }
    return result;
}

} // namespace

std::pair<std::string, int32_t> print_format(std::string_view format, const PrintSource& source) {
    std::string text;
    Arguments arguments{source};
    for (size_t at = 0; at < format.size() && arguments.readable;) {
        const char c = format[at++];
        if (c != '%') {
            text += c;
            continue;
        }
        const Conversion conversion = read_conversion(format, at, arguments);
        const std::string start = "%" + conversion.flags;
        switch (conversion.letter) {
        case '%': text += '%'; break;
        case 'd':
        case 'i':
            text += conversion.wide ? formatted(start + "lld", static_cast<long long>(arguments.next<int64_t>()))
                                    : formatted(start + "d", arguments.next<int32_t>());
            break;
        case 'u':
        case 'o':
        case 'x':
        case 'X':
            text += conversion.wide ? formatted(start + "ll" + conversion.letter,
                                                static_cast<unsigned long long>(arguments.next<uint64_t>()))
                                    : formatted(start + conversion.letter, arguments.next<uint32_t>());
            break;
        case 'c': text += formatted(start + "c", arguments.next<int32_t>()); break;
        case 'e':
        case 'E':
        case 'f':
        case 'F':
        case 'g':
        case 'G':
        case 'a':
        case 'A': text += formatted(start + conversion.letter, arguments.next<double>()); break;
        case 's': text += formatted(start + "s", source.text(arguments.next<uint64_t>()).c_str()); break;
        case 'p':
            text += formatted(start + "p", reinterpret_cast<void*>(static_cast<uintptr_t>(arguments.next<uint64_t>())));
            break;
        default:
            text += start;
            if (conversion.letter != 0) text += conversion.letter;
            break;
        }
    }
    return {text, arguments.readable ? arguments.count : -1};
}

} // namespace warpscope::simt
