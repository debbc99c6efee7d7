#include "compile/signatures/index_roles.hpp"

#include <algorithm>
#include <set>

#include "compile/signatures/index_factor.hpp"

namespace warpscope::compile {
namespace {

using Range = std::pair<size_t, size_t>; // indices of tokens

constexpr int max_followed = 4; // longest chain of local variables

struct Indices {
    bool thread_x = false, block_x = false, thread_y = false, block_y = false, z = false;

    [[nodiscard]] bool x() const { return thread_x || block_x; }
    [[nodiscard]] bool y() const { return thread_y || block_y; }
    [[nodiscard]] bool is_block_only() const { return block_x && !thread_x && !y() && !z; }
};

class IndexRoles {
public:
    IndexRoles(const source::Tokens& tokens, const source::Declaration& declaration, const SourceNumbers& numbers,
               SourceKernel& kernel)
        : tokens_(tokens)
        , body_{declaration.body_first, declaration.body_end}
        , numbers_(numbers)
        , kernel_(kernel)
        , values_(local_values(tokens, declaration.body_first, declaration.body_end)) {}

    void note() {
        note_loops();
        note_offset();
        for (size_t i = body_.first + 1; i + 1 < body_.second; ++i) {
            if (tokens_[i].is("*")) note_product(i);
            if (tokens_[i].is("=") && tokens_[i + 1].is("=")) note_last(i);
            if (tokens_[i].is("blockIdx")) {
                note_exchange(i);
                note_lines_of_block(i);
                note_elements_of_block(i);
            }
            if ((tokens_[i].is("<") || tokens_[i].is(">")) && is_comparison(i)) note_guard(i);
            if (tokens_[i].is("min") || tokens_[i].is("clamp") || tokens_[i].is("%")) note_limit(i);
            if (tokens_[i + 1].is("["))
                for (SourceParameter& parameter : kernel_.parameters)
                    if (parameter.is_pointer && tokens_[i].is(parameter.name))
                        note_subscript({i + 2, source::closing_bracket(tokens_, i + 1)}, parameter);
            note_row_pointer(i);
        }
        // "labels[p]" and "points[p * 4 + d]" mean four numbers for each thread.
        const bool has_plain = std::ranges::any_of(kernel_.parameters, &SourceParameter::indexes_threads);
        if (has_plain && factor_of_threads_ > 1 && factor_of_threads_ == kernel_.elements_per_thread) {
            kernel_.elements_per_thread = 1;
            for (SourceParameter* const pointer : multiplied_)
                if (pointer->channels == 1) pointer->planes = std::max(pointer->planes, factor_of_threads_);
        }
        // A factor equal to the number of channels does not mean elements per thread.
        if (std::ranges::any_of(kernel_.parameters, [&](const SourceParameter& one) {
                return one.channels > 1 && one.channels == kernel_.elements_per_thread;
            }))
            kernel_.elements_per_thread = 1;
    }

private:
    /// Handles "for (int j = 0; j < n; ++j)".
    void note_loops() {
        for (size_t i = body_.first; i + 2 < body_.second; ++i) {
            if (!tokens_[i].is("for") || !tokens_[i + 1].is("(")) continue;
            const size_t close = source::closing_bracket(tokens_, i + 1);
            for (size_t k = i + 2; k + 2 < close; ++k)
                if (tokens_[k].is("<") && tokens_[k - 1].is_word()) {
                    size_t end = k + 1;
                    while (end < close && !tokens_[end].is(";")) ++end;
                    loops_[tokens_[k - 1].text] = {k + 1, end};
                    break;
                }
        }
    }

    /// Handles "int i = blockIdx.x * blockDim.x + threadIdx.x + RADIUS;".
    void note_offset() {
        for (const auto& [name, value] : values_) {
            const auto& [first, end] = value;
            const uint32_t offset = end > first + 2 && tokens_[end - 2].is("+") ? numbers_.number(tokens_[end - 1]) : 0;
            if (kernel_.dimensions == 1 && offset > 0 && offset <= 64 && counts_threads({first, end - 2}))
                kernel_.index_offset = offset;
        }
    }

