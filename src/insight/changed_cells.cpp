#include "insight/changed_cells.hpp"

#include <algorithm>
#include <vector>

#include "insight/value_difference.hpp"

namespace warpscope::insight {

std::optional<ChangedCells> changed_cells(const session::RunResult& run, const Content& content,
                                          const HostBuffer& before) {
    const HostBuffer values = contents_of(run, content);
    if (!values.bytes || !before.bytes || !can_subtract(values.layout, before.layout)) return std::nullopt;
    const ValueDifference difference = subtract(content, values, before);
    const metrics::CellArray* const owners = threads_of(run, content);
    const uint64_t all = values.layout.shape.cells();
    auto cells = std::make_shared<CellSet>(CellSet{buffer_of(run, content), std::vector<bool>(all)});
    std::vector<bool> threads(owners != nullptr ? run.shown().config.threads() + 1 : 0);
    for (uint64_t cell = 0; difference.different > 0 && cell < all; ++cell) {
        if (values.layout.is_padding(cell) || difference.at(cell) == 0) continue;
        cells->cells[cell] = true;
        if (owners == nullptr || cell >= owners->size()) continue;
        if (const metrics::ThreadId thread = (*owners)[cell]; thread != 0 && thread < threads.size())
            threads[thread] = true;
    }
    ChangedCells changed;
    changed.count = difference.different;
    if (changed.count > 0) changed.cells = std::move(cells);
    if (owners != nullptr) changed.threads = static_cast<uint64_t>(std::ranges::count(threads, true));
    return changed;
}

} // namespace warpscope::insight
