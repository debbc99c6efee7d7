#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <set>
#include <string_view>
#include <utility>
#include <vector>

#include "source/tokens.hpp"

namespace warpscope::compile {

/// Token ranges of local variables' initializers
using LocalValues = std::map<std::string_view, std::pair<size_t, size_t>>;
[[nodiscard]] LocalValues local_values(const source::Tokens& tokens, size_t body_first, size_t body_end);

class IndexFactors {
public:
    /// Value of a number, macro or constant; otherwise 0.
    using NumberOf = std::function<uint32_t(const source::Token& token)>;

    /// `parameters`: numeric parameters, including the row width. `flat`: the kernel is two-dimensional.
    IndexFactors(const source::Tokens& tokens, size_t body_first, size_t body_end,
                 std::set<std::string_view> parameters, bool flat, NumberOf number_of);

    /// Guesses the count of numbers per cell (1, 3 or 4): 3 for "in[(row * width + col) * 3 + c]". Follows local
    /// variables. A flat kernel's index must contain a parameter. 4 requires a flat kernel and a parameter in the
    /// multiplied operand, because 4 * x may mean four elements per thread.
    [[nodiscard]] uint32_t factor(size_t first, size_t end) const { return factor(first, end, 0); }

private:
    using Range = std::pair<size_t, size_t>;

    [[nodiscard]] uint32_t factor(size_t first, size_t end, int depth) const;
    [[nodiscard]] bool counts_cells(Range operand, Range whole, uint32_t number) const;
    [[nodiscard]] bool names_parameter(Range range, int depth = 0) const;
    [[nodiscard]] bool names_column(Range range, int depth = 0) const;
    [[nodiscard]] Range operand_after(size_t token, size_t end) const;
    [[nodiscard]] Range operand_before(size_t token, size_t first) const;

    const source::Tokens& tokens_;
    std::set<std::string_view> parameters_;
    bool flat_;
    NumberOf number_of_;
    LocalValues values_;
};

} // namespace warpscope::compile
