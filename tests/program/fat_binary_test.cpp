#include "runtime/fat_binary.hpp"

#include <gtest/gtest.h>

namespace warpscope::runtime {
namespace {

std::span<const std::byte> bytes_of(const std::string& text) { return std::as_bytes(std::span(text)); }

TEST(FatBinary, PtxRoundTrips) {
    const std::string binary = fat_binary_of(".version 7.0\n", 75);
    EXPECT_EQ(fat_binary_bytes(bytes_of(binary).data()), binary.size());
    const auto ptx = ptx_in(bytes_of(binary), 90);
    ASSERT_TRUE(ptx.has_value());
    EXPECT_EQ(*ptx, ".version 7.0\n");
}

TEST(FatBinary, NewestRunnablePtxWins) {
    const std::string binary = fat_binary_of("old", 75) + fat_binary_of("fits", 90) + fat_binary_of("new", 100);
    EXPECT_EQ(*ptx_in(bytes_of(binary), 90), "fits");
    EXPECT_EQ(*ptx_in(bytes_of(binary), 120), "new");
    EXPECT_EQ(*ptx_in(bytes_of(binary), 50), "old");
}

TEST(FatBinary, MachineCodeAloneSuggestsRebuild) {
    std::string binary = fat_binary_of("code", 90);
    binary[16] = 2; // kind
    const auto ptx = ptx_in(bytes_of(binary), 90);
    ASSERT_FALSE(ptx.has_value());
    EXPECT_NE(ptx.error().message.english().find("machine code"), std::string::npos);
    EXPECT_NE(ptx.error().hint.english().find("-gencode"), std::string::npos);
}

TEST(FatBinary, TruncatedBinaryIsRejected) {
    const std::string whole = fat_binary_of(std::string(100, 'x'), 90);
    for (size_t size = 0; size < whole.size() - 8; ++size)
        EXPECT_FALSE(ptx_in(bytes_of(whole.substr(0, size)), 90).has_value()) << size;
}

} // namespace
} // namespace warpscope::runtime
