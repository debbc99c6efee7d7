#include "ui/code/find_text.hpp"

#include <algorithm>
#include <cctype>

namespace warpscope::ui {

std::vector<TextMark> find_text(const std::vector<std::string_view>& lines, std::string_view words, uint32_t now) {
    std::vector<TextMark> marks;
    if (words.empty()) return marks;
    const auto same = [](char a, char b) {
        return std::tolower(static_cast<unsigned char>(a)) == std::tolower(static_cast<unsigned char>(b));
    };
    for (size_t i = 0; i < lines.size(); ++i) {
        const std::string_view line = lines[i];
        for (auto from = line.begin();;) {
            const auto at = std::search(from, line.end(), words.begin(), words.end(), same);
            if (at == line.end()) break;
            const auto begin = static_cast<size_t>(at - line.begin());
            marks.push_back({static_cast<uint32_t>(i + 1), begin, begin + words.size(), false});
            from = at + static_cast<std::ptrdiff_t>(words.size());
        }
    }
    if (!marks.empty()) marks[now % marks.size()].now = true;
    return marks;
}

} // namespace warpscope::ui
