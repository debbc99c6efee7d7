#include "input/input.hpp"

#include <array>
#include <fmt/format.h>
#include <fstream>
#include <gmock/gmock.h>
#include <iterator>
#include <sys/stat.h>

#include "input/scratch_folder.hpp"

namespace warpscope::input {
namespace {

using ::testing::HasSubstr;

std::string big32(uint32_t v) {
    return {static_cast<char>(v >> 24), static_cast<char>(v >> 16), static_cast<char>(v >> 8), static_cast<char>(v)};
}
std::string little(uint64_t v, int bytes) {
    std::string out;
    for (int i = 0; i < bytes; ++i) out += static_cast<char>(v >> (8 * i));
    return out;
}

uint32_t crc32(const std::string& data) {
    uint32_t crc = ~0u;
    for (const char c : data) {
        crc ^= static_cast<unsigned char>(c);
        for (int bit = 0; bit < 8; ++bit) crc = (crc & 1u) != 0 ? 0xedb88320u ^ (crc >> 1) : crc >> 1;
    }
    return ~crc;
}

std::string chunk(const std::string& type, const std::string& data) {
    return big32(static_cast<uint32_t>(data.size())) + type + data + big32(crc32(type + data));
}

/// Returns an uncompressed PNG; bytes are 10 * y + x + 100 * channel.
std::string png(uint32_t width, uint32_t height, uint32_t channels = 3) {
    const std::array<char, 5> color_type{0, 0, 4, 2, 6};
    std::string rows;
    for (uint32_t y = 0; y < height && uint64_t{width} * height < 1000; ++y) {
        rows += '\0';
        for (uint32_t x = 0; x < width; ++x)
            for (uint32_t c = 0; c < channels; ++c) rows += static_cast<char>(10 * y + x + 100 * c);
    }
    uint32_t a = 1, b = 0;
    for (const char c : rows) {
        a = (a + static_cast<unsigned char>(c)) % 65521;
        b = (b + a) % 65521;
    }
    const std::string zlib = std::string("\x78\x01\x01", 3) + little(rows.size(), 2) + little(rows.size() ^ 0xffff, 2) +
                             rows + big32(b << 16 | a);
    return "\x89PNG\r\n\x1a\n" +
           chunk("IHDR", big32(width) + big32(height) + '\x08' + color_type[channels] + std::string(3, '\0')) +
           chunk("IDAT", zlib) + chunk("IEND", "");
}

std::string bmp(uint32_t width, uint32_t height) {
    const uint32_t row = (width * 3 + 3) / 4 * 4;
    std::string pixels;
    for (uint32_t y = height; y-- > 0;) { // bottom up, blue first
        for (uint32_t x = 0; x < width; ++x)
            pixels +=
                std::string{static_cast<char>(200 + x), static_cast<char>(100 + x), static_cast<char>(10 * y + x)};
        pixels.resize(pixels.size() + row - width * 3);
    }
    return "BM" + little(54 + pixels.size(), 4) + little(0, 4) + little(54, 4) + little(40, 4) + little(width, 4) +
           little(height, 4) + little(1, 2) + little(24, 2) + little(0, 4) + little(pixels.size(), 4) +
           little(2835, 4) + little(2835, 4) + little(0, 8) + pixels;
}

std::string jpeg() {
    std::ifstream file(std::string(WARPSCOPE_SOURCE_DIR) + "/tests/input/data/gradient_17x9.jpg", std::ios::binary);
    return {std::istreambuf_iterator<char>(file), {}};
}

uint8_t byte(const HostBuffer& buffer, uint64_t index) { return static_cast<uint8_t>((*buffer.bytes)[index]); }

class Image : public ::testing::Test {
protected:
    /// Expects that load_image() refuses the file, and that probe_image() accepts it only if `header_is_good`. Returns
    /// the error.
    std::string refusal(const std::filesystem::path& file, bool header_is_good = false) {
        const auto loaded = load_image(file);
        EXPECT_FALSE(loaded);
        EXPECT_EQ(probe_image(file).has_value(), header_is_good);
        if (loaded) return "loaded";
        EXPECT_EQ(loaded.error().kind, ErrorKind::environment);
        EXPECT_THAT(loaded.error().message, HasSubstr(file.string()));
        return loaded.error().message.english();
    }
    ScratchFolder folder;
};

TEST_F(Image, LoadsPngWithAnyChannels) {
    for (uint32_t channels = 1; channels <= 4; ++channels) {
        const auto file = folder.write("a.png", png(5, 3, channels));
        const auto info = probe_image(file);
        ASSERT_TRUE(info) << info.error().text();
        EXPECT_EQ(info->width, 5u);
        EXPECT_EQ(info->height, 3u);
        EXPECT_EQ(info->channels, channels);
        EXPECT_EQ(info->format, "PNG");
        const auto image = load_image(file);
        ASSERT_TRUE(image) << image.error().text();
        EXPECT_EQ(image->layout.channels, 3u);
        EXPECT_EQ(image->bytes->size(), 45u);
        const uint32_t at = (2 * 5 + 4) * 3;
        EXPECT_EQ(byte(*image, at), 24);
        EXPECT_EQ(byte(*image, at + 1), channels > 2 ? 124 : 24); // gray becomes three equal channels
        EXPECT_EQ(byte(*image, at + 2), channels > 2 ? 224 : 24);
    }
}

TEST_F(Image, LoadsBmpAndJpeg) {
    const auto bitmap = load_image(folder.write("a.bmp", bmp(3, 2)));
    ASSERT_TRUE(bitmap) << bitmap.error().text();
    EXPECT_EQ(byte(*bitmap, 5 * 3), 12);
    EXPECT_EQ(byte(*bitmap, 5 * 3 + 2), 202);
    const auto photo = load_image(folder.write("a.jpg", jpeg()));
    ASSERT_TRUE(photo) << photo.error().text();
    EXPECT_EQ(photo->layout.shape, (Shape{17, 9, 1}));
    EXPECT_GT(byte(*photo, 0), 200);              // the top is red
    EXPECT_GT(byte(*photo, 8 * 17 * 3 + 2), 200); // the bottom is blue
}

TEST_F(Image, ContentDecidesTheFormat) {
    EXPECT_TRUE(load_image(folder.write("really_png.jpg", png(4, 4))));
    EXPECT_EQ(probe_image(folder.write("really_bmp.png", bmp(3, 2)))->format, "BMP");
    EXPECT_THAT(refusal(folder.write("fake.png", "GIF89a....")), HasSubstr("GIF"));
    EXPECT_THAT(refusal(folder.write("text.png", "hello, world, this is text")), HasSubstr("not a PNG, JPEG or BMP"));
}

TEST_F(Image, UnreadableFilesAreExplained) {
    EXPECT_THAT(refusal(folder.path() / "missing.png"), HasSubstr("no such file"));
    EXPECT_THAT(refusal(folder.path()), HasSubstr("folder"));
    EXPECT_THAT(refusal(folder.write("empty.png", "")), HasSubstr("empty"));
    const auto pipe = folder.path() / "pipe.png";
    ASSERT_EQ(::mkfifo(pipe.c_str(), 0600), 0);
    EXPECT_THAT(refusal(pipe), HasSubstr("not a regular file"));
}

TEST_F(Image, HeaderLimitsSize) {
    EXPECT_THAT(refusal(folder.write("wide.png", png(16385, 1))), HasSubstr("16385 x 1"));
    EXPECT_THAT(refusal(folder.write("big.png", png(16384, 4097))), HasSubstr("megapixels"));
    EXPECT_THAT(refusal(folder.write("huge.png", png(0x7fffffff, 0x7fffffff))),
                HasSubstr("huge.png: is 2147483647 x 2147483647 pixels"));
    EXPECT_THAT(refusal(folder.write("none.png", png(0, 5))), HasSubstr("none.png: the image has no pixels (0 x 5)"));
    EXPECT_TRUE(probe_image(folder.write("most.png", png(16384, 4096))));
}

TEST_F(Image, TruncatedFilesAreRejected) {
    const std::pair<const char*, std::string> files[] = {{"a.png", png(5, 3)}, {"a.bmp", bmp(3, 2)}, {"a.jpg", jpeg()}};
    for (const auto& [name, whole] : files)
        for (size_t length = 0; length < whole.size(); ++length) {
            const auto loaded = load_image(folder.write(name, whole.substr(0, length)));
            ASSERT_FALSE(loaded) << name << " cut to " << length;
            EXPECT_THAT(loaded.error().message, HasSubstr(name));
        }
}

TEST_F(Image, TruncatedJpegWithPreviewIsRejected) {
    const std::string whole = jpeg();
    const std::string preview("\xff\xe1\x00\x08Exif\xff\xd9", 10); // an APP1 segment with an end marker inside
    const std::string with_preview = whole.substr(0, 2) + preview + whole.substr(2);
    EXPECT_TRUE(load_image(folder.write("a.jpg", with_preview)));
    EXPECT_THAT(refusal(folder.write("b.jpg", with_preview.substr(0, with_preview.size() - 20)), true),
                HasSubstr("cut off"));
}

TEST_F(Image, DamagedFilesNeverCrash) {
    std::string damaged_pixel = png(5, 3);
    damaged_pixel[50] = static_cast<char>(damaged_pixel[50] ^ 0x40);
    EXPECT_THAT(refusal(folder.write("a.png", damaged_pixel), true), HasSubstr("damaged"));
    uint64_t state = 1;
    for (const std::string& whole : {png(5, 3), bmp(3, 2), jpeg()})
        for (int round = 0; round < 300; ++round) {
            std::string bytes = whole;
            for (int flips = 0; flips < 3; ++flips) {
                state = state * 6364136223846793005ull + 1442695040888963407ull;
                bytes[(state >> 33) % bytes.size()] = static_cast<char>(state >> 25);
            }
            const auto loaded = load_image(folder.write("x.img", bytes));
            EXPECT_THAT(loaded ? "x.img" : loaded.error().message, HasSubstr("x.img"));
        }
}

TEST_F(Image, InvalidHuffmanTableIsRejected) {
    std::string bytes = jpeg();
    const size_t marker = bytes.find("\xff\xc4");
    ASSERT_NE(marker, std::string::npos);
    for (size_t i = 0; i < 16; ++i) bytes[marker + 5 + i] = '\xff';
    EXPECT_THAT(refusal(folder.write("a.jpg", bytes), false), HasSubstr("Huffman"));
}

TEST_F(Image, InputConvertsTheImage) {
    InputSpec spec;
    spec.file = folder.write("a.png", png(5, 3)).string();
    const auto color = make_input(spec, ElementType::u8, 3);
    ASSERT_TRUE(color);
    EXPECT_EQ(byte(*color, 1), 100);
    const auto gray = make_input(spec, ElementType::u8, 1);
    ASSERT_TRUE(gray);
    EXPECT_EQ(gray->bytes->size(), 15u);
    EXPECT_EQ(byte(*gray, 14), 106); // 0.299 * 24 + 0.587 * 124 + 0.114 * 224 = 105.5, rounded
    const auto floats = make_input(spec, ElementType::f32, 1);
    ASSERT_TRUE(floats);
    EXPECT_FLOAT_EQ(static_cast<float>(element_as_double(floats->bytes->data(), ElementType::f32, 14)), 106.0f / 255);
    const auto rgba = make_input(spec, ElementType::u8, 4);
    ASSERT_TRUE(rgba);
    EXPECT_EQ(byte(*rgba, 3), 255);
    spec.file = "nowhere.png";
    EXPECT_FALSE(make_input(spec, ElementType::u8, 3));
    EXPECT_EQ(make_input(*parse_spec("index:3x2"), ElementType::s32, 1)->layout.shape, (Shape{3, 2, 1}));
}

} // namespace
} // namespace warpscope::input
