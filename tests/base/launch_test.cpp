#include "base/launch.hpp"

#include "base/hash.hpp"

#include <gtest/gtest.h>

namespace warpscope {
namespace {

std::string why(Dim3 grid, Dim3 block, uint32_t dynamic = 0, uint32_t fixed = 0) {
    return config_error({grid, block, dynamic}, {}, fixed).value_or(Message()).english();
}

TEST(Dim3, LinearIndexInvertsIndexOf) {
    const Dim3 extent{5, 3, 7};
    uint64_t expected = 0;
    for (uint32_t z = 0; z < 7; ++z)
        for (uint32_t y = 0; y < 3; ++y)
            for (uint32_t x = 0; x < 5; ++x, ++expected) {
                EXPECT_EQ(linear_index({x, y, z}, extent), expected);
                EXPECT_EQ(index_of(expected, extent), (Dim3{x, y, z}));
            }
}

TEST(Dim3, LargeGridsUse64Bits) {
    const Dim3 grid{2147483647u, 65535, 65535};
    const Dim3 last{grid.x - 1, grid.y - 1, grid.z - 1};
    EXPECT_EQ(linear_index(last, grid), grid.count() - 1);
    EXPECT_EQ(index_of(grid.count() - 1, grid), last);
}

TEST(LaunchConfig, CountsIncompleteWarps) {
    EXPECT_EQ((LaunchConfig{{5, 4, 1}, {16, 16, 1}}).warps(), 160u);
    EXPECT_EQ((LaunchConfig{{1, 1, 1}, {1, 1, 1}}).warps_per_block(), 1u);
    EXPECT_EQ((LaunchConfig{{2, 1, 1}, {33, 1, 1}}).warps(), 4u);
    EXPECT_EQ((LaunchConfig{{2, 1, 1}, {33, 1, 1}}).threads(), 66u);
}

TEST(LaunchLimits, AcceptsExactLimits) {
    EXPECT_EQ(why({2147483647u, 65535, 65535}, {1, 1, 1}), "");
    EXPECT_EQ(why({1, 1, 1}, {1024, 1, 1}), "");
    EXPECT_EQ(why({1, 1, 1}, {16, 1, 64}), "");
    EXPECT_EQ(why({1, 1, 1}, {1, 1024, 1}), "");
    EXPECT_EQ(why({1, 1, 1}, {32, 1, 1}, 48 * 1024 - 4, 4), "");
}

TEST(LaunchLimits, NamesExceededLimit) {
    EXPECT_EQ(why({1, 1, 1}, {33, 32, 1}),
              "A block of 33 x 32 x 1 has 1056 threads; the device allows at most 1024 per block.");
    EXPECT_NE(why({1, 1, 1}, {1, 1, 65}).find("limit of 1024 x 1024 x 64"), std::string::npos);
    EXPECT_NE(why({1, 65536, 1}, {1, 1, 1}).find("grid of 1 x 65536 x 1"), std::string::npos);
    EXPECT_NE(why({1, 1, 1}, {32, 1, 1}, 48 * 1024, 4).find("49156 bytes of shared memory"), std::string::npos);
}

TEST(LaunchLimits, RejectsEmptyAndOverflowingExtents) {
    EXPECT_NE(why({1, 1, 1}, {0, 1, 1}), "");
    EXPECT_NE(why({1, 0, 1}, {1, 1, 1}), "");
    EXPECT_NE(why({1, 1, 1}, {4294967295u, 4294967295u, 4294967295u}), "");
    EXPECT_NE(why({1, 1, 1}, {65536, 65536, 65536}), ""); // the product 2^48 is 0 in 32 bits
}

TEST(Fnv1a, MatchesPublishedVectors) {
    EXPECT_EQ(fnv1a(""), 0xcbf29ce484222325ull);
    EXPECT_EQ(fnv1a("a"), 0xaf63dc4c8601ec8cull);
    EXPECT_EQ(fnv1a("foobar"), 0x85944171f73967e8ull);
    EXPECT_EQ(fnv1a("bar", fnv1a("foo")), fnv1a("foobar"));
}

TEST(PlannedLaunch, IdentifierOmitsTypesAndNamespaces) {
    const auto identifier = [](std::string kernel) {
        return std::string(PlannedLaunch{std::move(kernel), {}, {}}.identifier());
    };
    EXPECT_EQ(identifier("blur"), "blur");
    EXPECT_EQ(identifier("image::blur"), "blur");
    EXPECT_EQ(identifier("image::blur<float, 3>(a::b*)"), "blur");
    EXPECT_EQ(identifier("(anonymous namespace)::blur((anonymous namespace)::P)"), "blur");
    EXPECT_EQ(identifier("blur (int)"), "blur");
    EXPECT_EQ(identifier("void blur(int*)"), "blur");
    EXPECT_EQ(identifier("void image::blur < (2 > 1) > (int*)"), "blur");
    EXPECT_EQ(identifier("_ZN5image4blurIfLi3EEEvPT_"), "blur");
    EXPECT_EQ(identifier(""), "");
}

} // namespace
} // namespace warpscope
