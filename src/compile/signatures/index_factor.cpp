#include "compile/signatures/index_factor.hpp"

#include <algorithm>

namespace warpscope::compile {
namespace {

constexpr int deepest = 4;

bool opens(const source::Token& token) { return token.is("(") || token.is("["); }
bool closes(const source::Token& token) { return token.is(")") || token.is("]"); }

} // namespace

LocalValues local_values(const source::Tokens& tokens, size_t body_first, size_t body_end) {
    LocalValues values;
    for (size_t i = body_first + 1; i + 1 < body_end; ++i) {
        if (!tokens[i].is_word() || !tokens[i + 1].is("=") || tokens[i + 2].is("=")) continue;
        size_t end = i + 2;
        for (int depth = 0; end < body_end && !tokens[end].is(";"); ++end) {
            if (depth == 0 && (tokens[end].is(",") || closes(tokens[end]))) break;
            depth += opens(tokens[end]) ? 1 : closes(tokens[end]) ? -1 : 0;
        }
        values.try_emplace(tokens[i].text, i + 2, end);
    }
    return values;
}

IndexFactors::IndexFactors(const source::Tokens& tokens, size_t body_first, size_t body_end,
                           std::set<std::string_view> parameters, bool flat, NumberOf number_of)
    : tokens_(tokens)
    , parameters_(std::move(parameters))
    , flat_(flat)
    , number_of_(std::move(number_of))
    , values_(local_values(tokens, body_first, body_end)) {}

uint32_t IndexFactors::factor(size_t first, size_t end, int depth) const {
    for (size_t i = first; i < end; ++i) {
        const uint32_t number = number_of_(tokens_[i]);
        if (number == 3 || (number == 4 && flat_)) {
            const Range whole{first, end};
            if (i + 1 < end && tokens_[i + 1].is("*") && counts_cells(operand_after(i + 1, end), whole, number))
                return number;
            if (i > first && tokens_[i - 1].is("*") && counts_cells(operand_before(i - 1, first), whole, number))
                return number;
        }
        if (const auto value = values_.find(tokens_[i].text); value != values_.end() && depth < deepest)
            if (const uint32_t inner = factor(value->second.first, value->second.second, depth + 1); inner != 1)
                return inner;
    }
    return 1;
}

bool IndexFactors::counts_cells(Range operand, Range whole, uint32_t number) const {
    return names_column(operand) && (!flat_ || names_parameter(number == 4 ? operand : whole));
}

bool IndexFactors::names_parameter(Range range, int depth) const {
    for (size_t i = range.first; i < range.second; ++i) {
        if (parameters_.contains(tokens_[i].text)) return true;
        if (const auto value = values_.find(tokens_[i].text); value != values_.end() && depth < deepest)
            if (names_parameter(value->second, depth + 1)) return true;
    }
    return false;
}

bool IndexFactors::names_column(Range range, int depth) const {
    for (size_t i = range.first; i < range.second; ++i) {
        if ((tokens_[i].is("threadIdx") || tokens_[i].is("blockIdx")) && tokens_[i + 1].is(".") &&
            tokens_[i + 2].is("x"))
            return true;
        if (const auto value = values_.find(tokens_[i].text); value != values_.end() && depth < deepest)
            if (names_column(value->second, depth + 1)) return true;
    }
    return false;
}

IndexFactors::Range IndexFactors::operand_after(size_t token, size_t end) const {
    if (token + 1 >= end || !tokens_[token + 1].is("(")) return {token + 1, std::min(token + 2, end)};
    return {token + 1, std::min(source::closing_bracket(tokens_, token + 1), end)};
}

IndexFactors::Range IndexFactors::operand_before(size_t token, size_t first) const {
    size_t begin = token;
    int depth = 0;
    do {
        --begin;
        depth += closes(tokens_[begin]) ? 1 : opens(tokens_[begin]) ? -1 : 0;
    } while (begin > first && depth > 0);
    return {begin, token};
}

} // namespace warpscope::compile
