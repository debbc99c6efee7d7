#include "workbench/document/page_target.hpp"

namespace warpscope::workbench {

PageTarget parse_page_target(std::string_view text) {
    const size_t slash = text.find('/');
    const std::string first(text.substr(0, slash));
    const std::string rest(slash == text.npos ? std::string_view() : text.substr(slash + 1));
    if (text == "class") return {.is_class = true};
    if (first == "lesson" && slash != text.npos) return {.lesson = rest};
    return {.experiment = first, .variant = rest};
}

} // namespace warpscope::workbench