    /// Returns whether `range` counts all threads in x: "blockIdx.x * blockDim.x + threadIdx.x".
    [[nodiscard]] bool counts_threads(Range range, int depth = 0) const {
        const Indices found = indices_in(range);
        if (!found.thread_x || !found.block_x || found.y() || found.z || depth > max_followed) return false;
        for (size_t i = range.first; i < range.second; ++i) {
            if (tokens_[i].is("/") || tokens_[i].is("%") || tokens_[i].is(">") || tokens_[i].is("&")) return false;
            if (tokens_[i - 1].is(".")) continue;
            const auto is_sum = [&](size_t k) { return tokens_[k].is("+") || tokens_[k].is("-"); };
            const bool is_term = (i == range.first || is_sum(i - 1)) && (i + 1 == range.second || is_sum(i + 1));
            if ((number_at(i) != nullptr && !is_term) || loops_.contains(tokens_[i].text)) return false;
            if (tokens_[i].is("*") && !is_of_block(i)) return false;
            if (const auto value = values_.find(tokens_[i].text);
                value != values_.end() && !(value->second.first <= i && i < value->second.second) &&
                !counts_threads(value->second, depth + 1) && indices_in(value->second).x())
                return false;
        }
        return true;
    }

    /// Recognizes "blockIdx.x * 256" and "blockDim.x * blockIdx.x".
    [[nodiscard]] bool is_of_block(size_t star) const {
        const auto names_block = [&](size_t token) { return tokens_[token].is("blockIdx"); };
        return names_block(star + 1) || (star >= 3 && names_block(star - 3));
    }

    [[nodiscard]] SourceParameter* number_at(size_t token) const {
        if (tokens_[token - 1].is(".")) return nullptr;
        std::vector<SourceParameter>* among = &kernel_.parameters;
        for (;; token += 2) {
            const auto found = std::ranges::find_if(*among, [&](const SourceParameter& one) {
                return !one.is_pointer && !one.is_texture && tokens_[token].is(one.name);
            });
            if (found == among->end()) return nullptr;
            if (found->members.empty()) return &*found;
            if (!tokens_[token + 1].is(".")) return nullptr;
            among = &found->members;
        }
    }
    [[nodiscard]] SourceParameter* number_in(Range range) const {
        if ((range.second - range.first) % 2 == 0) return nullptr;
        for (size_t i = range.first + 1; i < range.second; i += 2)
            if (!tokens_[i].is(".")) return nullptr;
        return number_at(range.first);
    }

    [[nodiscard]] Indices indices_in(Range range, int depth = 0) const {
        Indices out;
        for (size_t i = range.first; i < range.second; ++i) {
            if (tokens_[i].is("[")) i = source::closing_bracket(tokens_, i); // an array's value
            const bool thread = tokens_[i].is("threadIdx"), block = tokens_[i].is("blockIdx");
            if ((thread || block) && tokens_[i + 1].is(".")) {
                const std::string_view axis = tokens_[i + 2].text;
                out.thread_x = out.thread_x || (thread && axis == "x");
                out.block_x = out.block_x || (block && axis == "x");
                out.thread_y = out.thread_y || (thread && axis == "y");
                out.block_y = out.block_y || (block && axis == "y");
                out.z = out.z || axis == "z";
            } else if (const auto value = values_.find(tokens_[i].text);
                       value != values_.end() && depth < max_followed && !tokens_[i - 1].is(".") &&
                       !(value->second.first <= i && i < value->second.second)) {
                const Indices inner = indices_in(value->second, depth + 1);
                out = {out.thread_x || inner.thread_x, out.block_x || inner.block_x, out.thread_y || inner.thread_y,
                       out.block_y || inner.block_y, out.z || inner.z};
            }
        }
        return out;
    }

    /// Excludes shifts, arrows and template arguments such as "<float>".
    [[nodiscard]] bool is_comparison(size_t at) const {
        const source::Token &before = tokens_[at - 1], &after = tokens_[at + 1];
        const bool doubled = before.is("<") || before.is(">") || after.is("<") || after.is(">");
        return !doubled && !before.is("-") &&
               (before.is_word() || before.is(")") || before.is("]") || before.is_literal());
    }

