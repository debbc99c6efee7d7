#include "compile/signatures/block_shape.hpp"

#include <bit>

#include "base/launch.hpp"
#include "compile/signatures/index_factor.hpp"
#include "source/tokens.hpp"

namespace warpscope::compile {
namespace {

class BlockShape {
public:
    BlockShape(const source::Tokens& tokens, const source::Declaration& declaration, const SourceNumbers& numbers,
               SourceKernel& kernel)
        : tokens_(tokens)
        , declaration_(declaration)
        , numbers_(numbers)
        , kernel_(kernel)
        , values_(local_values(tokens, declaration.body_first, declaration.body_end)) {}

    void note() {
        for (size_t i = declaration_.body_first; i + 2 < declaration_.body_end; ++i) {
            if (tokens_[i].is("__shared__")) note_tile(i);
            note_index(i, "x", width_);
            note_index(i, "y", height_);
            note_steps(i);
            note_step_of_blocks(i);
            note_thread_loop(i, "x", width_);
            note_thread_loop(i, "y", looped_height_);
        }
        if (has_tile_) note_overlap();
        note_linear_tile();
        if (!has_tile_ && width_) kernel_.block_width = width_;
        if (!height_ && looped_height_) note_looped_rows();
        if (!has_tile_ && height_) kernel_.block_height = height_;
        for (size_t i = declaration_.body_first; i + 2 < declaration_.body_end; ++i) {
            if (tokens_[i].is("__shared__")) note_array(i);
            if (!kernel_.block_width && tokens_[i].text.starts_with("Block") && tokens_[i + 1].is("<")) note_cub(i);
            if (tokens_[i].is("for") && tokens_[i + 1].is("("))
                note_loop(i + 2, source::closing_bracket(tokens_, i + 1));
        }
    }

private:
    /// Accepts threadIdx.`axis` and local variables initialized with it.
    [[nodiscard]] bool is_thread(size_t first, size_t end, std::string_view axis, bool through_local = true) const {
        if (end == first + 3)
            return tokens_[first].is("threadIdx") && tokens_[first + 1].is(".") && tokens_[first + 2].is(axis);
        if (end != first + 1 || !through_local) return false;
        const auto value = values_.find(tokens_[first].text);
        return value != values_.end() && !is_of_loop(value->second.first) &&
               is_thread(value->second.first, value->second.second, axis, false);
    }

    /// Recognizes "for (int k = threadIdx.x; ...", where k changes. `value`: the token after "=".
    [[nodiscard]] bool is_of_loop(size_t value) const {
        size_t at = value;
        while (at > declaration_.body_first && !tokens_[at].is(";") && !tokens_[at].is("{") && !tokens_[at].is("("))
            --at;
        return tokens_[at].is("(") && tokens_[at - 1].is("for");
    }

    [[nodiscard]] bool holds_row(size_t token) const {
        const auto value = values_.find(tokens_[token].text);
        if (value == values_.end()) return false;
        for (size_t i = value->second.first; i + 2 < value->second.second; ++i)
            if (is_thread(i, i + 3, "y")) return true;
        return is_thread(token, token + 1, "y");
    }

    /// Handles `__shared__ int s[64];` with s[threadIdx.x].
    void note_array(size_t at) {
        size_t open = at + 1;
        while (open < declaration_.body_end && !tokens_[open].is("[") && !tokens_[open].is(";")) ++open;
        if (!tokens_[open].is("[")) return;
        const std::string_view name = tokens_[open - 1].text;
        const size_t close = source::closing_bracket(tokens_, open);
        const uint32_t first = numbers_.number(tokens_, open + 1, close);
        const bool flat = tokens_[close + 1].is("[");
        if (flat || first == 0 || first > 2 * DeviceLimits{}.max_threads_per_block) return;
        bool by_thread = false, has_halves = false;
        for (size_t i = close; i + 1 < declaration_.body_end; ++i) {
            if (!tokens_[i].is(name) || !tokens_[i + 1].is("[")) continue;
            const size_t end = source::closing_bracket(tokens_, i + 1);
            if (names_warp(i + 2, end)) return;
            by_thread = by_thread || is_thread(i + 2, end, "x");
            has_halves = has_halves || is_second_half(i + 2, end, first);
        }
        if (!by_thread) return;
        if (has_halves && kernel_.dimensions == 1) {
            kernel_.block_width = first / 2;
            kernel_.elements_per_thread = 2;
        } else if (!kernel_.block_width && first <= DeviceLimits{}.max_threads_per_block) {
            kernel_.block_width = first;
        }
    }

