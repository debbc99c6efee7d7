#pragma once

#include <array>
#include <optional>
#include <string>
#include <vector>

#include "replay/recording.hpp"
#include "source/expression.hpp"

namespace warpscope::replay {

struct CodePosition {
    uint32_t last = 0;
    uint32_t place = 0; // instruction for the lookup of variable locations
    friend bool operator==(const CodePosition&, const CodePosition&) = default;
};

struct WarpPosition : CodePosition {
    uint32_t warp = 0, depth = 0, function = 0;
    uint64_t record = 0;
    /// Set by locate_lanes(); nullopt for lanes outside this function.
    std::array<std::optional<CodePosition>, warp_size> lanes{};
    bool has_lane_positions = false;
};

[[nodiscard]] std::optional<WarpPosition> warp_position(const Recording& recording, uint32_t warp, uint64_t step);
/// `record` may be in the middle of a step.
[[nodiscard]] std::optional<WarpPosition> warp_position_at_record(const Recording& recording, uint32_t warp,
                                                                  uint64_t record);
void locate_lanes(const Recording& recording, WarpPosition& at);
[[nodiscard]] std::optional<WarpPosition> caller(const Recording& recording, const WarpPosition& at);

struct Row {
    std::string name;
    uint32_t type = 0; // index in DebugInfo::types
    bool is_parameter = false;
    std::array<std::optional<uint64_t>, warp_size> bits{}; // nullopt: unset
};

inline constexpr uint64_t max_elements = 16;

[[nodiscard]] std::vector<Row> rows_at(const Recording& recording, const State& state, const WarpPosition& at);

struct ChangedRows {
    std::vector<Row> rows;
    std::vector<Row> previous; // `rows` before the records
    std::vector<simt::LaneMask> changed;
};
[[nodiscard]] ChangedRows changed_rows(const Recording& recording, uint32_t warp, uint64_t first, uint64_t end,
                                       const State& before, const State& after);
/// Returns changed variables of the calling functions.
[[nodiscard]] std::vector<std::pair<Row, simt::LaneMask>> changed_outside(const Recording& recording, uint32_t warp,
                                                                          uint64_t first, uint64_t end,
                                                                          const State& before, const State& after);
[[nodiscard]] std::vector<Row> rows_of_warp(const Recording& recording, uint32_t warp, uint64_t end,
                                            const State& state);

[[nodiscard]] std::vector<Row> register_rows(const Recording& recording, const State& state, const WarpPosition& at);

/// Returns whether the type is __half, a structure shown as a number.
[[nodiscard]] bool is_half(const ptx::debug::Type& type);

using source::Number;
/// Returns pointers as addresses, and nullopt for types that are not numbers.
[[nodiscard]] std::optional<Number> number_of(const Recording& recording, uint32_t type, uint64_t bits);

/// Returns text such as "3825", "-0.5", "true" or "in + 17".
[[nodiscard]] std::string value_text(const Recording& recording, uint32_t type, uint64_t bits);

} // namespace warpscope::replay
