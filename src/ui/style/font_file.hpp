#pragma once

#include <cstdint>
#include <optional>
#include <string>

namespace warpscope::ui {

enum class FontWeight : uint8_t { regular, semibold, bold };

struct FontFile {
    std::string path;
    int index = 0; // position in a collection file
};

/// Returns nothing if the system has only a substitute.
[[nodiscard]] std::optional<FontFile> find_font(const char* family, FontWeight weight);

} // namespace warpscope::ui
