#include "workbench/document/spoiler_comments.hpp"

#include <algorithm>

namespace warpscope::workbench {

size_t spoiler_comment(std::string_view line) {
    size_t first = std::string_view::npos;
    for (const std::string_view mark : {"// BUG", "// needs:"}) first = std::min(first, line.find(mark));
    return first;
}

std::string_view without_spoiler_comment(std::string_view line) {
    const size_t comment = spoiler_comment(line);
    if (comment == std::string_view::npos) return line;
    line = line.substr(0, comment);
    return line.substr(0, line.find_last_not_of(" \t") + 1);
}

std::string blank_spoiler_comments(std::string_view text) {
    std::string out;
    while (!text.empty()) {
        const size_t end = std::min(text.find('\n'), text.size());
        out += without_spoiler_comment(text.substr(0, end));
        if (end == text.size()) break;
        out += '\n';
        text.remove_prefix(end + 1);
    }
    return out;
}

std::string without_spoiler_comments(std::string_view text) {
    std::string out;
    while (!text.empty()) {
        const size_t end = std::min(text.find('\n'), text.size() - 1) + 1;
        std::string_view line = text.substr(0, end);
        text.remove_prefix(end);
        if (spoiler_comment(line) == std::string_view::npos) {
            out += line;
            continue;
        }
        const bool ended = line.ends_with('\n');
        line = without_spoiler_comment(line);
        if (line.empty()) continue;
        out += line;
        if (ended) out += '\n';
    }
    return out;
}

} // namespace warpscope::workbench
