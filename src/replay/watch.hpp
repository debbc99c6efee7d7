// Expressions that a person types over a warp's variables: "i % tile_width", "lane == 5 && sum > 100", "isnan(sum)".
//
// Operators, precedence and division are C's; whole numbers have 64 bits and fractions are doubles, whatever types the
// kernel computes with. A fraction that is compared by == or != with a number that was typed equals it where it is
// shown so: rounded to the digits that were typed, or to the four that tables show. Names are variables as rows name
// them (members and elements too, "acc[k + 1]"), lane, warp, line, threadIdx, blockIdx, blockDim and gridDim.
// Functions: abs, min, max, sqrt, isnan, isinf.
#pragma once

#include <array>
#include <atomic>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/diagnostic.hpp"
#include "replay/variables.hpp"

namespace warpscope::replay {

struct WatchNode;

/// Digits of a fraction in the window's tables.
inline constexpr int shown_digits = 4;

class Watch {
public:
    /// The error says what is wrong, and behind how many characters.
    [[nodiscard]] static Result<Watch> parse(std::string_view text);

    [[nodiscard]] const std::string& text() const { return text_; }
    /// By lane of the warp whose variables `rows` are; none where a variable is not in scope or not set, and where
    /// whole numbers are divided by zero. `has_types` as rows_at() gives them; without, of register_rows(). `line`:
    /// that has been executed; 0: none.
    [[nodiscard]] std::array<std::optional<Number>, warp_size> values(const Recording& recording,
                                                                      std::span<const Row> rows, uint32_t warp,
                                                                      bool has_types, uint32_t line = 0) const;

private:
    std::string text_;
    std::shared_ptr<const WatchNode> root_;
};

/// "17", "0.5", "nan": as value_text() writes numbers of the source.
[[nodiscard]] std::string number_text(const Number& number);
/// Returns whether C's `if` takes it for true.
[[nodiscard]] bool is_true(const Number& number);

/// The next step (by > 0), or the one before, from `step` on that makes the expression true in a lane that takes part
/// in it: behind it the expression holds, and before it did not or could not be said. One that asks for the line is
/// made true anew by each step of it. Of one warp's steps only, where given. `from` counts steps of the block that are
/// done. Takes as long as all steps in between are many; nullopt also where `cancel` becomes true.
[[nodiscard]] std::optional<uint32_t> find_step(const Recording& recording, const Watch& watch, uint64_t from, int by,
                                                std::optional<uint32_t> warp, const std::atomic<bool>& cancel);

/// By thread of the block: whether the expression is true behind any step that the thread takes part in.
[[nodiscard]] std::vector<bool> threads_that_meet(const Recording& recording, const Watch& watch,
                                                  const std::atomic<bool>& cancel);

} // namespace warpscope::replay
