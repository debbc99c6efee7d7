#include "compile/source/include_directives.hpp"

#include <algorithm>
#include <array>

#include "base/symbol_name.hpp"

namespace warpscope::compile {
namespace {

constexpr std::string_view blanks{" \t\f\v\0", 5}; // NUL counts as a blank

/// Joins continued lines. Blanks may follow the backslash; line ends may mix CR and LF.
std::string joined_lines(std::string_view text) {
    std::string out;
    out.reserve(text.size());
    const auto ends_line = [&](size_t at) { return at < text.size() && (text[at] == '\n' || text[at] == '\r'); };
    for (size_t at = 0; at < text.size();) {
        const size_t length = text[at] == '\\' ? 1 : text.substr(at).starts_with("?\?/") ? 3 : 0;
        const size_t end = length != 0 ? std::min(text.find_first_not_of(blanks, at + length), text.size()) : at;
        if (length != 0 && ends_line(end)) {
            at = end + (ends_line(end + 1) && text[end + 1] != text[end] ? 2 : 1);
            continue;
        }
        out += text[at++];
    }
    return out;
}

void skip(std::string_view& text) {
    for (;;) {
        text.remove_prefix(std::min(text.find_first_not_of(blanks), text.size()));
        if (!text.starts_with("/*")) return;
        const size_t end = text.find("*/", 2);
        text.remove_prefix(end == std::string_view::npos ? text.size() : end + 2);
    }
}

std::string rest_of_line(std::string_view text) {
    std::string out;
    skip(text);
    if (text.starts_with('<')) return std::string(text.substr(0, text.find_first_of("\r\n")));
    bool quoted = false;
    while (!text.empty() && text.front() != '\n' && text.front() != '\r') {
        if (!quoted && text.starts_with("/*")) {
            skip(text);
            out += ' ';
            continue;
        }
        quoted = quoted != (text.front() == '"');
        out += text.front();
        text.remove_prefix(1);
    }
    return out;
}

} // namespace

std::vector<FileDirective> file_directives_of(std::string_view source) {
    static constexpr std::array<std::string_view, 5> words{"include_next", "include", "import", "embed", "define"};
    return directives_of(source, words);
}

std::vector<FileDirective> directives_of(std::string_view source, std::span<const std::string_view> words) {
    const std::string joined = joined_lines(source);
    const std::string_view all = joined;
    std::vector<FileDirective> found;
    for (size_t at = 0; at < all.size(); ++at) {
        const std::string_view here = all.substr(at);
        const size_t hash = here.front() == '#' ? 1 : here.starts_with("%:") ? 2 : here.starts_with("?\?=") ? 3 : 0;
        if (hash == 0) continue;
        std::string_view rest = here.substr(hash);
        skip(rest);
        for (const std::string_view word : words) {
            if (!rest.starts_with(word) || (rest.size() > word.size() && is_identifier_char(rest[word.size()])))
                continue;
            found.push_back({word, rest_of_line(rest.substr(word.size()))});
            break;
        }
    }
    return found;
}

} // namespace warpscope::compile
