#include "source/statement_lines.hpp"

#include <array>

#include "source/statement_words.hpp"

namespace warpscope::source {
namespace {

constexpr std::array<std::string_view, 8> control_words{"if", "else", "for", "while", "do", "switch", "goto", "case"};
constexpr std::array<std::string_view, 3> branching_signs{"?", "&&", "||"};

} // namespace

std::set<uint32_t> statement_lines(const KernelText& text) {
    std::set<uint32_t> lines;
    for (size_t i = text.first; i < text.end; ++i)
        if (text.tokens[i].is(";")) lines.insert(text.tokens[i].line);
    return lines;
}

std::set<uint32_t> unconditional_lines(const KernelText& text) {
    const Tokens& w = text.tokens;
    std::set<uint32_t> lines, statement;
    bool begins = true, branches = false;
    int brackets = 0, braces = 0;
    for (size_t i = text.first; i < text.end; ++i) {
        const Token& word = w[i];
        if (word.is("return")) break;
        if (begins && word.is("{")) branches = true; // a block without a statement before it
        if (word.is("{")) ++braces;
        if (word.is("(") || word.is("[")) ++brackets;
        if (word.is(")") || word.is("]")) --brackets;
        if (begins && braces == 0) branches = one_of(word.text, control_words);
        branches = branches || one_of(word.text, branching_signs);
        if (braces == 0) statement.insert(word.line);
        begins = false;
        const bool closes = word.is("}");
        if (closes) --braces;
        // Ends at a semicolon, or at the closing brace of a branch, loop or block.
        if (braces > 0 || brackets > 0 || !(word.is(";") || (closes && branches))) continue;
        if (!branches) lines.merge(statement);
        statement.clear();
        begins = true;
    }
    return lines;
}

} // namespace warpscope::source
