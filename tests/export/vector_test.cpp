#include "export/vector/svg.hpp"

#include <set>

#include <gtest/gtest.h>
#include <qpdf/QPDF.hh>

#include "base/process/subprocess.hpp"
#include "export/carried_scene.hpp"
#include "export/vector/pdf.hpp"
#include "scene/base64.hpp"
#include "scene/saved_scene.hpp"

namespace warpscope::exporting {
namespace {

using drawing::Group;
using drawing::Image;
using drawing::Item;
using drawing::Picture;
using drawing::Shape;
using drawing::Text;

Shape square(const std::string& name, uint32_t fill) {
    Shape shape;
    shape.style.name = name;
    shape.style.fill = fill;
    shape.rects.push_back({1, 2, 3, 4});
    return shape;
}

Text words(const std::string& what) {
    Text text;
    text.words = what;
    text.at = {10, 20};
    text.size = 12;
    text.width = 40;
    text.color = 0xff000000;
    return text;
}

std::string svg(std::vector<Item> items, const drawing::Words& texts = {"title", "description", ""}) {
    const auto text = svg_text({100, 50, {"", {}, std::move(items)}, {}}, texts);
    EXPECT_TRUE(text) << text.error().text();
    return text.value_or("");
}

size_t times(const std::string& text, const std::string& part) {
    size_t count = 0;
    for (size_t at = text.find(part); at != text.npos; at = text.find(part, at + 1)) ++count;
    return count;
}

TEST(Svg, EscapesTextForXml) {
    const std::string text = svg({{words("a < b && \"c\"\x01")}}, {"1 < 2", "a & b", ""});
    EXPECT_NE(text.find(">a &lt; b &amp;&amp; &quot;c&quot;</text>"), text.npos) << text;
    EXPECT_NE(text.find("<title id=\"title\">1 &lt; 2</title>"), text.npos);
    EXPECT_NE(text.find("<desc id=\"description\">a &amp; b</desc>"), text.npos);
    EXPECT_EQ(text.find("<metadata>"), text.npos); // without scene
}

TEST(Svg, EqualStylesShareARule) {
    const std::string text =
        svg({{Group{"input-halo", {}, {{square("halo", 0x80009fe6)}, {square("halo", 0x80009fe6)}}}},
             {Group{"output-halo", {}, {{square("halo", 0x80009fe6)}}}}});
    EXPECT_EQ(times(text, ".halo{fill:#e69f00;fill-opacity:0.5}"), 1u) << text;
    EXPECT_EQ(times(text, "class=\"halo\""), 3u);
    EXPECT_EQ(times(text, "fill=\"#e69f00\""), 0u);
    EXPECT_NE(text.find("<g id=\"input-halo\">"), text.npos);
    EXPECT_NE(text.find("<g id=\"output-halo\">"), text.npos);
}

TEST(Svg, DifferentStylesGetOwnRules) {
    const std::string text = svg({{square("blocks", 0xff000000)}, {square("blocks", 0x80000000)}});
    EXPECT_NE(text.find(".blocks{"), text.npos) << text;
    EXPECT_NE(text.find(".blocks-2{"), text.npos);
    EXPECT_EQ(times(text, "class=\"blocks-2\""), 1u);
}

TEST(Svg, IdsAreUnique) {
    const std::string text = svg({{Group{"output", {}, {{words("a")}}}},
                                  {Group{"output", {}, {{words("b")}}}},
                                  {Group{"title", {}, {{words("c")}}}}});
    EXPECT_NE(text.find("id=\"output\""), text.npos);
    EXPECT_NE(text.find("id=\"output-2\""), text.npos);
    EXPECT_NE(text.find("<g id=\"title-2\">"), text.npos);
}

TEST(Svg, DescriptionIncludesNotes) {
    Picture picture{
        10, 10, {"", {}, {{Image{{0, 0, 10, 10}, 2, 1, {1, 2, 3, 255, 4, 5, 6, 255}, false}}}}, {"An image."}};
    const auto text = svg_text(picture, {"t", "d", ""});
    ASSERT_TRUE(text);
    EXPECT_NE(text->find("d\nAn image.</desc>"), text->npos);
    EXPECT_NE(text->find("data:image/png;base64,iVBORw0KGgo"), text->npos);
}

/// Returns the drawing commands of the only page.
std::string drawn(const Shape& shape) {
    const auto bytes = pdf_bytes({100, 50, {"", {}, {{shape}}}, {}}, {"t", "d", ""});
    EXPECT_TRUE(bytes) << bytes.error().text();
    QPDF file;
    file.processMemoryFile("drawn", bytes->data(), bytes->size());
    QPDFObjectHandle page = file.getAllPages().at(0);
    const auto data = page.getKey("/Contents").getStreamData();
    return {reinterpret_cast<const char*>(data->getBuffer()), data->getSize()};
}

TEST(Pdf, OverlappingCellsLeaveNoHoles) {
    Shape cells = square("heat", 0xff009fe6);
    cells.rects.push_back({4, 2, 3, 4}); // adjacent to the first
    EXPECT_EQ(times(drawn(cells), " f*"), 1u) << drawn(cells);
    cells.style.crisp = true;
    EXPECT_EQ(times(drawn(cells), " f*"), 0u) << "even-odd would leave holes" << drawn(cells);
    EXPECT_EQ(times(drawn(cells), " f\n"), 1u);
    cells.style.fill = 0x80009fe6; // translucent rectangles are not widened
    EXPECT_EQ(times(drawn(cells), " f*"), 1u);
}

/// Counts the fonts in a PDF; subsets of one font count once.
size_t fonts_of(const std::string& words) {
    drawing::Text text;
    text.words = words;
    text.size = 12;
    text.width = 40;
    text.color = 0xff000000;
    const auto bytes = pdf_bytes({100, 50, {"", {}, {{text}}}, {}}, {"t", "d", ""});
    EXPECT_TRUE(bytes) << bytes.error().text();
    QPDF file;
    file.processMemoryFile("words", bytes->data(), bytes->size());
    QPDFObjectHandle page = file.getAllPages().at(0);
    std::set<std::string> names; // names without subset prefix: "ABCDEF+Inter"
    QPDFObjectHandle fonts = page.getKey("/Resources").getKey("/Font");
    for (const std::string& key : fonts.getKeys()) {
        const std::string name = fonts.getKey(key).getKey("/BaseFont").getName();
        names.insert(name.substr(name.find('+') + 1));
    }
    return names.size();
}

TEST(Pdf, OtherScriptsUseTheirFont) {
    if (find_on_path("fc-list").empty() ||
        run_process({find_on_path("fc-list"), ":lang=zh-cn"}, std::chrono::seconds(60))->output.empty())
        GTEST_SKIP() << "no font with Chinese letters is installed";
    EXPECT_EQ(fonts_of("scan"), 1u);
    EXPECT_EQ(fonts_of("\u0434\u043e scan"), 1u) << "the window's font has Russian letters";
    EXPECT_EQ(fonts_of("scan \u524d\u7f00\u548c 4"), 2u);
}

TEST(EmbeddedScene, SvgRoundTrips) {
    const std::string scene = "wscope = 1\n# <&>\"\n" + std::string(5000, 'x') + "\n";
    const std::string text = svg({{words("warpscope-scene")}}, {"<warpscope-scene>", "", scene});
    const auto found = find_svg_scene(text);
    ASSERT_TRUE(found) << found.error().text();
    EXPECT_EQ(*found, scene);
}

TEST(EmbeddedScene, RenamedNamespaceIsRecognized) {
    const auto found = find_svg_scene("<svg><metadata><ns0:warpscope-scene xmlns:ns0=\"urn:warpscope\">\n  " +
                                      scene::to_base64("wscope = 1\n") + "\n </ns0:warpscope-scene></metadata></svg>");
    ASSERT_TRUE(found);
    EXPECT_EQ(*found, "wscope = 1\n");
}

TEST(EmbeddedScene, SvgWithoutSceneIsNoError) {
    for (const char* text :
         {"", "<svg/>", "<svg><text>warpscope-scene</text></svg>", "<svg title=\"<x warpscope-scene\">"}) {
        const auto found = find_svg_scene(text);
        ASSERT_TRUE(found) << text;
        EXPECT_FALSE(found->has_value()) << text;
    }
}

TEST(EmbeddedScene, RepeatedNamesParseQuickly) {
    std::string text = "<svg><text>";
    // This would take minutes if each search started at the beginning.
    for (int i = 0; i < 300'000; ++i) text += "warpscope-scene ";
    const auto found = find_svg_scene(text);
    ASSERT_TRUE(found);
    EXPECT_FALSE(found->has_value());
}

TEST(EmbeddedScene, DamagedSvgSceneIsRejected) {
    const std::string head = "<svg><warpscope:warpscope-scene>";
    for (const std::string& text : {head, head + "d3Njb3B", head + "!!!!</x>", head + "</x>"}) {
        const auto found = find_svg_scene(text);
        ASSERT_FALSE(found) << text;
        EXPECT_NE(found.error().message.english().find("damaged"), std::string::npos);
    }
}

TEST(EmbeddedScene, HugeSvgSceneIsRejected) {
    const std::string text = "<svg><warpscope-scene>" + std::string(scene::largest_scene_file * 2, 'A') + "</x>";
    const auto found = find_svg_scene(text);
    ASSERT_FALSE(found);
    EXPECT_NE(found.error().message.english().find("too large"), std::string::npos);
}

TEST(EmbeddedScene, PdfRoundTrips) {
    const std::string scene = "wscope = 1\n" + std::string(100000, 'y') + "\n";
    const auto pdf = pdf_bytes({100, 50, {"", {}, {{words("words")}}}, {}}, {"A title", "What it shows", scene});
    ASSERT_TRUE(pdf) << pdf.error().text();
    EXPECT_EQ(pdf->substr(0, 5), "%PDF-");
    const auto found = find_pdf_scene(*pdf);
    ASSERT_TRUE(found) << found.error().text();
    EXPECT_EQ(*found, scene);
    for (const size_t size : {pdf->size() / 2, pdf->size() - 40, size_t{20}}) {
        const auto cut = find_pdf_scene(pdf->substr(0, size));
        ASSERT_FALSE(cut) << size;
        EXPECT_EQ(cut.error().message.english().find("the PDF cannot be read: "), 0u) << cut.error().message;
    }
}

TEST(EmbeddedScene, PdfWithoutSceneIsNoError) {
    const auto pdf = pdf_bytes({100, 50, {"", {}, {{words("words")}}}, {}}, {"A title", "", ""});
    ASSERT_TRUE(pdf);
    const auto found = find_pdf_scene(*pdf);
    ASSERT_TRUE(found);
    EXPECT_FALSE(found->has_value());
}

TEST(EmbeddedScene, HugeCompressedSceneIsRejected) {
    const auto pdf = pdf_bytes({100, 50, {"", {}, {{words("words")}}}, {}},
                               {"A title", "", std::string(scene::largest_scene_file + 1, 'z')});
    ASSERT_TRUE(pdf);
    EXPECT_LT(pdf->size(), scene::largest_scene_file / 10); // compressed
    const auto found = find_pdf_scene(*pdf);
    ASSERT_FALSE(found);
    EXPECT_NE(found.error().message.english().find("too large"), std::string::npos);
}

} // namespace
} // namespace warpscope::exporting
