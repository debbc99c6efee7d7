#include "workbench/lesson/spoiler_comments.hpp"

#include <algorithm>

namespace warpscope::workbench {

size_t spoiler_comment(std::string_view line) {
    size_t first = std::string_view::npos;
    for (const std::string_view mark : {"// BUG", "// needs:"}) first = std::min(first, line.find(mark));
    return first;
}

std::string without_spoiler_comments(std::string_view text) {
    std::string out;
    while (!text.empty()) {
        const size_t end = std::min(text.find('\n'), text.size() - 1) + 1;
        std::string_view line = text.substr(0, end);
        text.remove_prefix(end);
        const size_t comment = spoiler_comment(line);
        if (comment == std::string_view::npos) {
            out += line;
            continue;
        }
        const bool ended = line.ends_with('\n');
        line = line.substr(0, comment);
        line = line.substr(0, line.find_last_not_of(" \t") + 1);
        if (line.empty()) continue;
        out += line;
        if (ended) out += '\n';
    }
    return out;
}

} // namespace warpscope::workbench
