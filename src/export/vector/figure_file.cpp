#include "export/vector/figure_file.hpp"

#include <algorithm>
#include <cctype>

#include "export/file.hpp"
#include "export/vector/pdf.hpp"
#include "export/vector/svg.hpp"

namespace warpscope::exporting {
namespace {

bool ends_in(const std::filesystem::path& file, std::string_view wanted) {
    std::string ending = file.extension().string();
    std::ranges::transform(ending, ending.begin(), [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
    return ending == wanted;
}

} // namespace

bool is_drawing_file(const std::filesystem::path& file) { return ends_in(file, ".svg") || ends_in(file, ".pdf"); }
bool is_figure_file(const std::filesystem::path& file) { return is_drawing_file(file) || ends_in(file, ".png"); }

Result<void> save_drawing(const std::filesystem::path& file, const drawing::Picture& picture,
                          const drawing::Words& words) {
    const auto bytes = ends_in(file, ".pdf") ? pdf_bytes(picture, words) : svg_text(picture, words);
    if (!bytes) return tl::unexpected(bytes.error());
    return write_file(file, *bytes);
}

} // namespace warpscope::exporting