    [[nodiscard]] Range side_before(size_t at) const {
        size_t begin = at;
        for (int depth = 0; begin > body_.first; --begin) {
            const source::Token& token = tokens_[begin - 1];
            if (token.is(")") || token.is("]")) ++depth;
            if (token.is("(") || token.is("[")) {
                if (depth == 0) break;
                --depth;
            }
            if (depth == 0 && is_boundary(token)) break;
        }
        return {begin, at};
    }
    [[nodiscard]] Range side_after(size_t at) const {
        const size_t begin = at + (tokens_[at + 1].is("=") ? 2 : 1);
        size_t end = begin;
        for (int depth = 0; end < body_.second; ++end) {
            const source::Token& token = tokens_[end];
            if (token.is("(") || token.is("[")) ++depth;
            if (token.is(")") || token.is("]")) {
                if (depth == 0) break;
                --depth;
            }
            if (depth == 0 && is_boundary(token)) break;
        }
        return {begin, end};
    }
    [[nodiscard]] static bool is_boundary(const source::Token& token) {
        return token.is(";") || token.is("{") || token.is("}") || token.is("&") || token.is("|") || token.is(",") ||
               token.is("?") || token.is("=") || token.is("return");
    }

    /// Handles "x >= width" and "i < n".
    void note_guard(size_t at) {
        const Range left = side_before(at), right = side_after(at);
        for (const auto& [bound, index] : {std::pair(left, right), std::pair(right, left)}) {
            size_t first = bound.first;
            while (first < bound.second && tokens_[first].is("(")) ++first;
            SourceParameter* const parameter = first < bound.second ? number_at(first) : nullptr;
            const Indices found = indices_in(index);
            note_comparison(bound, found.x() || found.y() || found.z);
            if (parameter == nullptr) {
                const uint32_t number = numbers_.number(tokens_, bound.first, bound.second);
                if (number > 1 && kernel_.dimensions == 1 && counts_threads(index)) kernel_.constant_width = number;
                if (number > 1 && kernel_.dimensions == 2 && found.thread_x && found.block_x && !found.y())
                    kernel_.constant_width = number;
                if (number > 1 && kernel_.dimensions == 2 && found.thread_y && found.block_y && !found.x())
                    kernel_.constant_height = number;
                continue;
            }
            if (!found.x() && !found.y() && !found.z) continue;
            if (found.is_block_only()) parameter->bounds_blocks = true;
            if (kernel_.dimensions == 1 && found.thread_x && found.block_x) {
                parameter->bounds_threads = true;
                if (counts_warps(index)) kernel_.threads_per_element = 32;
            }
            const bool is_first = !parameter->bounds_index;
            parameter->bounds_index = true;
            if (!is_first) continue;
            parameter->bounded_axis = found.z ? 3 : found.y() && !found.x() ? 2 : found.x() && !found.y() ? 1 : 0;
        }
    }

    /// Handles "width - x > 4", and "i < half" with "half = n / 2".
    void note_comparison(Range bound, bool other_is_index) const {
        const auto value = bound.second == bound.first + 1 ? values_.find(tokens_[bound.first].text) : values_.end();
        const bool is_local = value != values_.end() && other_is_index;
        const Range range = is_local ? value->second : bound;
        const Indices own = indices_in(range);
        const bool subtracts =
            range.second > range.first + 2 && tokens_[range.first + 1].is("-") && (own.x() || own.y());
        if (!subtracts && (!is_local || own.x() || own.y() || own.z)) return;
        for (size_t i = range.first; i < range.second; ++i)
            if (SourceParameter* const parameter = number_at(i); parameter != nullptr && (is_local || i == range.first))
                parameter->is_compared = true;
    }

    /// Handles "x == DIM - 1".
    void note_last(size_t at) {
        const Indices found = indices_in(side_before(at));
        const uint32_t number = numbers_.number(tokens_[at + 2]);
        if (kernel_.dimensions != 2 || number < 2 || !tokens_[at + 3].is("-") || !tokens_[at + 4].is("1")) return;
        if (found.thread_x && found.block_x && !found.y()) kernel_.constant_width = number;
        if (found.thread_y && found.block_y && !found.x()) kernel_.constant_height = number;
    }

