// Figures for print: the same picture as the PNG, with text, named groups and an embedded scene.
#include <cmath>
#include <cstdlib>
#include <set>

#include <fmt/format.h>

#include "command.hpp"
#include "export/carried_scene.hpp"
#include "input/input.hpp"
#include "session/require_run.hpp"

namespace warpscope::cli {
namespace {

constexpr const char* blur =
    "run box_blur/tiled --device emulator --input gradient:50x30 --block 16x8 --overlay blocks,halo,divergence,idle "
    "--focus 20,20 --size 800x450 --figure '";

class VectorFigure : public Command {
protected:
    VectorFigure()
        : cache("XDG_CACHE_HOME='" + file("cache") + "' ") {}

    /// Returns whether OpenGL is available.
    bool draws(const Outcome& made) {
        EXPECT_TRUE(made.status == 0 || made.status == 3) << made.err;
        return made.status == 0;
    }
    static bool has(const char* program) {
        return std::system(("command -v " + std::string(program) + " > /dev/null").c_str()) == 0;
    }
    /// Returns the share of pixels in which a channel differs by more than a quarter of its range. Smaller differences
    /// are allowed, because the antialiasing of letters differs.
    static double share_of_other_pixels(const std::string& a, const std::string& b) {
        const auto first = input::load_image(a), second = input::load_image(b);
        EXPECT_TRUE(first && second);
        if (!first || !second) return 1;
        EXPECT_EQ(first->layout.shape, second->layout.shape);
        if (!(first->layout.shape == second->layout.shape)) return 1;
        size_t differ = 0;
        for (size_t i = 0; i + 2 < first->bytes->size(); i += 3) {
            int max = 0;
            for (size_t k = i; k < i + 3; ++k)
                max = std::max(max,
                               std::abs(static_cast<int>((*first->bytes)[k]) - static_cast<int>((*second->bytes)[k])));
            if (max > 64) ++differ;
        }
        return 3.0 * static_cast<double>(differ) / static_cast<double>(first->bytes->size());
    }

