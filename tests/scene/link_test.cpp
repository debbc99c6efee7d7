// Links: every scene of the course survives conversion to a link; damaged, huge or newer links are refused.
#include "scene/link.hpp"

#include <random>

#include <gtest/gtest.h>

#include "base/files.hpp"
#include "catalog/experiment.hpp"
#include "scene/base64.hpp"
#include "scene/compression.hpp"
#include "scene/course_pictures.hpp"

namespace warpscope::scene {
namespace {

constexpr std::string_view address = "http://127.0.0.1:8080/";

SavedScene course_scene() {
    SavedScene saved;
    saved.scene.source.experiment = "box_blur";
    saved.scene.source.variant = "tiled";
    saved.scene.source.input.file = sample_picture;
    saved.scene.pin = Spot{Content(Space::output), {4.5, 7.5}};
    saved.notes = "Look at the corner.";
    saved.measured.compiler = "clang 14.0.6";
    saved.measured.ptx = "0123456789abcdef";
    saved.measured.numbers = {{"divergence.divergent_warps", 75}, {"output.checksum", 123456789012345}};
    return saved;
}

std::string random_bytes(size_t size) {
    std::mt19937 random(3);
    std::string out;
    while (out.size() < size) out += static_cast<char>(random() % 256);
    return out;
}

compile::GivenPtx ptx_of(const std::string& text) { return {text, "clang 14.0.6", "0123456789abcdef", {}}; }

/// Returns a scene of a user's kernel with this PTX.
SavedScene own_scene(const std::string& ptx) {
    SavedScene saved = course_scene();
    saved.experiment_file = "mine.cu";
    saved.files = {{"mine.cu", "__global__ void f(float* a) { a[threadIdx.x] = 1; }\n"}};
    saved.measured.ptx = checksum_of(ptx);
    saved.measured.given = ptx_of(ptx);
    return saved;
}

SavedScene read_back(const std::string& link) {
    const auto read = from_link(link);
    EXPECT_TRUE(read) << read.error().text();
    return read.value_or(SavedScene());
}

std::string refusal(std::string_view link) {
    const auto read = from_link(link);
    return read ? std::string("it was read") : read.error().text();
}

TEST(SceneLink, EveryCourseSceneRoundTrips) {
    const auto catalog = catalog::load_catalog(WARPSCOPE_SOURCE_DIR "/cuda");
    ASSERT_GT(catalog.experiments.size(), 20u);
    for (const catalog::Experiment& experiment : catalog.experiments)
        for (const catalog::Variant& variant : experiment.variants) {
            SavedScene saved = course_scene();
            const auto input = catalog::default_input(experiment, variant, std::string(sample_picture));
            ASSERT_TRUE(input) << input.error().text();
            saved.scene.source = {experiment.name, variant.name, catalog::default_settings(variant), *input, {}};
            if (!is_course_picture(input->file) && input->is_file()) {
                saved.scene.source.input.file = "input/picture.png";
                saved.files = {{"input/picture.png", read_file(input->file).value()}};
            }
            const auto link = make_link(saved, address);
            ASSERT_TRUE(link) << link.error().text();
            EXPECT_FALSE(link->lacks_pictures);
            const SavedScene read = read_back(link->text);
            EXPECT_EQ(read.scene.source.settings, saved.scene.source.settings)
                << experiment.name << "/" << variant.name;
            EXPECT_EQ(read.measured, saved.measured);
        }
}

TEST(SceneLink, NeedsNoEscapes) {
    const auto link = make_link(course_scene(), address);
    ASSERT_TRUE(link);
    EXPECT_TRUE(link->text.starts_with("http://127.0.0.1:8080/#s1="));
    EXPECT_EQ(
        link->text.substr(26).find_first_not_of("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"),
        std::string::npos);
    EXPECT_LT(link->text.size(), 1024u);
}

TEST(SceneLink, PunctuationAfterItIsIgnored) {
    const auto link = make_link(course_scene(), address);
    ASSERT_TRUE(link);
    EXPECT_EQ(read_back("see <" + link->text + ">."), course_scene());
    EXPECT_EQ(read_back(link->text + "\n"), course_scene());
}

TEST(SceneLink, OwnKernelCarriesItsPtx) {
    const SavedScene saved = own_scene(".version 7.0\nadd.s32 %r1, %r2, %r3;\n");
    const auto link = make_link(saved, address);
    ASSERT_TRUE(link) << link.error().text();
    EXPECT_FALSE(link->lacks_ptx);
    EXPECT_EQ(read_back(link->text), saved);
}

TEST(SceneLink, EditedTextCarriesItsPtx) {
    SavedScene saved = own_scene("add.s32 %r1, %r2, %r3;\n");
    saved.experiment_file.clear();
    saved.files.clear();
    saved.scene.source.text = "__global__ void f() {}\n";
    const auto link = make_link(saved, address);
    ASSERT_TRUE(link) << link.error().text();
    EXPECT_EQ(read_back(link->text), saved);
}

TEST(SceneLink, CourseKernelCarriesNoPtx) {
    SavedScene saved = course_scene();
    const std::string ptx = "add.s32 %r1, %r2, %r3;\n";
    saved.measured.ptx = checksum_of(ptx);
    saved.measured.given = ptx_of(ptx);
    const auto link = make_link(saved, address);
    ASSERT_TRUE(link) << link.error().text();
    EXPECT_FALSE(link->lacks_ptx) << "the course has its own";
    saved.measured.given.reset();
    EXPECT_EQ(read_back(link->text), saved);
}

TEST(SceneLink, LongPtxIsOmitted) {
    SavedScene saved = own_scene("// " + to_base64url(random_bytes(9000)) + "\n");
    const auto link = make_link(saved, address);
    ASSERT_TRUE(link) << link.error().text();
    EXPECT_TRUE(link->lacks_ptx);
    EXPECT_FALSE(link->lacks_pictures);
    saved.measured.given.reset();
    EXPECT_EQ(read_back(link->text), saved);
}

TEST(SceneLink, CoursePicturesAreNamed) {
    for (const catalog::Sample& sample : catalog::samples()) {
        const auto contents = read_file(sample.file);
        ASSERT_TRUE(contents);
        SavedScene saved = course_scene();
        saved.scene.source.input.file = "input/picture.png";
        saved.files = {{"input/picture.png", *contents}};
        saved.beside = SavedRun{saved.scene.source, "", {}}; // both runs use the same file
        const auto link = make_link(saved, address);
        ASSERT_TRUE(link) << link.error().text();
        EXPECT_FALSE(link->lacks_pictures);
        const SavedScene read = read_back(link->text);
        EXPECT_TRUE(read.files.empty());
        EXPECT_EQ(course_picture_file(read.scene.source.input.file), sample.file);
        ASSERT_TRUE(read.beside);
        EXPECT_EQ(read.beside->source.input, read.scene.source.input);
        EXPECT_EQ(read.measured.numbers, saved.measured.numbers);
    }
}

TEST(CoursePictures, NamesStayInTheirFolder) {
    EXPECT_TRUE(is_course_picture("picture"));
    EXPECT_TRUE(is_course_picture("picture:samples/fabric.png"));
    for (const char* input : {"", "input/leaf.png", "picture:", "picture:../settings.json", "picture:/etc/passwd"}) {
        EXPECT_FALSE(is_course_picture(input)) << input;
        EXPECT_EQ(course_picture_file(input), "");
    }
    EXPECT_EQ(find_course_picture("no picture"), std::nullopt);
}

TEST(SceneLink, SmallPictureFits) {
    SavedScene saved = course_scene();
    saved.scene.source.input.file = "input/leaf.png";
    saved.files = {{"input/leaf.png", random_bytes(1000)}};
    const auto link = make_link(saved, address);
    ASSERT_TRUE(link) << link.error().text();
    EXPECT_FALSE(link->lacks_pictures);
    EXPECT_EQ(read_back(link->text), saved);
}

TEST(SceneLink, LargePictureIsReplaced) {
    SavedScene saved = own_scene("add.s32 %r1, %r2, %r3;\n");
    saved.scene.source.input.file = "input/leaf.png";
    saved.files.insert(saved.files.begin(), {"input/leaf.png", random_bytes(9000)});
    const auto link = make_link(saved, address);
    ASSERT_TRUE(link) << link.error().text();
    EXPECT_TRUE(link->lacks_pictures);
    EXPECT_FALSE(link->lacks_ptx);
    saved.scene.source.input.file = sample_picture;
    saved.files.erase(saved.files.begin());
    saved.measured.numbers.clear(); // the numbers belong to the picture that the link omits
    EXPECT_EQ(read_back(link->text), saved);
}

TEST(SceneLink, LinkHasAtMostEightKilobytes) {
    size_t fitting = 0;
    for (size_t size = 4000; size <= 8000; size += 250) {
        SavedScene saved = course_scene();
        saved.scene.source.text = "// " + to_base64url(random_bytes(size)) + "\n";
        const auto link = make_link(saved, address);
        if (!link) continue;
        EXPECT_LE(link->text.size(), longest_link);
        ++fitting;
    }
    EXPECT_GE(fitting, 4u);
    EXPECT_LE(fitting, 10u);
}

TEST(SceneLink, TooLongSceneNamesItsLargestPart) {
    SavedScene saved = own_scene("add.s32 %r1, %r2, %r3;\n");
    saved.files.push_back({"table.h", "// " + to_base64url(random_bytes(9000)) + "\n"});
    const auto link = make_link(saved, address);
    ASSERT_FALSE(link);
    EXPECT_NE(link.error().text().find("table.h (12 KiB)"), std::string::npos) << link.error().text();
    EXPECT_NE(link.error().text().find("save the scene"), std::string::npos) << link.error().text();
}

TEST(SceneLink, HugeSceneIsTooLong) {
    SavedScene saved = own_scene("add.s32 %r1, %r2, %r3;\n");
    saved.files[0].contents += std::string(size_t{2} << 20, ' '); // compresses well
    EXPECT_FALSE(make_link(saved, address));
}

TEST(SceneLink, OtherRunKeepsOnlyOwnPtx) {
    SavedScene saved = own_scene("add.s32 %r1, %r2, %r3;\n");
    saved.beside = SavedRun{course_scene().scene.source, "", saved.measured};
    const auto link = make_link(saved, address);
    ASSERT_TRUE(link) << link.error().text();
    saved.beside->measured.given.reset();
    EXPECT_EQ(read_back(link->text), saved);
}

TEST(SceneLink, OtherAddressesAreNoLinks) {
    for (const char* text : {"", "#", "#s", "#s=", "#sobel", "#box_blur/tiled", "http://a/#s1", "photo.png", "s1=AAAA"})
        EXPECT_FALSE(is_link(text)) << text;
    for (const char* text : {"#s1=", "http://a/#s1=KLUv", "#s27=*"}) EXPECT_TRUE(is_link(text)) << text;
}

TEST(SceneLink, NewerLinkIsRejected) {
    EXPECT_NE(refusal("http://a/#s2=AAAA").find("newer Warpscope"), std::string::npos);
}

TEST(SceneLink, TruncatedLinkIsRejected) {
    const auto link = make_link(own_scene("add.s32 %r1, %r2, %r3;\n"), address);
    ASSERT_TRUE(link);
    for (size_t length = address.size() + 4; length < link->text.size(); ++length)
        EXPECT_NE(refusal(link->text.substr(0, length)).find("damaged"), std::string::npos) << length;
}

TEST(SceneLink, EveryChangedCharacterIsNoticed) {
    const auto link = make_link(course_scene(), address);
    ASSERT_TRUE(link);
    for (size_t at = address.size() + 4; at + 1 < link->text.size(); ++at) { // the last character may have unused bits
        std::string changed = link->text;
        changed[at] = changed[at] == 'A' ? 'B' : 'A';
        EXPECT_FALSE(from_link(changed)) << at;
    }
}

TEST(SceneLink, RandomBytesAreRejected) {
    std::mt19937 random(7);
    for (int round = 0; round < 2000; ++round) {
        std::string bytes(random() % 200, '\0');
        for (char& c : bytes) c = static_cast<char>(random() % 256);
        EXPECT_FALSE(from_link("#s1=" + bytes));
        EXPECT_FALSE(from_link("#s1=" + to_base64url("\x28\xb5\x2f\xfd" + bytes))) << "begins like compressed data";
    }
}

TEST(SceneLink, TextIsParsedAsScene) {
    EXPECT_NE(refusal("#s1=" + to_base64url(compress("title = 'x'\n"))).find("Not a Warpscope scene"),
              std::string::npos);
}

TEST(SceneLink, HugeTextIsNotUnpacked) {
    const std::string bomb = compress(std::string(size_t{64} << 20, ' '));
    ASSERT_LT(bomb.size(), longest_link);
    EXPECT_NE(refusal("#s1=" + to_base64url(bomb)).find("damaged"), std::string::npos);
    EXPECT_EQ(decompress(bomb, (uint64_t{64} << 20) - 1), std::nullopt);
}

TEST(SceneLink, AbsurdlyLongLinkIsRejected) {
    EXPECT_NE(refusal("#s1=" + std::string(1000000, 'A')).find("limit is 64"), std::string::npos);
}

TEST(Compression, StatedSizeMustBeTrue) {
    const std::string packed = compress("twelve bytes");
    EXPECT_EQ(decompress(packed, 12), "twelve bytes");
    EXPECT_EQ(decompress(packed, 11), std::nullopt);
    EXPECT_EQ(decompress(packed + packed, 100), std::nullopt) << "two texts";
    EXPECT_EQ(decompress("", 100), std::nullopt);
    EXPECT_EQ(decompress(compress(""), 100), "");
}

TEST(Base64Url, EveryLengthRoundTrips) {
    std::string bytes;
    for (int i = 0; i < 100; ++i) {
        EXPECT_EQ(from_base64url(to_base64url(bytes)), bytes);
        bytes += static_cast<char>(i * 37 + 11);
    }
    EXPECT_EQ(to_base64url("\xfb\xff\xfe!"), "-__-IQ");
    for (const char* wrong : {"A", "AAAAA", "A+AA", "AA==", "AA A"}) EXPECT_EQ(from_base64url(wrong), std::nullopt);
}

} // namespace
} // namespace warpscope::scene
