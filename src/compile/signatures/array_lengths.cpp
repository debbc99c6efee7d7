#include "compile/signatures/array_lengths.hpp"

#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "compile/signatures/index_expressions.hpp"
#include "compile/signatures/pointer_uses.hpp"
#include "compile/signatures/size_product.hpp"

namespace warpscope::compile {
namespace {

using source::ExpressionNode;
using Kind = ExpressionNode::Kind;
using Size = SizeProduct;

constexpr int max_inlined = 40;
constexpr int max_steps = 100'000;
constexpr int64_t loaded_values = 256;      // as in noise
constexpr const char* any_block = "blocks"; // number of blocks that nothing bounds

/// Part of an index: `stride` times a number from 0 to `range` - 1.
struct Term {
    Size stride, range;
    bool is_loaded = false;
    bool is_position = false;
    bool is_thread = false;
    bool is_outer = false; // from a pointer such as "row = in + y * pitch"
    std::string half = {}; // "r" for a number from -r to r
};

struct Index {
    std::vector<Term> terms;
    std::vector<Size> offsets;
};
using MaybeIndex = std::optional<Index>;
using MaybeSize = std::optional<Size>;

Size sum_of(const std::vector<Size>& offsets) {
    Size out(0);
    bool is_first = true;
    for (const Size& offset : offsets) {
        out = is_first ? offset : out.plus(offset);
        is_first = false;
    }
    return out;
}

/// Follows each index through local variables, loops, and bounds, as a sum of strides times ranges. The largest stride
/// times its range is the array's length.
class ArrayLengths {
public:
    ArrayLengths(const source::Tokens& tokens, const source::Declaration& declaration, const SourceNumbers& numbers,
                 SourceKernel& kernel)
        : tokens_(tokens)
        , first_(declaration.body_first)
        , end_(declaration.body_end)
        , numbers_(numbers)
        , kernel_(kernel)
        , values_(assigned_values(tokens, first_, end_)) {
        static constexpr std::array<int64_t, 12> samples{101, 103, 107, 109, 113, 127, 131, 137, 139, 149, 151, 157};
        size_t next = 0;
        for (SourceParameter& parameter : kernel_.parameters) {
            if (parameter.is_pointer)
                pointers_[parameter.name] = {Pointer{&parameter, {}}};
            else if (!parameter.is_texture && parameter.members.empty() && !is_vector(parameter.type))
                numbers_by_name_.emplace(parameter.name, Number{&parameter, samples[next++ % samples.size()]});
        }
    }

    void note() {
        find_changes();
        find_pointers();
        for (const auto& [name, value] : values_)
            if (value != nullptr) note_divisors(*value);
        find_bounds();
        collect_accesses();
        for (const Access& access : accesses_) note_strides(access);
        for (const Access& access : accesses_) note_length(access);
        write_down();
        note_threads();
    }

private:
    [[nodiscard]] static bool is_vector(const std::string& type) {
        return !type.empty() && type.back() >= '1' && type.back() <= '4';
    }

    struct Pointer {
        SourceParameter* parameter = nullptr;
        std::vector<ExpressionTree> bases;
        size_t from = 0;
        int depth = 0;
    };
    struct Number {
        SourceParameter* parameter = nullptr;
        int64_t sample = 1;
    };
    struct Access {
        SourceParameter* pointer = nullptr;
        MaybeIndex index;
    };

    void find_pointers() {
        int depth = 0;
        for (size_t i = first_; i + 3 < end_; ++i) {
            depth += tokens_[i].is("{") ? 1 : tokens_[i].is("}") ? -1 : 0;
            if (tokens_[i + 1].is("+") && tokens_[i + 2].is("=")) advance_pointer(i, depth);
            if (!tokens_[i].is_word() || !tokens_[i + 1].is("=") || tokens_[i + 2].is("=")) continue;
            if (!tokens_[i - 1].is("*") && !tokens_[i - 1].text.ends_with("restrict__") && !tokens_[i - 1].is("const"))
                continue;
            const bool is_address = tokens_[i + 2].is("&");
            const size_t from = i + (is_address ? 3 : 2);
            const Pointer* const pointer = pointer_at(from);
            if (pointer == nullptr) continue;
            size_t end = from;
            while (end < end_ && !tokens_[end].is(";") && !tokens_[end].is(",")) ++end;
            ExpressionTree base;
            if (is_address && tokens_[from + 1].is("["))
                base = index_expression(tokens_, from + 2, source::closing_bracket(tokens_, from + 1));
            else if (tokens_[from + 1].is("+"))
                base = index_expression(tokens_, from + 2, end);
            if (base == nullptr && end > from + 1) continue;
            Pointer made{pointer->parameter, pointer->bases, end, depth};
            if (base != nullptr) made.bases.push_back(base);
            pointers_[std::string(tokens_[i].text)].push_back(std::move(made));
        }
    }
    /// Ignores steps in loops, which lead through the rows that other indices tell.
    void advance_pointer(size_t at, int depth) {
        const Pointer* const pointer = pointer_at(at);
        if (pointer == nullptr || depth > pointer->depth) return;
        const size_t end = end_of_part(tokens_, at + 3, end_, ",;");
        const ExpressionTree by = index_expression(tokens_, at + 3, end);
        if (by == nullptr) return;
        Pointer made = *pointer;
        made.bases.push_back(by);
        made.from = end;
        pointers_[std::string(tokens_[at].text)].push_back(std::move(made));
    }
    [[nodiscard]] const Pointer* pointer_at(size_t token) const {
        const auto found = pointers_.find(std::string(tokens_[token].text));
        const Pointer* out = nullptr;
        if (found != pointers_.end())
            for (const Pointer& one : found->second)
                if (one.from <= token) out = &one;
        return out;
    }
    [[nodiscard]] const SourceParameter* array_named(const std::string& name) const {
        const auto found = pointers_.find(name);
        return found == pointers_.end() ? nullptr : found->second.front().parameter;
    }

