#include "ui/code/line_diff.hpp"

#include <algorithm>

namespace warpscope::ui {

namespace {

using Lines = std::vector<std::string_view>;

constexpr size_t most_compared = size_t{16} << 20; // pairs of lines

/// How much of the texts is left of a longest common part, from each pair of lines to the ends.
class CommonLines {
public:
    CommonLines(const Lines& before, const Lines& after, size_t first, size_t before_end, size_t after_end)
        : rows_(before_end - first + 1)
        , columns_(after_end - first + 1)
        , lengths_(rows_ * columns_, 0) {
        for (size_t i = rows_ - 1; i-- > 0;)
            for (size_t j = columns_ - 1; j-- > 0;)
                lengths_[i * columns_ + j] =
                    before[first + i] == after[first + j] ? at(i + 1, j + 1) + 1 : std::max(at(i + 1, j), at(i, j + 1));
    }
    [[nodiscard]] uint32_t at(size_t i, size_t j) const { return lengths_[i * columns_ + j]; }

private:
    size_t rows_, columns_;
    std::vector<uint32_t> lengths_;
};

uint32_t number(size_t index) { return static_cast<uint32_t>(index + 1); }

} // namespace

std::vector<DiffLine> diff_lines(const Lines& before, const Lines& after) {
    size_t first = 0, before_end = before.size(), after_end = after.size();
    while (first < before_end && first < after_end && before[first] == after[first]) ++first;
    while (before_end > first && after_end > first && before[before_end - 1] == after[after_end - 1]) {
        --before_end;
        --after_end;
    }
    std::vector<DiffLine> diff;
    for (size_t i = 0; i < first; ++i) diff.push_back({LineChange::same, number(i), number(i)});
    size_t i = first, j = first;
    const auto remove = [&] { diff.push_back({LineChange::removed, number(i++), 0}); };
    const auto add = [&] { diff.push_back({LineChange::added, 0, number(j++)}); };
    if ((before_end - first + 1) * (after_end - first + 1) <= most_compared) {
        const CommonLines common(before, after, first, before_end, after_end);
        while (i < before_end && j < after_end) {
            if (before[i] == after[j]) {
                diff.push_back({LineChange::same, number(i++), number(j++)});
            } else if (common.at(i + 1 - first, j - first) >= common.at(i - first, j + 1 - first)) {
                remove();
            } else {
                add();
            }
        }
    }
    while (i < before_end) remove();
    while (j < after_end) add();
    for (; i < before.size(); ++i, ++j) diff.push_back({LineChange::same, number(i), number(j)});
    return diff;
}

std::vector<uint32_t> lines_before(const std::vector<DiffLine>& diff, bool changed) {
    std::vector<uint32_t> out;
    std::vector<uint32_t> removed; // in the present run of changes, and not taken the place of yet
    size_t taken = 0;
    for (const DiffLine& line : diff) {
        if (line.change == LineChange::removed) {
            removed.push_back(line.before);
            continue;
        }
        if (line.change == LineChange::same) {
            removed.clear();
            taken = 0;
        }
        const bool replaces = changed && line.change == LineChange::added && taken < removed.size();
        out.push_back(line.change == LineChange::same ? line.before : replaces ? removed[taken++] : 0);
    }
    return out;
}

} // namespace warpscope::ui
