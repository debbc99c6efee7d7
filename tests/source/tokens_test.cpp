#include "source/tokens.hpp"

#include <fmt/format.h>
#include <gmock/gmock.h>

#include "source/declarations.hpp"

namespace warpscope::source {
namespace {

using ::testing::ElementsAre;

std::vector<std::string_view> texts_of(const Tokens& tokens) {
    std::vector<std::string_view> texts;
    for (const Token& token : tokens) texts.push_back(token.text);
    return texts;
}
std::vector<std::string_view> texts_of(std::string_view source) { return texts_of(tokens_of(source)); }

TEST(Tokens, SplitWordsNumbersStringsAndMarks) {
    EXPECT_THAT(texts_of("out[i] += 1.5e-3f*a->b;"),
                ElementsAre("out", "[", "i", "]", "+", "=", "1.5e-3f", "*", "a", "-", ">", "b", ";"));
    EXPECT_THAT(texts_of("std::max<int>(1'000, 0x1eu+2)"),
                ElementsAre("std", "::", "max", "<", "int", ">", "(", "1'000", ",", "0x1eu", "+", "2", ")"));
    EXPECT_THAT(texts_of("k<<<1, n>>>(p)"), ElementsAre("k", "<<<", "1", ",", "n", ">", ">", ">", "(", "p", ")"));
    EXPECT_THAT(texts_of(R"(u8"a\"b" '\'' L'x' f)"), ElementsAre(R"(u8"a\"b")", R"('\'')", "L'x'", "f"));
    EXPECT_THAT(texts_of("R\"(a \" )\" b)x\" c"), ElementsAre("R\"(a \" )\"", "b", ")", "x", "\" c"));
    EXPECT_THAT(texts_of("R\"x(a )\" )x\" c"), ElementsAre("R\"x(a )\" )x\"", "c"));
}

TEST(Tokens, LeaveOutCommentsAndDeadBranches) {
    EXPECT_THAT(texts_of("a // b \"\n/* c\n d */ e / f"), ElementsAre("a", "e", "/", "f"));
    EXPECT_THAT(texts_of("a\n#if 0\nb\n#if X\nc\n#endif\n#else\nd\n#endif\ne"),
                ElementsAre("a", "#if 0", "#else", "d", "#endif", "e"));
    EXPECT_THAT(texts_of("#define A \\\n  b\nc"), ElementsAre("#define A \\\n  b", "c"));
}

TEST(Tokens, KnowTheirLines) {
    const std::string_view source = "a\n/*\n*/ b\n\n#define C \\\n 1\nd";
    const Tokens tokens = tokens_of(source);
    ASSERT_EQ(tokens.size(), 4u);
    EXPECT_EQ(tokens[0].line, 1u);
    EXPECT_EQ(tokens[1].line, 3u);
    EXPECT_EQ(tokens[2].line, 5u);
    EXPECT_EQ(tokens[3].line, 7u);
    EXPECT_EQ(source.substr(tokens[3].begin), "d");
}

TEST(Tokens, IncompleteTextIsTokenizedCompletely) {
    for (const std::string_view text :
         {"\"open", "'o", "/* open", "R\"(open", "R\"x", "a\\", "#", "#if 0\nx", "1.", "\\"})
        for (const Token& token : tokens_of(text)) EXPECT_LE(token.end, text.size()) << text;
    EXPECT_THAT(texts_of("f(\"open\ng"), ElementsAre("f", "(", "\"open", "g"));
    const Tokens open = tokens_of("f(a[1");
    EXPECT_EQ(closing_bracket(open, 1), open.size());
}

TEST(Tokens, JoinOperators) {
    EXPECT_THAT(
        texts_of(join_operators(tokens_of("a<<=b->c+ +d!=e<=f&&g>>h++"))),
        ElementsAre("a", "<<=", "b", "->", "c", "+", "+", "d", "!=", "e", "<=", "f", "&&", "g", ">>", "h", "++"));
    EXPECT_THAT(texts_of(join_operators(tokens_of("k<<<1>>>()"))), ElementsAre("k", "<<<", "1", ">>", ">", "(", ")"));
}

TEST(Tokens, LineTokensKeepComments) {
    bool in_comment = false;
    EXPECT_THAT(texts_of(line_tokens("#include <a> /* b", in_comment)),
                ElementsAre("#", "include", "<", "a", ">", "/* b"));
    EXPECT_TRUE(in_comment);
    EXPECT_THAT(texts_of(line_tokens("", in_comment)), ElementsAre());
    EXPECT_THAT(texts_of(line_tokens("still /*/", in_comment)), ElementsAre("still /*/"));
    EXPECT_FALSE(in_comment);
    in_comment = true;
    EXPECT_THAT(texts_of(line_tokens("end */ x // /*", in_comment)), ElementsAre("end */", "x", "// /*"));
    EXPECT_FALSE(in_comment);
    EXPECT_THAT(texts_of(line_tokens("/*/", in_comment)), ElementsAre("/*/"));
    EXPECT_TRUE(in_comment);
}

TEST(ClosingBracket, CountsOnePreprocessorBranch) {
    const Tokens tokens = tokens_of("f(\n#if A\nint a)\n#else\nint b)\n#endif\n{ } x");
    EXPECT_TRUE(tokens.at(closing_bracket(tokens, 1)).is("#endif"));
}

TEST(Macros, ParametersNeedAnAdjacentBracket) {
    const auto macro = [](std::string_view text) { return macro_in(tokens_of(text).at(0)); };
    EXPECT_EQ(macro("#define N 3 // rows")->body_text, "3");
    EXPECT_EQ(macro("#define N (3)")->has_parameters, false);
    EXPECT_EQ(macro("#define N (3)")->body_text, "(3)");
    const auto larger = macro("#define MAX(a, b) \\\n ((a) > (b) ? (a) : (b))");
    EXPECT_EQ(larger->name, "MAX");
    EXPECT_THAT(larger->parameters, ElementsAre("a", "b"));
    EXPECT_TRUE(macro("#define FLAG")->body.empty());
    EXPECT_FALSE(macro("#undef N"));
}

TEST(Declarations, AreFoundByBracketsAndSemicolons) {
    const Tokens tokens = tokens_of("namespace a { struct S { int x; }; }\n"
                                    "template<class T> __global__ void k(T* p) { p[0] = 1; }\n"
                                    "__device__ float table[4] = {1, 2}; using F = float; void open(int i) { if (");
    const std::vector<Declaration> all = declarations_of(tokens, 0, tokens.size());
    ASSERT_EQ(all.size(), 5u);
    EXPECT_EQ(all[0].kind, DeclarationKind::scope);
    EXPECT_EQ(all[0].inner.at(0).names, std::vector<std::string_view>{"S"});
    EXPECT_EQ(all[1].names, std::vector<std::string_view>{"k"});
    EXPECT_EQ(all[2].kind, DeclarationKind::variable);
    EXPECT_EQ(all[3].kind, DeclarationKind::alias);
    EXPECT_EQ(all[4].names, std::vector<std::string_view>{"open"});
}

} // namespace
} // namespace warpscope::source
