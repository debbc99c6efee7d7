// Decodes films and compares frames, colors and times.
#include "export/film/film_file.hpp"

#include <algorithm>
#include <cmath>
#include <csignal>
#include <fstream>
#include <iterator>

#include <gif_lib.h>
#include <gtest/gtest.h>
#include <sys/resource.h>
#include <vpx/vp8dx.h>
#include <vpx/vpx_decoder.h>
#include <webm/callback.h>
#include <webm/file_reader.h>
#include <webm/status.h>
#include <webm/webm_parser.h>

#include "base/process/subprocess.hpp"
#include "input/input.hpp"
#include "input/scratch_folder.hpp"

namespace warpscope::exporting {
namespace {

constexpr uint32_t width = 60, height = 40;

/// Makes a gray frame with a colored square at `x`.
FilmFrame frame_with(uint32_t x, std::array<uint8_t, 3> color, double seconds) {
    FilmFrame frame{width, height, std::vector<uint8_t>(size_t{4} * width * height, 200), seconds};
    for (uint32_t row = 10; row < 20; ++row)
        for (uint32_t column = x; column < x + 10; ++column)
            for (size_t k = 0; k < 3; ++k) frame.rgba[4 * (size_t{row} * width + column) + k] = color[k];
    return frame;
}

struct DecodedGif {
    std::vector<std::vector<uint8_t>> frames; // RGB, composed with earlier frames
    std::vector<int> hundredths;
    std::vector<int> stored_pixels;
    bool loops = false;
};

DecodedGif decode(const std::filesystem::path& file) {
    DecodedGif out;
    int error = 0;
    GifFileType* gif = DGifOpenFileName(file.c_str(), &error);
    if (gif == nullptr || DGifSlurp(gif) != GIF_OK) {
        ADD_FAILURE() << "not a GIF: " << file;
        return out;
    }
    std::vector<uint8_t> canvas(size_t{3} * static_cast<size_t>(gif->SWidth) * static_cast<size_t>(gif->SHeight));
    for (int i = 0; i < gif->ImageCount; ++i) {
        const SavedImage& image = gif->SavedImages[i];
        const GifImageDesc& d = image.ImageDesc;
        for (int y = 0; y < d.Height; ++y)
            for (int x = 0; x < d.Width; ++x) {
                const GifColorType& c = gif->SColorMap->Colors[image.RasterBits[y * d.Width + x]];
                uint8_t* const to = canvas.data() + 3 * ((d.Top + y) * gif->SWidth + d.Left + x);
                to[0] = c.Red, to[1] = c.Green, to[2] = c.Blue;
            }
        GraphicsControlBlock control{};
        EXPECT_EQ(DGifSavedExtensionToGCB(gif, i, &control), GIF_OK);
        out.frames.push_back(canvas);
        out.hundredths.push_back(control.DelayTime);
        out.stored_pixels.push_back(d.Width * d.Height);
        for (int e = 0; e < image.ExtensionBlockCount; ++e)
            out.loops = out.loops || (image.ExtensionBlocks[e].Function == APPLICATION_EXT_FUNC_CODE);
    }
    DGifCloseFile(gif, &error);
    return out;
}

TEST(Film, GifHasFramesColorsAndTimes) {
    const ScratchFolder folder;
    const std::vector<FilmFrame> frames{frame_with(0, {255, 0, 0}, 0.5), frame_with(20, {0, 128, 0}, 0.1),
                                        frame_with(20, {0, 128, 0}, 0.2), frame_with(40, {10, 20, 250}, 0.25)};
    auto film = create_film(folder.path() / "a.gif", frames);
    ASSERT_TRUE(film) << film.error().text();
    for (const FilmFrame& frame : frames) ASSERT_TRUE((*film)->add(frame));
    ASSERT_TRUE((*film)->finish());
    const DecodedGif gif = decode(folder.path() / "a.gif");
    ASSERT_EQ(gif.frames.size(), 3u); // two pictures are equal
    EXPECT_EQ(gif.hundredths, (std::vector<int>{50, 30, 25}));
    EXPECT_TRUE(gif.loops);
    EXPECT_EQ(gif.stored_pixels, (std::vector<int>{60 * 40, 30 * 10, 30 * 10})); // only changed rectangles
    const std::array<size_t, 3> of{0, 1, 3};
    for (size_t i = 0; i < 3; ++i)
        for (size_t pixel = 0; pixel < size_t{width} * height; ++pixel)
            for (size_t k = 0; k < 3; ++k)
                ASSERT_NEAR(gif.frames[i][3 * pixel + k], frames[of[i]].rgba[4 * pixel + k], 8)
                    << "frame " << i << ", pixel " << pixel << ", channel " << k;
}

TEST(Film, GifKeepsColorsOfAreasBesideAPhoto) {
    const ScratchFolder folder;
    FilmFrame frame = frame_with(0, {255, 0, 0}, 1); // its square has 100 pixels
    uint32_t random = 1;
    for (size_t pixel = size_t{width} * 12; pixel < size_t{width} * height; ++pixel)
        for (size_t k = 0; k < 3; ++k)
            frame.rgba[4 * pixel + k] = static_cast<uint8_t>((random = random * 69069 + 1) >> 24);
    for (size_t pixel = 0; pixel < width; ++pixel) frame.rgba[4 * pixel + 1] = 108; // two areas of similar color
    for (size_t pixel = width; pixel < 2 * size_t{width}; ++pixel) frame.rgba[4 * pixel + 1] = 84;
    auto film = create_film(folder.path() / "a.gif", std::span(&frame, 1));
    ASSERT_TRUE(film) << film.error().text();
    ASSERT_TRUE((*film)->add(frame));
    ASSERT_TRUE((*film)->finish());
    const DecodedGif gif = decode(folder.path() / "a.gif");
    for (size_t pixel = 0; pixel < 2 * size_t{width}; ++pixel)
        for (size_t k = 0; k < 3; ++k) ASSERT_EQ(gif.frames[0][3 * pixel + k], frame.rgba[4 * pixel + k]) << pixel;
}

TEST(Film, GifDithersGradients) {
    const ScratchFolder folder;
    constexpr size_t size = 256;
    FilmFrame frame{size, size, {}, 0.1};
    for (size_t y = 0; y < size; ++y)
        for (size_t x = 0; x < size; ++x)
            for (const size_t value : {x, y, (x + y) / 2, size_t{255}})
                frame.rgba.push_back(static_cast<uint8_t>(value));
    auto film = create_film(folder.path() / "a.gif", std::span(&frame, 1));
    ASSERT_TRUE(film) << film.error().text();
    ASSERT_TRUE((*film)->add(frame));
    ASSERT_TRUE((*film)->finish());
    const DecodedGif gif = decode(folder.path() / "a.gif");
    constexpr size_t side = 4; // of the dithering pattern
    double difference = 0;     // of the mean red of squares
    for (size_t top = 0; top < size; top += side)
        for (size_t left = 0; left < size; left += side) {
            double sum = 0;
            for (size_t k = 0; k < side * side; ++k) {
                const size_t pixel = (top + k / side) * size + left + k % side;
                sum += static_cast<double>(gif.frames[0][3 * pixel]) - frame.rgba[4 * pixel];
            }
            difference += std::abs(sum) / (side * side);
        }
    constexpr double without_dithering = 6.97; // measured
    EXPECT_LT(difference / (size * size / (side * side)), without_dithering - 1);
}

TEST(Film, GifTimesAddUp) {
    const ScratchFolder folder;
    std::vector<FilmFrame> frames;
    for (uint32_t i = 0; i < 30; ++i) frames.push_back(frame_with(i, {255, 0, 0}, 1.0 / 15));
    auto film = create_film(folder.path() / "a.gif", std::span(frames).first(1));
    ASSERT_TRUE(film);
    for (const FilmFrame& frame : frames) ASSERT_TRUE((*film)->add(frame));
    ASSERT_TRUE((*film)->finish());
    int sum = 0;
    for (const int time : decode(folder.path() / "a.gif").hundredths) sum += time;
    EXPECT_NEAR(sum, 200, 1);
}

TEST(Film, FolderGetsNumberedPictures) {
    const ScratchFolder folder;
    auto film = create_film(folder.path() / "frames", {});
    ASSERT_TRUE(film) << film.error().text();
    ASSERT_TRUE((*film)->add(frame_with(0, {255, 0, 0}, 0.5)));
    ASSERT_TRUE((*film)->add(frame_with(9, {255, 0, 0}, 0.25)));
    ASSERT_TRUE((*film)->finish());
    for (const char* name : {"frame-00000.png", "frame-00001.png"}) {
        const auto info = input::probe_image(folder.path() / "frames" / name);
        ASSERT_TRUE(info) << info.error().text();
        EXPECT_EQ(info->width, width);
    }
    std::ifstream times(folder.path() / "frames" / "frames.csv");
    const std::string text(std::istreambuf_iterator<char>(times), {});
    EXPECT_EQ(text, "file,seconds\nframe-00000.png,0.5\nframe-00001.png,0.25\n");
}

TEST(Film, ReplacesFramesOfEarlierFilm) {
    const ScratchFolder folder;
    const auto frames = folder.path() / "frames";
    std::filesystem::create_directories(frames);
    for (const char* name : {"frame-00007.png", "frame-of-mine.png", "notes.txt"})
        std::ofstream(frames / name) << "old";
    std::ofstream(frames / "frames.csv") << "file,seconds\nframe-00007.png,0.5\nnotes.txt,1\n";
    auto film = create_film(frames, {});
    ASSERT_TRUE(film) << film.error().text();
    ASSERT_TRUE((*film)->add(frame_with(0, {255, 0, 0}, 0.5)));
    ASSERT_TRUE((*film)->finish());
    EXPECT_FALSE(std::filesystem::exists(frames / "frame-00007.png"));
    EXPECT_TRUE(std::filesystem::exists(frames / "frame-00000.png"));
    EXPECT_TRUE(std::filesystem::exists(frames / "frame-of-mine.png"));
    EXPECT_TRUE(std::filesystem::exists(frames / "notes.txt"));
}

TEST(Film, KeepsTheUsersPictures) {
    const ScratchFolder folder;
    const auto frames = folder.path() / "frames";
    std::filesystem::create_directories(frames);
    const auto refused = [&](const std::string& because) {
        const auto film = create_film(frames, {});
        EXPECT_FALSE(film) << because;
        return !film && film.error().message.english().find(because) != std::string::npos;
    };
    std::ofstream(frames / "frame-00002.png") << "mine";
    EXPECT_TRUE(refused("frame-00002.png"));
    EXPECT_TRUE(std::filesystem::exists(frames / "frame-00002.png"));
    // frames.csv lists only frame 0, so the other frame is not part of a film.
    std::ofstream(frames / "frames.csv") << "file,seconds\nframe-00000.png,0.5\n";
    std::ofstream(frames / "frame-00000.png") << "film";
    EXPECT_TRUE(refused("frame-00002.png"));
    EXPECT_TRUE(std::filesystem::exists(frames / "frame-00000.png"));
    std::filesystem::remove(frames / "frame-00002.png");
    std::filesystem::remove(frames / "frame-00000.png");
    std::ofstream(frames / "frames.csv") << "frame,who\n1,me\n";
    EXPECT_TRUE(refused("frames.csv"));
    EXPECT_EQ(std::filesystem::file_size(frames / "frames.csv"), 15u);
}

TEST(Film, ReplacesInterruptedFilm) {
    const ScratchFolder folder;
    const auto frames = folder.path() / "frames";
    {
        auto film = create_film(frames, {});
        ASSERT_TRUE(film) << film.error().text();
        for (int i = 0; i < 3; ++i) ASSERT_TRUE((*film)->add(frame_with(i, {255, 0, 0}, 0.5)));
    }
    auto film = create_film(frames, {});
    ASSERT_TRUE(film) << film.error().text();
    EXPECT_FALSE(std::filesystem::exists(frames / "frame-00000.png"));
}

TEST(Film, FailedWriteIsExplained) {
    const ScratchFolder folder;
    auto film = create_film(folder.path() / "film", {});
    ASSERT_TRUE(film) << film.error().text();
    rlimit before{};
    ASSERT_EQ(::getrlimit(RLIMIT_FSIZE, &before), 0);
    const auto signals = std::signal(SIGXFSZ, SIG_IGN);
    const rlimit none{0, before.rlim_max};
    ASSERT_EQ(::setrlimit(RLIMIT_FSIZE, &none), 0);
    const auto added = (*film)->add(frame_with(0, {1, 2, 3}, 1));
    ::setrlimit(RLIMIT_FSIZE, &before);
    std::signal(SIGXFSZ, signals);
    ASSERT_FALSE(added);
    EXPECT_NE(added.error().message.english().find("frames.csv': File too large."), std::string::npos)
        << added.error().text();
}

TEST(Film, InvalidTargetIsExplained) {
    const ScratchFolder folder;
    const auto wrong = create_film(folder.path() / "a.avi", {});
    ASSERT_FALSE(wrong);
    EXPECT_EQ(wrong.error().kind, ErrorKind::usage);
    EXPECT_NE(wrong.error().hint.english().find(".gif"), std::string::npos);
    EXPECT_FALSE(create_film(folder.path() / "nowhere" / "a.gif", {}));
    auto empty = create_film(folder.path() / "a.gif", {});
    ASSERT_TRUE(empty);
    EXPECT_FALSE((*empty)->finish());
    if (!find_on_path("ffmpeg").empty()) return;
    const auto movie = create_film(folder.path() / "a.mp4", {});
    ASSERT_FALSE(movie);
    EXPECT_NE(movie.error().message.english().find("ffmpeg, which is not installed"), std::string::npos);
}

TEST(Film, FfmpegMakesAMovie) {
    if (find_on_path("ffmpeg").empty()) GTEST_SKIP() << "ffmpeg is not installed";
    const ScratchFolder folder;
    auto film = create_film(folder.path() / "a.mp4", {});
    ASSERT_TRUE(film) << film.error().text();
    for (uint32_t i = 0; i < 5; ++i) ASSERT_TRUE((*film)->add(frame_with(i, {255, 0, 0}, 0.2)));
    const auto finished = (*film)->finish();
    ASSERT_TRUE(finished) << finished.error().text();
    EXPECT_GT(std::filesystem::file_size(folder.path() / "a.mp4"), 500u);
}

/// Collects the result of libwebm's parser; decodes frames with libvpx.
class WebmFound final : public webm::Callback {
public:
    WebmFound() { vpx_codec_dec_init(&decoder_, vpx_codec_vp9_dx(), nullptr, 0); }
    ~WebmFound() override { vpx_codec_destroy(&decoder_); }