    void find_bounds() {
        const std::vector<IndexBound> all = index_bounds(tokens_, first_, end_);
        for (const IndexBound& one : all)
            if (one.index->kind == Kind::name && changed_.contains(one.index->text)) find_offsets(*one.bound);
        for (const IndexBound& one : all) {
            if (dimension(*one.bound)) add_bound(one);
            // "x + 1 < width" also bounds x
            const ExpressionNode& index = *one.index;
            if (index.kind == Kind::operation && index.text == "+" && index.operands[1]->kind == Kind::number)
                add_bound({index.operands[0], one.bound, one.is_inclusive});
        }
        for (const IndexBound& one : all) add_loop(one);
    }
    /// Handles "for (j = first; j < last; ++j)" if `last` depends on the thread.
    void add_loop(const IndexBound& one) {
        const std::string key = key_of(*one.index);
        if (one.index->kind != Kind::name || !changed_.contains(key) || bounds_.contains(key)) return;
        const MaybeIndex last = index_of(*one.bound);
        if (last && !last->terms.empty()) bounds_.emplace(key, one);
    }
    void find_changes() {
        const auto doubles = [&](size_t i) {
            return tokens_[i].is(tokens_[i + 1].text) && (tokens_[i].is("+") || tokens_[i].is("-"));
        };
        for (size_t i = first_; i + 2 < end_; ++i) {
            if (!tokens_[i].is_word() || tokens_[i - 1].is(".")) continue;
            const Change change = change_at(tokens_, i + 1);
            const bool shifts = tokens_[i + 3].is("=") && tokens_[i + 1].is(tokens_[i + 2].text) &&
                                (tokens_[i + 1].is("<") || tokens_[i + 1].is(">"));
            if (doubles(i - 2) || change.changed || shifts) changed_.emplace(tokens_[i].text);
        }
    }
    /// Finds arrays such as row offsets: "for (j = offsets[i]; j < offsets[i + 1]; ++j)".
    void find_offsets(const ExpressionNode& bound) {
        const ExpressionNode* const value = only_value(bound);
        const ExpressionNode& node = value == nullptr ? bound : *value;
        if (node.kind != Kind::name || !node.text.ends_with("[]")) return;
        const std::string name = node.text.substr(0, node.text.find('['));
        const SourceParameter* const array = array_named(name);
        if (array != nullptr && array->names_next) offsets_.insert(array->name);
    }
    void add_bound(const IndexBound& one) {
        const std::string key = key_of(*one.index);
        if (one.index->kind == Kind::number || numbers_by_name_.contains(key) || key.starts_with("threadIdx.")) return;
        const MaybeSize bound = dimension(*one.bound);
        const ExpressionNode* const start = only_start(*one.index);
        const bool is_centered = start != nullptr && start->text == "-" && start->operands.size() == 1;
        if (!bound || (bound->is_number() && bound->number() < (is_centered ? 1 : 2))) return;
        note_dimensions(*bound);
        note_total(*one.index, *bound);
        note_value_bound(*one.index, *bound);
        const auto [known, is_new] = bounds_.try_emplace(key, one);
        if (is_new) return;
        const MaybeSize other = dimension(*known->second.bound);
        const bool is_inclusive = known->second.is_inclusive && one.is_inclusive;
        const bool is_stronger =
            other && !bound->is_number() &&
            (other->is_number() || (bound->has_same_names(*other) && bound->sample() > other->sample()));
        if (is_stronger)
            known->second = one;
        else if (other && !bound->is_number() && !bound->has_same_names(*other))
            several_.insert(key);
        known->second.is_inclusive = is_inclusive;
    }
    /// Gives "n" a large sample if the kernel divides the thread's number by extents, since n is their product.
    void note_total(const ExpressionNode& index, const Size& bound) {
        Axes axes;
        find_axes(index, axes);
        const auto number = numbers_by_name_.find(bound.text());
        if (axes.threads.empty() || axes.blocks.empty() || number == numbers_by_name_.end()) return;
        const auto divisors = std::ranges::count_if(kernel_.parameters, &SourceParameter::is_divisor);
        if (divisors > 1 && !number->second.parameter->is_divisor) number->second.sample = 100'000'007;
    }
    void note_value_bound(const ExpressionNode& index, const Size& bound) {
        const ExpressionNode* const value = only_value(index);
        const ExpressionNode& node = value == nullptr ? index : *value;
        const bool is_loaded = node.kind == Kind::name && node.text.ends_with("[]") &&
                               array_named(node.text.substr(0, node.text.find('['))) != nullptr;
        if (is_loaded && !bound.is_number() && bound.names().size() == 1)
            if (const auto number = numbers_by_name_.find(*bound.names().begin()); number != numbers_by_name_.end())
                number->second.parameter->bounds_values = true;
    }
    void note_dimensions(const Size& size, bool is_divisor = false) {
        for (const std::string& name : size.factors())
            if (const auto number = numbers_by_name_.find(name); number != numbers_by_name_.end()) {
                number->second.parameter->is_dimension = true;
                number->second.parameter->is_divisor = number->second.parameter->is_divisor || is_divisor;
            }
    }

