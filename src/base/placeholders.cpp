#include "base/placeholders.hpp"

#include <charconv>
#include <map>

namespace warpscope {

namespace {

std::optional<std::map<unsigned, std::string_view>> specs_of(std::string_view format) {
    const auto placeholders = placeholders_of(format);
    if (!placeholders) return std::nullopt;
    std::map<unsigned, std::string_view> specs;
    for (const Placeholder& one : *placeholders)
        if (const auto [at, is_new] = specs.emplace(one.argument, one.spec); !is_new && at->second != one.spec)
            return std::nullopt;
    return specs;
}

} // namespace

std::optional<std::vector<Placeholder>> placeholders_of(std::string_view format) {
    std::vector<Placeholder> found;
    unsigned next = 0;
    for (size_t i = 0; i < format.size(); ++i) {
        if (format[i] != '{' && format[i] != '}') continue;
        if (format.substr(i, 2) == "{{" || format.substr(i, 2) == "}}") {
            ++i;
            continue;
        }
        const size_t end = format.find_first_of("{}", i + 1);
        if (format[i] == '}' || end == std::string_view::npos || format[end] == '{') return std::nullopt;
        const std::string_view inside = format.substr(i + 1, end - i - 1);
        const size_t colon = inside.find(':');
        const std::string_view name = inside.substr(0, colon);
        const std::string_view spec = colon == std::string_view::npos ? "" : inside.substr(colon + 1);
        unsigned argument = next;
        if (name.empty())
            ++next;
        else if (std::from_chars(name.data(), name.data() + name.size(), argument).ec != std::errc())
            return std::nullopt;
        found.push_back({argument, spec});
        i = end;
    }
    return found;
}

bool same_placeholders(std::string_view one, std::string_view other) {
    const auto first = specs_of(one), second = specs_of(other);
    return first && second && *first == *second;
}

} // namespace warpscope
