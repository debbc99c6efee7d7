// Which lines of a text are those of the text before.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

namespace warpscope::ui {

enum class LineChange : uint8_t { same, removed, added };

/// A line of one of two texts, or of both. Lines are counted from 1; 0: it is not in that text.
struct DiffLine {
    LineChange change{};
    uint32_t before = 0, after = 0;
};

/// A shortest way from one text to the other, top to bottom; where lines are replaced, those that go come first. Of
/// texts whose differing middles are too large to be compared all of the middle goes and comes.
[[nodiscard]] std::vector<DiffLine> diff_lines(const std::vector<std::string_view>& before,
                                               const std::vector<std::string_view>& after);

/// For each line of the text after, from index 0, the line before that it is; 0: it is new.
[[nodiscard]] std::vector<uint32_t> lines_before(const std::vector<DiffLine>& diff);
/// The same, but a line that takes another's place has that one's number. Where more lines came than went, those that
/// are most like them take their places.
[[nodiscard]] std::vector<uint32_t> lines_replaced(const std::vector<DiffLine>& diff,
                                                   const std::vector<std::string_view>& before,
                                                   const std::vector<std::string_view>& after);
/// The line of the text after that line `before` is; 0: it is gone.
[[nodiscard]] uint32_t line_after(const std::vector<DiffLine>& diff, uint32_t before);

} // namespace warpscope::ui
