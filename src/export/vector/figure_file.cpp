#include "export/vector/figure_file.hpp"

#include "export/file.hpp"
#include "export/vector/pdf.hpp"
#include "export/vector/svg.hpp"

namespace warpscope::exporting {

bool is_drawing_file(const std::filesystem::path& file) {
    const std::string ending = lower_ending(file);
    return ending == ".svg" || ending == ".pdf";
}
bool is_figure_file(const std::filesystem::path& file) { return is_drawing_file(file) || lower_ending(file) == ".png"; }

Result<void> save_drawing(const std::filesystem::path& file, const drawing::Picture& picture,
                          const drawing::Words& words) {
    const auto bytes = lower_ending(file) == ".pdf" ? pdf_bytes(picture, words) : svg_text(picture, words);
    if (!bytes) return tl::unexpected(bytes.error());
    return write_file(file, *bytes);
}

} // namespace warpscope::exporting