    void note_divisors(const ExpressionNode& node) {
        const bool divides = node.kind == Kind::operation && (node.text == "/" || node.text == "%");
        if (divides && node.operands.size() == 2)
            if (const MaybeSize divisor = constant(*node.operands[1])) {
                note_dimensions(*divisor, true);
                const auto divided = numbers_by_name_.find(node.operands[0]->text);
                if (node.text == "/" && divided != numbers_by_name_.end())
                    divided->second.parameter->divided_by.push_back(divisor->text());
            }
        if (node.kind == Kind::call && node.text == "min")
            for (const ExpressionTree& operand : node.operands)
                if (const MaybeSize limit = dimension(*operand)) note_dimensions(*limit);
        for (const ExpressionTree& operand : node.operands) note_divisors(*operand);
    }

    void collect_accesses() {
        for (size_t i = first_; i + 1 < end_; ++i)
            if (tokens_[i].is_word() && !tokens_[i - 1].is("."))
                if (const Pointer* const pointer = pointer_at(i)) add_access(i, *pointer);
    }

    void add_access(size_t at, const Pointer& pointer) {
        const source::Token &before = tokens_[at - 1], &next = tokens_[at + 1];
        const source::Token& operand = tokens_[at - 2];
        const bool is_operand = operand.is_word() || operand.is(">") || operand.is("]") || operand.is_literal();
        ExpressionTree subscript;
        if (before.is("*") && !is_operand && !next.is("[")) {
            subscript = std::make_shared<ExpressionNode>(ExpressionNode{.kind = Kind::number, .number = int64_t{0}});
        } else if (next.is("=") || next.is("?") || next.is("!")) {
            return;
        } else if (next.is("[")) {
            if (before.is("&") && tokens_[at - 2].is("=")) return;
            subscript = index_expression(tokens_, at + 2, source::closing_bracket(tokens_, at + 1));
        } else if (next.is("+") && !tokens_[at + 2].is("=") && !tokens_[at + 2].is("+")) {
            const size_t end = end_of_part(tokens_, at + 2, end_, ",;");
            if (before.is("=") && tokens_[end].is(";")) return;
            subscript = index_expression(tokens_, at + 2, end);
        } else if ((before.is("=") && next.is(";")) || (next.is("+") && tokens_[at + 2].is("="))) {
            return;
        }
        accesses_.push_back(
            {pointer.parameter, subscript == nullptr ? MaybeIndex() : whole_index(pointer, *subscript)});
    }
    [[nodiscard]] MaybeIndex whole_index(const Pointer& pointer, const ExpressionNode& subscript) const {
        MaybeIndex out = index_of(subscript);
        for (const ExpressionTree& one : pointer.bases) {
            MaybeIndex base = index_of(*one);
            if (!base || !out) return std::nullopt;
            for (Term& term : base->terms) term.is_outer = true;
            out = sum(*base, *out);
        }
        return out;
    }

    [[nodiscard]] MaybeSize constant(const ExpressionNode& node, int depth = 0) const {
        const MaybeIndex index = index_of(node, depth);
        if (!index || !index->terms.empty()) return std::nullopt;
        return sum_of(index->offsets);
    }

