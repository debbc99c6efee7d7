// Frames to a film: a GIF, a WebM, a folder of numbered PNGs, or an MP4, which a program of the user's makes.
#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <span>
#include <vector>

#include "base/diagnostic.hpp"

namespace warpscope::exporting {

struct FilmFrame {
    uint32_t width = 0, height = 0;
    std::vector<uint8_t> rgba; // rows from the top
    double seconds = 0;        // how long it is shown
};

class FilmFile {
public:
    virtual ~FilmFile() = default;
    /// All frames have the size of the first.
    [[nodiscard]] virtual Result<void> add(const FilmFrame& frame) = 0;
    /// To be called once, after the last frame: only then there is a film.
    [[nodiscard]] virtual Result<void> finish() = 0;
};

/// What `file` is by its ending: .gif, .mp4, .webm, or a folder where it has none. Fails where the ending is another,
/// where the film cannot be written there, where a folder has numbered pictures of another origin, and for MP4
/// without the program `ffmpeg`. `samples` are frames from here and there in the film, of whose colours a GIF takes its
/// 255.
[[nodiscard]] Result<std::unique_ptr<FilmFile>> create_film(const std::filesystem::path& file,
                                                            std::span<const FilmFrame> samples);

} // namespace warpscope::exporting
