#include "export/data.hpp"

#include <filesystem>
#include <fstream>
#include <gtest/gtest.h>
#include <iterator>
#include <unistd.h>
#include <vector>

namespace warpscope::exporting {
namespace {

namespace fs = std::filesystem;

HostBuffer buffer(ElementType type, uint32_t channels, Shape shape, const std::vector<double>& values) {
    HostBuffer out;
    out.layout = {"test", type, channels, shape};
    Bytes bytes(out.layout.bytes());
    for (size_t i = 0; i < values.size(); ++i) store_element(bytes.data(), type, i, values[i]);
    out.bytes = std::make_shared<const Bytes>(std::move(bytes));
    return out;
}

std::string saved(const HostBuffer& data, const std::string& ending) {
    const fs::path file = fs::temp_directory_path() / ("warpscope-data-" + std::to_string(::getpid()) + ending);
    const auto written = save_buffer(file, data);
    EXPECT_TRUE(written) << written.error().text();
    std::ifstream in(file, std::ios::binary);
    std::string text{std::istreambuf_iterator<char>(in), {}};
    fs::remove(file);
    return text;
}

TEST(BufferFile, CsvHasALinePerRow) {
    EXPECT_EQ(saved(buffer(ElementType::s32, 1, {3, 2, 1}, {1, -2, 3, 4, 5, 6}), ".csv"), "1,-2,3\n4,5,6\n");
}

TEST(BufferFile, OmitsPadding) {
    HostBuffer padded = buffer(ElementType::u8, 1, {3, 2, 1}, {65, 66, 0, 67, 68, 0});
    padded.layout.padding = 1;
    EXPECT_EQ(saved(padded, ".csv"), "65,66\n67,68\n");
    EXPECT_EQ(saved(padded, ".bin"), "ABCD");
}

TEST(BufferFile, CsvSeparatesChannelsAndPlanes) {
    EXPECT_EQ(saved(buffer(ElementType::u8, 3, {1, 1, 2}, {1, 2, 3, 4, 5, 6}), ".csv"), "1 2 3\n\n4 5 6\n");
}

TEST(BufferFile, CsvKeepsAllFloatDigits) {
    const std::string text = saved(buffer(ElementType::f32, 1, {1, 1, 1}, {0.1f}), ".csv");
    EXPECT_EQ(std::stof(text), 0.1f);
}

TEST(BufferFile, BinHasRawBytes) {
    EXPECT_EQ(saved(buffer(ElementType::u16, 1, {2, 1, 1}, {258, 3}), ".bin"), std::string("\x02\x01\x03\x00", 4));
}

TEST(BufferFile, PngHasItsSignature) {
    const std::string file = saved(buffer(ElementType::f32, 1, {5, 7, 1}, {1, 2, 3}), ".png");
    EXPECT_EQ(file.substr(1, 3), "PNG");
    EXPECT_EQ(file.substr(16, 8), std::string("\0\0\0\5\0\0\0\7", 8)); // width and height, big endian
}

TEST(BufferFile, TwoChannelsAreNoPng) {
    const auto written = save_buffer("/dev/null/x.png", buffer(ElementType::u8, 2, {1, 1, 1}, {1, 2}));
    ASSERT_FALSE(written);
    EXPECT_EQ(written.error().kind, ErrorKind::usage);
}

TEST(BufferFile, UnknownEndingListsKnownOnes) {
    const auto known = check_ending("picture.gif");
    ASSERT_FALSE(known);
    EXPECT_EQ(known.error().kind, ErrorKind::usage);
    EXPECT_NE(known.error().hint.english().find(".png"), std::string::npos);
}

} // namespace
} // namespace warpscope::exporting