    /// Returns the extent that a bound means: "n" for "i < n - 1".
    [[nodiscard]] MaybeSize dimension(const ExpressionNode& node, int depth = 0) const {
        if (depth > max_inlined) return std::nullopt;
        if (const MaybeSize whole = constant(node, depth); whole && whole->is_number()) return whole;
        const bool adds_one = node.text == "+" && node.operands.size() == 2 && key_of(*node.operands[1]) == "1";
        if (node.kind == Kind::operation && node.operands.size() == 2 && (node.text == "-" || adds_one))
            return dimension(*node.operands[0], depth + 1);
        if (node.kind == Kind::call && node.text == "min" && node.operands.size() == 2) {
            const MaybeSize one = dimension(*node.operands[0], depth + 1);
            return one ? one : dimension(*node.operands[1], depth + 1);
        }
        if (const ExpressionNode* value = only_value(node)) return dimension(*value, depth + 1);
        if (node.kind == Kind::name && node.text.ends_with("[]")) return loaded_range(node, depth);
        return constant(node, depth);
    }

    [[nodiscard]] const ExpressionNode* only_value(const ExpressionNode& node) const {
        return changed_.contains(node.text) ? nullptr : only_start_value(node);
    }
    [[nodiscard]] const ExpressionNode* only_start_value(const ExpressionNode& node) const {
        if (node.kind != Kind::name || !node.operands.empty() || numbers_by_name_.contains(node.text)) return nullptr;
        const auto [first, end] = values_.equal_range(node.text);
        const ExpressionNode* found = nullptr;
        for (auto one = first; one != end; ++one) {
            if (one->second == nullptr) return nullptr;
            const bool is_number = one->second->kind == Kind::number ||
                                   (one->second->kind == Kind::operation && one->second->operands.size() == 1 &&
                                    one->second->operands[0]->kind == Kind::number);
            if (is_number && (found != nullptr || std::next(first) != end)) continue;
            if (found != nullptr && key_of(*found) != key_of(*one->second)) return nullptr;
            found = one->second.get();
        }
        return found;
    }

    [[nodiscard]] MaybeSize loaded_range(const ExpressionNode& node, int depth) const {
        const std::string name = node.text.substr(0, node.text.find('['));
        if (array_named(name) == nullptr) return std::nullopt;
        if (!offsets_.contains(name)) return Size(loaded_values);
        const MaybeIndex row = index_of(*node.operands[0], depth + 1);
        return row ? MaybeSize(length(*row)) : std::nullopt;
    }

    [[nodiscard]] static MaybeIndex sum(const Index& a, const Index& b) {
        Index out = a;
        out.terms.insert(out.terms.end(), b.terms.begin(), b.terms.end());
        out.offsets.insert(out.offsets.end(), b.offsets.begin(), b.offsets.end());
        return out;
    }

    [[nodiscard]] MaybeIndex index_of(const ExpressionNode& node, int depth = 0) const {
        if (depth > max_inlined || ++steps_ > max_steps) return std::nullopt;
        if (const auto bound = bounds_.find(key_of(node)); bound != bounds_.end()) {
            if (several_.contains(bound->first)) return std::nullopt;
            if (auto range = range_of(bound->second, depth)) return Index{{std::move(*range)}, {}};
        }
        switch (node.kind) {
        case Kind::number:
            if (const auto* whole = std::get_if<int64_t>(&node.number)) return Index{{}, {Size(*whole)}};
            return std::nullopt;
        case Kind::name: return index_of_name(node, depth);
        case Kind::call: return index_of_call(node, depth);
        case Kind::choice: {
            const MaybeIndex one = index_of(*node.operands[1], depth + 1),
                             other = index_of(*node.operands[2], depth + 1);
            if (!one || !other) return std::nullopt;
            return length(*one).sample() >= length(*other).sample() ? one : other;
        }
        case Kind::operation: return node.operands.size() == 2 ? index_of_operation(node, depth) : std::nullopt;
        default: return std::nullopt;
        }
    }

