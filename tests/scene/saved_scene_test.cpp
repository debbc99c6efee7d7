// Scene files: they survive writing and reading, and damaged, newer or hostile ones are refused.
#include "scene/saved_scene.hpp"

#include <cmath>
#include <limits>
#include <random>

#include <gtest/gtest.h>

#include "scene/base64.hpp"
#include "scene/names.hpp"
#include "scene/outside_includes.hpp"
#include "scene/pack.hpp"

namespace warpscope::scene {
namespace {

SavedScene full_scene() {
    SavedScene s;
    s.scene.source = {"mine",
                      "fast",
                      {{8, 4, 2}, {{"radius", 3}, {"scale", 0.1}, {"big", 1e15}}},
                      {},
                      "// edited ''' three\n__global__ void f() {}\n"};
    s.scene.source.input.file = "input/leaf.png";
    s.scene.moment = {Scope::warp, 1, 77, 3, 1234567, 234};
    s.scene.views[0] = {Space::buffer, "tile \"a\"", Overlay::blocks | Overlay::accesses, Form::bars,
                        Reference{"other \"b\""}};
    s.scene.views[1] = {Space::launch, "", 0, Form::automatic};
    s.scene.camera = Camera{{12.25, -0.0}, 3.7};
    s.scene.matrices = Camera{{1.0 / 3, 2}, 8};
    s.scene.pin = Spot{Content(Space::buffer, 2, Lay::slice, 5), {4.5, 7.5}};
    s.scene.step = 4;
    s.scene.interval = 0;
    s.scene.slice = 2;
    s.scene.painted = PaintedCode{{7, 0}, metrics::Measure::passes};
    s.scene.notes = {{NoteKind::box,
                      "Two lines\nand ''' three",
                      "mine",
                      "",
                      NotedCells{"tile \"a\"", {1, 2, 3}, {4, 5, 3}},
                      {2.5, -3}},
                     {NoteKind::arrow, "this one", "mine", "fast", NotedThread{{1, 0, 0}, {3, 2, 1}}, {0, 1.0 / 3}}};
    s.experiment_file = "mine.toml";
    s.tab = "epochs";
    s.chart = "cost";
    s.notes = "Look at the corner.\nWhy 16?\t'''\n";
    const std::string ptx = ".version 7.0\n// it's ''' three\n";
    s.measured.compiler = "clang 14.0.6";
    s.measured.ptx = checksum_of(ptx);
    s.measured.given = compile::GivenPtx{ptx, "clang 14.0.6", "0123456789abcdef", {{"f<float, 3>", "_Z1f"}}};
    s.figure = FigureLook{Shows::tab, 0, 1, "tile", "", "A \"title\"", "Two lines\nof it", true, true, 800, 450};
    s.beside = SavedRun{{"mine", "slow", {{16, 16, 1}, {{"radius", 2}}}, {}, {}}, "beside/mine.toml", s.measured};
    s.beside->source.input.file = "beside/input/leaf.png";
    s.measured.numbers = {
        {"divergence.divergent_warps", 75}, {"simt", 0.998691}, {"large", 9007199254740991.0}, {"x.y", 1e300}};
    s.files = {{"beside/input/leaf.png", "other"},   {"beside/mine.toml", "title = 'y'\n"},
               {"common/a.h", "int a;\n"},           {"input/leaf.png", std::string("\x89PNG\0\xff\r\n", 8)},
               {"mine.cu", "// it's ''' three\r\n"}, {"mine.toml", "title = 'x'\n"}};
    return s;
}

TEST(SavedScene, RoundTrips) {
    const SavedScene scene = full_scene();
    const std::string text = to_text(scene);
    const auto read = from_text(text, "a.wscope");
    ASSERT_TRUE(read) << read.error().text();
    EXPECT_EQ(*read, scene);
    EXPECT_EQ(to_text(*read), text);
}

/// Returns a scene file with measurements of this PTX.
std::string scene_with_ptx(const std::string& ptx) {
    SavedScene s;
    s.scene.source.experiment = "box_blur";
    s.scene.source.variant = "tiled";
    s.scene.source.input.shape = {64, 48, 1};
    s.measured = {"NVRTC 13.0", checksum_of(ptx), compile::GivenPtx{ptx, "NVRTC 13.0", "0123456789abcdef", {}}, {}};
    return to_text(s);
}

std::string with(std::string text, const std::string& from, const std::string& to) {
    const size_t at = text.find(from);
    EXPECT_NE(at, std::string::npos) << from;
    return at == std::string::npos ? text : text.replace(at, from.size(), to);
}

TEST(SavedScene, OnlyLongPtxIsCompressed) {
    const std::string line = "\tadd.s32 \t%r1, %r2, %r3;\n";
    std::string ptx = line;
    EXPECT_NE(scene_with_ptx(ptx).find("add.s32"), std::string::npos);
    while (ptx.size() < 1000000) ptx += line;
    const std::string text = scene_with_ptx(ptx);
    EXPECT_LT(text.size(), 20000u);
    const auto read = from_text(text, "a.wscope");
    ASSERT_TRUE(read) << read.error().text();
    ASSERT_TRUE(read->measured.given);
    EXPECT_EQ(read->measured.given->ptx, ptx);
}

TEST(SavedScene, DamagedPtxIsRejected) {
    const auto refused = [](const std::string& text) {
        const auto read = from_text(text, "a.wscope");
        return read ? std::string("it was read") : read.error().text();
    };
    const std::string damaged = "the PTX in the scene is damaged";
    const std::string text = scene_with_ptx("add.s32 %r1, %r2, %r3;\n");
    EXPECT_NE(refused(with(text, "%r2", "%r9")).find(damaged), std::string::npos);
    std::string ptx;
    for (int i = 0; i < 2000; ++i) ptx += "add.s32 %r" + std::to_string(i * i) + ";\n";
    const std::string packed = scene_with_ptx(ptx);
    const size_t at = packed.find("ptx_zstd = ") + 15; // after the quotes and the line end
    ASSERT_LT(at + 300, packed.size());
    std::string broken = packed;
    broken[at + 40] = broken[at + 40] == 'A' ? 'B' : 'A';
    EXPECT_NE(refused(broken).find(damaged), std::string::npos);
    std::string cut = packed;
    cut.erase(at + 4, 77 * 3);
    EXPECT_NE(refused(cut).find(damaged), std::string::npos);
    // Small data that would unpack to more than the limit is not unpacked.
    const std::string huge(largest_carried_ptx + 1, ' ');
    EXPECT_FALSE(can_carry(huge));
    EXPECT_NE(refused(scene_with_ptx(huge)).find(damaged), std::string::npos);
}

TEST(SavedScene, UndrawableFigureIsRejected) {
    const std::string text = to_text(full_scene());
    EXPECT_FALSE(from_text(with(text, "shows = \"tab\"", "shows = \"hologram\""), "a.wscope"));
    EXPECT_FALSE(from_text(with(text, "size = [800, 450]", "size = [800, 99999]"), "a.wscope"));
    EXPECT_FALSE(from_text(
        with(text, "experiment_file = \"beside/mine.toml\"", "experiment_file = \"beside/in/mine.toml\""), "a.wscope"));
}

TEST(SavedScene, CatalogSceneCarriesNoFiles) {
    SavedScene scene;
    scene.scene.source.experiment = "box_blur";
    scene.scene.source.variant = "tiled";
    scene.scene.source.input.shape = {64, 48, 1};
    const std::string text = to_text(scene);
    EXPECT_EQ(text.find("[[file]]"), std::string::npos);
    const auto read = from_text(text, "a.wscope");
    ASSERT_TRUE(read) << read.error().text();
    EXPECT_EQ(*read, scene);
}

TEST(SavedScene, EveryNameRoundTrips) {
    for (const Overlay overlay : all_overlays()) EXPECT_EQ(named<Overlay>(name_of(overlay)), overlay);
    for (const auto space : {Space::input, Space::output, Space::launch, Space::buffer, Space::matrices})
        EXPECT_EQ(named<Space>(name_of(space)), space);
    for (const auto scope : {Scope::all, Scope::launch, Scope::block, Scope::warp})
        EXPECT_EQ(named<Scope>(name_of(scope)), scope);
    EXPECT_EQ(named<Overlay>("no such"), std::nullopt);
}

TEST(SavedScene, EditedTextMayHoldAnyBytes) {
    for (const std::string& text : {std::string(), std::string("a\r\n\x01\xff"), std::string("int a;\n")}) {
        SavedScene saved = full_scene();
        saved.scene.source.text = text;
        const auto read = from_text(to_text(saved), "x");
        ASSERT_TRUE(read) << read.error().text();
        EXPECT_EQ(read->scene.source.text, text);
    }
}

TEST(SavedScene, EditedTextIncludesNothingOutside) {
    SavedScene saved;
    std::optional<std::string>& text = saved.scene.source.text;
    EXPECT_TRUE(check_texts(saved));
    text = "#include \"mine.h\"\n";
    EXPECT_TRUE(check_texts(saved));
    text = "#include \"/etc/passwd\"\n";
    ASSERT_FALSE(check_texts(saved));
    EXPECT_NE(check_texts(saved).error().message.english().find("/etc/passwd"), std::string::npos);
    text = std::string("#\0include \"/etc/passwd\"\n", 24);
    EXPECT_FALSE(check_texts(saved));
    text = std::string("int a;\0", 7);
    ASSERT_FALSE(check_texts(saved));
    EXPECT_NE(check_texts(saved).error().message.english().find("NUL"), std::string::npos);
    text = "#if X\n#endif\n";
    EXPECT_TRUE(check_texts(saved));
    saved.files.push_back({"a.h", "#define X __has_include(\"/etc/passwd\")\n"});
    EXPECT_FALSE(check_texts(saved)) << "the text may include this file";
}

TEST(SavedScene, DifferencesNeedTheNewestFormat) {
    SavedScene scene;
    scene.scene.source.experiment = "box_blur";
    scene.scene.source.variant = "tiled";
    scene.scene.source.input.shape = {64, 48, 1};
    scene.scene.views[2].reference.is_baseline = true;
    EXPECT_NE(to_text(scene).find("\nwscope = 1\n"), std::string::npos) << "the lower views are hidden";
    scene.scene.views[1].reference.is_baseline = true;
    const std::string text = to_text(scene);
    EXPECT_NE(text.find("\nwscope = 4\n"), std::string::npos);
    const auto read = from_text(text, "a.wscope");
    ASSERT_TRUE(read) << read.error().text();
    EXPECT_EQ(read->scene.views[1].reference, (Reference{"", true}));
    EXPECT_FALSE(from_text(with(text, "minus_baseline = true", "minus_baseline = true\nminus = \"b\""), "a.wscope"));
}

TEST(SavedScene, PaintedInputNeedsFormatFive) {
    SavedScene scene;
    scene.scene.source.experiment = "vector_add";
    scene.scene.source.variant = "one_per_element";
    scene.scene.source.input = *input::parse_spec("index:30,paint=f32x1:4=0.5,paint=b=f32x1:3+2=1");
    const std::string text = to_text(scene);
    EXPECT_NE(text.find("\nwscope = 5\n"), std::string::npos);
    const auto read = from_text(text, "a.wscope");
    ASSERT_TRUE(read) << read.error().text();
    EXPECT_EQ(read->scene.source.input, scene.scene.source.input);
    EXPECT_FALSE(from_text(with(text, "f32x1:4=0.5", "f32x1:4="), "a.wscope"));
}

TEST(SavedScene, NewerFormatIsRejected) {
    const auto read = from_text("wscope = 6\n[something_new]\n", "a.wscope");
    ASSERT_FALSE(read);
    EXPECT_NE(read.error().message.english().find("newer Warpscope (format 6; this one reads 5)"), std::string::npos);
    EXPECT_EQ(read.error().hint, "update Warpscope");
}

TEST(SavedScene, OtherTextIsRejected) {
    for (const char* text : {"", "title = 'an experiment'\n", "wscope = 'one'\n", "wscope = 0\n"}) {
        const auto read = from_text(text, "a.wscope");
        ASSERT_FALSE(read) << text;
        EXPECT_NE(read.error().message.english().find("Not a Warpscope scene"), std::string::npos)
            << read.error().text();
    }
    EXPECT_FALSE(from_text("\x7f"
                           "ELF\x01\x02",
                           "a.wscope"));
}

TEST(SavedScene, HugeFileIsRejected) {
    const auto read = from_text(std::string(largest_scene_file + 1, ' '), "a.wscope");
    ASSERT_FALSE(read);
    EXPECT_NE(read.error().message.english().find("at most 40 are read"), std::string::npos);
    SavedScene scene = full_scene();
    scene.files[0].contents.assign(max_carried + 1, 'x'); // allowed on request
    EXPECT_TRUE(from_text(to_text(scene), "a.wscope"));
    scene.files[0].contents.assign(max_carried_on_request + 1, 'x');
    const auto carried = from_text(to_text(scene), "a.wscope");
    ASSERT_FALSE(carried);
    EXPECT_NE(carried.error().message.english().find("a scene can have 28"), std::string::npos)
        << carried.error().text();
}

TEST(SavedScene, FileNamesStayInsideTheScene) {
    for (const char* name :
         {"", "/etc/passwd", "../a", "a/../../b", "a//b", "a/", "./a", "a\\b", "a\nb", "gr\xfcn.png"})
        EXPECT_FALSE(is_inside(name)) << name;
    EXPECT_FALSE(is_inside(std::string(256, 'a')));
    for (const char* name : {"a", "a.cu", "common/a.h", "..a", "a..b/c", "ä b.png"})
        EXPECT_TRUE(is_inside(name)) << name;
    SavedScene scene = full_scene();
    scene.files[0].name = "../../.bashrc";
    const auto read = from_text(to_text(scene), "a.wscope");
    ASSERT_FALSE(read);
    EXPECT_NE(read.error().message.english().find("not a valid name of a file in the scene"), std::string::npos);
}

TEST(SavedScene, MissingFileIsReported) {
    SavedScene scene = full_scene();
    scene.files.pop_back(); // mine.toml
    const auto read = from_text(to_text(scene), "a.wscope");
    ASSERT_FALSE(read);
    EXPECT_NE(read.error().message.english().find("'mine.toml' is not in the scene"), std::string::npos);
}

TEST(SavedScene, TruncatedSceneIsRejected) {
    SavedScene bare;
    bare.scene.source.experiment = "box_blur";
    bare.scene.source.variant = "tiled";
    bare.scene.source.input.shape = {64, 48, 1};
    bare.measured.numbers = {{"blocks", 123456}};
    SavedScene unnamed_last = full_scene();
    unnamed_last.files.push_back({"z.h", "int z;\n"}); // unused
    for (const SavedScene& scene : {full_scene(), bare, unnamed_last}) {
        const std::string text = to_text(scene);
        ASSERT_TRUE(from_text(text, "a.wscope"));
        for (size_t length = 0; length + 1 < text.size(); ++length) { // the last character only ends the line
            const auto read = from_text(text.substr(0, length), "a.wscope");
            ASSERT_FALSE(read) << "cut to " << length << " of " << text.size();
            EXPECT_FALSE(read.error().message.empty());
        }
    }
}

TEST(SavedScene, EveryMomentRoundTrips) {
    SavedScene scene = full_scene();
    scene.scene.moment = {Scope::block, 0, 1, 0, last_step, 0};
    const auto read = from_text(to_text(scene), "a.wscope");
    ASSERT_TRUE(read) << read.error().text();
    EXPECT_EQ(read->scene.moment, scene.scene.moment);
}

TEST(SavedScene, MistakeListIsLimited) {
    std::string text = "wscope = 1\n";
    for (int k = 0; k < 200000; ++k) text += "key" + std::to_string(k) + " = 1\n";
    const auto read = from_text(text, "a.wscope");
    ASSERT_FALSE(read);
    EXPECT_LT(read.error().text().size(), 10000u);
}

TEST(OutsideInclude, AreRejected) {
    for (const char* text : {"#include \"/etc/x\"",
                             "  #\tinclude </etc/x>",
                             "/**/ #include \"/etc/x\"",
                             "#/* */include \"/etc/x\"",
                             "#inc\\\nlude \"/etc/x\"",
                             "#inc\\ \r\nlude \"/etc/x\"",
                             "#inc\\\rlude \"/etc/x\"",
                             "#inc\\\n\rlude \"/etc/x\"",
                             "\f#include \"/etc/x\"",
                             "int a;\r#include \"/etc/x\"",
                             "%:include \"/etc/x\"",
                             "?\?=include \"/etc/x\"",
                             "#inc?\?/\nlude \"/etc/x\"",
                             "#include \"a/../../x\"",
                             "#include X",
                             "#include /* */ \"/etc/x\"",
                             "#import \"x\"",
                             "#include_next <x>",
                             "#embed \"x\"",
                             "#include \"..\\\\x\"",
                             "#include \"",
                             "#include"})
        EXPECT_TRUE(include_outside(text)) << text;
    for (const char* text :
         {"#if __has_include(\"/etc/x\")", "#if defined(__has_include) && __has_include(</etc/x>)",
          "#elif !__has_inc\\\nlude ( \"a/../../x\" )", "#define F \"/etc/x\"\n#if __has_include(F)",
          "#define HI __has_include\n#if HI(\"/etc/x\")", "#define HI(x) __has_include(x)\n#if HI(\"/etc/x\")",
          "#define CAT(a,b) a##b\n#if CAT(__has_inc,lude)(\"/etc/x\")",
          "#define CAT(a,b) a##b\n#define X 1 + CAT(__has_inc,lude)(\"/etc/x\")\n#if X",
          "#include <cuda/std/utility>\n#if _CCCL_PP_CAT(__has_inc,lude)(\"/etc/x\")", "#if __has_include_next(\"x\")",
          "#if __has_embed(\"/etc/x\")", "#pragma GCC dependency \"/etc/x\"",
          "_Pragma(\"GCC dependency \\\"/etc/x\\\"\")", "#define DO(x) _Pragma(#x)\nDO(GCC dependency \"/etc/x\")"})
        EXPECT_TRUE(include_outside(text)) << text;
    EXPECT_TRUE(include_outside(std::string_view("#\0include \"/etc/x\"", 19))); // compilers ignore the NUL
    for (const char* text :
         {"#include \"a.h\"", "# include <cuda/barrier>\nint a;", "// nothing is included", "#define A 1",
          "#if defined(__CUDA_ARCH__) && (__CUDA_ARCH__ >= 800) // as of CUDA(11)", "#ifdef __has_include",
          "#if defined __has_include\n#if __has_include(<cuda/barrier>)\n#endif\n#endif",
          "#define TILE(x) (2 * (x))\n#define WIDE 2 * (4)\n#if WIDE > 4 and (WIDE < 9)\nint a[TILE(3)];",
          "#if __has_cpp_attribute(nodiscard)", "#pragma unroll 4", "_Pragma(\"unroll\")"})
        EXPECT_FALSE(include_outside(text)) << text;
    const std::string_view header = "#define X CAT(__has_inc,lude)(\"/etc/x\")", kernel = "#include \"a.h\"\n#if X";
    EXPECT_FALSE(include_outside(header));
    EXPECT_FALSE(include_outside(kernel));
    EXPECT_TRUE(OutsideIncludes(std::array{header, kernel}).in(kernel)) << "a macro of another file";
}

TEST(SavedScene, AlteredScenesRoundTripOrFail) {
    const std::string text = to_text(full_scene());
    std::mt19937 random(7);
    size_t read_whole = 0;
    for (int round = 0; round < 4000; ++round) {
        std::string altered = text;
        for (int change = 0; change <= round % 3; ++change) {
            const size_t at = random() % altered.size();
            switch (random() % 3) {
            case 0: altered[at] = static_cast<char>(random() % 256); break;
            case 1: altered.erase(at, random() % 20); break;
            default: altered.insert(at, altered.substr(random() % altered.size(), random() % 30)); break;
            }
        }
        const auto read = from_text(altered, "a.wscope");
        if (!read) {
            EXPECT_FALSE(read.error().message.empty());
            continue;
        }
        ++read_whole;
        for (const CarriedFile& file : read->files) EXPECT_TRUE(is_inside(file.name));
        const auto again = from_text(to_text(*read), "b.wscope");
        ASSERT_TRUE(again) << again.error().text() << "\n" << altered;
        EXPECT_EQ(to_text(*again), to_text(*read));
    }
    EXPECT_GT(read_whole, 100u); // otherwise a reader that refuses everything would pass
}

TEST(SavedScene, CamerasAndPlacesAreFinite) {
    std::string text = to_text(full_scene());
    const auto with = [&](std::string_view what, std::string_view other) {
        std::string changed = text;
        changed.replace(changed.find(what), what.size(), other);
        return from_text(changed, "a.wscope");
    };
    EXPECT_FALSE(with("place = [4.5, 7.5]", "place = [nan, 7.5]"));
    EXPECT_FALSE(with("place = [4.5, 7.5]", "place = [1e300, 7.5]"));
    EXPECT_FALSE(with("block = [8, 4, 2]", "block = [0, 4, 2]"));
    EXPECT_FALSE(with("block = [8, 4, 2]", "block = [8, 4]"));
    EXPECT_FALSE(with("step = 1234567", "step = -1"));
    const auto zoomed = with(", 3.7]", ", 1e8]");
    ASSERT_TRUE(zoomed);
    EXPECT_EQ(zoomed->scene.camera->pixels_per_cell, Camera::max_zoom);
}

TEST(Base64, EveryLengthRoundTrips) {
    std::string bytes;
    for (int i = 0; i < 400; ++i) {
        EXPECT_EQ(from_base64(to_base64(bytes)), bytes);
        bytes += static_cast<char>(i * 37 + 11);
    }
    EXPECT_EQ(to_base64("Man"), "TWFu\n"); // RFC 4648
    EXPECT_EQ(to_base64("foobar"), "Zm9vYmFy\n");
    EXPECT_EQ(to_base64("fo"), "Zm8=\n");
    for (const char* wrong : {"Zm8", "Zm9*", "Z", "Zm8=Zm8=", "===="})
        EXPECT_EQ(from_base64(wrong), std::nullopt) << wrong;
}

} // namespace
} // namespace warpscope::scene
