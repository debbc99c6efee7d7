#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "source/statement_lines.hpp"

namespace warpscope::source {
namespace {

std::set<uint32_t> lines_of(std::string_view source) {
    const auto text = read_kernel(source, "kernel");
    EXPECT_TRUE(text);
    return text ? unconditional_lines(*text) : std::set<uint32_t>();
}

TEST(StatementLines, HaveSemicolons) {
    const auto text = read_kernel("__global__ void kernel(int* out) {\n" // 1
                                  "    int i = 0,\n"                     // 2
                                  "        k = 1;\n"                     // 3
                                  "\n"                                   // 4
                                  "    out[i] = k;\n"                    // 5
                                  "}\n"
                                  "int other;\n",
                                  "kernel");
    ASSERT_TRUE(text);
    EXPECT_THAT(statement_lines(*text), testing::ElementsAre(3, 5));
}

TEST(UnconditionalLines, AreOutsideBranchesAndLoops) {
    EXPECT_THAT(lines_of("__global__ void kernel(int* out, int n) {\n" // 1
                         "    int i = threadIdx.x,\n"                  // 2
                         "        k = i * n;\n"                        // 3
                         "    for (int j = 0; j < n; ++j) {\n"         // 4
                         "        k += j;\n"                           // 5
                         "    }\n"                                     // 6
                         "    k += 3;\n"                               // 7
                         "    if (i < 8)\n"                            // 8
                         "        out[i] = k;\n"                       // 9
                         "    else\n"                                  // 10
                         "        out[i] = 0;\n"                       // 11
                         "    int last = i < n ? k : 0;\n"             // 12
                         "    out[i + 1] = last;\n"                    // 13
                         "    if (i > 4) return;\n"                    // 14
                         "    out[i + 2] = 5;\n"                       // 15
                         "}\n"),
                testing::ElementsAre(2, 3, 7, 13));
}

} // namespace
} // namespace warpscope::source