    /// Recognizes `threadIdx.x / 32`, which numbers warps.
    [[nodiscard]] bool names_warp(size_t first, size_t end) const {
        for (size_t i = first; i + 1 < end; ++i)
            if (tokens_[i].is("/") && (is_thread(first, i, "x"))) return true;
        const auto value = end == first + 1 ? values_.find(tokens_[first].text) : values_.end();
        return value != values_.end() && value->second.second > value->second.first + 1 &&
               names_warp(value->second.first, value->second.second);
    }

    /// Handles `s[threadIdx.x + 32]` and `s[threadIdx.x + blockDim.x]` for an array of 64 elements.
    [[nodiscard]] bool is_second_half(size_t first, size_t end, uint32_t elements) const {
        const size_t plus = is_thread(first, first + 3, "x") ? first + 3 : first + 1;
        if (plus + 1 >= end || !is_thread(first, plus, "x") || !tokens_[plus].is("+")) return false;
        const bool block = end == plus + 4 && tokens_[plus + 1].is("blockDim") && tokens_[plus + 3].is("x");
        return block || 2 * numbers_.number(tokens_, plus + 1, end) == elements;
    }

    /// Handles `__shared__ int s[16][16];` if all stores are to s[threadIdx.y][threadIdx.x]. Takes precedence over
    /// constants, which may be output sizes.
    void note_tile(size_t at) {
        size_t open = at + 1;
        while (open < declaration_.body_end && !tokens_[open].is("[") && !tokens_[open].is(";")) ++open;
        if (!tokens_[open].is("[")) return;
        const std::string_view name = tokens_[open - 1].text;
        const size_t close = source::closing_bracket(tokens_, open);
        if (!tokens_[close + 1].is("[")) return;
        const size_t end = source::closing_bracket(tokens_, close + 1);
        const uint32_t rows = numbers_.number(tokens_, open + 1, close);
        const uint32_t padded = numbers_.number(tokens_, close + 2, end);
        // One column more than a power of two avoids bank conflicts.
        const uint32_t columns = padded > 4 && std::has_single_bit(padded - 1) ? padded - 1 : padded;
        if (tokens_[end + 1].is("[") || rows < 2 || columns < 2) return;
        if (rows * columns > DeviceLimits{}.max_threads_per_block || !stores_by_thread(end, name)) return;
        kernel_.block_width = columns;
        kernel_.block_height = rows;
        has_tile_ = true;
    }

    [[nodiscard]] bool stores_by_thread(size_t first, std::string_view array) const {
        bool has_store = false;
        for (size_t i = first; i + 1 < declaration_.body_end; ++i) {
            if (!tokens_[i].is(array) || !tokens_[i + 1].is("[")) continue;
            const size_t close = source::closing_bracket(tokens_, i + 1);
            if (!tokens_[close + 1].is("[")) return false;
            const size_t end = source::closing_bracket(tokens_, close + 1);
            if (!tokens_[end + 1].is("=") || tokens_[end + 2].is("=")) continue;
            if (!is_thread(i + 2, close, "y") || !is_thread(close + 2, end, "x")) return false;
            has_store = true;
        }
        return has_store;
    }

    void set_width(uint32_t width) {
        if (width > 1 && width <= DeviceLimits{}.max_threads_per_block) kernel_.block_width = width;
    }