    [[nodiscard]] bool counts_warps(Range index) const {
        if (index.second == index.first + 1)
            if (const auto value = values_.find(tokens_[index.first].text); value != values_.end())
                index = value->second;
        for (size_t i = index.first; i + 1 < index.second; ++i) {
            const bool divides =
                tokens_[i].is("/") && (numbers_.number(tokens_[i + 1]) == 32 || tokens_[i + 1].is("warpSize"));
            const bool shifts = tokens_[i].is(">") && tokens_[i + 1].is(">") && tokens_[i + 2].is("5");
            if (divides || shifts) return true;
        }
        return false;
    }

    /// Handles "blockIdx.x * blockDim.y + threadIdx.y".
    void note_lines_of_block(size_t at) {
        if (tokens_[at + 2].is("x") && tokens_[at + 3].is("*") && tokens_[at + 4].is("blockDim") &&
            tokens_[at + 6].is("y"))
            kernel_.has_lines_by_block_x = true;
    }

    /// Handles "blockIdx.y * TILE + threadIdx.x".
    void note_exchange(size_t at) {
        if (!tokens_[at + 3].is("*") || !tokens_[at + 5].is("+")) return;
        if (tokens_[at + 2].is("y") && tokens_[at + 6].is("threadIdx") && tokens_[at + 8].is("x"))
            kernel_.exchanges_blocks = true;
    }

    /// Handles "min(x, width - 1)" and "% width".
    void note_limit(size_t at) {
        const size_t end = tokens_[at + 1].is("(") ? source::closing_bracket(tokens_, at + 1) : at + 2;
        for (size_t i = at + 1; i < end; ++i)
            if (SourceParameter* const parameter = number_at(i)) parameter->bounds_index = true;
    }

    [[nodiscard]] std::pair<Range, Range> operands(size_t at) const {
        size_t begin = at;
        if (tokens_[at - 1].is(")") || tokens_[at - 1].is("]")) {
            int depth = 0;
            do {
                --begin;
                depth += tokens_[begin].is(")") || tokens_[begin].is("]")   ? 1
                         : tokens_[begin].is("(") || tokens_[begin].is("[") ? -1
                                                                            : 0;
            } while (begin > body_.first && depth > 0);
        } else {
            --begin;
        }
        while (begin > body_.first + 1 && tokens_[begin - 1].is(".")) begin -= 2;
        size_t end = at + 2;
        if (tokens_[at + 1].is("(")) end = source::closing_bracket(tokens_, at + 1) + 1;
        while (end + 1 < body_.second && tokens_[end].is(".")) end += 2;
        return {{begin, at}, {at + 1, std::min(end, body_.second)}};
    }

    void note_product(size_t at) {
        const auto [left, right] = operands(at);
        for (const auto& [one, other] : {std::pair(left, right), std::pair(right, left)}) {
            const Indices found = indices_in(other);
            if (SourceParameter* const parameter = number_in(one)) {
                if (found.is_block_only() && kernel_.dimensions == 1 && kernel_.block_row.empty())
                    kernel_.block_row = parameter->name;
                if (found.y() && !found.x()) parameter->multiplies_row = true;
            }
            const uint32_t factor = one.second == one.first + 1 ? numbers_.number(tokens_[one.first]) : 0;
            const bool is_block_stride = is_block_size(other) && has_block_index(at);
            if (factor > 1 && factor <= 32 && kernel_.dimensions == 1 &&
                ((found.thread_x && found.block_x) || is_block_stride)) {
                kernel_.elements_per_thread = std::max(kernel_.elements_per_thread, factor);
                if (!is_block_stride) factor_of_threads_ = factor;
            }
        }
    }
    /// Handles "4 * 2 * blockDim.x * blockIdx.x".
    void note_elements_of_block(size_t at) {
        if (kernel_.dimensions != 1 || !tokens_[at + 2].is("x")) return;
        uint64_t factor = 1;
        bool has_block_size = false;
        const auto add = [&](size_t first, size_t end) {
            const bool block = end == first + 3 && tokens_[first].is("blockDim");
            const uint32_t number = block ? 1 : numbers_.number(tokens_, first, end);
            has_block_size = has_block_size || block;
            factor *= number;
            return number > 0 && factor <= 64;
        };
        const auto is_member = [&](size_t dot) { return tokens_[dot].is("."); };
        for (size_t i = at; tokens_[i - 1].is("*");) {
            const size_t first = is_member(i - 3) ? i - 4 : i - 2;
            if (!add(first, i - 1)) return;
            i = first;
        }
        for (size_t i = at + 3; tokens_[i].is("*");) {
            const size_t end = is_member(i + 2) ? i + 4 : i + 2;
            if (!add(i + 1, end)) return;
            i = end;
        }
        if (has_block_size && factor > 1)
            kernel_.elements_per_thread = std::max(kernel_.elements_per_thread, static_cast<uint32_t>(factor));
    }
    [[nodiscard]] bool is_block_size(Range range) const {
        return range.second >= range.first + 3 && tokens_[range.second - 3].is("blockDim") &&
               tokens_[range.second - 1].is("x");
    }
    /// Returns whether "blockIdx" is within 8 tokens: "blockIdx.x * blockDim.x * 2".
    [[nodiscard]] bool has_block_index(size_t at) const {
        for (size_t i = at > 8 ? at - 8 : 0; i < at + 8 && i < body_.second; ++i)
            if (tokens_[i].is("blockIdx")) return true;
        return false;
    }

