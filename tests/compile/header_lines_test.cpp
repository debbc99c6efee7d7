#include "compile/nvrtc/header_lines.hpp"

#include <gtest/gtest.h>

namespace warpscope::compile {
namespace {

std::string rewritten(const std::string& ptx) {
    return with_header_lines_at_calls(ptx, [](std::string_view path) { return path.starts_with("/toolkit/"); });
}

const std::string files = "\t.file\t1 \"/home/k.cu\"\n.file 2 \"/toolkit/g.h\"\n\t.file\t3 \"/home/own.cuh\"\n";

TEST(HeaderLines, HeaderCodeUsesTheCallersLine) {
    EXPECT_EQ(rewritten("\t.loc\t1 26 5\n"
                        "\t.loc\t2 261 5, function_name $L0, inlined_at 1 26 5\n"
                        "\tmov.u32 %r1, 5;\n"
                        "\t.loc\t2 66 9, function_name $L1, inlined_at 2 261 5\n" +
                        files),
              "\t.loc\t1 26 5\n\t.loc\t1 26 5\n\tmov.u32 %r1, 5;\n\t.loc\t1 26 5\n" + files);
}

TEST(HeaderLines, GroupInternalsHaveNoColumn) {
    const std::string group_files = "\t.file\t1 \"/home/k.cu\"\n"
                                    "\t.file\t2 \"/toolkit/cooperative_groups/details/reduce.h\"\n"
                                    "\t.file\t3 \"/toolkit/cooperative_groups/details/async.h\"\n"
                                    "\t.file\t4 \"/toolkit/cooperative_groups.h\"\n";
    EXPECT_EQ(rewritten("\t.loc\t1 26 5\n\t.loc\t2 261 5, function_name $L0, inlined_at 1 26 5\n"
                        "\t.loc\t3 7 9, function_name $L1, inlined_at 1 26 5\n"
                        "\t.loc\t4 8 9, function_name $L2, inlined_at 1 26 5\n" +
                        group_files),
              "\t.loc\t1 26 5\n\t.loc\t1 26 0\n\t.loc\t1 26 5\n\t.loc\t1 26 0\n" + group_files);
}

TEST(HeaderLines, UserHelpersKeepTheirLines) {
    const std::string ptx = ".loc 1 26 5\n.loc 3 7 1, function_name $L0, inlined_at 1 26 5\n" + files;
    EXPECT_EQ(rewritten(ptx), ptx);
    // A header inlined into a helper gets the helper's line; the helper's caller is still known.
    EXPECT_EQ(rewritten(ptx + ".loc 2 9 9, function_name $L1, inlined_at 3 7 1\n"),
              ptx + ".loc 3 7 1, function_name $L0, inlined_at 1 26 5\n");
}

TEST(HeaderLines, UnknownLinesStayUnchanged) {
    for (const char* line : {".loc 2 9 9\n", ".loc 2 9 9, inlined_at 1 4 4\n", ".loc 2 9 9, inlined_at\n", ".loc 2\n",
                             ".file 9\n", "// .loc 2 1 1\n", ".loc", "\n"})
        EXPECT_EQ(rewritten(files + line), files + line);
    EXPECT_EQ(rewritten(""), "");
}

} // namespace
} // namespace warpscope::compile
