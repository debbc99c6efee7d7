// Branches that split a warp or skipped its work: the source condition, the lanes of each side, the deciding values.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "metrics/results.hpp"
#include "replay/variables.hpp"
#include "session/session.hpp"

namespace warpscope::insight {

/// Smallest and largest value of a name over some lanes.
struct ValueRange {
    replay::Number low, high;
};
/// Returns the range of `values` over `lanes`; nothing if a lane has no value.
[[nodiscard]] std::optional<ValueRange> range_of(const std::array<std::optional<replay::Number>, warp_size>& values,
                                                 simt::LaneMask lanes);

struct NamedRange {
    std::string name;
    ValueRange range;
};

/// A branch that split one warp.
struct SplitFacts {
    uint32_t line = 0;     // source line; 0: unknown
    std::string condition; // "row < height && col < width"; empty if the line has none
    uint64_t times = 0;    // splits of this warp by this line
    uint64_t number = 0;   // this split among them, from 1, with that moment's values; 0: the first
    // Lanes for which the condition holds, and the others. If that is unknown (not `worked_out`): lanes that went on,
    // and lanes that jumped.
    simt::LaneMask yes = 0, no = 0;
    bool worked_out = false;
    struct Value {
        std::string name;
        ValueRange yes, no; // col: 64 to 75 and 76 to 95
    };
    std::vector<Value> values;         // names that differ between the groups
    std::vector<NamedRange> constants; // names that are equal in both

    /// Adds a name to `values` or to `constants`. Ignores it if a group has no range.
    void add_value(const std::string& name, const std::optional<ValueRange>& on_yes,
                   const std::optional<ValueRange>& on_no);
};

/// Finds the branches that split a warp of the traced block, in order of the first split. Uses only values that follow
/// from thread indices and launch arguments.
[[nodiscard]] std::vector<SplitFacts> find_splits(const session::RunResult& result, const metrics::BlockTrace& trace,
                                                  uint32_t warp);

/// A branch that thread indices decide and that skips the work of a warp or thread.
struct IdleReason {
    uint32_t line = 0;
    std::string condition; // "row < height && col < width"
    simt::LaneMask lanes = 0;
    bool holds = false;             // value of the condition, for all `lanes`
    std::vector<NamedRange> values; // names of the condition that have values
};
/// Finds the last branch that the whole warp took the same way.
[[nodiscard]] std::optional<IdleReason> find_idle_reason(const session::RunResult& result,
                                                         const metrics::BlockTrace& trace, uint32_t warp);
/// Finds the last branch that separated a lane from other lanes of its warp.
[[nodiscard]] std::optional<IdleReason>
find_idle_reason(const session::RunResult& result, const metrics::BlockTrace& trace, uint32_t warp, uint32_t lane);

} // namespace warpscope::insight