    void note_subscript(Range range, SourceParameter& pointer, int depth = 0) {
        if (depth == 0 && kernel_.dimensions == 1) {
            const bool by_thread = counts_threads(range);
            const bool by_loop =
                range.second == range.first + 1 && loops_.contains(tokens_[range.first].text) && !indices_in(range).x();
            const bool is_first = subscripted_.insert(&pointer).second;
            if (multiplies_threads(range)) multiplied_.insert(&pointer);
            pointer.indexes_threads = (is_first || pointer.indexes_threads) && by_thread;
            pointer.indexes_loops = (is_first || pointer.indexes_loops) && by_loop;
        }
        for (size_t i = range.first; i < range.second; ++i) {
            if (tokens_[i].is("*") && kernel_.dimensions == 1) note_matrix(i, range);
            note_planes(i, pointer);
            if (tokens_[i].is("*") && kernel_.dimensions >= 2) note_stride(i, pointer);
            if (is_plane(i)) note_plane(i, range, pointer);
            if (const auto value = values_.find(tokens_[i].text);
                value != values_.end() && depth < max_followed &&
                !(value->second.first <= i && i < value->second.second))
                note_subscript(value->second, pointer, depth + 1);
        }
    }

    /// Handles "i * cols + j" and "j * cols + i" if i counts the threads.
    void note_matrix(size_t at, Range range) {
        const auto [left, right] = operands(at);
        for (const auto& [one, other] : {std::pair(left, right), std::pair(right, left)}) {
            const SourceParameter* const parameter = number_in(one);
            if (parameter == nullptr) continue;
            if (counts_threads(other) && adds_loop(range)) kernel_.thread_row = parameter->name;
            const auto loop = other.second == other.first + 1 ? loops_.find(tokens_[other.first].text) : loops_.end();
            SourceParameter* const rows =
                loop == loops_.end() || indices_in(other).x() ? nullptr : number_at(loop->second.first);
            if (rows == nullptr) continue;
            rows->bounds_rows = true;
            if (adds_threads(range)) kernel_.thread_column = parameter->name;
        }
    }
    /// Handles "const float* row = a + i * cols;" and "&a[i * cols]".
    void note_row_pointer(size_t at) {
        const bool is_pointer = std::ranges::any_of(
            kernel_.parameters, [&](const SourceParameter& one) { return one.is_pointer && tokens_[at].is(one.name); });
        if (!is_pointer || kernel_.dimensions != 1) return;
        Range range{at + 2, at + 2};
        if (tokens_[at + 1].is("+"))
            while (range.second < body_.second && !is_boundary(tokens_[range.second])) ++range.second;
        else if (tokens_[at + 1].is("[") && tokens_[at - 1].is("&"))
            range.second = source::closing_bracket(tokens_, at + 1);
        for (size_t i = range.first + 1; i < range.second; ++i) {
            if (!tokens_[i].is("*")) continue;
            const auto [left, right] = operands(i);
            for (const auto& [one, other] : {std::pair(left, right), std::pair(right, left)})
                if (const SourceParameter* const parameter = number_in(one); parameter && counts_threads(other))
                    kernel_.thread_row = parameter->name;
        }
    }
    [[nodiscard]] bool multiplies_threads(Range range) const {
        for (size_t i = range.first + 1; i < range.second; ++i) {
            if (!tokens_[i].is("*")) continue;
            const auto [left, right] = operands(i);
            if (counts_threads(left) || counts_threads(right)) return true;
        }
        return false;
    }
    [[nodiscard]] bool adds_loop(Range range) const {
        return adds(range, [&](size_t i) { return loops_.contains(tokens_[i].text) || number_at(i) != nullptr; });
    }
    [[nodiscard]] bool adds_threads(Range range) const {
        return adds(range, [&](size_t i) { return counts_threads({i, i + 1}); });
    }
    /// Returns whether `wanted` accepts a term of a sum.
    template<class Wanted>
    [[nodiscard]] bool adds(Range range, const Wanted& wanted) const {
        for (size_t i = range.first; i < range.second; ++i)
            if (((i > range.first && tokens_[i - 1].is("+")) || tokens_[i + 1].is("+")) && wanted(i)) return true;
        return false;
    }

