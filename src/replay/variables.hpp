// The source's variables at a moment: names by 32 lanes.
//
// What a warp's variables are is asked at the end of what it has executed: a variable that a line sets is there in the
// state behind that line.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "replay/recording.hpp"

namespace warpscope::replay {

/// Behind an instruction of a function's body.
struct Behind {
    uint32_t last = 0;  // executed last
    uint32_t place = 0; // whose places of variables hold: mostly the one behind it
    friend bool operator==(const Behind&, const Behind&) = default;
};

/// Where a warp stands, for its variables.
struct Standpoint : Behind {
    uint32_t warp = 0, depth = 0, function = 0;
    uint64_t record = 0; // that it has made last
    /// Where each lane of it stands: one that waits for the others has its variables elsewhere. None where it is not in
    /// this function. Filled by stand_apart(); until then all stand where the warp does.
    std::array<std::optional<Behind>, warp_size> lanes{};
    bool apart = false;
};

/// Of a warp in state `step`; nullopt before its first instruction.
[[nodiscard]] std::optional<Standpoint> standpoint(const Recording& recording, uint32_t warp, uint64_t step);
/// The same after so many records, which may be in the middle of a step.
[[nodiscard]] std::optional<Standpoint> standpoint_at_record(const Recording& recording, uint32_t warp,
                                                             uint64_t record);
/// Finds out where each lane has stopped. May take as long as going through a warp's splits: not for every step.
void stand_apart(const Recording& recording, Standpoint& at);
/// Of the function that called the one in which the warp is; nullopt in the kernel itself.
[[nodiscard]] std::optional<Standpoint> caller(const Recording& recording, const Standpoint& at);

/// A number of the source: a variable, or a member or element of one.
struct Row {
    std::string name;  // "p.tag[0]"
    uint32_t type = 0; // in DebugInfo::types
    bool is_parameter = false;
    std::array<std::optional<uint64_t>, warp_size> bits{}; // none where it has not been set yet, or has no place
};

/// Arrays show their first elements, up to this many; so do structures of many members.
inline constexpr uint64_t most_elements = 16;

/// Of the variables in scope, in order of declaration; of those that hide each other the inner one.
[[nodiscard]] std::vector<Row> rows_at(const Recording& recording, const State& state, const Standpoint& at);

/// Rows of a warp behind some of its records, and what they have changed.
struct ChangedRows {
    std::vector<Row> rows;
    std::vector<Row> former;             // the same rows before these records
    std::vector<simt::LaneMask> changed; // by row
};
/// Registers for kernels without debug information. Of a function that has no variables to show, as those of CUDA's
/// headers, the caller's. `before` and `after` are the states behind `first` and behind `end` records.
[[nodiscard]] ChangedRows changed_rows(const Recording& recording, uint32_t warp, uint64_t first, uint64_t end,
                                       const State& before, const State& after);
/// The same for the function that called the one whose variables stand in `inner`, and those that called it: what
/// the records have changed there.
[[nodiscard]] std::vector<std::pair<Row, simt::LaneMask>> changed_outside(const Recording& recording, uint32_t warp,
                                                                          uint64_t first, uint64_t end,
                                                                          const State& before, const State& after);
/// Of a warp behind `end` records, as changed_rows() chooses them.
[[nodiscard]] std::vector<Row> rows_of_warp(const Recording& recording, uint32_t warp, uint64_t end,
                                            const State& state);

/// Registers of the PTX instead, for kernels without debug information.
[[nodiscard]] std::vector<Row> register_rows(const Recording& recording, const State& state, const Standpoint& at);

/// Returns whether a type is __half, the structure that is a number.
[[nodiscard]] bool is_half(const ptx::debug::Type& type);

/// Whole, of 64 bits, or a fraction.
using Number = std::variant<int64_t, double>;
/// Pointers are addresses; nullopt of what is no number.
[[nodiscard]] std::optional<Number> number_of(const Recording& recording, uint32_t type, uint64_t bits);

/// As a person reads it: "3825", "-0.5", "true", "in + 17".
[[nodiscard]] std::string value_text(const Recording& recording, uint32_t type, uint64_t bits);

} // namespace warpscope::replay
