#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

namespace warpscope::insight {

enum class LineChange : uint8_t { same, removed, added };

/// A line of one or both texts. Line numbers start at 1; 0: not in that text.
struct DiffLine {
    LineChange change{};
    uint32_t before = 0, after = 0;
};

/// Returns the shortest list of changes, top to bottom, removed lines before added ones. If a part is too long to
/// compare, all its old lines are removed and all new ones added.
[[nodiscard]] std::vector<DiffLine> diff_lines(const std::vector<std::string_view>& before,
                                               const std::vector<std::string_view>& after);

/// Returns the old number of each line of the new text; 0: the line is new.
[[nodiscard]] std::vector<uint32_t> lines_before(const std::vector<DiffLine>& diff);
/// Like lines_before(), but a line that replaces a similar old line gets the old number. `min`: their likeness, 0
/// to 1.
[[nodiscard]] std::vector<uint32_t> lines_replaced(const std::vector<DiffLine>& diff,
                                                   const std::vector<std::string_view>& before,
                                                   const std::vector<std::string_view>& after, double min = 0);
/// Returns the new number of line `before`; 0: it was removed.
[[nodiscard]] uint32_t line_after(const std::vector<DiffLine>& diff, uint32_t before);

} // namespace warpscope::insight
