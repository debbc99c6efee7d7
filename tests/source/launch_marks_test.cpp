#include <gtest/gtest.h>

#include "source/launch_marks.hpp"

namespace warpscope::source {
namespace {

TEST(LaunchMarks, SpacedMarksAreJoined) {
    EXPECT_EQ(join_launch_marks("scale << < (n + 7) / 8, 8 >> > (p, n);\nnext();"),
              "scale <<<  (n + 7) / 8, 8 >>>  (p, n);\nnext();");
    EXPECT_EQ(join_launch_marks("scale<float> < < < n >> 3, 8 > > >(p);"), "scale<float> <<<   n >> 3, 8 >>>  (p);");
}

TEST(LaunchMarks, JoinedOpeningMayHaveSpacedEnd) {
    EXPECT_EQ(join_launch_marks("scale<<<1, 8>> >(p);"), "scale<<<1, 8>>> (p);");
}

TEST(LaunchMarks, OtherTextIsUnchanged) {
    for (const char* text : {"std::ostream& operator<< <int>(std::ostream&, Row<Cell<Part<int> > >(*)());",
                             "scale<<<1, 8>>>(p);", "int half = n >> 1 << 2; // k << < 1 >> > (p)",
                             "Row<Cell<Part<int> > > rows(3);", "const char* text = \"k << < 1 >> > (p)\";"})
        EXPECT_EQ(join_launch_marks(text), text);
}

} // namespace
} // namespace warpscope::source
