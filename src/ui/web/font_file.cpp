#include "ui/style/font_file.hpp"

#include <algorithm>
#include <filesystem>

namespace warpscope::ui {

/// The page has the fonts as /fonts/JetBrainsMono-Bold.ttf, with a suffix per weight.
std::optional<FontFile> find_font(const char* family, FontWeight weight) {
    std::string name = family;
    std::erase(name, ' ');
    const char* const suffix = weight == FontWeight::regular    ? "Regular"
                               : weight == FontWeight::semibold ? "SemiBold"
                                                                : "Bold";
    for (const char* ending : {".ttf", ".otf"}) {
        FontFile file{"/fonts/" + name + "-" + suffix + ending};
        std::error_code error;
        if (std::filesystem::exists(file.path, error)) return file;
    }
    return std::nullopt;
}

} // namespace warpscope::ui
