#include "workbench/editing/diff_memo.hpp"

#include <algorithm>

#include "insight/source_lines.hpp"

namespace warpscope::workbench {

const DiffMemo::Made& DiffMemo::of(std::string_view before, std::string_view after) {
    const auto found =
        std::ranges::find_if(made_, [&](const Made& one) { return one.before == before && one.after == after; });
    if (found != made_.end()) {
        made_.splice(made_.begin(), made_, found);
        return made_.front();
    }
    if (made_.size() == max) made_.pop_back();
    Made& one = made_.emplace_front(Made{std::string(before), std::string(after), {}, {}, {}});
    const std::vector<std::string_view> old = insight::split_lines(one.before), now = insight::split_lines(one.after);
    one.diff = insight::diff_lines(old, now);
    one.same = insight::lines_before(one.diff);
    constexpr double alike = 0.25;
    one.replaced = insight::lines_replaced(one.diff, old, now, alike);
    return one;
}

} // namespace warpscope::workbench
