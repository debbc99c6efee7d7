// Scenes on the command line: figures and .wscope files reproduce their run.
#include <fstream>
#include <sys/stat.h>

#include "command.hpp"
#include "export/scene_file.hpp"
#include "input/png_text.hpp"
#include "scene/link.hpp"
#include "session/require_run.hpp"

namespace warpscope::cli {
namespace {

class SceneCommand : public Command {
protected:
    SceneCommand()
        : cache("XDG_CACHE_HOME='" + file("cache") + "' ") {}

    /// Returns "" without a scene.
    static std::string scene_in(const std::string& png) {
        const auto text = input::find_png_text(contents(png), exporting::png_keyword);
        return text && *text ? **text : "";
    }

    /// Writes own.cu and own.toml with a header and a contents file, which a scene must carry.
    void write_own() const {
        write("own.cu", "#include \"step.h\"\n__global__ void own(int* data, const int* more) {\n"
                        "    data[threadIdx.x] = STEP * threadIdx.x + more[threadIdx.x];\n}\n");
        write("step.h", "#define STEP 3\n");
        write("more.csv", "1,2,3,4,5,6,7,8\n");
        write("own.toml", "[[buffer]]\nname = \"data\"\nrole = \"output\"\ntype = \"s32\"\nshape = [8]\n"
                          "[[buffer]]\nname = \"more\"\nrole = \"input\"\ntype = \"s32\"\nshape = [8]\n"
                          "contents = \"more.csv\"\n[[launch]]\nkernel = \"own\"\ngrid = [1]\nblock = [8]\n"
                          "arguments = [\"data\", \"more\"]\n");
    }