    [[nodiscard]] MaybeIndex index_of_name(const ExpressionNode& node, int depth) const {
        const std::string& name = node.text;
        if (name.ends_with("[]")) {
            const MaybeSize range = loaded_range(node, depth);
            if (!range) return std::nullopt;
            return Index{{{Size(), *range, range->is_number()}}, {}};
        }
        if (const auto number = numbers_by_name_.find(name); number != numbers_by_name_.end())
            return Index{{}, {Size(name, number->second.sample)}};
        if (name.starts_with("threadIdx.")) return Index{{{Size(), block_size(name.back())}}, {}};
        if (name.starts_with("blockDim.")) return Index{{}, {block_size(name.back())}};
        if (name == "blockIdx.x") return Index{{{Size(), Size(any_block, 991)}}, {}};
        if (name == "warpSize") return Index{{}, {Size(32)}};
        if (const uint32_t number = numbers_.number(word(name)); number > 0) return Index{{}, {Size(number)}};
        if (const ExpressionNode* value = only_value(node)) return index_of(*value, depth + 1);
        const auto [first, end] = values_.equal_range(name);
        for (auto one = first; one != end; ++one) // "slot = (slot + 1) & (capacity - 1)"
            if (one->second != nullptr && (one->second->text == "%" || one->second->text == "&"))
                return index_of(*one->second, depth + 1);
        if (const size_t dot = name.find('.'); dot != std::string::npos) // "edge.x" with "edge = edges[i]"
            return index_of(ExpressionNode{.kind = Kind::name, .text = name.substr(0, dot)}, depth + 1);
        return std::nullopt;
    }
    [[nodiscard]] static source::Token word(const std::string& name) {
        return {source::TokenKind::word, 0, name.size(), name, 0};
    }
    [[nodiscard]] static Size block_size(char axis) {
        return {fmt::format("block.{}", axis), axis == 'x' ? 241 : axis == 'y' ? 13 : 2};
    }

    [[nodiscard]] MaybeIndex index_of_call(const ExpressionNode& node, int depth) const {
        static const std::set<std::string> rounding{"floorf", "floor", "ceilf", "ceil", "roundf", "round", "int"};
        if (node.operands.size() == 1 && rounding.contains(node.text)) return index_of(*node.operands[0], depth + 1);
        if (node.operands.size() != 2) return std::nullopt;
        const MaybeIndex one = index_of(*node.operands[0], depth + 1), other = index_of(*node.operands[1], depth + 1);
        if (node.text == "max")
            return one && one->terms.empty() ? other : other && other->terms.empty() ? one : MaybeIndex();
        if (node.text != "min") return std::nullopt;
        if (one && !one->terms.empty() && other && !other->terms.empty()) return std::nullopt;
        // "min(x, width - 1)" has the range of the width
        const bool is_left = one && one->terms.empty();
        const MaybeSize limit = dimension(*node.operands[is_left ? 0 : 1], depth + 1);
        if (!limit) return one && !one->terms.empty() ? one : other;
        if (one && other && one->terms.empty() && other->terms.empty()) return Index{{}, {*limit}};
        return Index{{{Size(), *limit}}, {}};
    }

    [[nodiscard]] MaybeIndex index_of_operation(const ExpressionNode& node, int depth) const {
        const MaybeIndex a = index_of(*node.operands[0], depth + 1), b = index_of(*node.operands[1], depth + 1);
        const std::string& sign = node.text;
        const bool is_mask = sign == "&" || sign == "%";
        if (!b || (!a && !is_mask)) return std::nullopt;
        if (sign == "+") return sum(*a, *b);
        if (sign == "-") return difference(*a, *b);
        if (sign == "*") return product(*a, *b);
        if (!b->terms.empty()) return std::nullopt;
        const Size right = sum_of(b->offsets);
        const bool is_constant = a && a->terms.empty();
        if (sign == "%") return is_constant ? MaybeIndex() : Index{{{Size(), right}}, {}};
        if (sign == "&") return index_of_mask(*node.operands[1], right, depth);
        const bool is_shift =
            (sign == "<<" || sign == ">>") && right.is_number() && right.number() >= 0 && right.number() < 31;
        const Size factor = is_shift ? Size(int64_t{1} << right.number()) : right;
        if (sign == "<<" && is_shift) return product(*a, Index{{}, {factor}});
        if ((sign == ">>" && is_shift) || sign == "/") return quotient(*a, factor);
        return std::nullopt;
    }
    [[nodiscard]] MaybeIndex index_of_mask(const ExpressionNode& mask, const Size& value, int depth) const {
        if (value.is_number()) return Index{{{Size(), Size(value.number() + 1)}}, {}};
        const MaybeSize range = dimension(mask, depth + 1);
        return range ? MaybeIndex(Index{{{Size(), *range}}, {}}) : std::nullopt;
    }
    [[nodiscard]] static MaybeIndex difference(const Index& a, const Index& b) {
        Index out = a;
        out.terms.insert(out.terms.end(), b.terms.begin(), b.terms.end());
        if (!b.terms.empty()) out.offsets.clear();
        if (out.terms.empty()) out.offsets = {sum_of(a.offsets).minus(sum_of(b.offsets))};
        return out;
    }
    [[nodiscard]] static MaybeIndex product(const Index& a, const Index& b) {
        if (!a.terms.empty() && !b.terms.empty()) return std::nullopt;
        const Index& index = a.terms.empty() ? b : a;
        const Size factor = sum_of((a.terms.empty() ? a : b).offsets);
        Index out = index;
        for (Term& term : out.terms) term.stride = term.stride.times(factor);
        for (Size& offset : out.offsets) offset = offset.times(factor);
        return out;
    }
    [[nodiscard]] MaybeIndex quotient(const Index& a, const Size& divisor) const {
        if (a.terms.empty()) return Index{{}, {sum_of(a.offsets).divided_by(divisor, false)}};
        return Index{{{Size(), length(a).divided_by(divisor, true)}}, {}};
    }

