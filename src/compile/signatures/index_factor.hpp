// How many numbers stand side by side for each cell, as the indices of a kernel's text say: 3 in "in[(row * width +
// col) * 3 + c]". Private to src/compile.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <set>
#include <string_view>
#include <utility>
#include <vector>

#include "compile/source/tokens.hpp"

namespace warpscope::compile {

/// The values that a body's local variables begin with, as tokens [first, second).
using LocalValues = std::map<std::string_view, std::pair<size_t, size_t>>;
[[nodiscard]] LocalValues local_values(const std::vector<Token>& tokens, size_t body_first, size_t body_end);

class IndexFactors {
public:
    /// What a literal, macro or constant stands for; 0 where it is no number.
    using NumberOf = std::function<uint32_t(const Token& token)>;

    /// `parameters`: names of the kernel's numbers, of which the width of a row is one. `flat`: the kernel has indices
    /// in two directions.
    IndexFactors(const std::vector<Token>& tokens, size_t body_first, size_t body_end,
                 std::set<std::string_view> parameters, bool flat, NumberOf number_of);

    /// Returns by which number, 3 or 4, the column of an index is multiplied that stands in tokens [first, end), or in
    /// the local variables named there; 1 where it is multiplied by none. A flat kernel's index has a parameter in it,
    /// such as the width; the 4 must stand before all of it, since 4 * x may be how many elements a thread has, as it
    /// may in other kernels.
    [[nodiscard]] uint32_t factor(size_t first, size_t end) const { return factor(first, end, 0); }

private:
    using Range = std::pair<size_t, size_t>;

    [[nodiscard]] uint32_t factor(size_t first, size_t end, int depth) const;
    /// Returns whether `operand`, which is multiplied by `number` in the index `whole`, is what cells are counted by.
    [[nodiscard]] bool counts_cells(Range operand, Range whole, uint32_t number) const;
    [[nodiscard]] bool names_parameter(Range range, int depth = 0) const;
    [[nodiscard]] bool names_column(Range range, int depth = 0) const; // threadIdx.x or blockIdx.x
    [[nodiscard]] Range operand_behind(size_t token, size_t end) const;
    [[nodiscard]] Range operand_before(size_t token, size_t first) const;

    const std::vector<Token>& tokens_;
    std::set<std::string_view> parameters_;
    bool flat_;
    NumberOf number_of_;
    LocalValues values_;
};

} // namespace warpscope::compile