    /// Handles `blockIdx.x * 128 + threadIdx.x`, and wider blocks as in `blockIdx.x * 28 + threadIdx.x - 2`.
    void note_index(size_t at, std::string_view axis, std::optional<uint32_t>& extent) const {
        if (extent || at + 9 >= declaration_.body_end) return;
        uint32_t number = 0;
        if (tokens_[at].is("blockIdx") && tokens_[at + 2].is(axis) && tokens_[at + 3].is("*") &&
            tokens_[at + 5].is("+")) {
            const size_t thread = at + 6, end = thread + (tokens_[thread + 1].is(".") ? 3 : 1);
            const uint32_t tile = numbers_.number(tokens_[at + 4]);
            const uint32_t border = tokens_[end].is("-") ? numbers_.number(tokens_[end + 1]) : 0;
            if (!is_thread(thread, end, axis)) return;
            const bool ends = tokens_[end + 2].is(";") || tokens_[end + 2].is(",");
            if (border > 0 && ends && tile > 1) {
                number = tile + 2 * border;
                (axis == "x" ? kernel_.block_columns : kernel_.block_rows) = tile;
            } else if (!tokens_[end].is("-") && !tokens_[end].is("*")) {
                number = tile;
            }
        } else if (is_thread(at, at + 3, axis) && tokens_[at - 1].is("+") && tokens_[at - 3].is("=")) {
            number = tile_of_block(tokens_[at - 2], axis); // "x0 + threadIdx.x" with "x0 = blockIdx.x * 128"
        } else if (is_thread(at, at + 3, axis) && tokens_[at + 3].is("+") && tokens_[at + 4].is("blockIdx") &&
                   tokens_[at + 6].is(axis) && tokens_[at + 7].is("*") && !tokens_[at + 9].is("-")) {
            number = numbers_.number(tokens_[at + 8]);
        }
        if (number > 1 && number <= DeviceLimits{}.max_threads_per_block) extent = number;
    }

    [[nodiscard]] uint32_t tile_of_block(const source::Token& local, std::string_view axis) const {
        const auto value = values_.find(local.text);
        if (value == values_.end() || value->second.second != value->second.first + 5) return 0;
        const size_t first = value->second.first;
        const bool is_block =
            tokens_[first].is("blockIdx") && tokens_[first + 2].is(axis) && tokens_[first + 3].is("*");
        return is_block ? numbers_.number(tokens_[first + 4]) : 0;
    }

    /// Handles `blockIdx.x * 12` and `step * blockIdx.x`.
    void note_step_of_blocks(size_t at) {
        const auto local = values_.find(tokens_[at].text);
        const bool is_local = local != values_.end() && local->second.second == local->second.first + 3;
        const size_t block = is_local ? local->second.first : at;
        if (!tokens_[block].is("blockIdx") || !tokens_[block + 1].is(".") || tokens_[at - 1].is(".")) return;
        const size_t next = at + (is_local ? 1 : 3);
        const size_t factor = tokens_[next].is("*") ? next + 1 : tokens_[at - 1].is("*") ? at - 2 : at;
        uint32_t number = numbers_.number(tokens_[factor]);
        if (const auto value = values_.find(tokens_[factor].text); number == 0 && value != values_.end())
            number = numbers_.number(tokens_, value->second.first, value->second.second);
        if (number < 2) return;
        if (tokens_[block + 2].is("x")) kernel_.block_step_x = number;
        if (tokens_[block + 2].is("y")) kernel_.block_step_y = number;
    }
    void note_overlap() {
        if (kernel_.block_step_x > 1 && kernel_.block_step_x < *kernel_.block_width)
            kernel_.block_columns = kernel_.block_step_x;
        if (kernel_.block_step_y > 1 && kernel_.block_step_y < *kernel_.block_height)
            kernel_.block_rows = kernel_.block_step_y;
    }

    /// Handles `(blockIdx.x * STEPS - HALO) * 16 + threadIdx.x`.
    void note_steps(size_t at) {
        if (!tokens_[at].is("(") || !tokens_[at + 1].is("blockIdx") || !tokens_[at + 4].is("*")) return;
        const std::string_view axis = tokens_[at + 3].text;
        const size_t close = source::closing_bracket(tokens_, at), thread = close + 4;
        if (!tokens_[close + 1].is("*") || !tokens_[close + 3].is("+") || !is_thread(thread, thread + 3, axis)) return;
        const uint32_t steps = numbers_.number(tokens_[at + 5]), extent = numbers_.number(tokens_[close + 2]);
        if (steps < 2 || extent < 2 || extent > DeviceLimits{}.max_threads_per_block) return;
        if (axis == "x") width_ = extent, kernel_.block_columns = steps * extent;
        if (axis == "y") height_ = extent, kernel_.block_rows = steps * extent;
    }