    webm::Status OnInfo(const webm::ElementMetadata& /*at*/, const webm::Info& info) override {
        duration = info.duration.value();
        return webm::Status(webm::Status::kOkCompleted);
    }
    webm::Status OnTrackEntry(const webm::ElementMetadata& /*at*/, const webm::TrackEntry& track) override {
        codec = track.codec_id.value();
        sides = {track.video.value().pixel_width.value(), track.video.value().pixel_height.value()};
        return webm::Status(webm::Status::kOkCompleted);
    }
    webm::Status OnCuePoint(const webm::ElementMetadata& /*at*/, const webm::CuePoint& point) override {
        cue_times.push_back(point.time.value());
        return webm::Status(webm::Status::kOkCompleted);
    }
    webm::Status OnClusterBegin(const webm::ElementMetadata& /*at*/, const webm::Cluster& cluster,
                                webm::Action* action) override {
        begins_ = cluster.timecode.value();
        *action = webm::Action::kRead;
        return webm::Status(webm::Status::kOkCompleted);
    }
    webm::Status OnSimpleBlockBegin(const webm::ElementMetadata& /*at*/, const webm::SimpleBlock& block,
                                    webm::Action* action) override {
        times.push_back(begins_ + static_cast<uint64_t>(block.timecode));
        *action = webm::Action::kRead;
        return webm::Status(webm::Status::kOkCompleted);
    }
    webm::Status OnFrame(const webm::FrameMetadata& /*at*/, webm::Reader* reader, std::uint64_t* left) override {
        std::vector<uint8_t> bytes(*left);
        while (*left > 0) {
            uint64_t read = 0;
            const webm::Status status = reader->Read(*left, bytes.data() + bytes.size() - *left, &read);
            *left -= read;
            if (!status.ok()) return status;
        }
        EXPECT_EQ(vpx_codec_decode(&decoder_, bytes.data(), static_cast<unsigned>(bytes.size()), nullptr, 0),
                  VPX_CODEC_OK);
        vpx_codec_iter_t next = nullptr;
        const vpx_image_t* const image = vpx_codec_get_frame(&decoder_, &next);
        if (image == nullptr) return webm::Status(webm::Status::kInvalidElementValue);
        // Brightness in the middle of each square, and of the background.
        std::vector<int> seen;
        for (const uint32_t x : {5u, 25u, 45u, 58u}) seen.push_back(image->planes[0][15 * image->stride[0] + x]);
        brightness.push_back(seen);
        return webm::Status(webm::Status::kOkCompleted);
    }

