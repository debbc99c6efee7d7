// Findings in the compiler's headers are shown at the user's call.
#include "simt/harness.hpp"

namespace warpscope::simt {
namespace {

/// Returns "file:line" of the null pointer in a kernel of /home/me/k.cu. Line 12 calls `set`; the directive `body`
/// gives the line of the null pointer in `set`.
std::string place_of(const std::string& code, const std::string& body = ".loc 3 107 3\n") {
    Machine machine(module_text(".file 1 \"/home/me/k.cu\"\n.file 2 \"/home/me/include/mine.cuh\"\n"
                                ".file 3 \"/opt/toolkit/include/theirs.hpp\"\n.file 4 \"/home/lib/mine.cuh\"\n"
                                ".func set()\n{\n.reg .b64 %a;\n" +
                                body + "mov.u64 %a, 0;\nst.global.u32 [%a], 1;\nret;\n}\n.func outer()\n{\n" + body +
                                "call set, ();\nret;\n}\n" + ".entry k()\n{\n.reg .b64 %a;\n.loc 1 9 1\n" +
                                "mov.u64 %a, 0;\n" + code + ".loc 1 13 1\nret;\n}\n"));
    const LaunchOutcome outcome = machine.run("k", LaunchConfig{});
    return outcome.findings.size() == 1 ? outcome.findings[0].source.line_text() : "";
}

TEST(UserSource, InlinedHeaderCodeShowsTheCall) {
    const std::string store = "st.global.u32 [%a], 1;\n";
    EXPECT_EQ(place_of(".loc 1 12 1\n.loc 3 107 3, function_name $s, inlined_at 1 12 1\n" + store), "/home/me/k.cu:12");
    EXPECT_EQ(place_of(".loc 1 12 1\n.loc 4 5 1, function_name $s, inlined_at 1 12 1\n"
                       ".loc 3 107 3, function_name $s, inlined_at 4 5 1\n" +
                       store),
              "/home/lib/mine.cuh:5");
    EXPECT_EQ(place_of(".loc 1 12 1\n.loc 2 5 1, function_name $s, inlined_at 1 12 1\n" + store),
              "/home/me/include/mine.cuh:5");
    EXPECT_EQ(place_of(".loc 3 107 3\n" + store), "/opt/toolkit/include/theirs.hpp:107"); // the only place
}

TEST(UserSource, CalledHeaderCodeShowsTheCall) {
    EXPECT_EQ(place_of(".loc 1 12 1\ncall set, ();\n"), "/home/me/k.cu:12");
    EXPECT_EQ(place_of(".loc 1 12 1\ncall outer, ();\n"), "/home/me/k.cu:12");
    EXPECT_EQ(place_of(".loc 1 12 1\ncall outer, ();\n", ""), "/home/me/k.cu:12"); // without lines
    EXPECT_EQ(place_of(".loc 1 12 1\ncall outer, ();\n", ".loc 4 7 1\n"), "/home/lib/mine.cuh:7");
}

TEST(UserSource, UnplacedLoadShowsItsUse) {
    EXPECT_EQ(place_of(".reg .b32 %r, %s;\n.loc 1 0 1\nld.global.u32 %r, [%a];\n.loc 1 11 1\nmov.b32 %s, 3;\n"
                       ".loc 1 12 1\nadd.u32 %s, %s, %r;\n"),
              "/home/me/k.cu:12");
    EXPECT_EQ(place_of(".reg .b32 %r;\n.loc 1 0 1\nld.global.u32 %r, [%a];\n"), "/home/me/k.cu");
}

} // namespace
} // namespace warpscope::simt