    [[nodiscard]] std::optional<Term> range_of(const IndexBound& bound, int depth) const {
        MaybeSize range = dimension(*bound.bound, depth + 1);
        if (const MaybeIndex last = range ? std::nullopt : index_of(*bound.bound, depth + 1)) range = length(*last);
        if (!range) return std::nullopt;
        Term out{Size(), *range};
        Axes axes;
        find_axes(*bound.index, axes);
        out.is_thread = !axes.blocks.empty() || !axes.threads.empty();
        const ExpressionNode* start = only_start(*bound.index);
        if (start != nullptr && start->kind == Kind::operation && start->operands.size() == 1 && start->text == "-") {
            out.half = range->text();
            out.range = Size(2).times(*range).plus(Size(1));
        } else if (bound.is_inclusive && (starts_later(*bound.index, depth) || names_last(*bound.bound))) {
            out.range = range->plus(Size(1));
        }
        return out;
    }
    [[nodiscard]] const ExpressionNode* only_start(const ExpressionNode& index) const {
        if (index.kind != Kind::name || values_.count(index.text) != 1) return nullptr;
        return values_.find(index.text)->second.get();
    }
    [[nodiscard]] bool starts_later(const ExpressionNode& index, int depth) const {
        const ExpressionNode* const start = only_start(index);
        if (start == nullptr) return false;
        const MaybeIndex value = index_of(*start, depth + 1);
        return value &&
               std::ranges::any_of(value->offsets, [](const Size& one) { return one.is_number() && one.number() > 0; });
    }

    [[nodiscard]] static bool names_last(const ExpressionNode& bound) {
        return bound.kind == Kind::name &&
               (bound.text.find("limit") != std::string::npos || bound.text.find("last") != std::string::npos);
    }

    [[nodiscard]] bool is_dimension(const std::string& name) const {
        const auto number = numbers_by_name_.find(name);
        return number != numbers_by_name_.end() && number->second.parameter->is_dimension;
    }

    [[nodiscard]] Index with_positions(Index index) const {
        for (size_t i = 0; i < index.offsets.size();) {
            const std::string position = position_in(index, index.offsets[i]);
            if (position.empty()) {
                ++i;
                continue;
            }
            const int64_t sample = numbers_by_name_.at(position).sample;
            index.terms.push_back({.stride = index.offsets[i].without(position),
                                   .range = Size(position, sample).plus(Size(1)),
                                   .is_position = true});
            index.offsets.erase(index.offsets.begin() + static_cast<ptrdiff_t>(i));
        }
        return index;
    }
    /// Returns the factor that selects a row: "row" in "cols * row + i".
    [[nodiscard]] std::string position_in(const Index& index, const Size& offset) const {
        const std::vector<std::string> names = offset.factors();
        std::vector<std::string> positions;
        for (const std::string& name : names)
            if (numbers_by_name_.contains(name) && !is_dimension(name) && !is_stride(index, name))
                positions.push_back(name);
        const bool has_columns =
            std::ranges::any_of(index.terms, [](const Term& term) { return term.stride == Size(); });
        return positions.size() == 1 && (names.size() > 1 || !has_columns) ? positions.front() : "";
    }

    [[nodiscard]] static bool is_stride(const Index& index, const std::string& name) {
        return std::ranges::any_of(index.terms, [&](const Term& term) { return term.stride.has_name(name); });
    }

    /// Adds a margin: the stride "n + 2" belongs to rows of n + 2 elements.
    static void add_margin(Index& index) {
        for (const Term& outer : Index(index).terms)
            for (const std::string& factor : outer.stride.factors()) {
                const size_t plus = factor.find(" + ");
                if (!factor.starts_with("(") || plus == std::string::npos) continue;
                const std::string number = factor.substr(plus + 3, factor.size() - plus - 4);
                if (number.empty() || number.find_first_not_of("0123456789") != std::string::npos) continue;
                const int64_t margin = std::stoll(number);
                for (Term& term : index.terms) widen(term, margin);
                return;
            }
    }
    static void widen(Term& term, int64_t margin) {
        const std::vector<std::string> names = term.range.factors();
        if (names.size() != 1 || term.range.number() != 1 || term.is_loaded) return;
        const std::string& name = names.front();
        if (name.starts_with("(") && name.ends_with(" + 1)"))
            term.range = Size(name.substr(1, name.size() - 6), term.range.sample() - 1).plus(Size(margin));
        else if (name.find(' ') == std::string::npos)
            term.range = term.range.plus(Size(margin));
    }

