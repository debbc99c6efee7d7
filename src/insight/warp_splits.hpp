#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "metrics/results.hpp"
#include "replay/variables.hpp"
#include "session/session.hpp"

namespace warpscope::insight {

struct ValueRange {
    replay::Number low, high;
};
/// Returns nothing if a lane has no value.
[[nodiscard]] std::optional<ValueRange> range_of(const std::array<std::optional<replay::Number>, warp_size>& values,
                                                 simt::LaneMask lanes);

struct NamedRange {
    std::string name;
    ValueRange range;
};

struct SplitFacts {
    uint32_t line = 0;     // 0: unknown
    std::string condition; // "row < height && col < width"; empty if the line has none
    uint64_t times = 0;    // how often this warp splits at this line
    uint64_t number = 0;   // rank of this split among those at the line, from 1; 0 also means the first
    // `yes`: lanes for which the condition is true; `no`: lanes for which it is false. If not `worked_out`, `yes`:
    // lanes that did not jump; `no`: lanes that jumped.
    simt::LaneMask yes = 0, no = 0;
    bool worked_out = false;
    struct Value {
        std::string name;
        ValueRange yes, no; // such as 64 to 75 and 76 to 95 for `col`
    };
    std::vector<Value> values;         // names whose values differ between the groups
    std::vector<NamedRange> constants; // names with the same values in both groups

    void add_value(const std::string& name, const std::optional<ValueRange>& on_yes,
                   const std::optional<ValueRange>& on_no);
};

/// Finds a warp's splits in order, with values that follow from thread indices and launch arguments.
[[nodiscard]] std::vector<SplitFacts> find_splits(const session::RunResult& result, const metrics::BlockTrace& trace,
                                                  uint32_t warp);

/// Returns the lines of find_splits().
[[nodiscard]] std::vector<uint32_t> split_lines(const session::RunResult& result, const metrics::BlockTrace& trace,
                                                uint32_t warp);

/// A branch on thread indices that skips the work of a warp or thread.
struct IdleReason {
    uint32_t line = 0;
    std::string condition; // "row < height && col < width"
    simt::LaneMask lanes = 0;
    bool holds = false;             // value of the condition, for all `lanes`
    std::vector<NamedRange> values; // names in the condition with known values
};
/// Finds the last branch that the whole warp took in one direction.
[[nodiscard]] std::optional<IdleReason> find_idle_reason(const session::RunResult& result,
                                                         const metrics::BlockTrace& trace, uint32_t warp);
/// Finds the last branch that separated the lane from others.
[[nodiscard]] std::optional<IdleReason>
find_idle_reason(const session::RunResult& result, const metrics::BlockTrace& trace, uint32_t warp, uint32_t lane);

} // namespace warpscope::insight