    std::string cache;
};

TEST_F(VectorFigure, SvgMatchesPng) {
    if (!draws(warpscope(blur + file("a.png") + "'", cache))) GTEST_SKIP() << "no OpenGL";
    if (!has("rsvg-convert")) GTEST_SKIP() << "rsvg-convert is not installed";
    ASSERT_EQ(warpscope(blur + file("a.svg") + "'", cache).status, 0);
    ASSERT_EQ(std::system(("rsvg-convert -o '" + file("b.png") + "' '" + file("a.svg") + "'").c_str()), 0);
    EXPECT_LT(share_of_other_pixels(file("a.png"), file("b.png")), 0.02);
}

TEST_F(VectorFigure, PdfMatchesPngAndIsSearchable) {
    if (!draws(warpscope(blur + file("a.png") + "'", cache))) GTEST_SKIP() << "no OpenGL";
    if (!has("pdftoppm") || !has("pdftotext")) GTEST_SKIP() << "poppler-utils is not installed";
    ASSERT_EQ(warpscope(blur + file("a.pdf") + "'", cache).status, 0);
    ASSERT_EQ(std::system(("pdftoppm -r 72 -png -singlefile '" + file("a.pdf") + "' '" + file("b") + "'").c_str()), 0);
    EXPECT_LT(share_of_other_pixels(file("a.png"), file("b.png")), 0.03);
    ASSERT_EQ(std::system(("pdftotext '" + file("a.pdf") + "' '" + file("a.txt") + "'").c_str()), 0);
    const std::string words = contents(file("a.txt"));
    EXPECT_NE(words.find("16 blocks of 16 × 8"), std::string::npos) << words;
    EXPECT_NE(words.find("halo"), std::string::npos) << words;
}

TEST_F(VectorFigure, SvgHasGroupsAndText) {
    if (!draws(warpscope(blur + file("a.svg") + "' --title 'Halo of a block' --caption 'Orange cells are read twice.'",
                         cache)))
        GTEST_SKIP() << "no OpenGL";
    const std::string svg = contents(file("a.svg"));
    for (const char* group : {"input", "output", "input-picture", "output-picture", "input-halo", "output-blocks",
                              "output-divergence", "output-surplus", "input-legend", "output-legend"})
        EXPECT_NE(svg.find("<g id=\"" + std::string(group) + "\""), std::string::npos) << group;
    EXPECT_NE(svg.find("<title id=\"title\">Halo of a block</title>"), std::string::npos);
    EXPECT_NE(svg.find("warps diverge"), std::string::npos); // in the description
    EXPECT_NE(svg.find(">Halo of a block</text>"), std::string::npos);
    EXPECT_NE(svg.find("twice.</text>"), std::string::npos);
    EXPECT_NE(svg.find("\n.halo{fill:#e69f00"), std::string::npos);
    std::set<std::string> ids;
    for (size_t at = svg.find(" id=\""); at != svg.npos; at = svg.find(" id=\"", at + 1)) {
        const std::string id = svg.substr(at + 5, svg.find('"', at + 5) - at - 5);
        EXPECT_TRUE(ids.insert(id).second) << id;
    }
}

TEST_F(VectorFigure, EveryTabHasItsGroups) {
    const auto drawn = [&](const std::string& run) {
        const Outcome made =
            warpscope("run " + run + " --device emulator --size 900x500 --figure '" + file("t.svg") + "'", cache);
        return made.status == 3 ? std::string() : contents(file("t.svg"));
    };
    const std::string devices = drawn("halo_exchange --tab devices");
    if (devices.empty()) GTEST_SKIP() << "no OpenGL";
    const auto has_group = [](const std::string& svg, const std::string& name) {
        return svg.find("<g id=\"" + name + "\"") != svg.npos;
    };
    for (const char* streams : {"two-streams", "one-stream"})
        for (const char* part : {"ground", "names", "0-launches", "0-copies", "1-launches", "1-copies", "kernels"})
            EXPECT_TRUE(has_group(devices, fmt::format("devices-{}-{}", streams, part))) << part;
    // Names are black on light bars and white on dark bars.
    const std::string kernels = devices.substr(devices.find("<g id=\"devices-two-streams-kernels\""));
    EXPECT_NE(kernels.find("fill=\"#000000\""), std::string::npos);
    EXPECT_NE(kernels.find("fill=\"#ffffff\""), std::string::npos);
    const std::string findings = drawn("bug_museum/missing_guard --tab findings");
    for (const char* part : {"finding-1-kind", "finding-1-where", "finding-1-what"})
        EXPECT_TRUE(has_group(findings, part)) << part;
    EXPECT_TRUE(has_group(drawn("box_blur --input gradient:20x10 --tab findings"), "findings-none"));
    const std::string gpu = drawn("box_blur --input gradient:20x10 --tab gpu");
    EXPECT_TRUE(has_group(gpu, "gpu-words"));
    EXPECT_NE(gpu.find("requested.<"), std::string::npos) << "words of a paragraph are separate text elements";
}

TEST_F(VectorFigure, SvgAndPdfReplayTheExperiment) {
    for (const std::string ending : {"svg", "pdf"}) {
        const std::string first = file("a." + ending);
        if (!draws(warpscope(blur + first + "'", cache))) GTEST_SKIP() << "no OpenGL";
        const Outcome again = warpscope("run '" + first + "'", cache);
        EXPECT_EQ(again.status, 0) << again.err;
        EXPECT_NE(again.err.find(" numbers are as saved"), std::string::npos) << again.err;
        EXPECT_EQ(again.err.find("instead of"), std::string::npos) << again.err;
        ASSERT_EQ(warpscope(blur + file("none." + ending) + "' --without-scene", cache).status, 0);
        const Outcome without = warpscope("run '" + file("none." + ending) + "'", cache);
        EXPECT_EQ(without.status, 2);
        EXPECT_NE(without.err.find("contains no scene"), std::string::npos) << without.err;
    }
}

TEST_F(VectorFigure, DamagedAndNewerScenesAreRejected) {
    const auto refused = [&](const std::string& name, const std::string& text, const char* words) {
        write(name, text);
        const Outcome run = warpscope("run '" + file(name) + "'", cache);
        EXPECT_NE(run.status, 0);
        EXPECT_NE(run.err.find(words), std::string::npos) << run.err;
    };
    refused("new.svg", "<svg>" + exporting::svg_scene("wscope = 9\n") + "</svg>", "newer Warpscope");
    refused("cut.svg", "<svg>" + exporting::svg_scene("wscope = 1\n[kernel]\nexperiment = \"box") + "</svg>",
            "The scene is damaged");
    refused("bad.svg", "<svg><warpscope-scene>!</warpscope-scene></svg>", "damaged");
    refused("bad.pdf", "%PDF-1.5\nnothing", "the PDF cannot be read");
}

TEST_F(VectorFigure, ManyCellsBecomeAnImage) {
    const std::string huge =
        "run color_to_gray/basic --device emulator --input noise:300x200 --size 803x451 --figure '";
    const Outcome made = warpscope(huge + file("a.svg") + "'", cache);
    if (!draws(made)) GTEST_SKIP() << "no OpenGL";
    const std::string svg = contents(file("a.svg"));
    EXPECT_NE(made.err.find("embedded as an image of 300 × 200 pixels"), std::string::npos) << made.err;
    EXPECT_NE(svg.find("embedded as an image of 300 × 200 pixels"), std::string::npos);
    EXPECT_NE(svg.find("<image "), std::string::npos);
    EXPECT_NE(svg.find("width=\"803\" height=\"451\""), std::string::npos);
    EXPECT_LT(svg.size(), size_t{3} << 20);
}

TEST_F(VectorFigure, TabsChartsAndComparisonsAreShapes) {
    for (const char* what :
         {"run scan/kogge_stone --device emulator --tab epochs", "run scan/kogge_stone --device emulator --tab source",
          "run transpose/tiled --device emulator --tab shared", "run scan/kogge_stone --device emulator --chart lines",
          "compare transpose/naive_row /tiled --device emulator"}) {
        const Outcome made = warpscope(std::string(what) + " --size 700x500 --figure '" + file("a.svg") + "'", cache);
        if (!draws(made)) GTEST_SKIP() << "no OpenGL";
        const std::string svg = contents(file("a.svg"));
        EXPECT_NE(svg.find("<text "), std::string::npos) << what;
        EXPECT_NE(svg.find("</svg>"), std::string::npos) << what;
    }
}

TEST_F(VectorFigure, ChartsAndTabsHaveNamedGroups) {
    for (const auto& [what, names] :
         {std::pair<std::string, std::vector<std::string>>{"--chart lines", {"chart-axes", "chart-series-1"}},
          {"--tab epochs", {"epochs-flow", "epochs-heading"}},
          {"--tab timeline", {"timeline-axis", "timeline-warp-0", "timeline-barriers"}},
          {"--tab source", {"source-line-1", "source-line-12"}},
          {"--tab ptx", {"ptx-line-1", "ptx-line-12"}},
          {"--tab shared", {"banks-row-0"}}}) {
        const Outcome made = warpscope("run scan/kogge_stone --device emulator " + what + " --size 700x500 --figure '" +
                                           file("a.svg") + "'",
                                       cache);
        if (!draws(made)) GTEST_SKIP() << "no OpenGL";
        const std::string svg = contents(file("a.svg"));
        for (const std::string& name : names)
            EXPECT_NE(svg.find("<g id=\"" + name + "\""), std::string::npos) << what << ": " << name;
    }
}

TEST_F(VectorFigure, ComparisonsHaveNamedGroups) {
    const Outcome made = warpscope("compare transpose/naive_row /tiled --input index:64x64 --device emulator --size "
                                   "900x700 --figure '" +
                                       file("a.svg") + "'",
                                   cache);
    if (!draws(made)) GTEST_SKIP() << "no OpenGL";
    const std::string svg = contents(file("a.svg"));
    for (const char* name : {"compare-store-sectors-per-request-left", "compare-store-sectors-per-request-right",
                             "compare-store-sectors-per-request-change"})
        EXPECT_NE(svg.find("<g id=\"" + std::string(name) + "\""), std::string::npos) << name;
}

TEST_F(VectorFigure, CodeIsDrawnToItsEnd) {
    const Outcome made = warpscope(
        "run reduction/shared --device emulator --tab ptx --size 700x400 --figure '" + file("a.svg") + "'", cache);
    if (!draws(made)) GTEST_SKIP() << "no OpenGL";
    EXPECT_NE(contents(file("a.svg")).find(">ret"), std::string::npos);
}

TEST_F(VectorFigure, BadPathsLeaveNoFile) {
    const Outcome jpg = warpscope("run vector_add --figure '" + file("a.jpg") + "'", cache);
    EXPECT_EQ(jpg.status, 2);
    EXPECT_NE(jpg.err.find(".png, .svg or .pdf"), std::string::npos) << jpg.err;
    for (const std::string ending : {"svg", "pdf"}) {
        const Outcome nowhere = warpscope(
            "run vector_add --device emulator --size 300x200 --figure '" + file("no/a." + ending) + "'", cache);
        EXPECT_EQ(nowhere.status, 3);
        EXPECT_FALSE(fs::exists(folder / "no"));
        fs::create_symlink("/dev/full", folder / ("full." + ending));
        const Outcome full = warpscope(
            "run vector_add --device emulator --size 300x200 --figure '" + file("full." + ending) + "'", cache);
        EXPECT_EQ(full.status, 3);
        EXPECT_NE(full.err.find("the disk is full"), std::string::npos) << full.err;
    }
}

} // namespace
} // namespace warpscope::cli
