// Watch expressions over a warp's variables: "lane == 5 && sum > 100", "isnan(sum)".
//
// - Operators and precedence are C's. Integers have 64 bits; fractions are doubles.
// - A fraction equals a literal (==, !=) if both have the same text, rounded to the literal's digits (at least four).
// - Names: variables as displayed ("acc[k + 1]"), lane, warp, line, threadIdx, blockIdx, blockDim, gridDim.
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
#include "source/expression.hpp"

namespace warpscope::replay {

using source::is_true;
using source::shown_digits;

class Watch {
public:
    [[nodiscard]] static Result<Watch> parse(std::string_view text);

    [[nodiscard]] const std::string& text() const { return text_; }
    /// Returns nullopt after division by zero or for unset variables. `has_types`: `rows` come from rows_at(), not
    /// register_rows(). `line`: executed line, or 0.
    [[nodiscard]] std::array<std::optional<Number>, warp_size> values(const Recording& recording,
                                                                      std::span<const Row> rows, uint32_t warp,
                                                                      bool has_types, uint32_t line = 0) const;

private:
    std::string text_;
    std::shared_ptr<const source::ExpressionNode> root_;
};

[[nodiscard]] std::string number_text(const Number& number);

/// Finds the next (by > 0) or previous step that makes the expression true in an active lane. If the expression tests
/// `line`, finds any step at which it is true. `from`: number of executed steps. Returns nullopt if canceled. Takes
/// linear time.
[[nodiscard]] std::optional<uint32_t> find_step(const Recording& recording, const Watch& watch, uint64_t from, int by,
                                                std::optional<uint32_t> warp, const std::atomic<bool>& cancel);

[[nodiscard]] std::vector<bool> threads_that_meet(const Recording& recording, const Watch& watch,
                                                  const std::atomic<bool>& cancel);

} // namespace warpscope::replay
