#include "language/placeholders.hpp"

#include <charconv>
#include <map>
#include <optional>
#include <string>

namespace warpscope {

namespace {

using Placeholders = std::map<unsigned, std::string_view>;

std::optional<Placeholders> placeholders_of(std::string_view words) {
    Placeholders found;
    unsigned next = 0;
    for (size_t i = 0; i < words.size(); ++i) {
        if (words[i] != '{' && words[i] != '}') continue;
        if (words.substr(i, 2) == "{{" || words.substr(i, 2) == "}}") {
            ++i;
            continue;
        }
        // Nested placeholders ("{:.{}f}") are not allowed.
        const size_t end = words.find_first_of("{}", i + 1);
        if (words[i] == '}' || end == std::string_view::npos || words[end] == '{') return std::nullopt;
        const std::string_view inside = words.substr(i + 1, end - i - 1);
        const size_t colon = inside.find(':');
        const std::string_view name = inside.substr(0, colon);
        const std::string_view format = colon == std::string_view::npos ? "" : inside.substr(colon + 1);
        unsigned index = next;
        if (name.empty())
            ++next;
        else if (std::from_chars(name.data(), name.data() + name.size(), index).ec != std::errc())
            return std::nullopt;
        if (const auto [at, fresh] = found.emplace(index, format); !fresh && at->second != format) return std::nullopt;
        i = end;
    }
    return found;
}

} // namespace

bool same_placeholders(std::string_view one, std::string_view other) {
    const auto first = placeholders_of(one), second = placeholders_of(other);
    return first && second && *first == *second;
}

} // namespace warpscope
