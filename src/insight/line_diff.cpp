#include "insight/line_diff.hpp"

#include <algorithm>

namespace warpscope::insight {

namespace {

using Lines = std::vector<std::string_view>;

constexpr size_t max_compared = size_t{16} << 20; // pairs of lines

/// Length of the longest common subsequence of the remaining lines, for each pair of positions.
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

/// Returns the length of the common prefix and suffix, divided by the longer line's length. Ignores blanks around the
/// lines.
double likeness(std::string_view a, std::string_view b) {
    const auto trimmed = [](std::string_view line) {
        const size_t first = line.find_first_not_of(" \t"), last = line.find_last_not_of(" \t");
        return first == std::string_view::npos ? std::string_view() : line.substr(first, last - first + 1);
    };
    a = trimmed(a);
    b = trimmed(b);
    const size_t shorter = std::min(a.size(), b.size()), longer = std::max(a.size(), b.size());
    if (longer == 0) return 1;
    size_t begin = 0, end = 0;
    while (begin < shorter && a[begin] == b[begin]) ++begin;
    while (end < shorter - begin && a[a.size() - 1 - end] == b[b.size() - 1 - end]) ++end;
    return static_cast<double>(begin + end) / static_cast<double>(longer);
}

/// Pairs added lines with removed ones in order, so that the sum of likenesses is largest.
void pair(const std::vector<uint32_t>& removed, const std::vector<uint32_t>& added, const Lines& before,
          const Lines& after, double min, std::vector<uint32_t>& out) {
    const size_t rows = removed.size(), columns = added.size();
    constexpr size_t max_pairs = 1 << 16;
    if (rows == 0 || columns == 0) return;
    const auto like = [&](size_t i, size_t j) { return likeness(before[removed[i] - 1], after[added[j] - 1]); };
    if (rows == columns || rows * columns > max_pairs) {
        for (size_t i = 0; i < std::min(rows, columns); ++i)
            if (like(i, i) >= min) out[added[i] - 1] = removed[i];
        return;
    }
    constexpr double any = 0.01; // unlike lines are better than none
    const auto worth = [&](size_t i, size_t j) { return like(i, j) >= min ? any + like(i, j) : 0; };
    std::vector<double> best((rows + 1) * (columns + 1),
                             0); // largest sum of worth() for the lines from removed[i] and added[j] on
    const auto at = [&](size_t i, size_t j) -> double& { return best[i * (columns + 1) + j]; };
    for (size_t i = rows; i-- > 0;)
        for (size_t j = columns; j-- > 0;)
            at(i, j) = std::max({worth(i, j) + at(i + 1, j + 1), at(i + 1, j), at(i, j + 1)});
    for (size_t i = 0, j = 0; i < rows && j < columns;)
        if (const double now = worth(i, j); now > 0 && at(i, j) == now + at(i + 1, j + 1))
            out[added[j++] - 1] = removed[i++];
        else if (at(i, j) == at(i, j + 1))
            ++j;
        else
            ++i;
}

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
    if ((before_end - first + 1) * (after_end - first + 1) <= max_compared) {
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

std::vector<uint32_t> lines_before(const std::vector<DiffLine>& diff) {
    std::vector<uint32_t> out;
    for (const DiffLine& line : diff)
        if (line.change != LineChange::removed) out.push_back(line.before);
    return out;
}

std::vector<uint32_t> lines_replaced(const std::vector<DiffLine>& diff, const Lines& before, const Lines& after,
                                     double min) {
    std::vector<uint32_t> out = lines_before(diff);
    std::vector<uint32_t> removed, added;
    const auto pair_up = [&] {
        pair(removed, added, before, after, min, out);
        removed.clear();
        added.clear();
    };
    for (const DiffLine& line : diff) switch (line.change) {
        case LineChange::same: pair_up(); break;
        case LineChange::removed: removed.push_back(line.before); break;
        case LineChange::added: added.push_back(line.after); break;
        }
    pair_up();
    return out;
}

uint32_t line_after(const std::vector<DiffLine>& diff, uint32_t before) {
    const auto found = std::ranges::find_if(diff, [&](const DiffLine& l) { return before != 0 && l.before == before; });
    return found == diff.end() ? 0 : found->after;
}

} // namespace warpscope::insight
