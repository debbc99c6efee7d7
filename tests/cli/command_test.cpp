#include <array>

#include "command.hpp"

namespace warpscope::cli {
namespace {

TEST_F(Command, ColorToGrayReportsTextbookNumbers) {
    const Outcome run =
        warpscope("run color_to_gray --input gradient:76x62 --block 16x16 --device emulator --report -");
    ASSERT_EQ(run.status, 0) << run.err;
    const Json report = Json::parse(run.out);
    EXPECT_EQ(report["experiment"], "color_to_gray");
    EXPECT_EQ(report["variant"], "basic");
    EXPECT_EQ(report["launch"]["grid"], (Json{5, 4, 1}));
    EXPECT_EQ(report["launch"]["block"], (Json{16, 16, 1}));
    EXPECT_EQ(report["launch"]["blocks"], 20);
    EXPECT_EQ(report["launch"]["threads"], 5120);
    EXPECT_EQ(report["launch"]["warps"], 160);
    EXPECT_EQ(report["ownership"]["owners"], 4712);
    EXPECT_EQ(report["ownership"]["surplus_threads"], 408);
    EXPECT_EQ(report["ownership"]["blocks_by_owners"], (Json{{"256", 12}, {"192", 3}, {"224", 4}, {"168", 1}}));
    EXPECT_EQ(report["divergence"]["divergent_warps"], 31);
    EXPECT_EQ(report["global"]["store_bytes"], 4712);
    EXPECT_EQ(report["global"]["load_bytes"], 3 * 4712);
    EXPECT_EQ(report["findings"], Json::array());
    for (const char* key : {"compile_ms", "execute_ms", "analyse_ms"})
        EXPECT_TRUE(report["timing"].contains(key)) << key;
}

TEST_F(Command, CompareNamesDifferencesAndWinner) {
    const Outcome run = warpscope("compare transpose/tiled /padded --input index:64x64 --device emulator --json");
    ASSERT_EQ(run.status, 0) << run.err;
    const Json table = Json::parse(run.out);
    EXPECT_EQ(table["settings"], (Json{{{"name", "variant"}, {"a", "tiled"}, {"b", "padded"}}}));
    EXPECT_EQ(table["output"]["different"], 0);
    bool found = false;
    for (const Json& row : table["metrics"])
        if (row["name"] == "shared passes" && row["unit"] == "") {
            found = true;
            EXPECT_EQ(row["a"], 4224);
            EXPECT_EQ(row["b"], 256);
            EXPECT_EQ(row["better"], "b");
        }
    EXPECT_TRUE(found) << run.out;
}

TEST_F(Command, CompareConfiguresEachSide) {
    const Outcome text = warpscope("compare box_blur/naive box_blur/naive --input noise:20x20 --set radius=2 --set-b "
                                   "radius=1 --device emulator");
    ASSERT_EQ(text.status, 0) << text.err;
    EXPECT_NE(text.out.find("radius           2  1"), std::string::npos) << text.out;
    EXPECT_EQ(warpscope("compare box_blur /tiled --figure both.jpg").status, 2);
    EXPECT_EQ(warpscope("compare box_blur box_blur --set nonsense=1").status, 2);
    EXPECT_EQ(warpscope("compare box_blur /nonsense").status, 2);
}

TEST_F(Command, ReportKeysAreDocumented) {
    const Outcome run = warpscope("run box_blur/naive --input noise:20x20 --device emulator --report -");
    ASSERT_EQ(run.status, 0) << run.err;
    const std::string manual = contents(fs::path(WARPSCOPE_SOURCE_DIR) / "docs/REPORT.md");
    const Json report = Json::parse(run.out); // a variable, because items() refers to it
    for (const auto& [key, value] : report.items()) {
        EXPECT_NE(manual.find("`" + key + "`"), std::string::npos) << key;
        if (!value.is_object() || key == "parameters") continue;
        for (const auto& [inner, ignored] : value.items())
            EXPECT_NE(manual.find("`" + inner + "`"), std::string::npos) << key << "." << inner;
    }
}

TEST_F(Command, OutputSupportsThreeFormats) {
    const Outcome run = warpscope("run box_blur/naive --input index:5x3 --set radius=0 --output " + file("o.csv"));
    ASSERT_EQ(run.status, 0) << run.err;
    EXPECT_EQ(run.out, "");
    EXPECT_EQ(contents(file("o.csv")), "0 0 0,1 1 1,2 2 2,3 3 3,4 4 4\n"
                                       "5 5 5,6 6 6,7 7 7,8 8 8,9 9 9\n"
                                       "10 10 10,11 11 11,12 12 12,13 13 13,14 14 14\n");
    ASSERT_EQ(warpscope("run box_blur --input index:5x3 --set radius=0 --output " + file("o.bin")).status, 0);
    EXPECT_EQ(contents(file("o.bin")).size(), 45u);
    EXPECT_EQ(contents(file("o.bin"))[3], 1);
    ASSERT_EQ(warpscope("run box_blur --input index:5x3 --set radius=0 --output " + file("o.png")).status, 0);
    EXPECT_EQ(contents(file("o.png")).substr(1, 3), "PNG");
}

TEST_F(Command, CompilersGiveEqualOutput) {
    const std::string what = "run box_blur/naive --input noise:97x61,seed=7 --block 7x5 --set radius=3";
    const Outcome clang = warpscope(what + " --compiler clang --output " + file("clang.bin"));
    ASSERT_EQ(clang.status, 0) << clang.err;
    const Outcome nvrtc = warpscope(what + " --compiler nvrtc --output " + file("nvrtc.bin"));
    if (nvrtc.status == 3) GTEST_SKIP() << nvrtc.err;
    ASSERT_EQ(nvrtc.status, 0) << nvrtc.err;
    EXPECT_EQ(contents(file("clang.bin")), contents(file("nvrtc.bin")));
}

struct Refusal {
    const char* arguments;
    int status;
    const char* message; // on standard error
};

TEST_F(Command, WrongUseIsExplained) {
    write("broken.png", "this is no picture");
    write("broken.cu", "__global__ void k(int* p) { p[0] = undefined_name; }\n");
    write("broken.toml", "title = \n");
    const std::array<Refusal, 17> refusals{{
        {"run", 2, "target"},
        {"run no_such_thing", 2, "box_blur"},
        {"run box_blur/no_such_variant", 2, "naive"},
        {"run box_blur --input no_such_file.png", 3, "no_such_file.png"},
        {"run box_blur --input broken.png", 3, "broken.png"},
        {"run box_blur --input noise:0x10", 2, "0x10"},
        {"run box_blur --input nois:10x10", 2, "gradient"},
        {"run box_blur --block 0x16", 2, "0x16"},
        {"run box_blur --block 64x32", 2, "1024"},
        {"run bug_museum/block_of_2048", 1, "has 2048 threads; the device allows at most 1024 per block"},
        {"run box_blur --set radius=17", 2, "16"},
        {"run box_blur --set radios=1", 2, "radius"},
        {"run box_blur --output x.gif", 2, ".png"},
        {"run box_blur --device toaster", 2, "emulator"},
        {"run broken.toml", 1, "broken.toml"},
        {"check broken.cu", 1, "undefined_name"},
        {"check no_such.ptx", 3, "no_such.ptx"},
    }};
    for (const Refusal& refusal : refusals) {
        const Outcome run = warpscope(refusal.arguments, "cd '" + folder.string() + "' && ");
        EXPECT_EQ(run.status, refusal.status) << refusal.arguments << "\n" << run.err;
        EXPECT_NE(run.err.find(refusal.message), std::string::npos) << refusal.arguments << "\n" << run.err;
        EXPECT_EQ(run.out, "") << refusal.arguments;
    }
}

TEST_F(Command, MissingCompilerIsAnEnvironmentError) {
    const Outcome run = warpscope("run box_blur --input noise:8x8",
                                  "WARPSCOPE_NVRTC=none WARPSCOPE_CLANG=none XDG_CACHE_HOME=/nonexistent");
    EXPECT_EQ(run.status, 3) << run.err;
    EXPECT_NE(run.err.find("clang"), std::string::npos) << run.err;
}

TEST_F(Command, RunsWithoutHomeAndDisplay) {
    const Outcome run = warpscope("run box_blur --input noise:8x8 --report -",
                                  "env -u HOME -u DISPLAY -u XDG_CACHE_HOME -u XDG_CONFIG_HOME");
    EXPECT_EQ(run.status, 0) << run.err;
}

TEST_F(Command, RaceFindingHasItsLine) {
    const Outcome run = warpscope("run bug_museum/kogge_stone_missing_sync --device emulator --report -");
    ASSERT_EQ(run.status, 1) << run.err;
    const Json report = Json::parse(run.out);
    ASSERT_FALSE(report["findings"].empty());
    EXPECT_EQ(report["findings"][0]["kind"], "race_shared");
    EXPECT_EQ(report["findings"][0]["line"], 10);
    EXPECT_EQ(report["findings"][0]["thread"], (Json{31, 0, 0}));
    EXPECT_NE(run.err.find("kogge_stone_missing_sync.cu:10: race_shared"), std::string::npos) << run.err;
}

TEST_F(Command, ListNamesVariantsAndRanges) {
    const Outcome list = warpscope("list --json");
    ASSERT_EQ(list.status, 0) << list.err;
    bool found = false;
    for (const Json& experiment : Json::parse(list.out)) {
        EXPECT_FALSE(experiment["title"].get<std::string>().empty());
        EXPECT_FALSE(experiment["summary"].get<std::string>().empty());
        if (experiment["name"] != "box_blur") continue;
        found = true;
        const Json& radius = experiment["variants"][0]["parameters"][0];
        EXPECT_EQ(radius["name"], "radius");
        EXPECT_EQ(radius["minimum"], 0);
        EXPECT_EQ(radius["maximum"], 16);
    }
    EXPECT_TRUE(found);
}

TEST_F(Command, ListDescribesEveryVariant) {
    const Outcome json = warpscope("list --json"), text = warpscope("list");
    ASSERT_EQ(json.status, 0) << json.err;
    ASSERT_EQ(text.status, 0) << text.err;
    const auto expect_listed = [&](const std::string& words) {
        EXPECT_NE(text.out.find(words), std::string::npos) << words << "\n" << text.out;
    };
    for (const Json& experiment : Json::parse(json.out)) {
        const auto name = experiment["name"].get<std::string>();
        EXPECT_TRUE(experiment.contains("default_input")) << name;
        expect_listed(name + " - " + experiment["title"].get<std::string>() + "\n    " +
                      experiment["summary"].get<std::string>() + "\n    input: ");
        for (const Json& variant : experiment["variants"]) {
            EXPECT_FALSE(variant["title"].get<std::string>().empty()) << name;
            EXPECT_FALSE(variant["summary"].get<std::string>().empty()) << name << "/" << variant["name"];
            expect_listed("  " + name + "/" + variant["name"].get<std::string>() + " - " +
                          variant["title"].get<std::string>() + "\n      " + variant["summary"].get<std::string>() +
                          "\n");
            for (const Json& p : variant["parameters"]) {
                EXPECT_LE(p["minimum"], p["initial"]);
                EXPECT_LE(p["initial"], p["maximum"]);
                expect_listed("--set " + p["name"].get<std::string>() + "=");
            }
        }
    }
    expect_listed("    input: the test picture\n");
    expect_listed("    input: permutation.png\n"); // a name without the local folder
    expect_listed("    input: none: makes its own data\n");
    expect_listed("--set radius=3   Radius: 0 to 16\n");
    expect_listed("--set BORDER=clamp   Border: copy, clamp, mirror, zero\n");
    expect_listed("--set BLOCK_WIDTH=128   Threads per block: 64 to 512 in steps of 64\n");
}

TEST_F(Command, FindingNamesTheElement) {
    const Outcome run = warpscope("run bug_museum/missing_guard --input gradient:52x90 --device emulator --report -");
    ASSERT_EQ(run.status, 1) << run.err;
    const std::string words = "It is element 4680 of 'out' (row 90, column 0), which has 90 rows of 52 columns";
    EXPECT_NE(run.err.find(words), std::string::npos) << run.err;
    const Json finding = Json::parse(run.out)["findings"][0];
    EXPECT_NE(finding["message"].get<std::string>().find(words), std::string::npos);
    EXPECT_EQ(finding["element"]["buffer"], "out");
    EXPECT_EQ(finding["element"]["index"], 4680);
    EXPECT_EQ(finding["element"]["row"], 90);
    EXPECT_EQ(finding["element"]["column"], 0);
    EXPECT_EQ(finding["element"]["inside"], false);
    const Outcome shared = warpscope("run bug_museum/kogge_stone_missing_sync --device emulator --report -");
    EXPECT_FALSE(Json::parse(shared.out)["findings"][0].contains("element"));
}

TEST_F(Command, FindingShowsItsIndexExpression) {
    const Outcome run =
        warpscope("run bug_museum/wrong_pitch_index --input gradient:52x90 --device emulator --report -");
    ASSERT_EQ(run.status, 1) << run.err;
    const std::string words =
        "The access is out[row * height + col], here out[4680]; the last element is out[4679]; height = 90";
    EXPECT_NE(run.err.find(words), std::string::npos) << run.err;
    const Json finding = Json::parse(run.out)["findings"][0];
    EXPECT_NE(finding["message"].get<std::string>().find(words), std::string::npos);
    EXPECT_EQ(finding["subscript"], Json::parse(R"({"text": "out[row * height + col]", "array": "out", "index": 4680,
                                                    "nearest": 4679, "known": {"height": 90}})"));
    const Outcome unclear = warpscope("run bug_museum/missing_syncwarp --device emulator --report -");
    EXPECT_EQ(Json::parse(unclear.out)["findings"][0]["subscript"],
              Json::parse(R"({"text": "partial[8]", "array": "partial"})"))
        << "two loads on one line: the element, but no subscript";
}

TEST_F(Command, SharedAtomicsAreCountedSeparately) {
    const Outcome run = warpscope("run histogram/private_shared --input noise:64x64 --device emulator --report -");
    ASSERT_EQ(run.status, 0) << run.err;
    const Json atomics = Json::parse(run.out)["atomics"];
    EXPECT_EQ(atomics["operations_on_shared_memory"], 4096);
    EXPECT_EQ(atomics["requests_on_shared_memory"], 4096 / 32);
    EXPECT_GT(atomics["operations"], 4096);
    EXPECT_NE(run.err.find("4096 threads, one common result, "), std::string::npos) << run.err;
}

TEST_F(Command, FocusUsesOutputCoordinates) {
    const std::string lines = "run vector_add --device emulator --size 600x300 --figure " + file("o.png") + " --focus ";
    const Outcome element = warpscope(lines + "700,0");
    if (element.status == 3) GTEST_SKIP() << element.err;
    EXPECT_EQ(element.status, 0) << element.err;
    const std::string of_700 = contents(file("o.png"));
    EXPECT_EQ(warpscope(lines + "700").status, 0);
    EXPECT_EQ(contents(file("o.png")), of_700);
    EXPECT_EQ(warpscope(lines + "701").status, 0);
    EXPECT_NE(contents(file("o.png")), of_700);
    const Outcome drawn = warpscope(lines + "28,21"); // place of element 700
    EXPECT_EQ(drawn.status, 2);
    EXPECT_NE(drawn.err.find("The output has no cell 28,21. (X is from 0 to 999)"), std::string::npos) << drawn.err;
}

TEST_F(Command, FocusAcceptsHistogramBins) {
    const std::string line = "run histogram/global --input noise:64x64 --device emulator --size 600x300 --figure " +
                             file("o.png") + " --set NUM_BINS=256 --focus ";
    const Outcome full = warpscope(line + "10");
    if (full.status == 3) GTEST_SKIP() << full.err;
    EXPECT_EQ(full.status, 0) << full.err;
    const Outcome empty = warpscope("run histogram/global --input impulse:64x64 --device emulator --figure " +
                                    file("o.png") + " --focus 100");
    EXPECT_EQ(empty.status, 2);
    EXPECT_NE(empty.err.find("No thread has added anything to the focused cell. (give a cell that a thread has stored, "
                             "such as "),
              std::string::npos)
        << empty.err;
}

TEST_F(Command, IneffectiveOptionsGiveWarnings) {
    const Outcome own_block = warpscope("run convolution/tiled --device emulator --input noise:32x32 --block 8x8");
    if (own_block.status == 3) GTEST_SKIP() << own_block.err;
    EXPECT_NE(own_block.err.find("note: without effect: --block: tiled has blocks of its own, IN_TILE_DIM x "
                                 "IN_TILE_DIM; --set IN_TILE_DIM=... changes them"),
              std::string::npos)
        << own_block.err;
    const Outcome one_extent = warpscope("run histogram/global --device emulator --input noise:32x32 --block 64x2");
    EXPECT_EQ(one_extent.status, 0) << one_extent.err;
    EXPECT_NE(one_extent.err.find("without effect: block.y of --block"), std::string::npos) << one_extent.err;
    const Outcome with_effect = warpscope("run vector_add --device emulator --block 64");
    EXPECT_EQ(with_effect.status, 0) << with_effect.err;
    EXPECT_EQ(with_effect.err.find("without effect"), std::string::npos) << with_effect.err;
    const Outcome no_figure = warpscope("run vector_add --device emulator --focus 3");
    EXPECT_EQ(no_figure.status, 2);
    EXPECT_NE(no_figure.err.find("--focus needs a figure"), std::string::npos) << no_figure.err;
    EXPECT_EQ(warpscope("compare vector_add vector_add --device emulator --overlay blocks").status, 2);
    const Outcome no_picture = warpscope("run vector_add --device emulator --without-scene");
    EXPECT_EQ(no_picture.status, 2);
    EXPECT_NE(no_picture.err.find("--without-scene needs a figure"), std::string::npos) << no_picture.err;
    const Outcome unused =
        warpscope("run vector_add --device emulator --contract -I " + file("none") + " -D NOWHERE=1");
    for (const char* text : {"without effect: --contract", "without effect: -I ", "without effect: -D NOWHERE"})
        EXPECT_NE(unused.err.find(text), std::string::npos) << unused.err;
    const Outcome checked =
        warpscope("check " WARPSCOPE_SOURCE_DIR "/cuda/vector_add/one_per_element.cu -D NOWHERE=1 -I " + file("none"));
    for (const char* text : {"without effect: -I ", "without effect: -D NOWHERE"})
        EXPECT_NE(checked.err.find(text), std::string::npos) << checked.err;
    const Outcome film = warpscope("film vector_add --device emulator --scope launch --of-block 2 --warp 1 --optimised "
                                   "--seconds 0.5 --size 320x200 --output " +
                                   file("f.gif"));
    for (const char* text : {"without effect: --of-block", "without effect: --warp", "without effect: --optimized"})
        EXPECT_NE(film.err.find(text), std::string::npos) << film.err;
}

TEST_F(Command, FindingWithoutLineNamesTheFile) {
    // clang gives line 0 to code from several source lines, such as a remainder turned into a mask.
    write("endless.ptx", ".version 8.0\n.target sm_75\n.address_size 64\n.visible .entry k(.param .u64 a)\n{\n"
                         "\t.loc 1 4 3\nLOOP:\n\t.loc 1 0 0\n\tbra.uni LOOP;\n}\n.file 1 \"endless.cu\"\n");
    write("endless.toml", R"(
title = "Endless"
budget = 1000
[block]
x = 32
[[buffer]]
name = "a"
role = "output"
type = "s32"
shape = ["32"]
[[launch]]
kernel = "k"
grid = ["1"]
arguments = ["a"]
[[variant]]
name = "endless"
source = "endless.ptx"
)");
    const Outcome run = warpscope("run " + file("endless.toml") + " --device emulator");
    EXPECT_EQ(run.status, 1);
    EXPECT_NE(run.err.find("\nendless.cu: instruction_budget: "), std::string::npos) << run.err;
}

TEST_F(Command, FailedOutputIsAnEnvironmentError) {
    write("one.cu", "__global__ void k(int* p) { *p = 1; }\n");
    const std::string runs = " transpose/tiled /padded --input index:32x32 --device emulator";
    for (const std::string& arguments :
         {"compare" + runs, "compare" + runs + " --json", "check " + file("one.cu"), std::string("list"),
          std::string("--print-keys"), std::string("--print-ptx"), std::string("--help"),
          std::string("run vector_add --device emulator --report -")}) {
        const Outcome run = warpscope(arguments, {}, "/dev/full");
        EXPECT_EQ(run.status, 3) << arguments;
        const std::string words = "could be written to standard output";
        const size_t at = run.err.find(words);
        EXPECT_NE(at, std::string::npos) << arguments << ": " << run.err;
        EXPECT_EQ(run.err.find(words, at + 1), std::string::npos) << "repeated: " << run.err;
        EXPECT_EQ(run.err.find("cannot write to file"), std::string::npos) << "repeated: " << run.err;
    }
}

} // namespace
} // namespace warpscope::cli
