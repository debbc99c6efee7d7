#include <algorithm>
#include <array>
#include <set>

#include "base/symbol_name.hpp"

#include "catalog/expression.hpp"

namespace warpscope::catalog {
namespace {

struct Token {
    std::string_view text;
    uint32_t line = 1;
    size_t begin = 0, end = 0;
};

/// Skips comments, literals and directives.
std::vector<Token> tokens_of(std::string_view source) {
    std::vector<Token> tokens;
    uint32_t line = 1;
    bool line_start = true;
    const auto skip_to = [&](size_t from, size_t to) {
        line += static_cast<uint32_t>(std::count(source.begin() + static_cast<ptrdiff_t>(from),
                                                 source.begin() + static_cast<ptrdiff_t>(to), '\n'));
        return to;
    };
    const auto find_end = [&](std::string_view what, size_t from) {
        const size_t found = source.find(what, from);
        return found == std::string_view::npos ? source.size() : found + what.size();
    };
    for (size_t at = 0; at < source.size();) {
        const char c = source[at];
        if (c == '\n') line_start = true;
        if (c == '\n' || c == ' ' || c == '\t' || c == '\r') {
            line += c == '\n';
            ++at;
        } else if (source.substr(at, 2) == "//" || (c == '#' && line_start)) {
            at = std::min(source.find('\n', at), source.size());
        } else if (source.substr(at, 2) == "/*") {
            at = skip_to(at, find_end("*/", at + 2));
        } else if (c == '"' || c == '\'') {
            size_t end = at + 1;
            while (end < source.size() && source[end] != c && source[end] != '\n') end += source[end] == '\\' ? 2 : 1;
            end = std::min(end + 1, source.size());
            tokens.push_back({source.substr(at, end - at), line, at, end});
            at = skip_to(at, end);
        } else {
            size_t end = at + 1;
            if (is_identifier_char(c))
                while (end < source.size() && is_identifier_char(source[end])) ++end;
            tokens.push_back({source.substr(at, end - at), line, at, end});
            at = end;
            line_start = false;
        }
    }
    return tokens;
}

constexpr std::array<std::string_view, 15> type_words{"int",      "unsigned", "signed",  "long",    "short",
                                                      "char",     "size_t",   "int32_t", "int64_t", "uint32_t",
                                                      "uint64_t", "const",    "uint",    "auto",    "constexpr"};
constexpr std::array<std::string_view, 12> built_in{"threadIdx.x", "threadIdx.y", "threadIdx.z", "blockIdx.x",
                                                    "blockIdx.y",  "blockIdx.z",  "blockDim.x",  "blockDim.y",
                                                    "blockDim.z",  "gridDim.x",   "gridDim.y",   "gridDim.z"};

template<size_t N>
bool contains(const std::array<std::string_view, N>& words, std::string_view word) {
    return std::find(words.begin(), words.end(), word) != words.end();
}

/// Constants in capitals are resolved by the formula's evaluator.
bool is_constant_name(std::string_view name) {
    return std::all_of(name.begin(), name.end(),
                       [](char c) { return is_identifier_char(c) && !(c >= 'a' && c <= 'z'); });
}

class Scanner {
public:
    Scanner(std::string_view source, std::string_view kernel)
        : source_(source)
        , tokens_(tokens_of(source)) {
        find_kernel(kernel);
    }

    std::vector<IndexFormula> formulas() {
        for (size_t i = body_; i < body_end_; ++i) {
            const bool starts = i == body_ || is(i - 1, ";") || is(i - 1, "{") || is(i - 1, "}") || is(i - 1, "(");
            if (starts && is_type(i)) i = declaration(i);
        }
        return std::move(found_);
    }

private:
    [[nodiscard]] bool is(size_t i, std::string_view text) const {
        return i < tokens_.size() && tokens_[i].text == text;
    }
    [[nodiscard]] bool is_type(size_t i) const { return i < tokens_.size() && contains(type_words, tokens_[i].text); }

    [[nodiscard]] size_t after_closing(size_t open) const {
        int depth = 0;
        for (size_t i = open; i < tokens_.size(); ++i) {
            if (is(i, "(") || is(i, "{") || is(i, "[")) ++depth;
            if ((is(i, ")") || is(i, "}") || is(i, "]")) && --depth == 0) return i + 1;
        }
        return tokens_.size();
    }

    void find_kernel(std::string_view kernel) {
        for (size_t i = 0; i < tokens_.size(); ++i) {
            if (!is(i, "__global__")) continue;
            // Attributes such as __launch_bounds__(n) have parentheses too.
            for (size_t open = i + 1; open + 1 < tokens_.size() && !is(open, ";") && !is(open, "{"); ++open) {
                if (!is(open, "(")) continue;
                const size_t close = after_closing(open);
                if (!is(close, "{")) {
                    open = close - 1;
                    continue;
                }
                if (!kernel.empty() && tokens_[open - 1].text != kernel) break;
                if (body_end_ != 0) { // ambiguous name
                    body_ = body_end_ = 0;
                    return;
                }
                add_parameters(open + 1, close - 1);
                body_ = close + 1;
                body_end_ = after_closing(close) - 1;
                if (kernel.empty()) return;
                break;
            }
        }
    }

    void add_parameters(size_t begin, size_t end) {
        for (size_t i = begin; i < end; ++i) {
            const size_t first = i;
            while (is_type(i)) ++i;
            if (i > first && i < end && (i + 1 == end || is(i + 1, ","))) parameters_.emplace(tokens_[i].text);
            while (i < end && !is(i, ",")) ++i;
        }
    }

    /// Reads a declaration at `i`; returns its last token.
    size_t declaration(size_t i) {
        while (is_type(i)) ++i;
        while (i < body_end_) {
            if (!is(i + 1, "=")) return i; // pointer, array, function or uninitialized
            const size_t first = i + 2;
            size_t end = first;
            while (end < body_end_ && !is(end, ",") && !is(end, ";") && !is(end, "}"))
                end = is(end, "(") || is(end, "{") || is(end, "[") ? after_closing(end) : end + 1;
            if (end > first && end <= body_end_) add(tokens_[i], first, end);
            if (!is(end, ",")) return end;
            i = end + 1;
        }
        return i;
    }

    void add(const Token& name, size_t first, size_t end) {
        const size_t begin = tokens_[first].begin;
        const std::string_view text = source_.substr(begin, tokens_[end - 1].end - begin);
        const auto names = names_in(text);
        if (!names) return;
        bool has_index = false;
        for (const std::string& used : *names) {
            const bool index = contains(built_in, used) || indices_.count(used) != 0;
            if (!index && parameters_.count(used) == 0 && !is_constant_name(used)) return;
            has_index |= index;
        }
        if (!has_index) return;
        indices_.insert(std::string(name.text));
        found_.push_back({std::string(name.text), std::string(text), name.line});
    }

    std::string_view source_;
    std::vector<Token> tokens_;
    size_t body_ = 0, body_end_ = 0;
    std::set<std::string, std::less<>> parameters_, indices_;
    std::vector<IndexFormula> found_;
};

} // namespace

std::vector<IndexFormula> index_formulas(std::string_view source, std::string_view kernel) {
    return Scanner(source, kernel).formulas();
}

} // namespace warpscope::catalog
