// Parts of the user interface without OpenGL: settings file, undo, keys, colors, syntax colors, lists of dialogs.
#include <filesystem>
#include <fstream>
#include <set>
#include <sstream>

#include <gtest/gtest.h>

#include "base/rebase.hpp"
#include "lesson/lesson.hpp"
#include "ui/code/syntax_highlight.hpp"
#include "ui/dialogs/file_dialog.hpp"
#include "ui/model/actions.hpp"
#include "ui/style/style.hpp"
#include "ui/widgets/widgets.hpp"
#include "ui/wording/phrases.hpp"
#include "ui/workbench.hpp"
#include "workbench/document/frame_pacing.hpp"
#include "workbench/document/preferences.hpp"
#include "workbench/document/tab.hpp"
#include "workbench/document/undo_history.hpp"
#include "workbench/files/file_kinds.hpp"

namespace warpscope::ui {
namespace {

namespace fs = std::filesystem;

TEST(Colors, TextContrastIsSevenToOne) {
    EXPECT_NEAR(contrast(IM_COL32_BLACK, IM_COL32_WHITE), 21, 1e-6);
    for (bool dark : {false, true})
        for (const TextPair& pair : text_pairs(palette(dark)))
            EXPECT_GE(contrast(pair.text, pair.background), 7)
                << pair.what << (dark ? " dark " : " light ") << std::hex << pair.text << " on " << pair.background;
}

TEST(Actions, KeysAreUniquePerFocus) {
    for (const KeyConditions now : {KeyConditions{}, KeyConditions{.time_bar = true}, KeyConditions{.deck = true}}) {
        std::set<ImGuiKeyChord> seen;
        for (const ActionInfo& action : actions()) {
            const ImGuiKeyChord first = now.takes_first_key(action.context) ? action.chord : 0;
            for (ImGuiKeyChord chord : {first, action.other, now.time_bar ? action.in_time_bar : 0})
                if (chord != 0) {
                    EXPECT_TRUE(seen.insert(chord).second)
                        << action.title << " in the time bar: " << now.time_bar << ", in a deck: " << now.deck;
                }
        }
    }
}

TEST(Actions, EveryOverlayHasAKey) {
    for (const render::OverlayInfo& overlay : render::overlays())
        EXPECT_FALSE(key_text(overlay.overlay).empty()) << overlay.name;
}

TEST(Actions, DocumentIsUpToDate) {
    const std::string file = WARPSCOPE_SOURCE_DIR "/docs/KEYS.md";
    if (rebasing()) std::ofstream(file) << keys_markdown();
    std::ifstream in(file);
    std::stringstream text;
    text << in.rdbuf();
    EXPECT_EQ(text.str(), keys_markdown()) << "run `warpscope --print-keys > docs/KEYS.md`";
}

TEST(Syntax, HighlightsCudaText) {
    bool in_comment = false;
    const auto tokens = cuda_tokens("int row = blockIdx.y * 16; // rows", in_comment);
    ASSERT_GE(tokens.size(), 6u);
    EXPECT_EQ(tokens.front().kind, TokenKind::type_name);
    EXPECT_EQ(tokens.back().kind, TokenKind::comment);
    EXPECT_EQ(tokens.back().text, "// rows");
    std::string whole;
    for (const Token& token : tokens) whole += token.text;
    EXPECT_EQ(whole, "int row = blockIdx.y * 16; // rows");
    (void)cuda_tokens("a /* open", in_comment);
    EXPECT_TRUE(in_comment);
    EXPECT_EQ(cuda_tokens("still */ b", in_comment).front().kind, TokenKind::comment);
    EXPECT_FALSE(in_comment);
    for (std::string_view odd : {"\"open", "'", "/*", "#", "\\", "\"a\\"}) {
        in_comment = false;
        std::string again;
        for (const Token& token : cuda_tokens(odd, in_comment)) again += token.text;
        EXPECT_EQ(again, odd);
    }
}

TEST(Numbers, AreReadable) {
    EXPECT_EQ(grouped(5120), "5120");
    EXPECT_EQ(grouped(12345678), "12\u00a0345\u00a0678");
    EXPECT_EQ(grouped(100000), "100\u00a0000");
    EXPECT_EQ(fixed(-0.04, 1), "0.0");
    EXPECT_EQ(three_digits(0.125), "0.125");
    EXPECT_EQ(three_digits(0.25), "0.25");
    EXPECT_EQ(three_digits(0.0606), "0.0606");
    EXPECT_EQ(three_digits(0.9996), "1.00");
    EXPECT_EQ(three_digits(4), "4.00");
    EXPECT_EQ(three_digits(9.574), "9.57");
    EXPECT_EQ(three_digits(0), "0.00");
    EXPECT_EQ(duration(0.0042), "0.004 ms");
    EXPECT_EQ(duration(12.34), "12 ms");
    EXPECT_EQ(duration(2345), "2.3 s");
    EXPECT_EQ(bytes_text(1023), "1023 B");
    EXPECT_EQ(bytes_text(1536), "1.5 KiB");
    EXPECT_EQ(bytes_text(uint64_t{80} << 20), "80 MiB");
    EXPECT_EQ(with_signs("7 x 7 pixels, max x y"), "7 × 7 pixels, max x y");
    EXPECT_EQ(with_signs("-1 of (-2 %), 8 - k ones"), "−1 of (−2 %), 8 − k ones");
    EXPECT_EQ(with_signs("`8 - k`, my-1.cu, a - b"), "`8 - k`, my-1.cu, a - b");
}

TEST(Sentences, DescribeTheWarpShape) {
    EXPECT_EQ(warp_shape_sentence({16, 16, 1}), "A warp is two rows of a block.");
    EXPECT_EQ(warp_shape_sentence({32, 4, 1}), "A warp is one row of a block.");
    EXPECT_EQ(warp_shape_sentence({64, 4, 1}), "A row of a block is two warps.");
    EXPECT_EQ(warp_shape_sentence({256, 1, 1}), "A block is eight warps.");
    EXPECT_EQ(warp_shape_sentence({32, 1, 1}), "A block is one warp.");
    EXPECT_EQ(warp_shape_sentence({100, 1, 1}), "The last warp of each block uses 4 of 32 lanes.");
    EXPECT_EQ(warp_shape_sentence({5, 5, 1}), "One warp per block, 25 of 32 lanes used.");
    EXPECT_EQ(warp_shape_sentence({7, 5, 1}),
              "Warps wrap around the ends of rows. The last warp of each block uses 3 of 32 lanes.");
}

TEST(FileDialog, ListsFoldersFirst) {
    const auto listing = FileDialog::list(WARPSCOPE_SOURCE_DIR);
    ASSERT_TRUE(listing.problem.empty());
    bool files = false;
    for (const auto& entry : listing.entries) {
        EXPECT_FALSE(entry.folder && files) << entry.name << " comes after a file";
        files = files || !entry.folder;
        EXPECT_NE(entry.name.front(), '.');
    }
    EXPECT_FALSE(FileDialog::list("/no/such/folder").problem.empty());
    EXPECT_TRUE(is_picture_name("a.JPeG"));
    EXPECT_FALSE(is_picture_name("a.gif"));
}

TEST(Pacing, LeavesTheProcessorToTheEmulator) {
    using namespace std::chrono_literals;
    const Pacing::Time start = Pacing::Time::clock::now();
    Pacing software(true);
    EXPECT_EQ(software.pause(start, true), 0) << "before the first frame";
    software.shown(start, 0.02);
    EXPECT_NEAR(software.pause(start, true), 0.1, 1e-6);
    EXPECT_NEAR(software.pause(start + 90ms, true), 0.01, 1e-6);
    EXPECT_EQ(software.pause(start + 100ms, true), 0);
    EXPECT_NEAR(software.pause(start, true, true), 0.24, 1e-6) << "nothing moves";
    EXPECT_TRUE(software.should_present(start, false));
    EXPECT_FALSE(software.should_present(start + 90ms, true)) << "the next run is about to take the screen";
    EXPECT_TRUE(software.should_present(start + 110ms, true));
    EXPECT_EQ(software.pause(start, false), 0) << "nobody else wants the cores";
    software.shown(start, 2);
    EXPECT_NEAR(software.pause(start, true), 0.1, 1e-6) << "however slow drawing is";
    Pacing with_gpu(false);
    with_gpu.shown(start, 0.02);
    EXPECT_EQ(with_gpu.pause(start, true), 0);
}
} // namespace
} // namespace warpscope::ui