    [[nodiscard]] Size length(Index index) const {
        index = with_positions(std::move(index));
        if (index.terms.empty()) return sum_of(index.offsets).plus(Size(1));
        add_margin(index);
        remove_inner_loops(index);
        Size longest(0), product;
        int64_t last = 0; // largest index
        for (const Term& term : index.terms) {
            const Size one = term.stride.times(term.range);
            if (one.sample() > longest.sample()) longest = one;
            product = product.times(term.range);
            last += one.sample() - term.stride.sample();
        }
        const bool has_gaps = longest.has_factors_of(product); // as in "(channel * 9 + k) * cells + cell" for one k
        const Size out = has_plain_strides(index) && !has_gaps ? product : longest;
        std::erase_if(index.offsets,
                      [&](const Size& one) { return is_half(index, one) || is_shift(one) || is_neighbor(index, one); });
        const Size offset = sum_of(index.offsets);
        const bool extends = !index.offsets.empty() && last + offset.sample() >= out.sample();
        return extends ? out.plus(offset) : out;
    }

    /// Removes "j" from "in[i + j]" if i counts the threads.
    static void remove_inner_loops(Index& index) {
        const std::vector<Term> all = index.terms;
        std::erase_if(index.terms, [&](const Term& one) {
            return !one.is_thread && std::ranges::any_of(all, [&](const Term& other) {
                return other.is_thread && other.stride == one.stride;
            });
        });
    }

    /// Returns whether the index counts through the cells of a matrix or volume, whose strides must then be products of
    /// extents.
    [[nodiscard]] bool has_plain_strides(const Index& index) const {
        if (index.terms.size() < 2) return false;
        std::set<std::string> strides;
        for (const Term& term : index.terms) {
            if (term.is_loaded || term.is_position || term.range.is_number() || term.stride.number() != 1) return false;
            if (!strides.insert(term.stride.text()).second) return false;
            for (const std::string& name : term.stride.factors())
                if (!is_dimension(name) && !name.starts_with("(")) return false;
        }
        return strides.contains("1");
    }

    /// Recognizes "r" in "mask[d + r]" with d from -r to r.
    [[nodiscard]] static bool is_half(const Index& index, const Size& offset) {
        return std::ranges::any_of(index.terms, [&](const Term& term) {
            return !term.half.empty() && offset.text() == Size(term.half, 1).times(term.stride).text();
        });
    }
    [[nodiscard]] bool is_shift(const Size& offset) const {
        const std::vector<std::string> names = offset.factors();
        return names.size() == 1 && numbers_by_name_.contains(names.front()) && !is_dimension(names.front());
    }
    /// Returns whether an offset leads to a cell nearby: "- 1", "+ width", "+ width + 1".
    [[nodiscard]] static bool is_neighbor(const Index& index, const Size& offset) {
        constexpr int64_t near = 8;
        if (offset.is_number() || offset.sample() <= near) return true;
        return std::ranges::any_of(index.terms, [&](const Term& term) {
            const int64_t stride = term.stride.sample();
            const int64_t steps = stride > near ? (offset.sample() + stride / 2) / stride : 0;
            return steps > 0 && steps < near && std::abs(offset.sample() - steps * stride) <= near;
        });
    }

    /// Derives a row stride such as "lda" from the shorter terms.
    void note_strides(const Access& access) {
        if (!access.index) return;
        const Index index = with_positions(*access.index);
        for (const Term& term : index.terms)
            for (const std::string& name : term.stride.factors()) {
                const auto number = numbers_by_name_.find(name);
                if (number == numbers_by_name_.end() || number->second.parameter->is_dimension) continue;
                Index inner;
                for (const Term& other : index.terms)
                    if (!other.stride.has_factor(name) && (term.is_outer || !other.is_outer))
                        inner.terms.push_back(other);
                for (const Size& offset : index.offsets)
                    if (!offset.has_name(name)) inner.offsets.push_back(offset);
                if (inner.terms.empty() || !term.stride.without(name).is_number()) continue;
                const Size row = length(inner);
                if (row.has_name(name)) continue;
                const auto [known, is_new] = strides_.try_emplace(name, row);
                if (!is_new && row.sample() > known->second.sample()) known->second = row;
            }
    }

