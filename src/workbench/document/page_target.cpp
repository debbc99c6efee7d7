#include "workbench/document/page_target.hpp"

namespace warpscope::workbench {

PageTarget parse_page_target(std::string_view text) {
    const size_t slash = text.find('/');
    const std::string first(text.substr(0, slash));
    const std::string rest(slash == text.npos ? std::string_view() : text.substr(slash + 1));
    if (first == "lesson" && slash != text.npos) return {rest, {}, {}};
    return {{}, first, rest};
}

} // namespace warpscope::workbench
