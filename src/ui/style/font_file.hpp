// Finds the files of the window's fonts.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

namespace warpscope::ui {

enum class FontWeight : uint8_t { regular, semibold, bold };

struct FontFile {
    std::string path;
    int index = 0; // in a collection
};

/// Rejects other families that the system would substitute.
[[nodiscard]] std::optional<FontFile> find_font(const char* family, FontWeight weight);

} // namespace warpscope::ui