    double duration = 0;
    std::string codec;
    std::pair<uint64_t, uint64_t> sides;
    std::vector<uint64_t> cue_times, times;
    std::vector<std::vector<int>> brightness;

private:
    vpx_codec_ctx_t decoder_{};
    uint64_t begins_ = 0;
};

TEST(Film, WebmHasFramesColorsAndTimes) {
    const ScratchFolder folder;
    const std::filesystem::path file = folder.path() / "a.webm";
    auto film = create_film(file, {});
    ASSERT_TRUE(film) << film.error().text();
    for (const FilmFrame& frame : {frame_with(0, {255, 0, 0}, 0.5), frame_with(20, {0, 128, 0}, 40),
                                   frame_with(20, {0, 128, 0}, 0.2), frame_with(40, {10, 20, 250}, 0.25)})
        ASSERT_TRUE((*film)->add(frame));
    ASSERT_TRUE((*film)->finish());
    std::FILE* const opened = std::fopen(file.c_str(), "rb"); // closed by the reader
    ASSERT_NE(opened, nullptr);
    webm::FileReader reader(opened);
    webm::WebmParser parser;
    WebmFound found;
    const webm::Status status = parser.Feed(&found, &reader);
    ASSERT_TRUE(status.completed_ok()) << status.code;
    EXPECT_EQ(found.codec, "V_VP9");
    EXPECT_EQ(found.sides, std::pair(uint64_t{width}, uint64_t{height}));
    EXPECT_EQ(found.times, (std::vector<uint64_t>{0, 500, 40'500, 40'700}));
    EXPECT_EQ(found.duration, 40'950);
    ASSERT_GE(found.cue_times.size(), 2u) << "players need cues to seek";
    EXPECT_EQ(found.cue_times[0], 0u);
    // Newer encoders also make a key frame, and therefore a cue, at 500 ms.
    EXPECT_NE(std::ranges::find(found.cue_times, 40'500u), found.cue_times.end());
    // Values are 16 + 219 * brightness of gray, red, green and blue.
    ASSERT_EQ(found.brightness.size(), 4u);
    constexpr int ground = 188, red = 81, green = 81, blue = 53;
    const std::vector<std::vector<int>> expected{{red, ground, ground, ground},
                                                 {ground, green, ground, ground},
                                                 {ground, green, ground, ground},
                                                 {ground, ground, blue, ground}};
    for (size_t k = 0; k < expected.size(); ++k)
        for (size_t i = 0; i < expected[k].size(); ++i)
            EXPECT_NEAR(found.brightness[k][i], expected[k][i], 8) << k << ' ' << i;
}

} // namespace
} // namespace warpscope::exporting
