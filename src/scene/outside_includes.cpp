#include "scene/outside_includes.hpp"

#include <algorithm>
#include <array>

namespace warpscope::scene {
namespace {

constexpr std::string_view blanks = " \t\f\v";

/// Returns the text with lines joined that a backslash, or the trigraph for one, continues.
std::string joined_lines(std::string_view text) {
    std::string out;
    out.reserve(text.size());
    for (size_t at = 0; at < text.size();) {
        size_t behind = text[at] == '\\' ? at + 1 : text.substr(at).starts_with("?\?/") ? at + 3 : at;
        if (behind > at) {
            // Compilers overlook blanks before the line's end.
            behind = std::min(text.find_first_not_of(blanks, behind), text.size());
            const size_t end = text.substr(behind).starts_with("\r\n")                                  ? behind + 2
                               : behind < text.size() && (text[behind] == '\n' || text[behind] == '\r') ? behind + 1
                                                                                                        : 0;
            if (end != 0) {
                at = end;
                continue;
            }
        }
        out += text[at++];
    }
    return out;
}

/// Removes blanks and comments at the beginning.
void skip(std::string_view& text) {
    for (;;) {
        text.remove_prefix(std::min(text.find_first_not_of(blanks), text.size()));
        if (!text.starts_with("/*")) return;
        const size_t end = text.find("*/", 2);
        text.remove_prefix(end == std::string_view::npos ? text.size() : end + 2);
    }
}

/// Returns what an include names outside the scene; `text` begins behind the word "include".
std::optional<std::string> name_outside(std::string_view text) {
    skip(text);
    const std::string_view line = text.substr(0, text.find_first_of("\r\n"));
    const bool quotes = line.starts_with('"'), brackets = line.starts_with('<');
    const size_t end = quotes || brackets ? line.find(quotes ? '"' : '>', 1) : std::string_view::npos;
    if (end == std::string_view::npos) return "'" + std::string(line.substr(0, 60)) + "'";
    const std::string_view name = line.substr(1, end - 1);
    const bool stays = !name.empty() && !name.starts_with('/') && name.find("..") == std::string_view::npos &&
                       name.find('\\') == std::string_view::npos;
    return stays ? std::nullopt : std::optional("'" + std::string(name) + "'");
}

} // namespace

std::optional<std::string> include_outside(std::string_view text) {
    const std::string joined = joined_lines(text);
    for (const std::string_view hash : {"#", "%:", "?\?="})
        for (size_t at = joined.find(hash); at != std::string::npos; at = joined.find(hash, at + 1)) {
            std::string_view rest = std::string_view(joined).substr(at + hash.size());
            skip(rest);
            for (const std::string_view word : {"import", "embed", "include_next"})
                if (rest.starts_with(word)) return "by #" + std::string(word);
            constexpr std::string_view include = "include";
            if (!rest.starts_with(include)) continue;
            if (auto name = name_outside(rest.substr(include.size()))) return name;
        }
    return std::nullopt;
}

} // namespace warpscope::scene
