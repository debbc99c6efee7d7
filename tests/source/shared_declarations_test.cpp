#include <gtest/gtest.h>

#include "source/shared_declarations.hpp"

namespace warpscope::source {
namespace {

TEST(SharedDeclarations, ReadsExtentsAndConstants) {
    const SharedDeclarations found = shared_declarations(R"(#define ROWS 8 // of the tile
#define MIN(a, b) ((a) < (b) ? (a) : (b))
constexpr int columns = 2 * ROWS;
__global__ void k(float* out) {
    __shared__ __align__(16) float tile[ROWS][columns + 1], /* sums */ sums[32];
    extern __shared__ char rest[];
    const int lane = threadIdx.x % 32;
    float own[4];
})");
    ASSERT_EQ(found.arrays.size(), 3u);
    EXPECT_EQ(found.arrays[0].name, "tile");
    EXPECT_EQ(found.arrays[0].extents, (std::vector<std::string>{"ROWS", "columns + 1"}));
    EXPECT_EQ(found.arrays[1].name, "sums");
    EXPECT_EQ(found.arrays[1].extents, std::vector<std::string>{"32"});
    EXPECT_EQ(found.arrays[2].extents, std::vector<std::string>{""}) << "the launch decides";
    EXPECT_EQ(found.constants.at("ROWS"), "8");
    EXPECT_EQ(found.constants.at("columns"), "2 * ROWS");
    EXPECT_FALSE(found.constants.contains("MIN"));
}

} // namespace
} // namespace warpscope::source
