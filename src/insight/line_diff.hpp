// Differences of two texts, line by line.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

namespace warpscope::insight {

enum class LineChange : uint8_t { same, removed, added };

/// A line of one of two texts, or of both. Lines count from 1; 0: not in that text.
struct DiffLine {
    LineChange change{};
    uint32_t before = 0, after = 0;
};

/// Returns a shortest edit from one text to the other, top to bottom, removed lines before added ones. If the differing
/// middles are too large to compare, replaces the whole middle.
[[nodiscard]] std::vector<DiffLine> diff_lines(const std::vector<std::string_view>& before,
                                               const std::vector<std::string_view>& after);

/// Returns the same line in the text before, for each line of the text after; 0: the line is new.
[[nodiscard]] std::vector<uint32_t> lines_before(const std::vector<DiffLine>& diff);
/// Returns lines_before(), but with the number of the replaced line for a line that replaces another. If there are more
/// added than removed lines, the most similar ones replace.
[[nodiscard]] std::vector<uint32_t> lines_replaced(const std::vector<DiffLine>& diff,
                                                   const std::vector<std::string_view>& before,
                                                   const std::vector<std::string_view>& after);
/// Returns the number of line `before` in the text after; 0: it was removed.
[[nodiscard]] uint32_t line_after(const std::vector<DiffLine>& diff, uint32_t before);

} // namespace warpscope::insight
