#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

namespace warpscope::insight {

enum class LineChange : uint8_t { same, removed, added };

/// A line of one or both texts. Lines count from 1; 0: not in that text.
struct DiffLine {
    LineChange change{};
    uint32_t before = 0, after = 0;
};

/// Returns a shortest edit, top to bottom, removed lines before added ones. Replaces the middle as a whole if it is too
/// large to compare.
[[nodiscard]] std::vector<DiffLine> diff_lines(const std::vector<std::string_view>& before,
                                               const std::vector<std::string_view>& after);

/// Returns the old number of each line of the new text; 0: the line is new.
[[nodiscard]] std::vector<uint32_t> lines_before(const std::vector<DiffLine>& diff);
/// Returns lines_before(), but a replacing line gets the number of the replaced one. Prefers similar pairs.
[[nodiscard]] std::vector<uint32_t> lines_replaced(const std::vector<DiffLine>& diff,
                                                   const std::vector<std::string_view>& before,
                                                   const std::vector<std::string_view>& after);
/// Returns the new number of line `before`; 0: it was removed.
[[nodiscard]] uint32_t line_after(const std::vector<DiffLine>& diff, uint32_t before);

} // namespace warpscope::insight
