#include "command.hpp"

namespace warpscope::cli {
namespace {

TEST_F(Command, LaunchFilmIsAGif) {
    const Outcome made =
        warpscope("film box_blur/naive --input gradient:48x32 --on T4 --seconds 1 --rate 5 --size 480x270 --output '" +
                  file("a.gif") + "'");
    if (made.status == 3) GTEST_SKIP() << made.err;
    ASSERT_EQ(made.status, 0) << made.err;
    EXPECT_NE(made.err.find("Model of T4: 40 multiprocessors hold 4 blocks each"), std::string::npos) << made.err;
    const std::string gif = contents(file("a.gif"));
    ASSERT_GT(gif.size(), 1000u);
    EXPECT_EQ(gif.substr(0, 6), "GIF89a");
    EXPECT_EQ(static_cast<unsigned char>(gif[6]) + 256 * static_cast<unsigned char>(gif[7]), 480);
    EXPECT_EQ(gif.back(), ';');
}

TEST_F(Command, BlockFilmPausesAtBarrier) {
    const Outcome made =
        warpscope("film box_blur/tiled --input noise:48x32 --scope block --focus 20,20 --seconds 2 --rate 2 "
                  "--size 480x270 --output '" +
                  file("block") + "'");
    if (made.status == 3) GTEST_SKIP() << made.err;
    ASSERT_EQ(made.status, 0) << made.err;
    // The first picture gets 0.2 s and the last 0.4 s. Half of the remaining 1.4 s is the pause at the only barrier.
    // The first and last pictures share the other half.
    const std::string times = contents(file("block") + "/frames.csv");
    EXPECT_NE(times.find("frame-00000.png,0.55\n"), std::string::npos) << times;
    EXPECT_NE(times.find("frame-00001.png,0.7\n"), std::string::npos) << times;
    EXPECT_NE(times.find("frame-00002.png,0.75\n"), std::string::npos) << times;
    const Outcome unfocused = warpscope("film box_blur/tiled --scope warp --output '" + file("warp") + "'");
    EXPECT_EQ(unfocused.status, 2);
    EXPECT_NE(unfocused.err.find("Which warp should be filmed?"), std::string::npos) << unfocused.err;
    const Outcome beyond_end =
        warpscope("film box_blur/tiled --input noise:48x32 --scope block --focus 20,20 --from 1000000 --output '" +
                  file("behind") + "'");
    EXPECT_EQ(beyond_end.status, 2);
    EXPECT_NE(beyond_end.err.find("Invalid range"), std::string::npos) << beyond_end.err;
}

/// No thread owns the cell of a sum, so the block is given by number.
TEST_F(Command, FilmsBlockWithoutCells) {
    const std::string kernel =
        "film reduction/shared --input index:512 --block 64 --seconds 1 --rate 2 --size 480x270 ";
    const Outcome made = warpscope(kernel + "--scope block --of-block 2 --output '" + file("block") + "'");
    if (made.status == 3) GTEST_SKIP() << made.err;
    ASSERT_EQ(made.status, 0) << made.err;
    EXPECT_TRUE(std::filesystem::exists(file("block") + "/frame-00000.png"));
    const Outcome warp = warpscope(kernel + "--scope warp --of-block 2 --warp 1 --output '" + file("warp") + "'");
    EXPECT_EQ(warp.status, 0) << warp.err;
    const Outcome beyond = warpscope(kernel + "--scope block --of-block 9 --output '" + file("beyond") + "'");
    EXPECT_EQ(beyond.status, 2);
    EXPECT_NE(beyond.err.find("There is no block 9"), std::string::npos) << beyond.err;
}

TEST_F(Command, ImpossibleFilmIsExplained) {
    const Outcome device = warpscope("film box_blur --on Z80 --output '" + file("a.gif") + "'");
    EXPECT_EQ(device.status, 2);
    EXPECT_NE(device.err.find("H100 SXM"), std::string::npos) << device.err;
    const Outcome scope = warpscope("film box_blur --scope galaxy --output '" + file("a.gif") + "'");
    EXPECT_EQ(scope.status, 2);
    const Outcome ending = warpscope("film box_blur --input gradient:16x16 --output '" + file("a.avi") + "'");
    if (ending.status == 3) GTEST_SKIP() << ending.err;
    EXPECT_NE(ending.err.find("'.avi'"), std::string::npos) << ending.err;
}

} // namespace
} // namespace warpscope::cli