    /// Handles "(q * height + y) * width + x" and "q * width * height + at" in "for (q = 0; q < 9; ++q)".
    void note_planes(size_t at, SourceParameter& pointer) const {
        const auto loop = loops_.find(tokens_[at].text);
        if (loop == loops_.end() || !tokens_[at + 1].is("*")) return;
        const bool is_product = number_at(at + 2) != nullptr && tokens_[at + 3].is("*") && number_at(at + 4) != nullptr;
        if (is_product || is_plane(at + 2)) return set_planes(loop->second, pointer);
        if (!tokens_[at - 1].is("(") || number_at(at + 2) == nullptr) return;
        const size_t close = source::closing_bracket(tokens_, at - 1);
        if (tokens_[close + 1].is("*") && number_at(close + 2) != nullptr) set_planes(loop->second, pointer);
    }
    void set_planes(Range bound, SourceParameter& pointer) const {
        const uint32_t planes = numbers_.number(tokens_, bound.first, bound.second);
        if (planes > 1 && planes <= 64) pointer.planes = std::max(pointer.planes, planes);
    }

    void note_stride(size_t at, SourceParameter& pointer) {
        const auto [left, right] = operands(at);
        for (const auto& [one, other] : {std::pair(left, right), std::pair(right, left)})
            if (const SourceParameter* const parameter = number_in(one)) {
                const Indices found = indices_in(other);
                if (found.block_x && !found.block_y && pointer.column_stride.empty())
                    pointer.column_stride = parameter->name;
                if (found.block_y && !found.block_x) pointer.row_stride = parameter->name;
            }
    }

    /// Recognizes products of two parameters, such as "int pixels = width * height;".
    [[nodiscard]] bool is_plane(size_t token) const {
        const auto value = values_.find(tokens_[token].text);
        return value != values_.end() && value->second.second == value->second.first + 3 &&
               tokens_[value->second.first + 1].is("*") && number_at(value->second.first) != nullptr &&
               number_at(value->second.first + 2) != nullptr;
    }
    /// Handles "at + pixels" and "pixels * 2 + at".
    void note_plane(size_t at, Range range, SourceParameter& pointer) const {
        uint32_t factor = 1;
        if (at >= range.first + 2 && tokens_[at - 1].is("*")) factor = numbers_.number(tokens_[at - 2]);
        if (at + 2 < range.second && tokens_[at + 1].is("*")) factor = numbers_.number(tokens_[at + 2]);
        const bool is_whole = range.second == range.first + 1;
        if (!is_whole && factor > 0 && factor < 16) pointer.planes = std::max(pointer.planes, factor + 1);
    }

    const source::Tokens& tokens_;
    Range body_;
    const SourceNumbers& numbers_;
    SourceKernel& kernel_;
    LocalValues values_;
    LocalValues loops_; // bounds of loop variables
    std::set<const SourceParameter*> subscripted_;
    std::set<SourceParameter*> multiplied_; // by "i * 4 + d"
    uint32_t factor_of_threads_ = 1;
};

} // namespace

void note_index_roles(const source::Tokens& tokens, const source::Declaration& declaration,
                      const SourceNumbers& numbers, SourceKernel& kernel) {
    IndexRoles(tokens, declaration, numbers, kernel).note();
}

} // namespace warpscope::compile
