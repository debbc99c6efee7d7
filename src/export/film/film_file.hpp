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
    std::vector<uint8_t> rgba; // top row first
    double seconds = 0;
};

class FilmFile {
public:
    virtual ~FilmFile() = default;
    /// All frames must have the size of the first.
    [[nodiscard]] virtual Result<void> add(const FilmFrame& frame) = 0;
    [[nodiscard]] virtual Result<void> finish() = 0;
};

/// Selects GIF, WebM, MP4 (by ffmpeg) or a folder of PNGs by extension. Fails if the folder has other pictures. GIF
/// takes its palette from `samples`.
[[nodiscard]] Result<std::unique_ptr<FilmFile>> create_film(const std::filesystem::path& file,
                                                            std::span<const FilmFrame> samples);

} // namespace warpscope::exporting
