#include "compile/output/compiler_log.hpp"

#include <gtest/gtest.h>

#include "compile/error_places.hpp"

namespace warpscope::compile {
namespace {

TEST(Log, NvrtcErrorsUseTheCaretColumn) {
    const auto entries = parse_log("dir/k.cu(3): error: identifier \"row\" is undefined\n"
                                   "      out[row] = 1;\n"
                                   "          ^\n"
                                   "\n"
                                   "dir/k.cu(9): warning #177-D: variable \"n\" was declared but never referenced\n"
                                   "      int n = 4;\n"
                                   "          ^\n"
                                   "\n"
                                   "Remark: The warnings can be suppressed with \"-diag-suppress <warning-number>\"\n"
                                   "\n"
                                   "1 error detected in the compilation of \"dir/k.cu\".\n");
    ASSERT_EQ(entries.size(), 2u);
    EXPECT_EQ(entries[0].severity, Severity::error);
    EXPECT_EQ(entries[0].where, (SourceLocation{"dir/k.cu", 3, 9}));
    EXPECT_EQ(entries[0].message, "identifier \"row\" is undefined");
    EXPECT_EQ(entries[1].severity, Severity::warning);
    EXPECT_EQ(entries[1].where, (SourceLocation{"dir/k.cu", 9, 9}));
    EXPECT_EQ(entries[1].message, "variable \"n\" was declared but never referenced");
}

TEST(Log, ReadsNvrtcBackEndWarnings) {
    const auto entries =
        parse_log("warning: dir/k.cu(12): Warning: Cannot store to pointer that points to constant memory space\n"
                  "warning: nothing that names a place\n");
    ASSERT_EQ(entries.size(), 1u);
    EXPECT_EQ(entries[0].severity, Severity::warning);
    EXPECT_EQ(entries[0].where, (SourceLocation{"dir/k.cu", 12, 0}));
    EXPECT_EQ(entries[0].message, "Cannot store to pointer that points to constant memory space");
}

TEST(Log, ReadsClangErrorsWarningsAndNotes) {
    const auto entries = parse_log("In file included from <built-in>:1:\n"
                                   "my kernels/a:b(2).cu:12:5: error: use of undeclared identifier 'x'\n"
                                   "    x = 1;\n"
                                   "    ^\n"
                                   "k.cu:2:1: note: previous: error: here\n"
                                   "k.cu:7:3: warning: unused variable [-Wunused]\n"
                                   "k.cu:1:10: fatal error: 'foo.h' file not found\n"
                                   "2 errors generated when compiling for sm_75.\n");
    ASSERT_EQ(entries.size(), 4u);
    EXPECT_EQ(entries[0].where, (SourceLocation{"my kernels/a:b(2).cu", 12, 5}));
    EXPECT_EQ(entries[2].severity, Severity::warning);
    EXPECT_EQ(entries[3].severity, Severity::error);
    EXPECT_EQ(entries[3].message, "'foo.h' file not found");
}

TEST(Log, FailureStartsWithFirstError) {
    const Diagnostic failure = failure_from("k.cu(1): warning #1: first\nk.cu(5): error: second\n", "fallback");
    EXPECT_EQ(failure.kind, ErrorKind::failed);
    EXPECT_EQ(failure.where.line, 5u);
    EXPECT_EQ(failure.message, "second\nk.cu(1): warning #1: first") << "an error is repeated";
    EXPECT_EQ(failure_from("clang: something went wrong\n", "k.cu does not compile.").message,
              "k.cu does not compile.\nclang: something went wrong");
    EXPECT_EQ(failure_from("", "nothing").message, "nothing");
}

TEST(Log, FirstErrorAppearsOnce) {
    const Diagnostic failure = failure_from("k.cu(2): error: \"x\" is undefined\n  a = x;\n      ^\n\n"
                                            "k.cu(4): error: second\n  b;\n  ^\n\n2 errors detected.\n",
                                            "fallback");
    EXPECT_EQ(failure.text(), "k.cu:2:5: \"x\" is undefined\n  a = x;\n      ^\n\n"
                              "k.cu(4): error: second\n  b;\n  ^\n\n2 errors detected.");
    const std::vector<Diagnostic> errors = errors_of(failure);
    ASSERT_EQ(errors.size(), 2u);
    EXPECT_EQ(errors[0].where, (SourceLocation{"k.cu", 2, 5}));
    EXPECT_EQ(errors[1].where, (SourceLocation{"k.cu", 4, 1}));
}

TEST(Log, UndeclaredNamesComeFirst) {
    const Diagnostic failure = failure_from("k.cu(1): error: attribute \"__global__\" does not apply here\n  k\n  ^\n\n"
                                            "k.cu(1): error: incomplete type \"void\" is not allowed\n  k\n  ^\n\n"
                                            "k.cu(1): error: identifier \"flaot\" is undefined\n  k\n    ^\n\n"
                                            "k.cu(1): error: expected a \")\"\n  k\n  ^\n",
                                            "fallback");
    EXPECT_EQ(failure.message.english().substr(0, failure.message.english().find('\n')),
              "identifier \"flaot\" is undefined");
    EXPECT_EQ(failure.where, (SourceLocation{"k.cu", 1, 3}));
    EXPECT_EQ(failure.message.english().find("flaot", 20), std::string::npos) << "an error is repeated\n"
                                                                              << failure.message;
    EXPECT_NE(failure.message.english().find("does not apply here"), std::string::npos) << "an error is lost";
    const Diagnostic alone = failure_from("k.cu(1): error: attribute \"__global__\" does not apply here\n  k\n  ^\n\n"
                                          "k.cu(9): error: identifier \"x\" is undefined\n  k\n  ^\n",
                                          "fallback");
    EXPECT_EQ(alone.where.line, 1u) << "errors of different lines are different";
}

TEST(Log, MissingBracketPointsToItsPartner) {
    const Diagnostic failure = failure_from("At end of source: error: expected a \"}\"\n"
                                            "k.cu(3): note #3196-D: to match this \"{\"\n  k() {\n      ^\n\n"
                                            "1 error detected in the compilation of \"k.cu\".\n",
                                            "k.cu does not compile.");
    EXPECT_EQ(failure.where, (SourceLocation{"k.cu", 3, 5}));
    EXPECT_EQ(failure.message.english().substr(0, failure.message.english().find('\n')),
              "expected a \"}\" at the end of the file");
}

TEST(Log, EveryLineKeepsItsError) {
    Diagnostic failure;
    failure.where = {"a.cu", 3, 0};
    failure.message = "first\na.cu(3): error: first\n\na.cu(3): error: second\n\na.cu(4): warning #1-D: odd\n\n"
                      "a.cu(7): error: third\n\nb.h(7): error: fourth\n";
    const std::vector<Diagnostic> errors = errors_of(failure);
    ASSERT_EQ(errors.size(), 3u);
    EXPECT_EQ(errors[0].message, "first");
    EXPECT_EQ(errors[0].where.line, 3u);
    EXPECT_EQ(errors[1].message, "third");
    EXPECT_EQ(errors[2].where.file, "b.h");
    failure.message = "no kernel is called f\nand more";
    ASSERT_EQ(errors_of(failure).size(), 1u);
    EXPECT_EQ(errors_of(failure).front().message, "no kernel is called f");
    EXPECT_EQ(errors_of(failure).front().where.line, 3u);
}

TEST(Log, DropsHeaderWarningsAndTheirRemarks) {
    const std::string error = "k.cu(2): error: identifier \"a\" is undefined\n  a = 1;\n  ^\n\n";
    const std::string own = "k.cu(1): warning #177-D: never used\n  int b;\n      ^\n\n";
    const std::string remark = "Remark: The warnings can be suppressed\n\n";
    const std::string header = "lib/climits(42): warning #47-D: incompatible redefinition of macro \"SHRT_MIN\"\n"
                               "  #  define SHRT_MIN\n            ^\n\n";
    const std::string end = "1 error detected in the compilation of \"k.cu\".\n";
    const auto is_header = [](std::string_view file) { return file.starts_with("lib/"); };
    EXPECT_EQ(without_warnings_in(header + remark + header + error + end, is_header), error + end);
    EXPECT_EQ(without_warnings_in(own + remark + header + error + end, is_header), own + remark + error + end);
    EXPECT_EQ(without_warnings_in(error + header + end, is_header), error + end);
    EXPECT_EQ(without_warnings_in("lib/climits(1): error: wrong\n", is_header), "lib/climits(1): error: wrong\n");
    EXPECT_EQ(without_warnings_in("", is_header), "");
}

TEST(Log, NonsenseGivesNoEntries) {
    for (const char* log : {"", "\n\n", ": error: x", "a(: error: x", "a(x): error: y", "error", ": error",
                            "(1): error", "a:b: error: c", "^\n^", "ptxas: error: none"})
        EXPECT_TRUE(parse_log(log).empty()) << log;
}

} // namespace
} // namespace warpscope::compile