    /// Handles `blockIdx.y * 64` if the block's threads loop over these rows.
    void note_looped_rows() {
        height_ = looped_height_;
        for (size_t i = declaration_.body_first; i + 4 < declaration_.body_end; ++i) {
            if (!tokens_[i].is("blockIdx") || !tokens_[i + 2].is("y") || !tokens_[i + 3].is("*")) continue;
            const uint32_t rows = numbers_.number(tokens_[i + 4]);
            if (rows > *height_ && rows % *height_ == 0) kernel_.block_rows = rows;
        }
    }

    /// Handles `threadIdx.x / 32` for rows and `threadIdx.x % 32` for columns.
    void note_linear_tile() {
        uint32_t quotient = 0, remainder = 0;
        for (size_t i = declaration_.body_first; i + 4 < declaration_.body_end; ++i) {
            if (!is_thread(i, i + 3, "x")) continue;
            if (tokens_[i + 3].is("/")) quotient = numbers_.number(tokens_[i + 4]);
            if (tokens_[i + 3].is("%")) remainder = numbers_.number(tokens_[i + 4]);
        }
        if (kernel_.dimensions == 2 && kernel_.thread_dimensions == 1 && quotient > 1 && quotient == remainder &&
            quotient * quotient <= DeviceLimits{}.max_threads_per_block)
            kernel_.linear_tile = quotient;
    }

    /// Handles `for (int k = first + threadIdx.x; k < n; k += 32)`.
    void note_thread_loop(size_t at, std::string_view axis, std::optional<uint32_t>& extent) const {
        if (!tokens_[at].is("for") || !tokens_[at + 1].is("(") || extent) return;
        const size_t end = source::closing_bracket(tokens_, at + 1);
        size_t start = at + 2;
        while (start < end && !tokens_[start].is("=")) ++start;
        size_t stop = start;
        while (stop < end && !tokens_[stop].is(";")) ++stop;
        const bool begins = is_thread(start + 1, start + 4, axis) && stop == start + 4;
        const bool ends = stop > start + 5 && is_thread(stop - 3, stop, axis) && tokens_[stop - 4].is("+");
        if (!begins && !ends) return;
        const uint32_t step =
            tokens_[end - 2].is("=") && tokens_[end - 3].is("+") ? numbers_.number(tokens_[end - 1]) : 0;
        if (step > 1 && step <= DeviceLimits{}.max_threads_per_block) extent = step;
    }

    /// Handles `cub::BlockReduce<int, 128>`.
    void note_cub(size_t at) {
        const size_t end = source::after_template_arguments(tokens_, at + 1);
        if (end < 2 || end > declaration_.body_end) return;
        const auto parts = source::parts_between_commas(tokens_, at + 2, end - 1);
        if (parts.size() >= 2) set_width(numbers_.number(tokens_, parts[1].first, parts[1].second));
    }

    void note_loop(size_t first, size_t end) {
        std::string_view variable;
        uint32_t bound = 0, step = 0;
        for (size_t i = first; i + 1 < end; ++i) {
            if (tokens_[i].is_word() && tokens_[i + 1].is("<") && i + 2 < end) {
                variable = tokens_[i].text;
                bound = numbers_.number(tokens_[i + 2]);
            }
            if (tokens_[i].is(variable) && tokens_[i + 1].is("+") && i + 4 == end && tokens_[i + 2].is("="))
                step = numbers_.number(tokens_[i + 3]);
        }
        if (step < 2 || bound <= step || bound % step != 0) return;
        for (size_t i = end; i + 2 < declaration_.body_end; ++i) {
            if (!tokens_[i + 1].is("+") || !tokens_[i + 2].is(variable)) continue;
            const bool row = tokens_[i].is("y") ? is_thread(i - 2, i + 1, "y") : holds_row(i);
            if (!row) continue;
            kernel_.block_height = step;
            kernel_.block_rows = bound;
            return;
        }
    }

    const source::Tokens& tokens_;
    const source::Declaration& declaration_;
    const SourceNumbers& numbers_;
    SourceKernel& kernel_;
    LocalValues values_;
    std::optional<uint32_t> width_, height_, looped_height_; // from indices
    bool has_tile_ = false;
};

} // namespace

void note_block_shape(const source::Tokens& tokens, const source::Declaration& declaration,
                      const SourceNumbers& numbers, SourceKernel& kernel) {
    BlockShape(tokens, declaration, numbers, kernel).note();
}

} // namespace warpscope::compile
