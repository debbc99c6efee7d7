#include "source/index_formulas.hpp"

#include <algorithm>
#include <array>
#include <set>

#include "source/kernel_text.hpp"

namespace warpscope::source {
namespace {

constexpr std::array<std::string_view, 12> built_in{"threadIdx.x", "threadIdx.y", "threadIdx.z", "blockIdx.x",
                                                    "blockIdx.y",  "blockIdx.z",  "blockDim.x",  "blockDim.y",
                                                    "blockDim.z",  "gridDim.x",   "gridDim.y",   "gridDim.z"};

/// Recognizes names in capital letters: constants with values known at launch.
bool is_constant_name(std::string_view name) {
    return std::ranges::none_of(name, [](char c) { return (c >= 'a' && c <= 'z') || c == '.'; });
}

class FormulaReader {
public:
    FormulaReader(std::string_view source, const KernelText& kernel)
        : source_(source)
        , kernel_(kernel)
        , tokens_(kernel.tokens) {
        for (const KernelParameter& parameter : kernel.parameters)
            if (parameter.is_integer) known_.emplace(parameter.name);
    }

    std::vector<IndexFormula> read() {
        for (size_t i = kernel_.first; i < kernel_.end; ++i) {
            const Token& before = tokens_[i - 1];
            const bool starts = before.is(";") || before.is("{") || before.is("}") || before.is("(");
            if (starts && is_integer_word(tokens_[i].text)) i = declaration(i);
        }
        return std::move(found_);
    }

private:
    /// Returns the declaration's last token.
    size_t declaration(size_t i) {
        while (is_integer_word(tokens_[i].text)) ++i;
        while (i + 1 < kernel_.end) {
            if (!tokens_[i + 1].is("=")) return i; // pointer, array, function, or no initializer
            const size_t first = i + 2;
            size_t end = first;
            while (end < kernel_.end && !tokens_[end].is(",") && !tokens_[end].is(";") && !tokens_[end].is("}")) {
                const bool opens = tokens_[end].is("(") || tokens_[end].is("{") || tokens_[end].is("[");
                end = opens ? closing_bracket(tokens_, end) + 1 : end + 1;
            }
            if (end > kernel_.end) return kernel_.end;
            add(tokens_[i], text_of(source_, tokens_, first, end));
            if (!tokens_[end].is(",")) return end;
            i = end + 1;
        }
        return i;
    }

    void add(const Token& name, std::string_view text) {
        const auto value = parse_expression(text, arithmetic_grammar());
        if (!value) return;
        bool has_index = false, is_known = true;
        for_each_name(**value, [&](const ExpressionNode& used) {
            const bool is_index =
                std::ranges::find(built_in, used.text) != built_in.end() || indices_.contains(used.text);
            has_index |= is_index;
            is_known &= is_index || known_.contains(used.text) || is_constant_name(used.text);
        });
        if (!has_index || !is_known) return;
        indices_.emplace(name.text);
        found_.push_back({std::string(name.text), std::string(text), name.line, *value});
    }

    std::string_view source_;
    const KernelText& kernel_;
    const Tokens& tokens_;
    std::set<std::string, std::less<>> known_, indices_;
    std::vector<IndexFormula> found_;
};

} // namespace

std::vector<IndexFormula> index_formulas(std::string_view source, std::string_view kernel) {
    const auto text = read_kernel(source, kernel);
    return text ? FormulaReader(source, *text).read() : std::vector<IndexFormula>();
}

} // namespace warpscope::source
