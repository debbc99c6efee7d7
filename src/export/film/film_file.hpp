// Films: GIF, WebM, numbered PNGs, or MP4 by ffmpeg.
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
    double seconds = 0;
};

class FilmFile {
public:
    virtual ~FilmFile() = default;
    /// All frames must have the same size.
    [[nodiscard]] virtual Result<void> add(const FilmFrame& frame) = 0;
    /// Completes the film; call once.
    [[nodiscard]] virtual Result<void> finish() = 0;
};

/// Selects by extension: .gif, .mp4, .webm, or a folder. Fails if a folder has foreign pictures, and for MP4 without
/// ffmpeg. GIF takes its palette from `samples`.
[[nodiscard]] Result<std::unique_ptr<FilmFile>> create_film(const std::filesystem::path& file,
                                                            std::span<const FilmFrame> samples);

} // namespace warpscope::exporting
