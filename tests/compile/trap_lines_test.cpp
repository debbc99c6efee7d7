#include "compile/nvrtc/trap_lines.hpp"

#include <gtest/gtest.h>

namespace warpscope::compile {
namespace {

LogEntry store_at(std::string file, uint32_t line) {
    return {
        Severity::warning, {std::move(file), line, 0}, "Cannot store to pointer that points to constant memory space"};
}

std::string rewritten(std::string ptx, const std::vector<LogEntry>& log) {
    return with_lines_of_traps(std::move(ptx), log,
                               [](std::string_view path) { return path.starts_with("/toolkit/"); });
}

const std::string only_file = "\t.file\t1 \"/kernels/a.cu\"\n";

TEST(TrapLines, SingleStoreGetsItsLine) {
    EXPECT_EQ(rewritten("\t.loc\t1 0 1\n\ttrap;\n}\n" + only_file, {store_at("/kernels/a.cu", 7)}),
              "\t.loc\t1 0 1\n\t.loc\t1 7 1\n\t.pragma \"instead of a store to __constant__ memory\";\n\ttrap;\n}\n" +
                  only_file);
    EXPECT_EQ(rewritten("\ttrap;\n}\n", {store_at("/kernels/a.cu", 7)}),
              "\t.loc\t1 7 1\n\t.pragma \"instead of a store to __constant__ memory\";\n\ttrap;\n}\n" + only_file)
        << "a kernel that only traps, without a file";
}

TEST(TrapLines, BranchSelectsTheStore) {
    const std::string before =
        "\t.loc\t1 4 5\n\t@%p1 bra \t$L__BB0_3;\n\t.loc\t1 9 9\n\t@%p2 bra \t$L__BB0_4;\n\t.loc\t1 20 1\n"
        "\tret;\n";
    EXPECT_EQ(rewritten(before + "$L__BB0_4:\n\t.loc\t1 0 1\n\ttrap;\n$L__BB0_3:\n\ttrap;\n}\n" + only_file,
                        {store_at("/kernels/a.cu", 10), store_at("/kernels/a.cu", 5)}),
              before +
                  "$L__BB0_4:\n\t.loc\t1 0 1\n\t.loc\t1 10 1\n"
                  "\t.pragma \"instead of a store to __constant__ memory (here or in line 5)\";\n\ttrap;\n"
                  "$L__BB0_3:\n\t.loc\t1 5 1\n"
                  "\t.pragma \"instead of a store to __constant__ memory (here or in line 10)\";\n\ttrap;\n}\n" +
                  only_file);
}

TEST(TrapLines, UserTrapsStayUnchanged) {
    const std::string own = "\t.loc\t1 4 9\n\t// begin inline asm\n\ttrap;\n\t// end inline asm\n}\n" + only_file;
    EXPECT_EQ(rewritten(own, {store_at("/kernels/a.cu", 7)}), own);
    const std::string other = "\t.loc\t1 4 9\n\ttrap;\n}\n" + only_file;
    EXPECT_EQ(rewritten(other, {}), other);
}

TEST(TrapLines, HeaderAtomicsPointPastTheLine) {
    EXPECT_EQ(
        rewritten("\t.loc\t1 4 9\n\ttrap;\n}\n" + only_file, {store_at("/toolkit/device_atomic_functions.hpp", 107)}),
        "\t.loc\t1 4 9\n\t.pragma \"instead of a store to __constant__ memory, or an atomic, behind this line\";\n"
        "\ttrap;\n}\n" +
            only_file);
}

} // namespace
} // namespace warpscope::compile