    std::string cache;
};

TEST_F(SceneCommand, AlteredByteThatChangesNumbersFails) {
    const Outcome made = warpscope("run box_blur/naive --input gradient:40x30 --set radius=2 --size 400x300 "
                                   "--figure '" +
                                       file("a.png") + "'",
                                   cache);
    if (made.status == 3) GTEST_SKIP() << made.err;
    ASSERT_EQ(made.status, 0) << made.err;
    std::string scene = scene_in(file("a.png"));
    write("same.wscope", scene);
    const Outcome same = warpscope("run '" + file("same.wscope") + "'", cache);
    EXPECT_EQ(same.status, 0) << same.err;
    const std::string setting = "\"radius\" = ";
    const size_t at = scene.find(setting + "2");
    ASSERT_NE(at, std::string::npos) << scene;
    scene[at + setting.size()] = '3';
    write("altered.wscope", scene);
    const Outcome altered = warpscope("run '" + file("altered.wscope") + "'", cache);
    EXPECT_EQ(altered.status, 1) << altered.err;
    EXPECT_NE(altered.err.find("instead of"), std::string::npos) << altered.err;
}

TEST_F(SceneCommand, LinkReproducesItsNumbers) {
    const Outcome made = warpscope("run box_blur/naive --input gradient:40x30 --set radius=2 --size 400x300 "
                                   "--figure '" +
                                       file("a.png") + "'",
                                   cache);
    if (made.status == 3) GTEST_SKIP() << made.err;
    ASSERT_EQ(made.status, 0) << made.err;
    const auto saved = scene::from_text(scene_in(file("a.png")), "a.png");
    ASSERT_TRUE(saved) << saved.error().text();
    const auto link = scene::make_link(*saved, "http://127.0.0.1:8080/");
    ASSERT_TRUE(link) << link.error().text();
    const Outcome again = warpscope("run '" + link->text + "'", cache);
    EXPECT_EQ(again.status, 0) << again.err;
    EXPECT_NE(again.err.find("numbers are as saved"), std::string::npos) << again.err;
    EXPECT_EQ(again.err.find("instead of"), std::string::npos) << again.err;
    const Outcome cut = warpscope("run '" + link->text.substr(0, link->text.size() - 9) + "'", cache);
    EXPECT_EQ(cut.status, 1) << cut.err;
    EXPECT_NE(cut.err.find("The link is damaged"), std::string::npos) << cut.err;
}

TEST_F(SceneCommand, FigureReplaysTheExperiment) {
    const Outcome made =
        warpscope("run box_blur/tiled --input gradient:70x50 --block 16x8 --set radius=2 --overlay blocks,halo "
                  "--focus 20,20 --size 800x450 --figure '" +
                      file("a.png") + "'",
                  cache);
    if (made.status == 3) GTEST_SKIP() << made.err;
    ASSERT_EQ(made.status, 0) << made.err;
    const std::string scene = scene_in(file("a.png"));
    EXPECT_NE(scene.find("input = \"gradient:70x50\""), std::string::npos) << scene;
    EXPECT_EQ(scene.find("[[file]]"), std::string::npos);

    const Outcome again = warpscope("run '" + file("a.png") + "' --size 800x450 --report '" + file("r.json") +
                                        "' --figure '" + file("b.png") + "'",
                                    cache);
    ASSERT_EQ(again.status, 0) << again.err;
    EXPECT_NE(again.err.find(" numbers are as saved"), std::string::npos) << again.err;
    EXPECT_EQ(again.err.find("instead of"), std::string::npos) << again.err;
    const Json report = Json::parse(contents(file("r.json")));
    EXPECT_EQ(report["variant"], "tiled");
    EXPECT_EQ(report["parameters"]["radius"], 2);
    EXPECT_EQ(report["launch"]["block"], Json({16, 8, 1}));
    EXPECT_EQ(scene_in(file("b.png")), scene);
    EXPECT_EQ(contents(file("a.png")), contents(file("b.png"))); // the pictures are equal as well
}

TEST_F(SceneCommand, MissingSceneIsExplained) {
    const std::string kernel = file("k.cu");
    std::ofstream(kernel) << "__global__ void k(float* out, const float* in, int n) {\n"
                             "    int i = blockIdx.x * blockDim.x + threadIdx.x;\n"
                             "    if (i < n) out[i] = in[i] * NT;\n}\n";
    const std::string run = "run '" + kernel + "' --input noise:100 --size 400x300 --figure '" + file("k.png") + "' ";
    const Outcome made = warpscope(run + "-D NT=9", cache);
    if (made.status == 3) GTEST_SKIP() << made.err;
    EXPECT_NE(made.err.find("note: no scene is embedded"), std::string::npos) << made.err;
    const Outcome without_scene = warpscope(run + "-D NT=9 --without-scene", cache);
    EXPECT_EQ(without_scene.err.find("no scene is embedded"), std::string::npos) << without_scene.err;
    // An option without effect does not prevent an embedded scene.
    const Outcome unused = warpscope(
        "run box_blur/naive --input gradient:8x8 -D NOBODY=1 --size 400x300 --figure '" + file("b.png") + "'", cache);
    EXPECT_NE(unused.err.find("without effect"), std::string::npos) << unused.err;
    EXPECT_NE(scene_in(file("b.png")).find("gradient:8x8"), std::string::npos) << unused.err;
}

TEST_F(SceneCommand, FigureShowsTheScenesMoment) {
    const auto drawn = [&](const std::string& name, const std::string& moment, const std::string& options) {
        std::ofstream(file(name + ".wscope"))
            << "wscope = 1\n[kernel]\nexperiment = \"box_blur\"\nvariant = \"naive\"\n"
               "input = \"gradient:40x30\"\n"
            << moment << "[[view]]\nshows = \"input\"\n[[view]]\nshows = \"output\"\n[end]\n";
        return warpscope("run '" + file(name + ".wscope") + "' --size 400x300 --figure '" + file(name + ".svg") + "' " +
                             options,
                         cache);
    };
    const std::string of_block = "[moment]\nscope = \"block\"\nblock = 1\nstep = 40\n";
    const Outcome made = drawn("m", of_block, "");
    if (made.status == 3) GTEST_SKIP() << made.err;
    ASSERT_EQ(made.status, 0) << made.err;
    EXPECT_EQ(made.err.find("finished launch"), std::string::npos) << made.err;
    const std::string svg = contents(file("m.svg"));
    EXPECT_NE(svg.find("output-pending"), std::string::npos) << "cells that the block has not written yet";
    EXPECT_NE(svg.find("after 40 steps of block 1"), std::string::npos) << "the description for screen readers";
    // The embedded scene contains the moment and draws the same figure.
    const Outcome again =
        warpscope("run '" + file("m.svg") + "' --size 400x300 --figure '" + file("n.svg") + "'", cache);
    EXPECT_EQ(again.status, 0) << again.err;
    EXPECT_EQ(contents(file("n.svg")), svg);
    ASSERT_EQ(drawn("all", "", "").status, 0);
    EXPECT_EQ(contents(file("all.svg")).find("output-pending"), std::string::npos);
    ASSERT_EQ(drawn("launch", "[moment]\nscope = \"launch\"\nstep = 3\n", "").status, 0);
    EXPECT_NE(contents(file("launch.svg")).find("output-unfinished"), std::string::npos);
    // The source tab shows no moment, and block 99 does not exist.
    EXPECT_NE(drawn("t", of_block, "--tab source").err.find("show the finished launch"), std::string::npos);
    const Outcome none = drawn("b", "[moment]\nscope = \"block\"\nblock = 99\nstep = 4\n", "");
    EXPECT_NE(none.err.find("no such block"), std::string::npos) << none.err;
    EXPECT_EQ(none.status, 0);
}

TEST_F(SceneCommand, BlockTabsShowTheScenesMoment) {
    const auto drawn = [&](const std::string& name, uint64_t step, const std::string& tab) {
        write(name + ".wscope", "wscope = 1\n[kernel]\nexperiment = \"scan\"\nvariant = \"kogge_stone\"\n"
                                "input = \"index:256\"\n[moment]\nscope = \"block\"\nblock = 0\nstep = " +
                                    std::to_string(step) + "\n[end]\n");
        return warpscope("run '" + file(name + ".wscope") + "' --size 500x400 --tab " + tab + " --figure '" +
                             file(name + ".svg") + "'",
                         cache);
    };
    for (const char* tab : {"timeline", "epochs", "shared"}) {
        const Outcome early = drawn("early", 3, tab);
        if (early.status == 3) GTEST_SKIP() << early.err;
        EXPECT_EQ(early.err.find("show the finished launch"), std::string::npos) << early.err;
        EXPECT_NE(contents(file("early.svg")).find("after 3 steps of block 0"), std::string::npos) << tab;
        ASSERT_EQ(drawn("late", 1000000, tab).status, 0); // beyond the end
        const auto picture = [&](const char* name) {
            const std::string svg = contents(file(name));
            return svg.substr(svg.find("</metadata>"));
        };
        EXPECT_NE(picture("early.svg"), picture("late.svg")) << tab;
        const Outcome again = warpscope("run '" + file("early.svg") + "' --figure '" + file("again.svg") + "'", cache);
        EXPECT_EQ(again.status, 0) << again.err;
        EXPECT_TRUE(contents(file("again.svg")) == contents(file("early.svg"))) << tab;
    }
}

TEST_F(SceneCommand, DifferentNumbersAreReported) {
    const Outcome made = warpscope("run box_blur/naive --input gradient:40x30 --figure '" + file("a.png") + "'", cache);
    if (made.status == 3) GTEST_SKIP() << made.err;
    std::string scene = scene_in(file("a.png"));
    const std::string key = "\"divergence.divergent_warps\" = ";
    const size_t at = scene.find(key);
    ASSERT_NE(at, std::string::npos) << scene;
    scene.replace(at + key.size(), scene.find('\n', at) - at - key.size(), "99999");
    write("a.wscope", scene);
    const Outcome again = warpscope("run '" + file("a.wscope") + "'", cache);
    EXPECT_EQ(again.status, 1) << again.err;
    EXPECT_NE(again.err.find("divergence.divergent_warps: "), std::string::npos) << again.err;
    EXPECT_NE(again.err.find(" instead of 99999"), std::string::npos) << again.err;
    // Numbers are not compared after a change of the block size.
    EXPECT_EQ(warpscope("run '" + file("a.wscope") + "' --block 8x8", cache).err.find("as saved"), std::string::npos);
}

/// Returns the scene with PTX as if from another compiler. An extra instruction changes only counts.
std::string with_ptx_of_another_compiler(const std::string& scene) {
    auto saved = scene::from_text(scene, "a.wscope");
    EXPECT_TRUE(saved && saved->measured.given) << scene;
    if (!saved || !saved->measured.given) return scene;
    std::string& ptx = saved->measured.given->ptx;
    const size_t end = ptx.rfind("\tret;");
    EXPECT_NE(end, std::string::npos) << ptx;
    ptx.insert(end, "\tmov.u32 %r1, 0;\n");
    saved->measured.compiler = saved->measured.given->compiler = "NVRTC 99.0";
    saved->measured.ptx = scene::checksum_of(ptx);
    return to_text(*saved);
}

TEST_F(SceneCommand, SceneRunsItsOwnPtx) {
    const std::string words = "running the PTX from the scene (NVRTC 99.0)";
    const Outcome made = warpscope("run box_blur/naive --input gradient:40x30 --figure '" + file("a.png") +
                                       "' --report '" + file("here.json") + "'",
                                   cache);
    if (made.status == 3) GTEST_SKIP() << made.err;
    ASSERT_EQ(made.status, 0) << made.err;
    const Outcome same = warpscope("run '" + file("a.png") + "'", cache);
    EXPECT_EQ(same.err.find("the PTX from the scene"), std::string::npos)
        << "the installed compiler makes the same PTX: " << same.err;
    write("a.wscope", with_ptx_of_another_compiler(scene_in(file("a.png"))));
    // The numbers in a.wscope are from the old PTX, so they differ. The numbers in b.png are from the new PTX.
    const Outcome other = warpscope(
        "run '" + file("a.wscope") + "' --report '" + file("there.json") + "' --figure '" + file("b.png") + "'", cache);
    ASSERT_EQ(other.status, 1) << other.err;
    EXPECT_NE(other.err.find(words), std::string::npos) << other.err;
    const Json here = Json::parse(contents(file("here.json"))), there = Json::parse(contents(file("there.json")));
    EXPECT_GT(there["instructions"]["warp"], here["instructions"]["warp"]);
    EXPECT_EQ(there["compiler"], "NVRTC 99.0");
    const Outcome third = warpscope("run '" + file("b.png") + "'", cache);
    EXPECT_NE(third.err.find(words), std::string::npos) << third.err;
    EXPECT_EQ(third.err.find("instead of"), std::string::npos) << third.err;
    EXPECT_NE(third.err.find(" numbers are as saved"), std::string::npos) << third.err;
    // The scene's PTX runs without any compiler.
    const Outcome bare = warpscope("run '" + file("b.png") + "'", "XDG_CACHE_HOME='" + file("bare") +
                                                                      "' WARPSCOPE_CLANG=none "
                                                                      "WARPSCOPE_NVRTC=none ");
    EXPECT_NE(bare.err.find("since it cannot be compiled here"), std::string::npos) << bare.err;
    EXPECT_EQ(bare.err.find("instead of"), std::string::npos) << bare.err;
    EXPECT_NE(bare.err.find(" numbers are as saved"), std::string::npos) << bare.err;
    // --compiler, or an edited text, replaces the scene's PTX.
    for (const char* option : {"--compiler clang", "--compiler nvrtc"}) {
        const Outcome recompiled = warpscope("run '" + file("b.png") + "' " + option, cache);
        EXPECT_EQ(recompiled.err.find(words), std::string::npos) << recompiled.err;
    }
    write("other.cu", contents(WARPSCOPE_SOURCE_DIR "/cuda/box_blur/naive.cu") + "// changed\n");
    const Outcome edited = warpscope("run '" + file("b.png") + "' --text '" + file("other.cu") + "'", cache);
    EXPECT_EQ(edited.err.find(words), std::string::npos) << edited.err;
    EXPECT_EQ(edited.status, 0) << edited.err;
}

TEST_F(SceneCommand, InvalidPtxIsReported) {
    const Outcome made = warpscope("run box_blur/naive --input gradient:40x30 --figure '" + file("a.png") + "'", cache);
    if (made.status == 3) GTEST_SKIP() << made.err;
    auto saved = scene::from_text(scene_in(file("a.png")), "a.wscope");
    ASSERT_TRUE(saved && saved->measured.given);
    saved->measured.given->ptx = "no PTX at all\n";
    saved->measured.ptx = scene::checksum_of(saved->measured.given->ptx);
    write("a.wscope", to_text(*saved));
    const Outcome refused = warpscope("run '" + file("a.wscope") + "'", cache);
    EXPECT_EQ(refused.status, 1);
    EXPECT_NE(refused.err.find("The PTX in the scene cannot be run"), std::string::npos) << refused.err;
    EXPECT_NE(refused.err.find("--compiler nvrtc or clang recompiles the kernel"), std::string::npos) << refused.err;
}

TEST_F(SceneCommand, FigureIsRedrawnIdentically) {
    const auto again = [&](const std::string& name, const std::string& options, const char* ending) {
        const std::string first = file(name + ending), second = file(name + "2" + ending);
        const Outcome made = warpscope(options + " --figure '" + first + "'", cache);
        if (made.status == 3) return false;
        EXPECT_EQ(made.status, 0) << made.err;
        const Outcome drawn = warpscope("run '" + first + "' --figure '" + second + "'", cache);
        EXPECT_EQ(drawn.status, 0) << drawn.err;
        EXPECT_TRUE(contents(second) == contents(first)) << name;
        return true;
    };
    const std::string run = "run box_blur/tiled --input gradient:40x30 --size 600x400 ";
    if (!again("views", run + "--title 'Two views' --caption 'Below.' --large-legend --theme dark", ".svg"))
        GTEST_SKIP() << "no OpenGL";
    again("tab", run + "--tab epochs --title 'What a block does'", ".svg");
    again("source", run + "--tab source", ".svg");
    again("chart", run + "--chart lines --caption 'Per block.'", ".svg");
    again("pixels", run + "--chart lines --theme dark", ".png");
    again("two", "compare box_blur/naive /tiled --input gradient:40x30 --size 600x400 --title 'Which is better?'",
          ".svg");
    // Options override the scene's settings.
    const Outcome other = warpscope(
        "run '" + file("tab.svg") + "' --tab source --title Other --figure '" + file("other.svg") + "'", cache);
    ASSERT_EQ(other.status, 0) << other.err;
    EXPECT_NE(contents(file("other.svg")).find(">Other<"), std::string::npos);
    EXPECT_NE(contents(file("other.svg")).find("__global__"), std::string::npos);
    const Outcome views =
        warpscope("run '" + file("chart.svg") + "' --overlay blocks --figure '" + file("views3.svg") + "'", cache);
    ASSERT_EQ(views.status, 0) << views.err;
    EXPECT_NE(contents(file("views3.svg")).find("output-blocks"), std::string::npos);
}

TEST_F(SceneCommand, ComparisonCarriesBothRuns) {
    write_own();
    fs::create_directories(folder / "there");
    for (const char* name : {"own.cu", "own.toml", "step.h", "more.csv"}) // the header changes below
        fs::copy_file(folder / name, folder / "there" / name);
    write("there/step.h", "#define STEP 5\n");
    const Outcome made = warpscope("compare '" + file("own.toml") + "' '" + file("there/own.toml") +
                                       "' --size 600x400 --figure '" + file("two.svg") + "'",
                                   cache);
    if (made.status == 3) GTEST_SKIP() << made.err;
    ASSERT_EQ(made.status, 0) << made.err;
    const std::string svg = contents(file("two.svg"));
    for (const char* name : {"own.cu", "own.toml", "step.h", "more.csv"}) {
        fs::remove(folder / name);
        fs::remove(folder / "there" / name);
    }
    const Outcome again = warpscope("run '" + file("two.svg") + "' --figure '" + file("again.svg") + "'", cache);
    ASSERT_EQ(again.status, 0) << again.err;
    EXPECT_TRUE(contents(file("again.svg")) == svg);
}

TEST_F(SceneCommand, EmptyKernelLeavesCellsUnwritten) {
    write("empty.cu", "__global__ void transpose(float* out, const float* in, int width, int height) {}\n");
    const std::string run = "run transpose/padded --device emulator --input index:48x32 --report - ";
    const Outcome empty = warpscope(run + "--text '" + file("empty.cu") + "'", cache);
    EXPECT_EQ(Json::parse(empty.out)["ownership"]["unwritten_cells"], 48 * 32);
    EXPECT_NE(empty.err.find("no thread wrote 1536 of the 1536 cells"), std::string::npos) << empty.err;
    EXPECT_EQ(Json::parse(warpscope(run, cache).out)["ownership"]["unwritten_cells"], 0);
    // Reports no unwritten cells for atomics, in-place writes or several launches.
    for (const char* other : {"histogram/global --input gradient:40x30", "scaling", "reduction"})
        EXPECT_EQ(Json::parse(warpscope("run " + std::string(other) + " --device emulator --report -", cache)
                                  .out)["ownership"]["unwritten_cells"],
                  0)
            << other;
}

TEST_F(SceneCommand, SceneCarriesAllKernelFiles) {
    write_own();
    const Outcome made = warpscope("run '" + file("own.toml") + "' --figure '" + file("own.png") + "' --output '" +
                                       file("first.csv") + "'",
                                   cache);
    if (made.status == 3) GTEST_SKIP() << made.err;
    ASSERT_EQ(made.status, 0) << made.err;
    const std::string scene = scene_in(file("own.png"));
    EXPECT_EQ(scene.find(folder.string()), std::string::npos) << "an absolute path in " << scene;
    for (const char* name : {"own.cu", "own.toml", "step.h", "more.csv"}) {
        EXPECT_NE(scene.find(std::string("name = \"") + name + "\""), std::string::npos) << scene;
        fs::remove(folder / name); // the scene contains the file and does not need it on disk
    }
    const Outcome again = warpscope("run '" + file("own.png") + "' --output '" + file("second.csv") + "' --figure '" +
                                        file("own2.png") + "'",
                                    cache);
    ASSERT_EQ(again.status, 0) << again.err;
    EXPECT_EQ(contents(file("second.csv")), contents(file("first.csv")));
    EXPECT_EQ(scene_in(file("own2.png")), scene); // saving again changes nothing
}

TEST_F(SceneCommand, SceneCarriesItsPicture) {
    ASSERT_EQ(warpscope("run color_to_gray/basic --input noise:31x17 --figure '" + file("in.png") +
                            "' --size 300x200 --without-scene",
                        cache)
                  .status,
              0);
    EXPECT_EQ(scene_in(file("in.png")), "");
    EXPECT_EQ(warpscope("run '" + file("in.png") + "'", cache).err.find("contains no scene") == std::string::npos,
              false);
    ASSERT_EQ(
        warpscope("run color_to_gray/basic --input '" + file("in.png") + "' --figure '" + file("out.png") + "'", cache)
            .status,
        0);
    fs::remove(folder / "in.png");
    const Outcome again = warpscope("run '" + file("out.png") + "'", cache);
    EXPECT_EQ(again.status, 0) << again.err;
    EXPECT_NE(again.err.find(" numbers are as saved"), std::string::npos) << again.err;
    // Given as input, the file is an ordinary picture.
    const Outcome picture = warpscope("run color_to_gray/basic --input '" + file("out.png") + "' --report -", cache);
    ASSERT_EQ(picture.status, 0) << picture.err;
    EXPECT_EQ(Json::parse(picture.out)["input"], file("out.png"));
}

TEST_F(SceneCommand, UnreadableScenesAreExplained) {
    write("cut.wscope", "wscope = 1\n[kernel]\nexperiment = \"box");
    Outcome refused = warpscope("run '" + file("cut.wscope") + "'", cache);
    EXPECT_EQ(refused.status, 1);
    EXPECT_NE(refused.err.find("The scene is damaged"), std::string::npos) << refused.err;
    write("new.wscope", "wscope = 9\n");
    EXPECT_NE(warpscope("run '" + file("new.wscope") + "'", cache).err.find("newer Warpscope"), std::string::npos);
    write("gone.wscope", "wscope = 1\n[kernel]\nexperiment = \"no_such\"\nvariant = \"a\"\n[end]\n");
    EXPECT_NE(warpscope("run '" + file("gone.wscope") + "'", cache).err.find("not in the catalog"), std::string::npos);
    EXPECT_EQ(warpscope("run '" + file("nowhere.wscope") + "'", cache).status, 3);
}

TEST_F(SceneCommand, FilesOutsideSceneAreNotRead) {
    write("secret.h", "#define STEP 1\n");
    const std::string head = "wscope = 1\n[kernel]\nexperiment = \"a\"\nexperiment_file = \"a.cu\"\nvariant = \"a\"\n"
                             "[[file]]\nname = \"a.cu\"\ntext = '''\n";
    const std::string kernel = "__global__ void a(int* out) { out[threadIdx.x] = STEP; }\n'''\n[end]\n";
    write("a.wscope", head + "  #  include \"" + file("secret.h") + "\"\n" + kernel);
    const Outcome refused = warpscope("run '" + file("a.wscope") + "'", cache);
    EXPECT_EQ(refused.status, 1);
    EXPECT_NE(refused.err.find("which a scene cannot contain"), std::string::npos) << refused.err;
    write("b.wscope",
          "wscope = 1\n[kernel]\nexperiment = \"a\"\nexperiment_file = \"b.toml\"\nvariant = \"b\"\n"
          "[[file]]\nname = \"b.cu\"\ntext = '''\n__global__ void b(int* data) {}\n'''\n"
          "[[file]]\nname = \"b.toml\"\ntext = '''\n[[buffer]]\nname = \"data\"\nrole = \"output\"\ntype = \"s32\"\n"
          "shape = [1]\ncontents = \"" +
              file("secret.h") +
              "\"\n[[launch]]\nkernel = \"b\"\ngrid = [1]\n"
              "block = [1]\narguments = [\"data\"]\n'''\n[end]\n");
    const Outcome contents_refused = warpscope("run '" + file("b.wscope") + "'", cache);
    EXPECT_EQ(contents_refused.status, 1);
    EXPECT_NE(contents_refused.err.find("which the scene does not contain"), std::string::npos) << contents_refused.err;
}

TEST_F(SceneCommand, ReadOnlyFolderIsExplained) {
    write_own();
    const Outcome made = warpscope("run '" + file("own.toml") + "' --figure '" + file("own.png") + "'", cache);
    if (made.status == 3) GTEST_SKIP() << made.err;
    write("cache_is_a_file", "");
    const Outcome refused =
        warpscope("run '" + file("own.png") + "'", "XDG_CACHE_HOME='" + file("cache_is_a_file") + "' ");
    EXPECT_EQ(refused.status, 3) << refused.err;
    EXPECT_NE(refused.err.find("The scene's files cannot be unpacked"), std::string::npos) << refused.err;
    EXPECT_NE(refused.err.find("XDG_CACHE_HOME"), std::string::npos) << refused.err;
}

} // namespace
} // namespace warpscope::cli