    void note_length(const Access& access) {
        if (!access.index) {
            unknown_.insert(access.pointer);
            return;
        }
        Index index = *access.index;
        if (offsets_.contains(access.pointer->name)) index.offsets.clear();
        Size found = length(std::move(index));
        if (offsets_.contains(access.pointer->name)) {
            access.pointer->holds_offsets = true;
            found = found.plus(Size(1));
        }
        for (const Term& term : access.index->terms)
            if (term.is_loaded) note_loaded(*access.index, term);
        std::vector<Size>& known = lengths_[access.pointer];
        if (std::ranges::find(known, found) == known.end()) known.push_back(found);
    }
    /// "table[row * n + values[i]]" needs n to be larger than each value.
    void note_loaded(const Index& index, const Term& loaded) {
        for (const Term& term : index.terms)
            if (const std::vector<std::string> names = term.stride.factors();
                names.size() == 1 && loaded.stride.is_number() && loaded.stride.number() == 1)
                if (const auto number = numbers_by_name_.find(names.front()); number != numbers_by_name_.end())
                    number->second.parameter->bounds_values = true;
    }

    void write_down() {
        for (auto& [name, row] : strides_) numbers_by_name_.at(name).parameter->row_length = row.text();
        for (const auto& [pointer, lengths] : lengths_) {
            if (unknown_.contains(pointer)) continue;
            pointer->length = longest(lengths);
        }
    }
    [[nodiscard]] static std::string longest(const std::vector<Size>& lengths) {
        std::string out;
        for (const Size& one : lengths)
            if (!one.is_number() || lengths.size() == 1)
                out = out.empty() ? one.text() : fmt::format("max({}, {})", out, one.text());
        int64_t max = 0;
        for (const Size& one : lengths)
            if (one.is_number()) max = std::max(max, one.number());
        if (out.empty()) return std::to_string(max);
        return max >= loaded_values && lengths.size() > 1 ? fmt::format("max({}, {})", out, max) : out;
    }

    struct Axes {
        std::set<char> threads, blocks;
        bool is_remainder = false;
        int steps = 0;
    };
    /// Returns the number of threads that share an index: 32 for "(blockIdx.x * blockDim.x + threadIdx.x) / 32".
    Size find_axes(const ExpressionNode& node, Axes& axes, int depth = 0) const {
        ++axes.steps;
        if (depth > max_inlined) return {};
        if (node.kind == Kind::name) {
            if (!node.operands.empty()) return {};
            if (node.text.starts_with("threadIdx.")) axes.threads.insert(node.text.back());
            if (node.text.starts_with("blockIdx.")) axes.blocks.insert(node.text.back());
            const ExpressionNode* const value = only_start_value(node);
            return value == nullptr ? Size() : find_axes(*value, axes, depth + 1);
        }
        axes.is_remainder = axes.is_remainder || node.text == "%" || node.text == "&";
        Size shared;
        for (const ExpressionTree& operand : node.operands)
            if (const Size one = find_axes(*operand, axes, depth + 1); one.sample() > shared.sample()) shared = one;
        const MaybeSize right = node.operands.size() == 2 ? constant(*node.operands[1]) : std::nullopt;
        if (right && node.text == "/") return shared.times(*right);
        if (right && node.text == ">>" && right->is_number() && right->number() < 16)
            return shared.times(Size(int64_t{1} << right->number()));
        return shared;
    }

    void note_threads() {
        std::array<int, 3> steps{};
        for (const auto& [key, bound] : bounds_) {
            Axes axes;
            const Size shared = find_axes(*bound.index, axes);
            const MaybeSize extent = dimension(*bound.bound);
            if (!extent || axes.is_remainder || axes.blocks.size() != 1) continue;
            const char axis = *axes.blocks.begin();
            if (axes.threads.size() > 1 || (axes.threads.size() == 1 && !axes.threads.contains(axis))) continue;
            const auto at = static_cast<size_t>(axis - 'x');
            ThreadCount& count = kernel_.threads[at];
            const bool counts_threads = !axes.threads.empty();
            const bool is_better = count.text.empty() || (counts_threads && !count.counts_threads) ||
                                   (counts_threads == count.counts_threads && axes.steps < steps[at]);
            if (!is_better) continue;
            count = {extent->times(shared).text(), counts_threads};
            steps[at] = axes.steps;
        }
    }

    const source::Tokens& tokens_;
    size_t first_, end_;
    const SourceNumbers& numbers_;
    SourceKernel& kernel_;
    std::multimap<std::string, ExpressionTree> values_;
    std::map<std::string, std::vector<Pointer>> pointers_;
    std::map<std::string, Number> numbers_by_name_;
    std::map<std::string, IndexBound> bounds_;
    mutable int steps_ = 0;
    std::set<std::string> changed_;
    std::set<std::string> several_;
    std::set<std::string> offsets_;
    std::vector<Access> accesses_;
    std::map<std::string, Size> strides_;
    std::map<SourceParameter*, std::vector<Size>> lengths_;
    std::set<SourceParameter*> unknown_;
};

} // namespace

void note_array_lengths(const source::Tokens& tokens, const source::Declaration& declaration,
                        const SourceNumbers& numbers, SourceKernel& kernel) {
    ArrayLengths(tokens, declaration, numbers, kernel).note();
}

} // namespace warpscope::compile
